import Foundation
import Testing

/// A daemon that does not run is started where it can be, and `doctor` knows the service. Skipped by
/// name like `SystemdTests`.
@Suite(
  .ownThread,
  .enabled(
    if: SystemdBed.isPossible,
    "needs root, mmdebstrap, systemd-nspawn and the programs of `make test`"))
struct SystemdDoctorTests {
  let bed: SystemdBed
  init() throws {
    bed = try SystemdBed()
    let answer = try bed.install()
    #expect(answer.status == 0, "\(answer.text)")
  }

  @Test("a reminder starts the service where it does not run, and says so")
  func starts() throws {
    try bed.run("systemctl --user stop remindd")
    let made = try bed.run("remindctl in 1s put the kettle on")
    #expect(made.text.hasSuffix("remindctl: remindd was not running, and has been started.\n"))
    #expect(try bed.waitUntil("journalctl --user -u remindd -o cat | grep -q kettle"))
    // Once is enough.
    #expect(!(try bed.run("remindctl in 1h x").text.contains("started")))
    // What waits for an answer, and every change, is worth a daemon too.
    for line in ["snooze 1 1h", "edit 2 --in 2h", "undo"] {
      try bed.run("systemctl --user stop remindd")
      #expect(try bed.run("remindctl \(line)").text.contains("has been started"), "\(line)")
    }
    try bed.run("systemctl --user stop remindd")
    let json = try bed.run("remindctl in 1h x --json --require-daemon 2>/dev/null")
    #expect(json.status == 0)
    #expect(json.text.contains(#""daemon":"running""#))
    // After su(1) nothing names the user's folder.
    try bed.run("systemctl --user stop remindd")
    let bare = try bed.run("env -u XDG_RUNTIME_DIR remindctl in 1h x")
    #expect(bare.text.contains("has been started"), "\(bare.text)")
  }

  @Test("it is not started for another store than its own")
  func otherStore() throws {
    try bed.run("systemctl --user stop remindd")
    for store in ["XDG_DATA_HOME=/tmp/elsewhere", "HOME=/tmp/elsewhere"] {
      let made = try bed.run("mkdir -p /tmp/elsewhere; \(store) remindctl in 1h x")
      #expect(made.text.contains("remindd is not running"), "\(made.text)")
    }
    #expect(try bed.property("ActiveState") == "inactive")
    // By whatever name.
    try bed.run("ln -s ~/.local /tmp/elsewhere/link")
    for store in ["$HOME/.local/share/", "/tmp/elsewhere/link/share"] {
      let made = try bed.run("XDG_DATA_HOME=\(store) remindctl in 1h x")
      #expect(made.text.contains("has been started"), "\(made.text)")
      try bed.run("systemctl --user stop remindd")
    }
    // But where the unit says so, it is.
    try bed.run(
      """
      mkdir -p .config/systemd/user/remindd.service.d
      printf '[Service]\\nEnvironment=XDG_DATA_HOME=/tmp/elsewhere\\n' \
        >.config/systemd/user/remindd.service.d/store.conf
      systemctl --user daemon-reload
      """)
    let made = try bed.run("XDG_DATA_HOME=/tmp/elsewhere remindctl in 1h x")
    #expect(made.text.contains("has been started"), "\(made.text)")
  }

  @Test(
    "where it cannot be started that is said, and shown where nobody reads it; exit 6 on request")
  func cannotStart() throws {
    try bed.run(
      """
      mkdir -p .config/systemd/user/remindd.service.d
      printf '[Service]\\nExecStart=\\nExecStart=%%h/.local/bin/remindd --nonsense\\n' \
        >.config/systemd/user/remindd.service.d/wrong.conf
      systemctl --user daemon-reload; systemctl --user stop remindd
      systemd-run --user --quiet --unit=screen Xvfb :7 -nolisten tcp
      until [ -S /tmp/.X11-unix/X7 ]; do sleep 0.05; done
      systemd-run --user --quiet --unit=popups -E DISPLAY=:7 dunst
      """)
    #expect(try bed.waitUntil("[ $(dunstctl count displayed) = 0 ]"))
    let made = try bed.run("remindctl in 1h x")
    #expect(made.status == 0)
    #expect(made.text.contains("It could not be started"), "\(made.text)")
    #expect(try bed.waitUntil("[ $(dunstctl count displayed) = 1 ]"))
    let required = try bed.run("remindctl in 1h x --require-daemon --json 2>/dev/null")
    #expect(required.status == 6)
    #expect(required.text.contains(#""daemon":"absent""#))
    // A program reads JSON, and a terminal is read by its user.
    try bed.run("script -qc 'remindctl in 1h x' /dev/null")
    #expect(try bed.run("dunstctl count displayed").text == "1\n")
  }

