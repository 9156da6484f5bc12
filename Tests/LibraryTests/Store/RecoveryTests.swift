import Foundation
import Testing

@testable import CivilTime
@testable import Reminders
@testable import Scheduler
@testable import Store

/// Rows that say what no row can say, and what becomes of them.
@Suite("A store that was edited")
struct RecoveryTests {
  private func repaired(_ temporary: TemporaryStore) throws -> RecoveryReport {
    temporary.close()
    let recovered = try #require(
      try Repair.run(temporary.paths, after: StoreError.invalidContent, at: moment(2).now))
    try temporary.reopen()
    #expect(try temporary.store.issue() == nil)
    return recovered
  }

  @Test(
    "the version that a file's head has lost is damage, a later one is not ours, and neither traps",
    arguments: [
      (0, StoreError.Cause.damaged), (-1, .damaged), (Int(Int32.min), .damaged),
      (Int(Int32.max), .newer),
    ])
  func version(_ version: Int, _ cause: StoreError.Cause) throws {
    let temporary = try TemporaryStore()
    try temporary.execute("PRAGMA user_version = \(version)")
    temporary.close()
    let paths = temporary.paths
    #expect(throws: StoreError.self) { try ReminderStore(reading: paths, patience: 0) }
    let error = #expect(throws: StoreError.self) {
      try ReminderStore(writing: paths, patience: 0)
    }
    #expect(error?.cause == cause)
  }

  @Test("a file that whoever makes the store has not filled yet is no store yet")
  func begun() throws {
    let temporary = try TemporaryStore()
    temporary.close()
    for tail in ["", "-wal", "-shm"] { unlink(temporary.paths.store + tail) }
    let database = try Database(path: temporary.paths.store, access: .writer, busy: 0)
    try database.keepLog()
    #expect(try ReminderStore(reading: temporary.paths, patience: 0) == nil)
    try database.execute("CREATE TABLE t(a)")
    #expect(throws: Schema.foreign) { try ReminderStore(reading: temporary.paths, patience: 0) }
    try database.execute("DROP TABLE t")
    let error = #expect(throws: StoreError.self) {
      try ReminderStore(reading: temporary.paths, patience: 0)
    }
    #expect(error?.cause == .damaged)
  }

  @Test("a table that is out of ids is not a full disk", arguments: ["reminder", "event"])
  func full(_ table: String) throws {
    let temporary = try TemporaryStore()
    try temporary.store.add("first", in: 1, at: moment(0))
    try temporary.execute("UPDATE \(table) SET id = \(Int64.max)")
    let error = #expect(throws: StoreError.self) {
      try temporary.store.add("second", in: 1, at: moment(0))
    }
    #expect(error == StoreError.invalidContent)
  }

  @Test(
    "ids that no row can have give way to free ones, with all that goes with them",
    arguments: [Int64.max, Int64.min, -1, 0, 1 << 53])
  func ids(_ id: Int64) throws {
    let temporary = try TemporaryStore()
    for text in ["first", "second", "third"] {
      try temporary.store.add(text, in: 9_000_000, at: moment(0))
    }
    _ = try temporary.store.cancel([3], at: moment(1).now)
    try temporary.execute(
      """
      INSERT INTO delivery(id, occurrence, channel, state, ended_ms)
      VALUES(1, 2, 'stdout', 'accepted', 5);
      INSERT INTO event(at_ms, reminder, kind) VALUES(5, 0, 'paused');
      UPDATE reminder SET id = \(id) WHERE id = 2;
      UPDATE occurrence SET reminder = \(id), id = \(id) WHERE id = 2;
      UPDATE delivery SET id = \(id), occurrence = \(id);
      UPDATE event SET reminder = \(id) WHERE reminder = 2;
      UPDATE event SET id = \(id) WHERE id = 2
      """)
    #expect(try temporary.store.issue() == .invalidContent)
    #expect(try repaired(temporary).reminders == 3)
    #expect(
      try temporary.texts("SELECT id || ' ' || text FROM reminder ORDER BY id")
        == ["1 first", "3 third", "4 second"])
    #expect(
      try temporary.texts(
        """
        SELECT d.state || ' ' || r.id FROM delivery d JOIN occurrence o ON o.id = d.occurrence
        JOIN reminder r ON r.id = o.reminder
        """) == ["accepted 4"])
    // Of reminder 0 are pauses, whatever the id was.
    #expect(
      try temporary.texts("SELECT kind FROM event WHERE reminder = \(id == 0 ? 0 : 4)")
        == (id == 0 ? ["paused", "created"] : ["created"]))
    #expect(try temporary.store.add("new", in: 1, at: moment(3)).id == 5)
  }

  @Test(
    "a counter beyond all ids is set to what the rows, and the history of those that are gone, need"
  )
  func counter() throws {
    let temporary = try TemporaryStore()
    for text in ["first", "second"] { try temporary.store.add(text, in: 9000, at: moment(0)) }
    try temporary.execute(
      """
      DELETE FROM occurrence WHERE reminder = 2; DELETE FROM reminder WHERE id = 2;
      UPDATE sqlite_sequence SET seq = \(Int64.max)
      """)
    #expect(try temporary.store.issue() == .invalidContent)
    _ = try repaired(temporary)
    #expect(try temporary.store.add("new", in: 1, at: moment(3)).id == 3)
  }

  @Test("a store that says what it can say is well, and nothing of it is touched")
  func well() throws {
    let temporary = try TemporaryStore()
    let rule = try RecurrenceText.parse("FREQ=DAILY", timeOfDay: 0).rule
    let wall = WallTime("2026-06-17T14:00:00")!
    for trigger: Trigger in [
      .wall(wall, zone: "Europe/Rome"), .wall(wall, zone: "EST5EDT,M3.2.0,M11.1.0"),
      .wall(wall, zone: "+02:00"), .wall(wall, zone: "No/Such_Zone"),
      .series(try Recurrence(rule, from: .wall(wall)), zone: nil),
    ] {
      _ = try temporary.store.create(
        NewReminder(
          text: "text", trigger: trigger, due: moment(9000).now, in: .utc, words: "words",
          language: nil), at: moment(0).now)
    }
    try temporary.store.setPause(until: moment(5000).now, at: moment(0).now)
    _ = try temporary.store.cancel([1], at: moment(1).now)
    _ = try temporary.store.undo(at: moment(2).now)
    #expect(try temporary.store.issue() == nil)
  }

  @Test(
    "what cannot be read is named, and mended",
    arguments: [
      ("options = '[]'", IntegrityCheck.Issue.options(of: 2)), ("options = ''", .options(of: 2)),
      ("kind = 'recurring', rrule = 'x'", .trigger(of: 2)),
      ("kind = 'wall', wall = 'x'", .trigger(of: 2)), ("kind = ''", .trigger(of: 2)),
    ])
  func unreadable(_ edit: String, _ issue: IntegrityCheck.Issue) throws {
    let temporary = try TemporaryStore()
    for text in ["first", "second"] { try temporary.store.add(text, in: 9000, at: moment(0)) }
    try temporary.execute("UPDATE reminder SET \(edit) WHERE id = 2")
    #expect(try temporary.store.issue() == issue)
    let recovered = try repaired(temporary)
    #expect(recovered.reminders == 2)
    #expect(recovered.withoutOptions == (edit.hasPrefix("options") ? [2] : []))
    #expect(recovered.withoutRule == (edit.contains("rrule") ? [2] : []))
    let due = moment(9000).now.milliseconds
    #expect(try temporary.texts("SELECT due_ms FROM occurrence") == ["\(due)", "\(due)"])
  }
}
