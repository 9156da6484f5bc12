import Testing

@testable import Scheduler
@testable import Store

@Suite("The engine while the store cannot be written")
struct OutageTests {
  /// Makes every write fail, as a full disk or another writer that never ends would.
  private func block(_ bed: EngineBed) throws -> ReminderStore {
    try bed.temporary.execute("PRAGMA busy_timeout = 0")
    let other = try ReminderStore(writing: bed.temporary.paths, patience: 0)
    try other.database.execute("BEGIN IMMEDIATE")
    return other
  }

  @Test("what is due is delivered once from memory and recorded afterwards")
  func fromMemory() throws {
    let bed = try EngineBed()
    for number in 0..<3 { try bed.store.add("\(number)", in: Int64(number), at: moment(0)) }
    bed.send(.tick, at: moment(-1))
    let other = try block(bed)
    bed.send(.tick, at: moment(10))
    bed.acceptAll(at: moment(11))
    bed.send(.tick, at: moment(1500))
    #expect(bed.shown == ["stdout 0", "stdout 1", "stdout 2"])
    #expect(bed.others.count == 1)
    try other.database.execute("ROLLBACK")
    bed.send(.tick, at: moment(90_000))
    #expect(bed.others.last == .storeRecovered)
    #expect(bed.shown.count == 3)
    #expect(
      try bed.temporary.texts("SELECT state FROM delivery")
        == Array(
          repeating: "accepted", count: 3))
    #expect(try bed.temporary.texts("SELECT DISTINCT state FROM occurrence") == ["unanswered"])
  }

  @Test("tried again after 1, 2, 4 … at most 60 seconds, and at once when another program wrote")
  func retries() throws {
    let bed = try EngineBed()
    try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.tick, at: moment(-1))
    let other = try block(bed)
    var now: Int64 = 0
    var pauses: [Int64] = []
    bed.send(.tick, at: moment(now))
    bed.acceptAll(at: moment(now))
    for _ in 0..<8 {
      let next = try #require(bed.sleep ?? nil)
      pauses.append(next.since(moment(now).now))
      now += pauses.last!
      bed.send(.tick, at: moment(now))
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60].map { $0 * 1000 })
    try other.database.execute("ROLLBACK")
    bed.send(.storeChanged, at: moment(now + 5))
    #expect(bed.others.last == .storeRecovered)
  }

  @Test("once the store is written again, the timer stands at what comes next")
  func timer() throws {
    let bed = try EngineBed()
    try bed.store.add("now", in: 0, at: moment(0))
    try bed.store.add("later", in: 600_000, at: moment(0))
    bed.send(.tick, at: moment(-1))
    let other = try block(bed)
    bed.send(.tick, at: moment(0))
    bed.acceptAll(at: moment(0))
    try other.database.execute("ROLLBACK")
    bed.send(.tick, at: moment(1000))
    #expect(bed.others.last == .storeRecovered)
    #expect(bed.sleep == moment(600_000).now)
  }

  @Test("an alert that is in a channel's hands when the store recovers is recorded once")
  func inFlight() throws {
    let bed = try EngineBed()
    for number in 0..<2 { try bed.store.add("\(number)", in: 0, at: moment(0)) }
    bed.send(.tick, at: moment(-1))
    let other = try block(bed)
    bed.send(.tick, at: moment(0))
    #expect(bed.open.count == 1)
    try other.database.execute("ROLLBACK")
    bed.send(.tick, at: moment(1500))
    #expect(bed.others.last == .storeRecovered)
    bed.acceptAll(at: moment(1600))
    #expect(bed.shown == ["stdout 0", "stdout 1"])
    #expect(try bed.temporary.texts("SELECT state FROM delivery") == ["accepted", "accepted"])
  }

  @Test("what is shown from memory joins no popup of long ago")
  func joinsNothing() throws {
    let bed = try EngineBed(.desktop)
    bed.send(.desktop(.ready(server)), at: moment(0))
    for number in 0..<5 { try bed.store.add("\(number)", in: 0, at: moment(0)) }
    bed.send(.storeChanged, at: moment(0))
    bed.acceptAll(at: moment(1), server: server)
    #expect(bed.groups.count == 1)
    try bed.store.add("much later", in: 3_600_000, at: moment(0))
    let other = try block(bed)
    bed.send(.tick, at: moment(3_600_000))
    #expect(bed.shown == ["desktop much later"])
    #expect(bed.groups.count == 1)
    bed.acceptAll(at: moment(3_600_001), server: server)
    try other.database.execute("ROLLBACK")
    bed.send(.tick, at: moment(3_700_000))
    #expect(bed.others.last == .storeRecovered)
  }

  @Test("what was shown from memory is written before the daemon ends, if the store lets it")
  func forgottenAtTheEnd() throws {
    let bed = try EngineBed()
    for number in 0..<2 { try bed.store.add("\(number)", in: 0, at: moment(0)) }
    bed.send(.tick, at: moment(-1))
    let other = try block(bed)
    bed.send(.tick, at: moment(0))
    bed.answer(.accepted(server: nil, notification: nil), at: moment(1))
    try other.database.execute("ROLLBACK")
    bed.send(.stop, at: moment(2))
    bed.acceptAll(at: moment(3))
    #expect(bed.others.suffix(2) == [.storeRecovered, .stopped])
    try bed.restart()
    bed.send(.tick, at: moment(4))
    #expect(bed.shown == ["stdout 0", "stdout 1"])
  }

  @Test("one that starts in an outage does not take its own hand-over for another daemon's")
  func ownHandOver() throws {
    let bed = try EngineBed()
    for number in 0..<2 { try bed.store.add("\(number)", in: 0, at: moment(0)) }
    bed.send(.tick, at: moment(0))
    #expect(bed.shown == ["stdout 0"])
    try bed.restart()
    let other = try block(bed)
    bed.send(.tick, at: moment(10))
    #expect(bed.shown == ["stdout 0", "stdout 1"])
    try other.database.execute("ROLLBACK")
    bed.send(.tick, at: moment(1500))
    bed.acceptAll(at: moment(1501))
    #expect(bed.shown == ["stdout 0", "stdout 1", "stdout 0"])
    #expect(
      try bed.temporary.texts("SELECT state || possible_repeat FROM delivery ORDER BY id")
        == ["accepted1", "accepted0"])
  }

  @Test("a record that fails in mid-burst is kept and written later; nothing is shown twice")
  func midBurst() throws {
    let bed = try EngineBed()
    for number in 0..<40 { try bed.store.add("\(number)", in: 0, at: moment(0)) }
    bed.send(.tick, at: moment(0))
    for _ in 0..<5 { bed.answer(.accepted(server: nil, notification: nil), at: moment(1)) }
    let other = try block(bed)
    bed.acceptAll(at: moment(2))
    #expect(bed.shown == (0..<40).map { "stdout \($0)" })
    try other.database.execute("ROLLBACK")
    bed.send(.tick, at: moment(5000))
    #expect(bed.others.last == .storeRecovered)
    #expect(bed.shown.count == 40)
    #expect(
      try bed.temporary.texts("SELECT count(*) FROM delivery WHERE state = 'accepted'")
        == ["40"])
  }

  @Test("what fails in the midst of a tick is taken back whole, and done once more in memory")
  func midTick() throws {
    let bed = try EngineBed()
    try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.tick, at: moment(-1))
    try bed.temporary.execute(
      """
      CREATE TEMP TRIGGER refuse BEFORE UPDATE ON delivery WHEN new.state = 'claimed'
      BEGIN SELECT RAISE(ABORT, 'no'); END
      """)
    bed.send(.tick, at: moment(0))
    #expect(bed.shown == ["stdout tea"])
    #expect(try bed.temporary.texts("SELECT id FROM delivery") == [])
    #expect(try bed.temporary.texts("SELECT id FROM occurrence WHERE fired_ms IS NULL") == ["1"])
    bed.acceptAll(at: moment(1))
    bed.send(.tick, at: moment(2000))
    #expect(bed.shown == ["stdout tea"])
  }

  @Test("what waiting does not help is no outage: the daemon ends, and says why")
  func noOutage() throws {
    let bed = try EngineBed()
    try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.tick, at: moment(-1))
    try bed.temporary.execute("ALTER TABLE delivery RENAME COLUMN purpose TO reasons")
    bed.send(.tick, at: moment(0))
    guard case .restart(let error)? = bed.others.first else {
      Issue.record("\(bed.others) ends it")
      return
    }
    #expect(error.cause == .other)
    #expect("\(error)".contains("purpose"))
  }
}
