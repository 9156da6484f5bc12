import Foundation
import Testing

@testable import Reminders

/// A store whose bytes are whole and say what never was written: it is named, and repaired.
@Suite struct EditedStoreTests {
  let home: Home
  var backup: String { home.folder + "/home/b" }
  init() async throws { home = try await Home() }

  /// Changes a store with another program.
  private func sql(_ statements: String, of path: String? = nil) async throws {
    let script = """
      import sqlite3, sys
      sqlite3.connect(sys.argv[1], isolation_level=None).executescript(sys.argv[2])
      """
    let answer = try await home.run(["python3", "-c", script, path ?? home.store, statements])
    try #require(answer.code == 0, "\(answer.error)")
  }

  private func expectDoctor(_ words: String) async throws {
    let doctor = try await home.remindctl("doctor", "--json")
    #expect(doctor.code == 1)
    #expect(doctor.output.contains(words), "\(doctor.output)")
    #expect(doctor.output.contains("\"remindctl doctor --repair\""))
  }

  private func expectSound() async throws {
    let doctor = try await home.remindctl("doctor", "--json")
    #expect(doctor.output.contains(#""found":"sound""#), "\(doctor.output)")
  }

  static let most = "9223372036854775807"

  @Test(
    "a store without its version was an empty one: every verb repairs it, and says so",
    arguments: [
      "list", "status", "history", "backup ~/b", "export", "undo", "in 1h new", "done 1", "show 2",
      "export | remindctl import -", "doctor --repair",
    ], [0, -1])
  func version(_ command: String, _ version: Int) async throws {
    try await home.create(2, in: "1h")
    try await sql("PRAGMA user_version = \(version)")
    try await expectDoctor("it holds what remindctl never writes")
    let answer = try await home.shell("remindctl \(command)")
    #expect([0, 1].contains(answer.code), "\(answer)")
    #expect(answer.error.contains("was damaged: 2 reminders could be saved."), "\(answer.error)")
    let list = try await home.remindctl("list", "--plain").output.split(separator: "\n")
    let change = ["done 1": -1, "undo": -1, "in 1h new": 1][command] ?? 0
    #expect(list.count == 2 + change)
    try await expectSound()
  }

  @Test(
    "a daemon that finds a store without its version serves what was in it", arguments: [0, -1])
  func versionAtStart(_ version: Int) async throws {
    try await home.remindctl("in", "2s", "first")
    try await sql("PRAGMA user_version = \(version)")
    let daemon = try await home.service("--channel", "stdout")
    try await daemon.line(with: "first")
    #expect(daemon.child.said.error.contains("was damaged"), "\(daemon.child.said.error)")
    try await sql("PRAGMA user_version = \(version)")
    #expect(try await home.remindctl("in", "0.1s", "second").code == 0)
    try await daemon.line(with: "second")
    // The line may come from the first one, which ends with 75 a moment later.
    try await daemon.child.wait(for: "another start") {
      $0.notices.count { $0.hasPrefix("READY=1") } > 1 ? 1 : nil
    }
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test(
    "a store that keeps no log, as copies do, was opened anew without end",
    arguments: ["at its start", "in its place"])
  func logless(_ moment: String) async throws {
    try await home.remindctl("in", "1h", "first")
    let copy = home.folder + "/copy"
    try await sql("VACUUM INTO '\(copy)'")
    var daemon: Daemon?
    if moment == "in its place" { daemon = try await home.service("--channel", "stdout") }
    chmod(copy, 0o600)
    rename(copy, home.store)
    // What is stored before that would go to the log of the one that was there.
    try await daemon?.restarted(because: "reminders.db has been taken away or replaced")
    let server = if let daemon { daemon } else { try await home.remindd("--channel", "stdout") }
    for text in ["second", "third"] {
      try await home.remindctl("in", "0.1s", text)
      try await server.line(with: text)
    }
    let count = server.child.said.error.components(separatedBy: "taken away").count
    #expect(count == (moment == "in its place" ? 2 : 1), "\(server.child.said.error)")
    #expect(access(home.store + "-wal", F_OK) == 0)
    #expect(try await server.end(SIGTERM) == .code(0))
    #expect(try await home.remindctl("list", "--plain").output.contains("first"))
    try await expectSound()
  }

  @Test(
    "another program's database was an empty store",
    arguments: ["list", "status", "history", "backup ~/b", "export", "undo", "in 1h new", "watch"])
  func foreign(_ command: String) async throws {
    try await home.shell("mkdir -p \(home.data)")
    try await sql("CREATE TABLE t(a, b); INSERT INTO t VALUES('reminder', 7)")
    let before = try Data(contentsOf: URL(filePath: home.store))
    let answer = try await home.shell("timeout 170 remindctl \(command)")
    #expect(answer.code == 5)
    #expect(
      answer.error
        == "remindctl: \(home.store) is not a store of reminders; "
        + "move it away, and a new one is made.\n")
    let doctor = try await home.remindctl("doctor", "--json")
    #expect(doctor.output.contains("\"mv "), "\(doctor.output)")
    #expect(try await home.remindctl("doctor", "--repair").code != 0)
    #expect(try await home.run(["remindd"]).code == 5)
    #expect(try Data(contentsOf: URL(filePath: home.store)) == before)
  }

