import Testing

@testable import CivilTime
@testable import Reminders
@testable import Scheduler
@testable import Store

/// What is told of a reminder, and what `last` means, after popups went their own ways.
@Suite("The engine: what is told afterwards")
struct EngineToldTests {
  private func kinds(_ bed: EngineBed, of id: Int64 = 1) throws -> [HistoryEvent.Kind] {
    try #require(try bed.store.history(of: id)).events.map(\.kind)
  }

  @Test("the last one shown was an older one, while an announcement had come since")
  func lastAnnounced() throws {
    let bed = try EngineBed.withDesktop()
    let critical = try bed.add("old", in: 0, options { $0.urgency = .critical }, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    bed.acceptAll(at: moment(0), server: server)
    #expect(try bed.store.lastUnanswered() == critical.id)
    let announced = try bed.add(
      "prea", in: hour, options { $0.before = [59 * minute] }, at: moment(0))
    bed.send(.storeChanged, at: moment(10))
    #expect(try bed.store.lastUnanswered() == critical.id)
    bed.send(.tick, at: moment(minute))
    bed.acceptAll(at: moment(minute), server: server)
    #expect(try bed.store.lastUnanswered() == announced.id)
    let target = try #require(try bed.store.target(of: announced.id))
    #expect(try bed.store.answer(target, .done, at: moment(2 * minute).now, in: .utc))
    bed.send(.storeChanged, at: moment(2 * minute))
    #expect(bed.withdrawn == [bed.lastID])
    #expect(try bed.states() == ["unanswered", "done"])
    #expect(try bed.store.lastUnanswered() == critical.id)
  }

  @Test(
    "nothing told that the popup was gone: by the server, with it, or with the bus",
    arguments: [
      (.popup(PopupID(server: server.uniqueName, notification: 101), .closed(1)), [.dropped]),
      (.popup(PopupID(server: server.uniqueName, notification: 101), .closed(4)), [.dropped]),
      (.popup(PopupID(server: server.uniqueName, notification: 101), .closed(3)), []),
      (.desktop(.absent(.noServer)), [.lost]), (.desktop(.absent(.noBus)), [.lost]),
      (.desktop(.ready(nil)), [.lost]), (.desktop(.hung), []), (.desktop(.ready(server)), []),
      (
        .desktop(
          .ready(Server(uniqueName: ":1.8", product: "Other", version: "1", capabilities: []))),
        [.lost]
      ),
    ] as [(Engine.Event, [HistoryEvent.Kind])])
  func gone(event: Engine.Event, told: [HistoryEvent.Kind]) throws {
    let bed = try EngineBed.withDesktop()
    _ = try bed.show("tea", at: moment(0))
    bed.send(event, at: moment(5000))
    #expect(try kinds(bed) == [.created] + told)
    #expect(try bed.states() == ["unanswered"])
    // Told once, and nothing that could be taken back.
    bed.send(.desktop(.absent(.noServer)), at: moment(6000))
    bed.send(.desktop(.ready(server)), at: moment(7000))
    #expect(try kinds(bed).count <= 2)
    bed.send(.userReturned, at: moment(8000))
    #expect(bed.shown == ["desktop tea", "desktop tea"])
  }

  @Test("a bus that is not reached yet says nothing of the popups of an earlier daemon")
  func notYet() throws {
    let bed = try EngineBed.withDesktop()
    let popup = try bed.show("tea", at: moment(0))
    try bed.restart(.desktop)
    bed.send(.desktop(.absent(.noBus)), at: moment(100))
    bed.send(.desktop(.ready(server)), at: moment(200))
    bed.send(.popup(popup, .action("done")), at: moment(300))
    #expect(try bed.states() == ["done"])
  }

  @Test("done before it was shown, it was told to be cancelled")
  func doneFirst() throws {
    let bed = try EngineBed(.desktop)
    bed.send(.desktop(.absent(.noServer)), at: moment(0))
    try bed.add("done", in: 0, ReminderOptions(), at: moment(0))
    try bed.add("cancelled", in: 0, ReminderOptions(), at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    let target = try #require(try bed.store.target(of: 1))
    #expect(try bed.store.answer(target, .done, at: moment(1).now, in: .utc))
    _ = try bed.store.cancel([2], at: moment(1).now)
    #expect(try bed.store.history(of: 1)?.deliveries.map(\.holdReason) == [.answered])
    #expect(try bed.store.history(of: 2)?.deliveries.map(\.holdReason) == [.cancelled])
  }

  @Test("a series that was cancelled with one on the screen had two rows in history")
  func oneRow() throws {
    let bed = try EngineBed.withDesktop()
    let wall = try #require(WallTime(year: 2026, month: 6, day: 17, hour: 13, minute: 0))
    let rule = try RecurrenceText.parse("FREQ=DAILY", timeOfDay: 0).rule
    let trigger = Trigger(
      try Recurrence(rule, from: .wall(wall)), in: .utc, pinned: nil, at: moment(0))
    let tea = try bed.store.create(
      NewReminder(
        text: "tea", trigger: trigger, due: moment(hour).now, in: .utc, words: "", language: nil),
      at: moment(0).now)
    bed.send(.tick, at: moment(hour))
    bed.acceptAll(at: moment(hour), server: server)
    #expect(try bed.states() == ["unanswered", "scheduled"])
    _ = try bed.store.cancel([tea.id], at: moment(hour + 5000).now)
    let rows = try bed.store.history(since: moment(0).now, before: .end, limit: 9)
    #expect(rows.map(\.state) == [.cancelled])
    #expect(rows.first?.fired != nil)
  }

  @Test("taken back together, they came again the last one first")
  func order() throws {
    let bed = try EngineBed.withDesktop()
    let ids = try (1...6).map {
      try bed.add("g\($0)", in: 0, ReminderOptions(), at: moment(0)).id
    }
    bed.send(.storeChanged, at: moment(0))
    bed.acceptAll(at: moment(0), server: server)
    for id in ids {
      let target = try #require(try bed.store.target(of: id))
      let until = moment(hour).now
      #expect(
        try bed.store.answer(
          target, .snoozed(until: until, bootID: nil, dueBoot: nil), at: moment(5000).now, in: .utc)
      )
    }
    bed.send(.storeChanged, at: moment(5000))
    _ = try bed.store.undo(at: moment(9000).now)
    bed.send(.storeChanged, at: moment(9000))
    #expect(bed.groups.last?.texts == ["g1", "g2", "g3", "g4", "g5", "g6"])
  }

  @Test("of what a hung server had, the first was printed last")
  func hungOrder() throws {
    let bed = try EngineBed(.auto)
    bed.send(.desktop(.ready(server)), at: moment(0))
    for number in 1...3 {
      try bed.add(
        "st\(number)", in: 0, options { $0.urgency = .critical }, at: moment(0))
    }
    bed.send(.storeChanged, at: moment(0))
    let first = try #require(bed.open.first).alert.delivery
    bed.open = []
    bed.send(.desktop(.hung), at: moment(2000))
    bed.send(.outcome(delivery: first, .unknown(.noAnswer)), at: moment(2000))
    bed.acceptAll(at: moment(2001))
    #expect(bed.shown == ["desktop st1", "stdout st1", "stdout st2", "stdout st3"])
    #expect(try bed.states() == Array(repeating: "unanswered", count: 3))
  }
}