  /// Something that goes wrong.
  private static let troubles: [(cause: String, check: String, found: String, code: Int32)] = [
    ("systemctl --user disable remindd", "service", "disabled", 1),
    ("systemctl --user stop remindd", "daemon", "absent", 1),
    ("kill -STOP $(systemctl --user show -P MainPID remindd)", "daemon", "stopped", 1),
    ("echo '#' >>.local/share/systemd/user/remindd.service", "service", "changed", 0),
    ("remindctl pause 1h", "store", "paused", 0),
    ("chmod 755 .local/share/remindctl", "store", "open-to-others", 0),
    ("chmod 500 .local/share/remindctl", "store", "read-only", 1),
  ]

  @Test("doctor finds what is wrong, and the command that it gives mends it")
  func mends() throws {
    let well = try bed.run("remindctl in 1h x; remindctl doctor")
    #expect(well.status == 0, "\(well.text)")
    #expect(well.text.contains("The service is enabled"))
    #expect(well.text.contains("goes on when you are logged out"))
    #expect(well.text.hasSuffix("remindctl: Reminders will come.\n"))
    for (cause, check, found, code) in Self.troubles {
      let broken = try bed.run("{ \(cause); } >/dev/null; remindctl doctor --json")
      #expect(broken.status == code, "\(cause): \(broken.text)")
      let pattern = try Regex(
        #""check":"\#(check)","state":"[a-z]*","found":"\#(found)","command":"([^"]*)""#)
      let match = try #require(broken.text.firstMatch(of: pattern), "\(cause): \(broken.text)")
      let command = String(try #require(match.output[1].substring))
      #expect(try bed.run("remindctl doctor").text.contains(command))
      #expect(try bed.run(command).status == 0, "\(command)")
      let mended = try bed.run("remindctl doctor --json")
      #expect(mended.status == 0, "\(command): \(mended.text)")
      #expect(mended.text.firstMatch(of: pattern) == nil, "\(mended.text)")
    }
  }

  @Test(
    "doctor knows a service that failed, that is masked, that is not there, and no manager at all")
  func others() throws {
    try bed.run("systemctl --user stop remindd; systemctl --user mask remindd")
    let masked = try bed.run("remindctl doctor --json")
    #expect(masked.status == 1)
    #expect(masked.text.contains(#""found":"masked""#), "\(masked.text)")
    try bed.run(
      """
      systemctl --user unmask remindd
      mkdir -p .config/systemd/user/remindd.service.d
      printf '[Service]\nExecStart=\nExecStart=%%h/.local/bin/remindd --nonsense\n' \
        >.config/systemd/user/remindd.service.d/wrong.conf
      systemctl --user daemon-reload; systemctl --user start remindd
      """)
    let failed = try bed.run("remindctl doctor --json")
    #expect(failed.status == 1)
    #expect(failed.text.contains(#""found":"failed""#), "\(failed.text)")
    try bed.run("mv .local/share/systemd/user/remindd.service .; systemctl --user daemon-reload")
    try bed.run("systemctl --user reset-failed remindd")
    let absent = try bed.run("remindctl doctor --json")
    #expect(absent.status == 1)
    #expect(absent.text.contains(#""check":"service","state":"problem","found":"absent""#))
    #expect(
      try bed.run("XDG_RUNTIME_DIR=/tmp remindctl doctor --json").text
        .contains(#""found":"no-manager""#))
    // One that was started by hand serves all the same.
    try bed.run("systemd-run --user --quiet --unit=other ~/.local/bin/remindd; sleep 1")
    let byHand = try bed.run("remindctl doctor --json")
    #expect(byHand.status == 0, "\(byHand.text)")
    // root looks at a user's store as at a stranger's.
    let root = try bed.runAsRoot(
      "HOME=/home/tester /home/tester/.local/bin/remindctl doctor --json")
    #expect(root.text.contains(#""found":"store-foreign""#), "\(root.text)")
  }

  @Test("doctor shows a popup on request, and says what a server cannot do")
  func popup() throws {
    let none = try bed.run("remindctl doctor --json --popup")
    #expect(none.text.contains(#""found":"not-shown""#), "\(none.text)")
    try bed.run(
      """
      systemd-run --user --quiet --unit=screen Xvfb :7 -nolisten tcp
      until [ -S /tmp/.X11-unix/X7 ]; do sleep 0.05; done
      systemd-run --user --quiet --unit=popups -E DISPLAY=:7 dunst
      """)
    #expect(try bed.waitUntil("[ $(dunstctl count displayed) = 0 ]"))
    let answer = try bed.run("remindctl doctor --popup")
    #expect(answer.status == 0, "\(answer.text)")
    #expect(answer.text.contains("Popups are shown by dunst"), "\(answer.text)")
    #expect(try bed.run("dunstctl count displayed").text == "1\n")
    try bed.run("pkill -STOP -x dunst")
    let hung = try bed.run("remindctl doctor")
    #expect(hung.status == 1)
    #expect(hung.text.contains("kill -CONT "), "\(hung.text)")
    try bed.run("pkill -CONT -x dunst")
  }
}
