import Testing

@testable import Reminders
@testable import Scheduler
@testable import Store

@Suite("The engine: standard output")
struct EngineOutputTests {
  @Test("a closed standard output holds what is due; a later daemon prints it")
  func closedOutput() throws {
    let bed = try EngineBed()
    try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.tick, at: moment(0))
    bed.answer(.held(.outputClosed), at: moment(1))
    #expect(bed.others == [.outputFailed(.outputClosed), .outputMissed])
    bed.send(.tick, at: moment(100))
    #expect(bed.shown == ["stdout tea"])
    try bed.restart()
    bed.send(.tick, at: moment(200))
    bed.acceptAll(at: moment(200))
    #expect(bed.shown == ["stdout tea", "stdout tea"])
    #expect(try bed.temporary.texts("SELECT state FROM delivery") == ["accepted"])
  }

  @Test("what waits behind a line that nobody reads is held for the same reason, and counted once")
  func behindClosedOutput() throws {
    let bed = try EngineBed(.stdout)
    for delay in [0, 0, 0, minute, hour] {
      try bed.add("tea", in: delay, ReminderOptions(), at: moment(0))
    }
    bed.send(.storeChanged, at: moment(0))
    bed.answer(.accepted(server: nil, notification: nil), at: moment(1))
    bed.answer(.held(.outputClosed), at: moment(2))
    bed.send(.tick, at: moment(minute))
    let open = try bed.store.outstanding(
      after: .start, limit: 9, shownAfter: moment(0).now.advanced(by: -1)!)
    #expect(open.map(\.holdReason) == [nil, .outputClosed, .outputClosed, .outputClosed])
    #expect(
      try bed.store.counts(shownAfter: moment(0).now.advanced(by: -1)!)
        == Counts(pending: 1, held: 3, unanswered: 1))
    #expect(bed.others.count { $0 == .outputFailed(.outputClosed) } == 1)
    // Another daemon's output is another one.
    try bed.restart(.stdout)
    bed.send(.tick, at: moment(minute))
    bed.acceptAll(at: moment(minute))
    #expect(try bed.states().prefix(4) == Array(repeating: "unanswered", count: 4)[...])
  }

  @Test("a popup in the place of a line that nobody reads: no other daemon is called for")
  func closedOutputWithDesktop() throws {
    let bed = try EngineBed(.auto)
    bed.send(.desktop(.absent(.noServer)), at: moment(0))
    try bed.add("tea", in: 0, ReminderOptions(), at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    bed.answer(.held(.outputClosed), at: moment(1))
    #expect(bed.others == [.outputFailed(.outputClosed), .outputMissed])
    #expect(try bed.store.has(.missedOutput))
    bed.send(.desktop(.ready(server)), at: moment(2))
    bed.acceptAll(at: moment(3), server: server)
    #expect(bed.shown == ["stdout tea", "desktop tea"])
    #expect(try !bed.store.has(.missedOutput))
    bed.send(.desktop(.absent(.noServer)), at: moment(4))
    #expect(bed.others.count == 2)
    try bed.add("coffee", in: 0, ReminderOptions(), at: moment(5))
    bed.send(.storeChanged, at: moment(5))
    #expect(bed.others == [.outputFailed(.outputClosed), .outputMissed, .outputMissed])
    bed.send(.stop, at: moment(6))
    #expect(bed.others.last == .stopped)
  }

  @Test("what waits for room on a full disk is held, and told once")
  func behindFullOutput() throws {
    let bed = try EngineBed(.stdout)
    for _ in 1...3 { try bed.add("tea", in: 0, ReminderOptions(), at: moment(0)) }
    bed.send(.storeChanged, at: moment(0))
    bed.answer(.held(.outputFull), at: moment(0))
    let reasons = "SELECT DISTINCT state || ' ' || reason FROM delivery"
    #expect(try bed.temporary.texts(reasons) == ["held output-full"])
    bed.send(.tick, at: moment(1000))
    bed.answer(.held(.outputFull), at: moment(1000))
    #expect(try bed.temporary.texts(reasons) == ["held output-full"])
    bed.send(.tick, at: moment(3000))
    bed.acceptAll(at: moment(3000))
    #expect(try bed.states() == ["unanswered", "unanswered", "unanswered"])
    #expect(bed.others == [.outputFailed(.outputFull), .outputRecovered])
  }
}
