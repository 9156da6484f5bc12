import Testing

@testable import CivilTime
@testable import Reminders
@testable import Scheduler
@testable import Store

/// Popups on the screen, and what becomes of what they show.
@Suite("The engine: open popups are kept up to date")
struct EngineUpdateTests {
  /// So many at once, in one popup.
  private func group(_ bed: EngineBed, _ count: Int = 5) throws -> (ids: [Int64], popup: PopupID) {
    let ids = try (1...count).map {
      try bed.add("g\($0)", in: 0, ReminderOptions(), at: moment(0)).id
    }
    bed.send(.storeChanged, at: moment(0))
    bed.acceptAll(at: moment(0), server: server)
    return (ids, PopupID(server: server.uniqueName, notification: bed.lastID))
  }

  private func done(_ ids: [Int64], _ bed: EngineBed, at moment: ClockReading) throws {
    for id in ids {
      _ = try bed.store.answer(
        #require(try bed.store.target(of: id)), .done, at: moment.now, in: .utc)
    }
    bed.send(.storeChanged, at: moment)
  }

  private func edit(_ id: Int64, _ text: String, _ bed: EngineBed, at moment: ClockReading) throws {
    let target = try #require(try bed.store.target(of: id))
    #expect(try bed.store.edit(target, text: text, at: moment.now, words: nil))
    bed.send(.storeChanged, at: moment)
  }

  @Test("a popup that was withdrawn was joined by what came a second later")
  func withdrawn() throws {
    let bed = try EngineBed.withDesktop()
    let (ids, popup) = try group(bed)
    try bed.add("later6", in: 1000, ReminderOptions(), at: moment(0))
    try done(ids, bed, at: moment(100))
    #expect(bed.withdrawn == [popup.notification])
    bed.send(.tick, at: moment(1000))
    #expect(bed.shown == ["desktop later6"])
    #expect(bed.groups.count == 1)
  }

  @Test("answered in the moment in which one more joins: only what is open is shown")
  func answeredBeforeTheDaemonKnew() throws {
    let bed = try EngineBed.withDesktop()
    let (ids, popup) = try group(bed)
    try bed.add("more", in: 1000, ReminderOptions(), at: moment(0))
    for id in ids.prefix(2) {
      _ = try bed.store.answer(
        #require(try bed.store.target(of: id)), .done, at: moment(999).now, in: .utc)
    }
    bed.send(.tick, at: moment(1000))
    #expect(bed.groups.last?.texts == ["g3", "g4", "g5", "more"])
    #expect(bed.groups.last?.replacing == popup)
  }

  @Test("what was done and undone at once was counted twice", arguments: [5, 200])
  func undone(count: Int) throws {
    let bed = try EngineBed.withDesktop()
    let (ids, popup) = try group(bed, count)
    for id in ids {
      _ = try bed.store.answer(
        #require(try bed.store.target(of: id)), .done, at: moment(500).now, in: .utc)
    }
    _ = try bed.store.undo(at: moment(900).now)
    bed.send(.storeChanged, at: moment(900))
    bed.acceptAll(at: moment(910), server: server)
    #expect(Set(try #require(bed.groups.last).texts).count == count)
    #expect(bed.groups.allSatisfy { $0.texts.count <= count })
    // In whichever popup, each is shown by one alone.
    let last = PopupID(server: server.uniqueName, notification: bed.lastID)
    #expect(try bed.store.alerts(in: last).map(\.text) == (1...count).map { "g\($0)" })
    #expect(try bed.store.shown(in: popup).isEmpty || last == popup)
    bed.send(.popup(last, .action("done")), at: moment(5000))
    #expect(try bed.states() == Array(repeating: "done", count: count))
  }

  @Test("a group kept showing what was done, one after the other until none was left")
  func answered() throws {
    let bed = try EngineBed.withDesktop()
    let (ids, popup) = try group(bed, 4)
    try done([ids[1]], bed, at: moment(5000))
    try done([ids[0], ids[3]], bed, at: moment(6000))
    #expect(bed.updates.map(\.texts) == [["g1", "g3", "g4"], ["g3"]])
    #expect(bed.updates.allSatisfy { $0.popup == popup })
    #expect(bed.withdrawn.isEmpty)
    try done([ids[2]], bed, at: moment(7000))
    #expect(bed.updates.count == 2)
    #expect(bed.withdrawn == [popup.notification])
    // None of it is a hand-over.
    #expect(try bed.temporary.texts("SELECT max(attempt) FROM delivery") == ["1"])
  }

  @Test("the last one of a group that is left is dismissed like any other")
  func lastOne() throws {
    let bed = try EngineBed.withDesktop()
    let (ids, popup) = try group(bed, 4)
    try done(Array(ids.dropLast()), bed, at: moment(5000))
    bed.send(.popup(popup, .closed(2)), at: moment(6000))
    #expect(try bed.states().last == "dismissed")
  }

  @Test("an edited text did not reach the popup that shows it")
  func edited() throws {
    let bed = try EngineBed.withDesktop()
    let popup = try bed.show("tea", at: moment(0))
    try edit(1, "coffee", bed, at: moment(5000))
    #expect(bed.updates.map(\.texts) == [["coffee"]])
    #expect(bed.updates.map(\.popup) == [popup])
    bed.send(.storeChanged, at: moment(6000))
    #expect(bed.updates.count == 1)
    _ = try bed.store.undo(at: moment(7000).now)
    bed.send(.storeChanged, at: moment(7000))
    #expect(bed.updates.last?.texts == ["tea"])
    try bed.add("later", in: hour, ReminderOptions(), at: moment(8000))
    try edit(2, "much later", bed, at: moment(9000))
    #expect(bed.updates.count == 2)
  }

  @Test("edited while it was being handed over, it is set right afterwards")
  func editedInFlight() throws {
    let bed = try EngineBed.withDesktop()
    try bed.add("tea", in: 0, ReminderOptions(), at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    try edit(1, "coffee", bed, at: moment(500))
    #expect(bed.updates.isEmpty)
    bed.acceptAll(at: moment(900), server: server)
    #expect(bed.updates.map(\.texts) == [["coffee"]])
  }

  @Test("edited while the daemon was away")
  func editedMeanwhile() throws {
    let bed = try EngineBed.withDesktop()
    _ = try bed.show("tea", at: moment(0))
    let target = try #require(try bed.store.target(of: 1))
    #expect(try bed.store.edit(target, text: "coffee", at: moment(500).now, words: nil))
    try bed.restart(.desktop)
    bed.send(.desktop(.ready(server)), at: moment(1000))
    #expect(bed.updates.map(\.texts) == [["coffee"]])
  }

  @Test(
    "whatever becomes of an update, what was accepted is neither lost nor repeated",
    arguments: [Outcome.held(.refused), .held(.notAnswering), .unknown(.noAnswer)])
  func failed(outcome: Outcome) throws {
    let bed = try EngineBed.withDesktop()
    let popup = try bed.show("tea", at: moment(0))
    try edit(1, "coffee", bed, at: moment(5000))
    bed.send(.outcome(delivery: try #require(bed.updates.last).id, outcome), at: moment(7000))
    bed.send(.desktop(.hung), at: moment(7000))
    bed.send(.desktop(.ready(server)), at: moment(9000))
    #expect(bed.open.isEmpty)
    #expect(bed.shown == ["desktop tea"])
    #expect(bed.updates.count == (outcome == .held(.notAnswering) ? 2 : 1))
    #expect(try bed.states() == ["unanswered"])
    bed.send(.popup(popup, .action("done")), at: moment(9500))
    #expect(try bed.states() == ["done"])
  }

  @Test("closed while it was being updated: the popup that the server makes instead goes too")
  func closedMeanwhile() throws {
    let bed = try EngineBed.withDesktop()
    let popup = try bed.show("tea", at: moment(0))
    try edit(1, "coffee", bed, at: moment(5000))
    bed.send(.popup(popup, .closed(2)), at: moment(5001))
    bed.send(
      .outcome(
        delivery: try #require(bed.updates.last).id, .accepted(server: server, notification: 300)),
      at: moment(5002))
    #expect(bed.withdrawn == [300])
    #expect(try bed.states() == ["dismissed"])
  }

  @Test("a server that gives an updated popup another number: its buttons still answer")
  func renumbered() throws {
    let bed = try EngineBed.withDesktop()
    _ = try bed.show("tea", at: moment(0))
    try edit(1, "coffee", bed, at: moment(5000))
    bed.send(
      .outcome(
        delivery: try #require(bed.updates.last).id, .accepted(server: server, notification: 300)),
      at: moment(5002))
    let second = PopupID(server: server.uniqueName, notification: 300)
    bed.send(.popup(second, .action("done")), at: moment(6000))
    #expect(try bed.states() == ["done"])
  }
}
