import Foundation
import Testing

@testable import Reminders
@testable import Store

/// A store that somebody has edited: no program crashes or hangs, and the daemon serves what makes
/// sense.
@Suite struct HostileStoreTests {
  let home: Home
  init() async throws { home = try await Home() }

  struct Edit: CustomTestStringConvertible, Sendable {
    var sentence: String
    /// SQL, with all checks off.
    var sql: String
    /// Whether the daemon repairs it when it starts, or when it meets it.
    var isRepaired = true
    var testDescription: String { sentence }
  }

  private static let most = "9223372036854775807"
  private static let least = "-9223372036854775808"

  static let edits = [
    Edit(sentence: "due beyond all time", sql: "UPDATE occurrence SET due_ms = \(most)"),
    Edit(sentence: "due before all time", sql: "UPDATE occurrence SET due_ms = \(least)"),
    Edit(
      sentence: "elapsed time beyond all time", sql: "UPDATE reminder SET due_boot_ms = \(least)",
      isRepaired: false),
    Edit(
      sentence: "a place beyond all time",
      sql: "UPDATE occurrence SET series_ms = \(most) WHERE id = 1",
      isRepaired: false),
    Edit(
      sentence: "made before all time", sql: "UPDATE reminder SET created_ms = \(least)",
      isRepaired: false),
    Edit(
      sentence: "no occurrence at all", sql: "DELETE FROM occurrence", isRepaired: false),
    Edit(
      sentence: "no reminder at all, but deliveries",
      sql:
        "DELETE FROM reminder; INSERT INTO delivery(occurrence, channel, state, at_ms) VALUES(77, 'any', 'scheduled', 5)"
    ),
    Edit(
      sentence: "tries beyond counting",
      sql: "UPDATE occurrence SET fired_ms = due_ms WHERE id = 1; "
        + "INSERT INTO delivery(occurrence, channel, state, attempt) VALUES(1, 'stdout', 'scheduled', \(most))"
    ),
    Edit(
      sentence: "options that are none",
      sql:
        "UPDATE reminder SET options = '{\"nag_ms\":\(least),\"nag_times\":\(most),\"before_ms\":[\(least),1e99,null],"
        + "\"max_late_ms\":\(most),\"timeout_ms\":\(least),\"urgency\":7,\"tag\":[],\"speak\":\"x\"}'",
      isRepaired: false),
    Edit(
      sentence: "options that are no JSON", sql: "UPDATE reminder SET options = '{\"nag_ms\":'",
      isRepaired: false),
    Edit(
      sentence: "rules without end",
      sql: "UPDATE reminder SET kind = 'recurring', wall = '0001-01-01T00:00:00', "
        + "rrule = 'FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30', zone = '../../etc/passwd'",
      isRepaired: false),
    Edit(
      sentence: "a text of 10 MB, of what moves a cursor",
      sql:
        "UPDATE reminder SET text = hex(zeroblob(5000000)) || char(27) || '[2J' || char(8238) WHERE id = 1",
      isRepaired: false),
    Edit(
      sentence: "a text that is no UTF-8, with a NUL",
      sql: "UPDATE reminder SET text = CAST(x'fffe0041' AS TEXT), uid = CAST(x'ff' || id AS TEXT)",
      isRepaired: false),
    Edit(
      sentence: "ids at their end", sql: "UPDATE sqlite_sequence SET seq = \(most)"),
    Edit(
      sentence: "a pause for ever",
      sql: "INSERT INTO state VALUES('pause_until', \(most)); DELETE FROM state",
      isRepaired: false),
    Edit(
      sentence: "triggers that undo everything",
      sql: """
        CREATE TRIGGER t1 AFTER INSERT ON reminder BEGIN DELETE FROM reminder; END;
        CREATE TRIGGER t2 AFTER UPDATE ON occurrence BEGIN
          UPDATE occurrence SET fired_ms = NULL WHERE id = new.id; END;
        CREATE TRIGGER t3 AFTER UPDATE ON delivery BEGIN
          UPDATE delivery SET state = 'scheduled' WHERE id = new.id; END
        """),
    Edit(
      sentence: "a view in a table's place",
      sql: "ALTER TABLE event RENAME TO e; CREATE VIEW event AS SELECT * FROM e"),
    Edit(
      sentence: "tables without types",
      sql: """
        CREATE TABLE o AS SELECT * FROM occurrence; DROP TABLE occurrence;
        CREATE TABLE occurrence AS SELECT * FROM o; UPDATE occurrence SET due_ms = 1e308, state = x'00'
        """),
    Edit(sentence: "no table of deliveries", sql: "DROP TABLE delivery"),
    Edit(sentence: "a column more", sql: "ALTER TABLE reminder ADD COLUMN more TEXT"),
    Edit(
      sentence: "an index that is wrong",
      sql:
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'due_ms', 'id') "
        + "WHERE name = 'occurrence_pending'"),
  ]

  @Test("no command crashes, hangs or ends otherwise than documented", arguments: edits)
  func commands(_ edit: Edit) async throws {
    try await prepare(edit)
    let commands = [
      "list", "list --json", "list --plain", "show 1", "show 2 --json", "show 3", "status",
      "history",
      "history --json", "snooze 1 5m", "edit 1 --in 2h", "skip 3", "undo", "done 1", "cancel 2",
      "in 5m new", "pause 1m", "resume", "backup ~/b", "forget 2 --force", "cancel --all --force",
    ]
    for command in commands {
      let answer = try await home.shell("exec timeout 170 remindctl \(command)")
      #expect(
        (0...5).contains(answer.code), "\(command): \(answer.exit) \(answer.error.prefix(500))")
      #expect(!answer.output.contains("\u{1b}[2J"), "\(command)")
    }
  }

  @Test("the daemon does not crash or spin, and shows what is due", arguments: edits)
  func daemon(_ edit: Edit) async throws {
    try await prepare(edit)
    let daemon = try await home.service("--channel", "stdout", "--json")
    let made = try await home.remindctl("in", "0.1s", "new")
    #expect(made.code == 0, "\(made.error)")
    try await daemon.line(with: "\"new\"")
    try await Task.sleep(for: .seconds(0.3))
    let before = try await ticks(of: daemon)
    try await Task.sleep(for: .seconds(1))
    #expect(try await ticks(of: daemon) - before < 20)
    #expect(daemon.child.said.lines.filter { $0.contains("\"new\"") }.count <= 1)
    #expect(
      daemon.child.said.error.contains("was damaged") == edit.isRepaired,
      "\(daemon.child.said.error)")
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  /// Hundredths of a second that it has worked for.
  private func ticks(of daemon: Daemon) async throws -> Int {
    let line = try String(contentsOfFile: "/proc/\(daemon.child.process)/stat", encoding: .utf8)
    let fields = line.split(separator: ")").last?.split(separator: " ") ?? []
    return (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
  }

  private func prepare(_ edit: Edit) async throws {
    let made = try await home.shell(
      """
      remindctl in 1h tea --nag 5m --before 10m --max-late 9m && remindctl at 9am tea \
        && remindctl every day 9:00 tea && remindctl every 3 hours tea
      """)
    try #require(made.code == 0)
    let script = """
      import sqlite3, sys
      store = sqlite3.connect(sys.argv[1], isolation_level=None)
      store.execute('PRAGMA ignore_check_constraints = ON')
      store.execute('PRAGMA foreign_keys = OFF')
      store.executescript(sys.argv[2])
      """
    let answer = try await home.run(["python3", "-c", script, home.store, edit.sql])
    try #require(answer.code == 0, "\(answer.error)")
  }
}
