import Testing

@testable import Reminders
@testable import Scheduler
@testable import Store

@Suite("The engine: to whom")
struct EngineDeliveryTests {
  @Test("one hand-over at a time for each channel, in the order of time")
  func oneAtATime() throws {
    let bed = try EngineBed()
    for number in 0..<200 { try bed.store.add("\(number)", in: Int64(number), at: moment(0)) }
    bed.send(.tick, at: moment(1000))
    #expect(bed.open.count == 1)
    #expect(try bed.temporary.texts("SELECT id FROM delivery WHERE state = 'claimed'").count == 1)
    bed.acceptAll(at: moment(1001))
    #expect(bed.shown == (0..<200).map { "stdout \($0)" })
  }

  @Test("a kill between claim and record repeats that one alert, marked, and no other")
  func killed() throws {
    let bed = try EngineBed()
    for number in 0..<5 { try bed.store.add("\(number)", in: 0, at: moment(0)) }
    bed.send(.tick, at: moment(0))
    bed.answer(.accepted(server: nil, notification: nil), at: moment(1))
    #expect(bed.shown == ["stdout 0", "stdout 1"])
    try bed.restart()
    bed.send(.tick, at: moment(100))
    #expect(bed.open.map(\.alert.isPossibleRepeat) == [true])
    bed.acceptAll(at: moment(100))
    #expect(bed.shown == [0, 1, 1, 2, 3, 4].map { "stdout \($0)" })
  }

