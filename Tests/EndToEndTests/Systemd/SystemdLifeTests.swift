import Foundation
import Testing

@testable import Localization

/// The service's life under a real systemd, from login to logout. Skipped by name like `SystemdTests`.
@Suite(
  .ownThread,
  .enabled(
    if: SystemdBed.isPossible,
    "needs root, mmdebstrap, systemd-nspawn and the programs of `make test`"))
struct SystemdLifeTests {
  let bed: SystemdBed
  init() throws {
    bed = try SystemdBed()
    let answer = try bed.install()
    #expect(answer.status == 0, "\(answer.text)")
  }

  @Test(
    "a hung daemon is killed half a minute behind what is due, and it comes; else nobody waits for it"
  )
  func watchdog() throws {
    let patience = "systemctl --user show -P WatchdogUSec remindd"
    #expect(try bed.property("WatchdogUSec") == "0")
    try bed.run("remindctl in 1h far")
    #expect(try bed.waitUntil("\(patience) | grep -q \"^1h 2\""))
    // What it has said before it was ready counts too, and so does what it said before a reload.
    try bed.run("systemctl --user restart remindd; systemctl --user daemon-reload")
    #expect(try bed.waitUntil("\(patience) | grep -q \"^1h \""))
    try bed.run("remindctl in 10s through the hang")
    #expect(try bed.waitUntil("\(patience) | grep -q \"^[34][0-9]\""))
    let process = try bed.property("MainPID")
    try bed.run("kill -STOP \(process); systemctl --user daemon-reload")
    #expect(
      try bed.waitUntil(
        "journalctl --user -u remindd -o cat | grep -q \"through the hang  due .*, 3. s late\""))
    #expect(
      try bed.run("journalctl --user -u remindd -o cat").text.contains("Watchdog timeout"))
    #expect(try bed.property("NRestarts") == "1")
    #expect(try bed.property("MainPID") != process)
    try bed.run("remindctl cancel --all --force")
    #expect(try bed.waitUntil("\(patience) | grep -qx 0"))
  }

  @Test("at rest neither the daemon nor its manager is ever woken by the watchdog")
  func rest() throws {
    // Threads that had something to do at the start go home after five seconds without work.
    try bed.run("remindctl in 1h far; sleep 12")
    // A thread that has been woken has another line than before, and a new one has one at all. On a busy machine
    // something else may wake the manager once, which is asked again; the daemon is not.
    let waked = try bed.run(
      """
      look() { grep -H ^voluntary /proc/$1/task/*/status; }
      daemon=$(systemctl --user show -P MainPID remindd)
      manager=$(awk '/^PPid/ { print $2 }' /proc/$daemon/status)
      for i in 1 2 3; do
        look $daemon >a; look $manager >b; sleep 10; look $daemon >c; look $manager >d
        waked="$(grep -vxFf a c | wc -l) $(grep -vxFf b d | wc -l)"
        case $waked in '0 0' | [1-9]*) break ;; esac
      done
      echo $waked
      """)
    #expect(waked.text == "0 0\n")
  }

  @Test("started before the desktop, and with no bus in its environment: the popup comes later")
  func desktopLater() throws {
    try bed.run(
      """
      mkdir -p .config/systemd/user/remindd.service.d
      printf '[Service]\\nUnsetEnvironment=DBUS_SESSION_BUS_ADDRESS DISPLAY\\n' \
        >.config/systemd/user/remindd.service.d/bare.conf
      systemctl --user daemon-reload; systemctl --user restart remindd
      """)
    let process = try bed.property("MainPID")
    let environment = try bed.run("tr '\\0' '\\n' </proc/\(process)/environ").text
    #expect(environment.contains("XDG_RUNTIME_DIR=/run/user/1000"))
    #expect(!environment.contains("DBUS_SESSION_BUS_ADDRESS"))
    #expect(try bed.run("remindctl in 0.1s 'water the plants'").status == 0)
    #expect(
      try bed.waitUntil("journalctl --user -u remindd -o cat | grep -q \"water the plants\""))
    try startDesktop()
    #expect(
      try bed.waitUntil("dunstctl history | grep -q plants || [ $(dunstctl count displayed) = 1 ]"))
    #expect(try bed.waitUntil("remindctl show 1 | grep -q dunst"))
    #expect(try bed.property("MainPID") == process)
  }

  @Test(
    "a journal that was stopped took no line ever again: the service is started again until it is back"
  )
  func journalAway() throws {
    let journal = "systemd-journald $(cd /lib/systemd/system; echo systemd-journald*.socket)"
    try bed.runAsRoot("systemctl stop \(journal)")
    #expect(try bed.run("remindctl in 1s 'turn off the stove'").status == 0)
    // The second has /dev/null to print to, which is no delivery.
    #expect(
      try bed.waitUntil("[ $(systemctl --user show -P NRestarts remindd) -ge 2 ]", within: 30))
    #expect(try bed.run("remindctl show 1").text.contains("output is closed"))
    try bed.runAsRoot("systemctl start \(journal)")
    #expect(
      try bed.waitUntil(
        "journalctl --user -u remindd -o cat | grep -q \"the stove  due \"", within: 30))
    #expect(try bed.property("ActiveState") == "active")
  }

  /// A screen and a notification server, as a session starts them.
  private func startDesktop() throws {
    try bed.run(
      """
      systemd-run --user --quiet --unit=screen Xvfb :7 -nolisten tcp
      until [ -S /tmp/.X11-unix/X7 ]; do sleep 0.05; done
      systemctl --user set-environment DISPLAY=:7
      systemd-run --user --quiet --unit=popups dunst
      """)
  }

  /// Opens a session over ssh, as a user with a key does.
  private func allowLogin() throws {
    try bed.run(
      """
      mkdir -p -m 700 .ssh; ssh-keygen -q -t ed25519 -N '' -f .ssh/id_ed25519
      cp .ssh/id_ed25519.pub .ssh/authorized_keys
      printf 'StrictHostKeyChecking no\\nLogLevel ERROR\\n' >.ssh/config
      """)
    #expect(try bed.waitUntil("ssh 127.0.0.1 true"))
  }

  @Test("over ssh it works as at the desk, and with linger it goes on behind the logout")
  func ssh() throws {
    try allowLogin()
    let process = try bed.property("MainPID")
    let made = try bed.run("ssh 127.0.0.1 .local/bin/remindctl in 1s over the wire")
    #expect(made.status == 0, "\(made.text)")
    #expect(!made.text.contains("remindd"), "\(made.text)")
    #expect(try bed.waitUntil("journalctl --user -u remindd -o cat | grep -q \"over the wire\""))
    #expect(try bed.property("MainPID") == process)
    // One that does not run is started from there, too.
    try bed.run("systemctl --user stop remindd")
    let started = try bed.run("ssh 127.0.0.1 .local/bin/remindctl in 1s once more")
    #expect(started.text.contains("has been started"), "\(started.text)")
    #expect(try bed.waitUntil("journalctl --user -u remindd -o cat | grep -q \"once more\""))
  }

  @Test(
    "without linger the last logout ends it cleanly, and what is due then comes at the next login")
  func logout() throws {
    try bed.runAsRoot(
      """
      mkdir -p /etc/systemd/logind.conf.d
      printf '[Login]\\nUserStopDelaySec=1\\n' >/etc/systemd/logind.conf.d/short.conf
      systemctl restart systemd-logind
      """)
    #expect(try bed.run("remindctl in 15s feed the cat").status == 0)
    #expect(try bed.run("systemctl --user is-active remindd").text == "active\n")
    // Nobody is logged in: it was linger alone that kept the manager.
    try bed.runAsRoot("loginctl disable-linger tester")
    #expect(
      try bed.runAsRoot(
        "timeout 170 sh -c 'while systemctl -q is-active user@1000; do sleep 0.1; done'"
      ).status == 0)
    try bed.runAsRoot("sleep 15")
    let journal = try bed.runAsRoot("journalctl _UID=1000 + UNIT=user@1000.service -o cat").text
    #expect(journal.contains("Stopped remindd.service"), "\(journal)")
    for trouble in ["SIGKILL", "timed out", "Failed with result", "feed the cat"] {
      #expect(!journal.contains(trouble), "\(trouble)")
    }
    try bed.runAsRoot("systemctl start user@1000")
    #expect(
      try bed.waitUntil(
        "journalctl --user -u remindd -o cat | grep -q \"feed the cat  due .* s late\""))
  }

  @Test("a home that is mounted behind the service was never served")
  func mounted() throws {
    #expect(try bed.run("remindctl in 1h below").status == 0)
    let share = "/home/tester/.local/share"
    try bed.runAsRoot("mount -t tmpfs -o uid=1000,gid=1000,mode=700 none \(share)")
    defer { _ = try? bed.runAsRoot("umount -l \(share)") }
    let process = try bed.property("MainPID")
    let made = try bed.run("remindctl in 1s above")
    // It may ask for the daemon before the next one has taken the new lock.
    #expect(made.status == 0, "\(made.text)")
    #expect(try bed.waitUntil("journalctl --user -u remindd -o cat | grep -q \"above  due\""))
    #expect(try bed.property("MainPID") != process)
  }

  @Test("daemon-reload and an upgrade in place keep everything")
  func upgrade() throws {
    try bed.run("remindctl in 1h far; remindctl every day 9:00 pills; remindctl in 0.1s shown")
    #expect(try bed.waitUntil("remindctl list --plain | grep -q unanswered"))
    let before = try bed.run("remindctl list --plain").text
    let process = try bed.property("MainPID")
    try bed.run("systemctl --user daemon-reload")
    #expect(try bed.property("MainPID") == process)
    #expect(try bed.property("StatusText").hasPrefix("Next: "))
    #expect(try bed.run("remindctl list --plain").text == before)
    // Due while the programs are replaced.
    let answer = try bed.run(
      "remindctl in 1s meanwhile && make --no-print-directory -C /bed install")
    #expect(answer.status == 0, "\(answer.text)")
    #expect(try bed.property("MainPID") != process)
    #expect(try bed.property("StatusText").hasPrefix("Next: "))
    #expect(try bed.waitUntil("journalctl --user -u remindd -o cat | grep -q meanwhile"))
    #expect(try bed.run("journalctl --user -u remindd -o cat | grep -c meanwhile").text == "1\n")
    #expect(try bed.run("remindctl list --plain | grep -v meanwhile").text == before)
    let doctor = try bed.run("remindctl doctor")
    #expect(doctor.status == 0, "\(doctor.text)")
  }
}
