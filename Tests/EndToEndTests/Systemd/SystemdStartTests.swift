import Foundation
import Testing

@testable import TimeLanguage

/// A service that cannot begin under a real systemd, which starts it again without any limit. Skipped by name
/// like `SystemdTests`.
@Suite(
  .ownThread,
  .enabled(
    if: SystemdBed.isPossible,
    "needs root, mmdebstrap, systemd-nspawn and the programs of `make test`"))
struct SystemdStartTests {
  let bed: SystemdBed
  init() throws {
    bed = try SystemdBed()
    let answer = try bed.install()
    #expect(answer.status == 0, "\(answer.text)")
    try bed.run("remindctl in 1h far")
  }

  private static let store = ".local/share/remindctl"

  /// What keeps the daemon from its store, what takes it away, a part of why, and how a reminder ends that
  /// is made meanwhile.
  private static let hindrances: [(cause: String, cure: String, why: String, code: Int32)] = [
    ("chmod 000 \(store)", "chmod 700 \(store)", "Permission denied", 5),
    // The files in it can be written, but no lock can be made.
    ("chmod 500 \(store)", "chmod 700 \(store)", "Permission denied", 0),
    (
      "sqlite3 \(store)/reminders.db 'PRAGMA user_version = 1000'",
      "sqlite3 \(store)/reminders.db \"PRAGMA user_version = $(cat version)\"", "schema 1000", 5
    ),
  ]

  @Test(
    "a service that cannot use its store is started again and again; then what was due is shown, once",
    arguments: hindrances)
  func waits(cause: String, cure: String, why: String, code: Int32) throws {
    try bed.run(
      """
      sqlite3 \(Self.store)/reminders.db 'PRAGMA user_version' >version
      remindctl in 2s meanwhile; systemctl --user stop remindd
      rm \(Self.store)/remindd.lock; \(cause); systemctl --user start remindd
      """)
    #expect(
      try bed.waitUntil("[ $(systemctl --user show -P NRestarts remindd) -ge 1 ]", within: 20))
    #expect(try bed.waitUntil("[ $(systemctl --user show -P ActiveState remindd) = active ]"))
    #expect(try bed.run("systemctl --user status remindd").text.contains(why))
    for command in ["doctor", "status"] {
      let answer = try bed.run("remindctl \(command)").text
      #expect(answer.contains(why), "\(answer)")
      #expect(answer.contains("has had to be started anew"), "\(answer)")
    }
    let made = try bed.run("remindctl in 1h more")
    #expect(made.status == code, "\(made.text)")

    #expect(try bed.run(cure).status == 0)
    #expect(try bed.waitUntil("journalctl --user -u remindd -o cat | grep -q \"meanwhile  due\""))
    #expect(try bed.waitUntil("systemctl --user status remindd | grep -q \"Status: .*far\""))
    #expect(
      try bed.run("sleep 1; journalctl --user -u remindd -o cat | grep -c 'meanwhile  due'").text
        == "1\n")
    let after = try bed.run("remindctl in 1s afterwards; remindctl doctor")
    #expect(after.status == 0 && !after.text.contains("It could not be started"), "\(after.text)")
    #expect(try bed.waitUntil("journalctl --user -u remindd -o cat | grep -q \"afterwards  due\""))
  }

  @Test("what is stored before the service is started again has that happen at once")
  func woken() throws {
    let made = try bed.run(
      """
      systemctl --user stop remindd; cd \(Self.store); rm remindd.lock; mkdir remindd.lock
      systemctl --user start remindd; sleep 3; remindctl doctor --json | grep -o lock-unusable
      rmdir remindd.lock; remindctl in 1h new
      """)
    #expect(made.text.hasPrefix("lock-unusable\n"), "\(made.text)")
    #expect(made.text.contains("has been started"), "\(made.text)")
    #expect(try bed.run("remindctl doctor").status == 0)
  }

  @Test("beside one that was started by hand the service waits, and goes on in its place")
  func beside() throws {
    let doctor = try bed.run(
      """
      systemctl --user stop remindd; systemd-run --user --quiet --unit=other ~/.local/bin/remindd
      sleep 1; systemctl --user start remindd; sleep 4; remindctl doctor --json
      """)
    #expect(doctor.status == 0, "\(doctor.text)")
    #expect(doctor.text.contains(#""found":"by-hand""#), "\(doctor.text)")
    #expect(try bed.property("NRestarts") == "0")
    #expect(try bed.property("StatusText").hasPrefix("Another remindd (process "))
    try bed.run("systemctl --user stop other; remindctl in 1s tea")
    #expect(try bed.waitUntil("journalctl --user -u remindd -o cat | grep -q \"tea  due\""))
  }
}
