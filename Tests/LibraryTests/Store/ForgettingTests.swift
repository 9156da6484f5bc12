import Foundation
import Testing

@testable import Reminders
@testable import Scheduler
@testable import Store

@Suite("What is over")
struct ForgettingTests {
  @Test("history has what fired and what ended before its time, newest first, by pages")
  func history() throws {
    let bed = try EngineBed(.stdout)
    for number in 0..<5 {
      try bed.add("\(number)", in: Int64(number), ReminderOptions(), at: moment(0))
    }
    let early = try bed.add("early", in: hour, ReminderOptions(), at: moment(0)).id
    bed.send(.tick, at: moment(10))
    bed.acceptAll(at: moment(10))
    _ = try bed.store.cancel([early], at: moment(20).now)
    var told: [String] = []
    var key = PageKey.end
    while let page = Optional(try bed.store.history(since: moment(0).now, before: key, limit: 2)),
      let last = page.last
    {
      told += page.map { "\($0.text ?? "") \($0.state)" }
      key = last.historyKey
    }
    #expect(told == ["early cancelled"] + (0..<5).reversed().map { "\($0) unanswered" })
    #expect(try bed.store.history(since: moment(15).now, before: .end, limit: 9).count == 1)
  }

  @Test("history is cut off after its time, and what is to come is not")
  func pruned() throws {
    let day = 24 * hour
    let bed = try EngineBed(.stdout)
    try bed.add("old", in: 0, ReminderOptions(), at: moment(0))
    let gone = try bed.add("gone", in: hour, ReminderOptions(), at: moment(0)).id
    try bed.add("to come", in: 900 * day, ReminderOptions(), at: moment(0))
    bed.send(.tick, at: moment(0))
    bed.acceptAll(at: moment(0))
    _ = try bed.store.cancel([gone], at: moment(1).now)
    try bed.add("new", in: 0, ReminderOptions(), at: moment(366 * day))
    bed.send(.storeChanged, at: moment(366 * day))
    bed.acceptAll(at: moment(366 * day))
    #expect(
      try bed.temporary.texts("SELECT text FROM reminder ORDER BY id") == ["to come", "new"])
    #expect(try bed.temporary.texts("SELECT count(*) FROM event") == ["2"])
  }

  @Test("a forgotten text is in none of the store's files")
  func forgotten() throws {
    let temporary = try TemporaryStore()
    let secret = "xyzzy plugh swordfish"
    let id = try temporary.store.add(secret, in: 0, at: moment(0)).id
    try temporary.store.add("kept", in: 0, at: moment(0))
    _ = try temporary.store.cancel([id], at: moment(1).now)
    #expect(
      try temporary.store.finished(before: moment(2).now, shownAfter: moment(2).now) == [id])
    #expect(try temporary.store.forget([id]))
    for name in try FileManager.default.contentsOfDirectory(atPath: temporary.paths.data) {
      let bytes = try Data(contentsOf: URL(filePath: temporary.paths.data + "/" + name))
      #expect(bytes.range(of: Data("swordfish".utf8)) == nil, "\(name)")
    }
    #expect(try temporary.store.pending(after: .start, limit: 9).map(\.text) == ["kept"])
  }

  @Test("a log that another program reads just then is not emptied, and that is said")
  func read() throws {
    let temporary = try TemporaryStore()
    let id = try temporary.store.add("swordfish", in: 0, at: moment(0)).id
    _ = try temporary.store.cancel([id], at: moment(1).now)
    let reader = try #require(try ReminderStore(reading: temporary.paths, patience: 0))
    try reader.database.execute("BEGIN; SELECT count(*) FROM reminder")
    #expect(try !temporary.store.forget([id]))
    #expect(try temporary.store.history(of: id) == nil)
    try reader.database.execute("COMMIT")
    #expect(try temporary.store.forget([]), "the next one empties it")
    for name in try FileManager.default.contentsOfDirectory(atPath: temporary.paths.data) {
      let bytes = try Data(contentsOf: URL(filePath: temporary.paths.data + "/" + name))
      #expect(bytes.range(of: Data("swordfish".utf8)) == nil, "\(name)")
    }
  }

  @Test(
    "what is unfinished: to come, or shown and waiting for an answer",
    arguments: [
      (OccurrenceState.scheduled, false, true), (.scheduled, true, true), (.unanswered, true, true),
      (.done, true, false), (.cancelled, false, false), (.expired, true, false),
    ])
  func unfinished(state: OccurrenceState, hasFired: Bool, isUnfinished: Bool) throws {
    let temporary = try TemporaryStore()
    let id = try temporary.store.add("tea", in: 0, at: moment(0)).id
    let fired = hasFired ? String(moment(0).now.milliseconds) : "NULL"
    let ended = isUnfinished ? "NULL" : String(moment(0).now.milliseconds)
    try temporary.execute(
      "UPDATE occurrence SET state = '\(state.rawValue)', fired_ms = \(fired), ended_ms = \(ended)")
    let store = temporary.store
    #expect(try store.isUnfinished(id, shownAfter: moment(-1).now) == isUnfinished)
    #expect(
      try store.finished(before: moment(1).now, shownAfter: moment(-1).now)
        == (isUnfinished ? [] : [id]))
    // After `keep-open` an unanswered one is history.
    let isOld = state != .scheduled
    #expect(try store.isUnfinished(id, shownAfter: moment(1).now) == !isOld)
  }
}