  @Test(
    "a store whose ids are used up was called a full disk",
    arguments: [
      "UPDATE sqlite_sequence SET seq = \(most)",
      "UPDATE reminder SET id = \(most) WHERE id = 2; "
        + "UPDATE occurrence SET reminder = \(most) WHERE reminder = 2",
      "UPDATE reminder SET id = -5 WHERE id = 2; "
        + "UPDATE occurrence SET reminder = -5 WHERE reminder = 2; "
        + "UPDATE sqlite_sequence SET seq = \(most)",
    ])
  func ids(_ edit: String) async throws {
    try await home.create(2, in: "1h")
    try await sql(edit)
    try await expectDoctor("it holds what remindctl never writes")
    #expect(try await home.remindctl("doctor", "--repair").error.contains("was damaged"))
    let made = try await home.remindctl("in", "1h", "new")
    // The number that was changed is never given again.
    #expect(made.output.hasPrefix(edit.contains("reminder SET") ? "4  new" : "3  new"), "\(made)")
    let list = try await home.remindctl("list", "--plain").output.split(separator: "\n")
    #expect(list.count == 3)
    try await expectSound()
  }

  @Test("ids that are used up are found by who makes a reminder, and it is stored")
  func fullCounter() async throws {
    try await home.remindctl("in", "1h", "first")
    try await sql("UPDATE sqlite_sequence SET seq = \(Self.most)")
    let made = try await home.remindctl("in", "1h", "new")
    #expect(made.output.hasPrefix("2  new"), "\(made.error)")
    #expect(made.error.contains("was damaged: 1 reminder could be saved."), "\(made.error)")
  }

  @Test(
    "options that are no JSON kept a reminder from being answered",
    arguments: [
      "done 1", "snooze 1 5m", "edit 1 --in 2h", "cancel 1", "list --tag x", "doctor --repair",
    ])
  func options(_ command: String) async throws {
    try await home.create(2, in: "1h")
    try await sql("UPDATE reminder SET options = 'not json' WHERE id = 1")
    try await expectDoctor("the options of reminder 1 cannot be read")
    let answer = try await home.shell("remindctl \(command)")
    if !command.contains("doctor") { #expect(answer.code == 0, "\(answer.error)") }
    // Some do not have to know its options, and one writes them anew.
    if try await home.remindctl("doctor", "--json").output.contains("--repair") {
      #expect(try await home.remindctl("doctor", "--repair").error.contains("Options"))
    } else if !command.hasPrefix("edit") {
      #expect(
        answer.error.contains("Options that could not be read are the usual ones now: 1."),
        "\(answer.error)")
    }
    try await expectSound()
  }

  @Test("a series whose rule cannot be read ended without a word")
  func rule() async throws {
    try await home.remindctl("every", "day", "9:00", "series")
    try await home.remindctl("every", "day", "9:00", "other")
    try await sql(
      """
      UPDATE reminder SET rrule = 'FREQ=NONSENSE';
      UPDATE occurrence SET due_ms = due_ms - 172800000, series_ms = series_ms - 172800000
      WHERE id = 1
      """)
    try await expectDoctor("when reminder 1 comes cannot be read")
    let daemon = try await home.remindd("--channel", "stdout")
    try await daemon.line(with: "series")
    #expect(try await daemon.end(SIGTERM) == .code(0))
    let why = try await home.remindctl("show", "1").output
    #expect(why.contains("Its rule 'FREQ=NONSENSE' could not be read"), "\(why)")
    #expect(why.contains("it does not come again."), "\(why)")
    let repair = try await home.remindctl("doctor", "--repair").error
    #expect(repair.contains("Rules that could not be read: 1, 2;"), "\(repair)")
    for id in ["1", "2"] {
      let why = try await home.remindctl("show", id).output
      #expect(why.components(separatedBy: "could not be read").count == 2, "\(why)")
    }
    // What was to come comes once more.
    #expect(try await home.remindctl("list", "--plain").output.contains("other"))
    try await expectSound()
  }