  @Test("without a desktop a line is printed and the popup stays owed until a server appears")
  func owed() throws {
    let bed = try EngineBed(.auto)
    bed.send(.desktop(.absent(.noServer)), at: moment(0))
    try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    #expect(bed.shown == ["stdout tea"])
    bed.acceptAll(at: moment(1))
    #expect(
      try bed.store.outstanding(after: .start, limit: 9, shownAfter: .latest).map(\.holdReason) == [
        .noServer
      ])
    bed.send(.desktop(.ready(server)), at: moment(5000))
    #expect(bed.shown == ["stdout tea", "desktop tea"])
    bed.acceptAll(at: moment(5001), server: server)
    #expect(try bed.store.outstanding(after: .start, limit: 9, shownAfter: .latest) == [])
  }

  @Test("a popup is owed for keep-open and then given up, by the timer")
  func keepOpen() throws {
    let day: Int64 = 24 * 3_600_000
    let bed = try EngineBed(.auto)
    bed.send(.desktop(.absent(.noBus)), at: moment(0))
    try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    bed.acceptAll(at: moment(1))
    bed.send(.storeChanged, at: moment(2))
    #expect(bed.sleep == .some(moment(day).now))
    bed.send(.tick, at: moment(day))
    #expect(
      try bed.temporary.texts("SELECT reason FROM delivery WHERE state = 'failed'")
        == ["out-of-time"])
    bed.send(.desktop(.ready(server)), at: moment(day + 1))
    #expect(bed.shown == ["stdout tea"])
  }

  @Test("with --channel desktop a reminder waits for a server for as long as it takes")
  func waits() throws {
    let bed = try EngineBed(.desktop)
    bed.send(.desktop(.absent(.noServer)), at: moment(0))
    try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    bed.send(.tick, at: moment(900 * 24 * 3_600_000))
    #expect(bed.shown == [])
    bed.send(.desktop(.ready(server)), at: moment(901 * 24 * 3_600_000))
    #expect(bed.shown == ["desktop tea"])
  }

  @Test(
    "what is due before the desktop is known goes to whichever it turns out to be",
    arguments: [
      (DesktopState.ready(nil), ["desktop tea"]),
      (.absent(.noBus), ["stdout tea"]),
      (.hung, ["stdout tea"]),
    ])
  func probing(state: DesktopState, shown: [String]) throws {
    let bed = try EngineBed(.auto)
    try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.tick, at: moment(0))
    #expect(bed.shown == [])
    bed.send(.desktop(state), at: moment(3))
    #expect(bed.shown == shown)
  }

  @Test("a server that hangs costs a line now and the popup when it answers again")
  func hung() throws {
    let bed = try EngineBed(.auto)
    bed.send(.desktop(.ready(server)), at: moment(0))
    try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    #expect(bed.shown == ["desktop tea"])
    bed.answer(.held(.notAnswering), at: moment(2000))
    bed.send(.desktop(.hung), at: moment(2001))
    bed.acceptAll(at: moment(2001))
    #expect(bed.shown == ["desktop tea", "stdout tea"])
    bed.send(.desktop(.ready(server)), at: moment(90_000))
    #expect(bed.shown == ["desktop tea", "stdout tea", "desktop tea"])
    #expect(bed.open.map(\.alert.isPossibleRepeat) == [false])
  }

  @Test("a popup that was sent and never answered is repeated only when the server is back, marked")
  func unknown() throws {
    let bed = try EngineBed(.desktop)
    bed.send(.desktop(.ready(server)), at: moment(0))
    try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    bed.answer(.unknown(.noAnswer), at: moment(25_000))
    bed.send(.desktop(.hung), at: moment(25_000))
    #expect(bed.shown == ["desktop tea"])
    bed.send(.desktop(.ready(server)), at: moment(60_000))
    #expect(bed.open.map(\.alert.isPossibleRepeat) == [true])
  }

  @Test("what a server falls over three times waits for the user, or for another daemon")
  func crashing() throws {
    let bed = try EngineBed(.desktop)
    bed.send(.desktop(.ready(server)), at: moment(0))
    try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    func fall(_ times: Int) {
      for _ in 1...times where !bed.open.isEmpty {
        bed.send(.desktop(.absent(.noServer)), at: moment(1))
        bed.answer(.unknown(.noAnswer), at: moment(1))
        bed.send(.desktop(.ready(server)), at: moment(1))
      }
    }
    fall(5)
    #expect(bed.shown.count == 3)
    #expect(
      try bed.store.outstanding(after: .start, limit: 9, shownAfter: .earliest).map(\.holdReason)
        == [.noAnswer])
    bed.send(.userReturned, at: moment(2))
    fall(5)
    #expect(bed.shown.count == 4)
    // The user is back while there is no server: the next one is tried.
    bed.send(.desktop(.absent(.noServer)), at: moment(3))
    bed.send(.userReturned, at: moment(3))
    #expect(bed.shown.count == 4)
    bed.send(.desktop(.ready(server)), at: moment(4))
    fall(5)
    #expect(bed.shown.count == 5)
    try bed.restart(.desktop)
    bed.send(.desktop(.ready(server)), at: moment(5))
    #expect(bed.open.map(\.alert.isPossibleRepeat) == [true])
    bed.acceptAll(at: moment(6), server: server)
    #expect(bed.shown.count == 6)
    #expect(try bed.states() == ["unanswered"])
  }

  @Test("what the daemon itself ends over three times is not tried by every next one")
  func ending() throws {
    let bed = try EngineBed(.desktop)
    try bed.store.add("tea", in: 0, at: moment(0))
    for number in 1...5 as ClosedRange<Int64> {
      bed.send(.desktop(.ready(server)), at: moment(number))
      try bed.restart(.desktop)
    }
    #expect(bed.shown.count == 3)
  }

  @Test("what three daemons were killed over was never shown again, not even to a user who is back")
  func killedThreeTimes() throws {
    let bed = try EngineBed(.desktop)
    try bed.store.add("tea", in: 0, at: moment(0))
    for number in 1...4 as ClosedRange<Int64> {
      bed.send(.desktop(.ready(server)), at: moment(number))
      try bed.restart(.desktop)
    }
    bed.send(.desktop(.ready(server)), at: moment(5))
    #expect(bed.shown.count == 3)
    bed.send(.userReturned, at: moment(6))
    #expect(bed.open.map(\.alert.isPossibleRepeat) == [true])
    // It is the user's return that counts, not the next daemon.
    try bed.restart(.desktop)
    bed.send(.desktop(.ready(server)), at: moment(7))
    #expect(bed.shown.count == 4)
    bed.send(.userReturned, at: moment(8))
    bed.acceptAll(at: moment(9), server: server)
    #expect(bed.shown.count == 5)
    #expect(try bed.states() == ["unanswered"])
  }

  @Test("a popup that was given up and is answered late is accepted, and not repeated")
  func answeredLate() throws {
    let bed = try EngineBed(.desktop)
    bed.send(.desktop(.ready(server)), at: moment(0))
    try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    let delivery = try #require(bed.open.first).alert.delivery
    bed.answer(.unknown(.noAnswer), at: moment(25_000))
    bed.send(.desktop(.hung), at: moment(25_000))
    bed.send(
      .outcome(delivery: delivery, .accepted(server: server, notification: 3)), at: moment(40_000))
    bed.send(.desktop(.ready(server)), at: moment(40_001))
    #expect(bed.shown == ["desktop tea"])
    #expect(try bed.temporary.texts("SELECT state FROM delivery") == ["accepted"])
  }

  @Test("a reminder that an earlier daemon held for the desktop is printed by one without it")
  func otherChoice() throws {
    let bed = try EngineBed(.desktop)
    bed.send(.desktop(.absent(.noBus)), at: moment(0))
    try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    try bed.restart(.stdout)
    bed.send(.tick, at: moment(1000))
    #expect(bed.shown == ["stdout tea"])
  }

  @Test("cancelled while it waits for its channel: never shown")
  func cancelledWaiting() throws {
    let bed = try EngineBed()
    let ids = try (0..<3).map { try bed.store.add("\($0)", in: 0, at: moment(0)).id }
    bed.send(.tick, at: moment(0))
    _ = try bed.store.cancel([ids[1]], at: moment(1).now)
    bed.acceptAll(at: moment(2))
    #expect(bed.shown == ["stdout 0", "stdout 2"])
  }

  @Test("cancelled while nobody knows what became of its hand-over: not shown by the next daemon")
  func cancelledInterrupted() throws {
    let bed = try EngineBed()
    let ids = try (0..<2).map { try bed.store.add("\($0)", in: 0, at: moment(0)).id }
    bed.send(.tick, at: moment(0))
    try bed.restart()
    _ = try bed.store.cancel([ids[0]], at: moment(1).now)
    bed.send(.tick, at: moment(2))
    bed.acceptAll(at: moment(3))
    #expect(bed.shown == ["stdout 0", "stdout 1"])
    #expect(try bed.temporary.texts("SELECT state FROM delivery") == ["failed", "accepted"])
  }

  @Test("a stopped engine hands over nothing more and says when the last is recorded")
  func stop() throws {
    let bed = try EngineBed()
    for number in 0..<5 { try bed.store.add("\(number)", in: 0, at: moment(0)) }
    bed.send(.tick, at: moment(0))
    bed.send(.stop, at: moment(1))
    #expect(bed.others == [])
    bed.answer(.accepted(server: nil, notification: nil), at: moment(2))
    #expect(bed.others == [.stopped])
    #expect(bed.shown == ["stdout 0"])
    try bed.restart()
    bed.send(.tick, at: moment(10))
    bed.acceptAll(at: moment(10))
    #expect(bed.shown == (0..<5).map { "stdout \($0)" })
  }

  @Test("a store that a later program has changed is left to it")
  func newer() throws {
    let bed = try EngineBed()
    bed.send(.tick, at: moment(0))
    try bed.temporary.execute("PRAGMA user_version = 99")
    bed.send(.storeChanged, at: moment(1))
    #expect(bed.others == [.restart(because: .newer(found: 99, known: Schema.version))])
  }
}
