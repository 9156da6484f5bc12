import Testing

@testable import Reminders
@testable import Scheduler

/// What popups do that nobody planned.
@Suite("The engine: popups of many, late and closed")
struct EnginePopupTests {
  /// Five at once, in one popup.
  private func group(_ bed: EngineBed, _ change: (inout ReminderOptions) -> Void = { _ in }) throws
    -> PopupID
  {
    for number in 1...5 { try bed.add("\(number)", in: 0, options(change), at: moment(0)) }
    bed.send(.storeChanged, at: moment(0))
    bed.acceptAll(at: moment(0), server: server)
    return PopupID(server: server.uniqueName, notification: bed.lastID)
  }

  @Test("closed while one more joins it: the popup that the server makes instead answers for all")
  func closedMeanwhile() throws {
    let bed = try EngineBed.withDesktop()
    let first = try group(bed)
    try bed.add("6", in: 0, ReminderOptions(), at: moment(10))
    bed.send(.storeChanged, at: moment(10))
    #expect(bed.groups.last?.replacing == first)
    bed.send(.popup(first, .closed(2)), at: moment(11))
    bed.acceptAll(at: moment(12), server: server)
    let second = PopupID(server: server.uniqueName, notification: bed.lastID)
    #expect(second != first)
    bed.send(.popup(second, .action("done")), at: moment(5000))
    #expect(try bed.states() == Array(repeating: "done", count: 6))
  }

  @Test("given up and shown after all: none of them is repeated")
  func late() throws {
    let bed = try EngineBed.withDesktop()
    for number in 1...5 { try bed.add("\(number)", in: 0, ReminderOptions(), at: moment(0)) }
    bed.send(.storeChanged, at: moment(0))
    let id = try #require(bed.open.first).alert.delivery
    bed.answer(.unknown(.noAnswer), at: moment(2000))
    bed.send(.desktop(.hung), at: moment(2000))
    bed.send(.outcome(delivery: id, .accepted(server: server, notification: 9)), at: moment(9000))
    bed.send(.desktop(.ready(server)), at: moment(9001))
    #expect(bed.open.isEmpty)
    #expect(try bed.states() == Array(repeating: "unanswered", count: 5))
    bed.send(
      .popup(PopupID(server: server.uniqueName, notification: 9), .action("done")),
      at: moment(9002))
    #expect(try bed.states() == Array(repeating: "done", count: 5))
  }

  @Test("given up, cancelled, and shown after all: it is taken off the screen")
  func lateAndCancelled() throws {
    let bed = try EngineBed.withDesktop()
    let tea = try bed.add("tea", in: 0, ReminderOptions(), at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    let id = try #require(bed.open.first).alert.delivery
    bed.answer(.unknown(.noAnswer), at: moment(2000))
    bed.send(.desktop(.hung), at: moment(2000))
    _ = try bed.store.cancel([tea.id], at: moment(3000).now)
    bed.send(.storeChanged, at: moment(3000))
    bed.send(.outcome(delivery: id, .accepted(server: server, notification: 9)), at: moment(9000))
    #expect(bed.withdrawn == [9])
  }

  @Test("what is only announced is not put off with the others, but can be done")
  func announced() throws {
    let bed = try EngineBed.withDesktop()
    for number in 1...4 { try bed.add("\(number)", in: 60_000, ReminderOptions(), at: moment(0)) }
    try bed.add("meeting", in: 120_000, options { $0.before = [minute] }, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    bed.send(.tick, at: moment(60_000))
    bed.acceptAll(at: moment(60_000), server: server)
    let popup = PopupID(server: server.uniqueName, notification: bed.lastID)
    bed.send(.popup(popup, .action("snooze:600000")), at: moment(61_000))
    let states = try bed.states()
    #expect(states.prefix(5) == ["snoozed", "snoozed", "snoozed", "snoozed", "scheduled"])
  }

  @Test("the daemon's end sends nothing to another channel")
  func interrupted() throws {
    let bed = try EngineBed(.auto)
    bed.send(.desktop(.ready(server)), at: moment(0))
    try bed.add("tea", in: 0, ReminderOptions(), at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    bed.send(.stop, at: moment(10))
    bed.answer(.held(.interrupted), at: moment(11))
    #expect(bed.shown == ["desktop tea"])
    #expect(bed.others == [.stopped])
    try bed.restart(.auto)
    bed.send(.desktop(.ready(server)), at: moment(20))
    #expect(bed.shown == ["desktop tea", "desktop tea"])
    #expect(bed.open.map(\.alert.isPossibleRepeat) == [false])
  }

  @Test("what the configuration makes critical insists as what says so itself")
  func critical() throws {
    let bed = try EngineBed.withDesktop()
    bed.send(
      .settingsChanged(
        Engine.Settings(choice: .desktop, defaults: options { $0.urgency = .critical })),
      at: moment(0))
    try bed.add("tea", in: 0, ReminderOptions(), at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    bed.acceptAll(at: moment(0), server: server)
    let popup = PopupID(server: server.uniqueName, notification: bed.lastID)
    bed.send(.popup(popup, .closed(2)), at: moment(5))
    #expect(try bed.states() == ["unanswered"])
    for number in 1...5 { try bed.add("\(number)", in: 0, ReminderOptions(), at: moment(10)) }
    bed.send(.storeChanged, at: moment(10))
    bed.acceptAll(at: moment(10), server: server)
    #expect(bed.groups.isEmpty)
  }

  @Test("a full server has room again, whosever popup it was that closed")
  func room() throws {
    let bed = try EngineBed.withDesktop()
    try bed.add("tea", in: 0, ReminderOptions(), at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    bed.answer(.held(.refused), at: moment(1))
    #expect(bed.open.isEmpty)
    bed.send(
      .popup(PopupID(server: server.uniqueName, notification: 77), .closed(1)), at: moment(2))
    #expect(bed.shown == ["desktop tea", "desktop tea"])
  }

  @Test("a full server is tried with one of those that wait, and goes on while it takes them")
  func oneByOne() throws {
    let bed = try EngineBed.withDesktop()
    for number in 0..<50 {
      try bed.add("\(number)", in: 0, options { $0.urgency = .critical }, at: moment(0))
    }
    bed.send(.storeChanged, at: moment(0))
    while !bed.open.isEmpty { bed.answer(.held(.refused), at: moment(1)) }
    #expect(bed.shown.count == 50)
    let other = PopupID(server: server.uniqueName, notification: 77)
    // Room for one: that is taken, the next one is refused, and nothing more is tried.
    bed.send(.popup(other, .closed(2)), at: moment(2))
    #expect(bed.shown.suffix(1) == ["desktop 0"])
    bed.answer(.accepted(server: server, notification: 101), at: moment(3))
    bed.answer(.held(.refused), at: moment(4))
    #expect(bed.open.isEmpty)
    #expect(bed.shown.count == 52)
    // The one that was refused twice lets the others go first.
    bed.send(.popup(other, .closed(2)), at: moment(5))
    #expect(bed.shown.suffix(1) == ["desktop 2"])
    bed.acceptAll(at: moment(6), server: server)
    #expect(try bed.states() == Array(repeating: "unanswered", count: 50))
  }
}