  @Test(
    "times and zones that are none are found and repaired, and the reminder comes when it did",
    arguments: [
      "wall = 'tomorrow'", "zone = '../../etc/passwd'", "zone = ''", "kind = 'weekly'",
    ])
  func trigger(_ edit: String) async throws {
    try await home.remindctl("at", "2030-01-02 09:00", "far")
    let before = try await home.remindctl("list", "--plain").output
    try await sql("UPDATE reminder SET \(edit)")
    try await expectDoctor("when reminder 1 comes cannot be read")
    try await home.remindctl("doctor", "--repair")
    try await expectSound()
    #expect(try await home.remindctl("list", "--plain").output.prefix(20) == before.prefix(20))
  }

  @Test("a reminder without any time was invisible; repaired, it is shown at once")
  func time() async throws {
    try await home.create(2, in: "1h")
    try await sql("DELETE FROM occurrence WHERE id = 1")
    try await expectDoctor("reminder 1 has no time")
    let repair = try await home.remindctl("doctor", "--repair").error
    #expect(repair.contains("1 more has lost its time and is shown at once."), "\(repair)")
    #expect(try await home.remindctl("list").output.contains("overdue"))
    try await expectSound()
  }

  static let damages = [
    "UPDATE reminder SET id = \(most); UPDATE occurrence SET reminder = \(most)",
    "UPDATE reminder SET id = -5; UPDATE occurrence SET reminder = -5",
    "UPDATE sqlite_sequence SET seq = \(most)", "DELETE FROM occurrence",
    "UPDATE reminder SET options = '['", "UPDATE occurrence SET due_ms = \(most)",
    "UPDATE occurrence SET state = 'nothing'", "PRAGMA user_version = 0",
    "PRAGMA user_version = -1", "DROP TABLE event",
  ]

  @Test("a damaged backup took the store's place", arguments: damages)
  func restore(_ damage: String) async throws {
    try await home.remindctl("in", "1h", "saved")
    try await home.remindctl("backup", backup)
    try await home.remindctl("in", "1h", "kept")
    try await sql(damage, of: backup)
    let before = try await home.shell("remindctl list --plain; ls \(home.data)").output
    let answer = try await home.remindctl("restore", backup, "--force")
    #expect(answer.code == 1)
    let command = "XDG_DATA_HOME=~/DIR remindctl doctor --repair"
    #expect(
      answer.error == "remindctl: \(backup) is damaged; `\(command)` repairs a copy of it that "
        + "lies at ~/DIR/remindctl/reminders.db, which can be restored then.\n")
    #expect(try await home.shell("remindctl list --plain; ls \(home.data)").output == before)
    // What it says is true.
    let repaired = try await home.shell(
      """
      mkdir -p ~/DIR/remindctl && cp ~/b ~/DIR/remindctl/reminders.db && cd ~
      \(command) >/dev/null 2>&1; remindctl restore ~/DIR/remindctl/reminders.db --force
      """)
    #expect(repaired.output.hasPrefix("1 reminder is there again"), "\(repaired)")
    #expect(try await home.remindctl("list", "--plain").output.contains("saved"))
    #expect(try await home.remindctl("in", "1h", "new").output.hasPrefix("3  new"))
    try await expectSound()
  }

  @Test("a good backup did not heal a store whose ids were used up")
  func heal() async throws {
    try await home.remindctl("in", "1h", "saved")
    try await home.remindctl("backup", backup)
    try await sql("UPDATE sqlite_sequence SET seq = \(Self.most)")
    #expect(try await home.remindctl("restore", backup, "--force").code == 0)
    #expect(try await home.remindctl("in", "1h", "new").output.hasPrefix("2  new"))
    try await expectSound()
  }
}
