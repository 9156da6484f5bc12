import CSQLite
import Foundation
import Testing

@testable import Reminders
@testable import Scheduler
@testable import Store

/// A series that went on for a long time: what is asked of it takes twice as long where it is twice as
/// long, and not four times.
@Suite struct LongLifeTests {
  struct Case: CustomTestStringConvertible {
    var testDescription: String
    /// What became of each occurrence, and the event of that.
    var state = "done"
    var kind = "done"
    var isShown = true
    var look: @Sendable (ReminderStore) throws -> Int
    /// How much of it there is, of `count`.
    var isAll = true
  }

  private static let history: @Sendable (ReminderStore) throws -> Int = { store in
    var (count, key) = (0, PageKey.end)
    while true {
      let page = try store.history(since: .earliest, before: key, limit: 500)
      guard let last = page.last else { return count }
      count += page.count
      key = last.historyKey
    }
  }

  /// All records of a kind, page by page.
  private static func all(
    _ kind: any HistoryRecord.Type, in store: ReminderStore
  ) throws -> Int {
    var (count, last) = (0, Int64?.none)
    repeat {
      let page = try store.page(of: kind, of: 1, after: last)
      count += page.records.count
      last = page.last
    } while last != nil
    return count
  }

  static let cases = [
    Case(testDescription: "history of what was answered", look: history),
    Case(
      testDescription: "history of what was skipped", state: "cancelled", kind: "skipped",
      isShown: false, look: history),
    Case(
      testDescription: "history of what was done before its time", isShown: false, look: history),
    Case(testDescription: "the occurrences of its life") { store in
      // The one that is to come is no part of the past.
      try all(OccurrenceRecord.self, in: store) - 1
    },
    Case(testDescription: "the deliveries of its life") { store in
      try all(DeliveryRecord.self, in: store)
    },
    Case(testDescription: "the events of its life") { store in
      try all(HistoryEvent.self, in: store) - 1
    },
    Case(
      testDescription: "the last of its life",
      look: { store in
        let life = try #require(try store.history(of: 1))
        #expect(life.occurrences.count == History.most)
        #expect(life.occurrences.last?.id == life.entry.occurrence || life.entry.ended == nil)
        #expect(life.deliveries.count == History.most)
        #expect(life.events.count == History.most)
        return (life.earlier + 3 * History.most - 1) / 3
      }),
    Case(
      testDescription: "cancelling it",
      look: { store in
        try store.cancel([1], at: moment(1).now).count
      }, isAll: false),
    Case(
      testDescription: "taking back that it was cancelled",
      look: { store in
        _ = try store.cancel([1], at: moment(1).now)
        return try store.undo(at: moment(2).now).reminders.count
      }, isAll: false),
  ]

  @Test("twice the past takes twice the steps", arguments: cases)
  func linear(_ one: Case) throws {
    let few = try steps(2000, one)
    let many = try steps(4000, one)
    #expect(many < few * 5 / 2, "\(few) steps, then \(many)")
  }

  /// How many steps SQLite takes for it (https://www.sqlite.org/c3ref/c_stmtstatus_counter.html).
  private func steps(_ count: Int, _ one: Case) throws -> Int {
    let temporary = try TemporaryStore()
    let store = temporary.store
    _ = try store.add("s", in: 9_000_000, at: moment(0))
    let fired = one.isShown ? "1700000000000 + n" : "NULL"
    try temporary.execute(
      """
      WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < \(count))
      INSERT INTO occurrence(id, reminder, series_ms, due_ms, fired_ms, ended_ms, state)
      SELECT n + 10, 1, n, 1600000000000 + n, \(fired), 1700000000000 + n, '\(one.state)' FROM c;
      INSERT INTO delivery(occurrence, channel, state, ended_ms)
      SELECT id, 'stdout', 'accepted', ended_ms FROM occurrence WHERE ended_ms IS NOT NULL;
      INSERT INTO event(at_ms, reminder, occurrence, kind, before, after)
      SELECT ended_ms, 1, id, '\(one.kind)', '{}', '{}' FROM occurrence WHERE ended_ms IS NOT NULL;
      """)
    _ = takeSteps(store)
    let found = try one.look(store)
    #expect(found == (one.isAll ? count : 1))
    return takeSteps(store)
  }

  private func takeSteps(_ store: ReminderStore) -> Int {
    var (steps, statement) = (0, sqlite3_next_stmt(store.database.handle, nil))
    while let one = statement {
      steps += Int(sqlite3_stmt_status(one, SQLITE_STMTSTATUS_VM_STEP, 1))
      statement = sqlite3_next_stmt(store.database.handle, one)
    }
    return steps
  }
}
