import Testing

@testable import Reminders
@testable import Scheduler

@Suite("The engine: answers")
struct EngineAnswerTests {
  @Test("Done is done, and the popup is taken off the screen by us too")
  func done() throws {
    let bed = try EngineBed.withDesktop()
    let popup = try bed.show("tea", at: moment(0))
    bed.send(.popup(popup, .action("done")), at: moment(5))
    bed.send(.popup(popup, .closed(2)), at: moment(6))
    #expect(try bed.states() == ["done"])
    #expect(bed.withdrawn == [popup.notification])
  }

  @Test("Snooze counts from the press, and survives a clock that is set")
  func snooze() throws {
    let bed = try EngineBed.withDesktop()
    let popup = try bed.show("tea", at: moment(0))
    bed.send(.popup(popup, .action("snooze:600000")), at: moment(minute))
    #expect(bed.sleep == .some(moment(11 * minute).now))
    bed.send(.clockStepped, at: moment(2 * minute, step: hour))
    #expect(bed.sleep == .some(moment(11 * minute, step: hour).now))
    bed.send(.tick, at: moment(11 * minute, step: hour))
    #expect(bed.shown == ["desktop tea", "desktop tea"])
    #expect(try bed.states() == ["snoozed", "scheduled"])
  }

  @Test(
    "what closing a popup means",
    arguments: [
      ("by the user", 2, ReminderOptions(), "dismissed"),
      ("expired", 1, ReminderOptions(), "unanswered"),
      ("by the server", 4, ReminderOptions(), "unanswered"),
      ("a critical one", 2, options { $0.urgency = .critical }, "unanswered"),
      ("a nagging one", 2, options { $0.nag = .init(every: 60_000) }, "unanswered"),
    ] as [(String, UInt32, ReminderOptions, String)])
  func closing(name: String, reason: UInt32, options: ReminderOptions, state: String) throws {
    let bed = try EngineBed.withDesktop()
    let popup = try bed.show("tea", options, at: moment(0))
    bed.send(.popup(popup, .closed(reason)), at: moment(5))
    #expect(try bed.states() == [state])
  }

  @Test(
    "unknown actions, foreign popups, and a second answer change nothing",
    arguments: ["default", "snooze", "snooze:-5", "snooze:x", "done:1", "", "DONE"])
  func harmless(key: String) throws {
    let bed = try EngineBed.withDesktop()
    let popup = try bed.show("tea", at: moment(0))
    bed.send(.popup(popup, .action(key)), at: moment(5))
    bed.send(
      .popup(PopupID(server: ":1.99", notification: popup.notification), .action("done")),
      at: moment(6))
    bed.send(.popup(PopupID(server: ":1.7", notification: 9999), .action("done")), at: moment(7))
    #expect(try bed.states() == ["unanswered"])
    bed.send(.popup(popup, .action("done")), at: moment(8))
    bed.send(.popup(popup, .action("snooze:600000")), at: moment(9))
    #expect(try bed.states() == ["done"])
  }

  @Test("an answer works after a restart of the daemon")
  func restarted() throws {
    let bed = try EngineBed.withDesktop()
    let popup = try bed.show("tea", at: moment(0))
    try bed.restart(.desktop)
    bed.send(.desktop(.ready(server)), at: moment(100))
    bed.send(.popup(popup, .action("done")), at: moment(200))
    #expect(try bed.states() == ["done"])
    #expect(bed.shown == ["desktop tea"])
  }

  @Test("what the server dropped when it restarted stays unanswered")
  func serverRestarted() throws {
    let bed = try EngineBed.withDesktop()
    let popup = try bed.show("tea", at: moment(0))
    var other = server
    other.uniqueName = ":1.8"
    bed.send(.desktop(.absent(.noServer)), at: moment(5))
    bed.send(.desktop(.ready(other)), at: moment(6))
    bed.send(.popup(popup, .action("done")), at: moment(7))
    #expect(try bed.states() == ["unanswered"])
    #expect(bed.shown == ["desktop tea"])
  }

  @Test("done by command: the popup goes")
  func doneByCommand() throws {
    let bed = try EngineBed.withDesktop()
    let popup = try bed.show("tea", at: moment(0))
    let id = try #require(try bed.store.lastUnanswered())
    let target = try #require(try bed.store.target(of: id))
    #expect(try bed.store.answer(target, .done, at: moment(1).now, in: .utc))
    bed.send(.storeChanged, at: moment(2))
    #expect(bed.withdrawn == [popup.notification])
    #expect(try bed.store.lastUnanswered() == nil)
  }

  @Test("shown once more, with its age, when the user comes back; the old popup goes")
  func returned() throws {
    let bed = try EngineBed.withDesktop()
    let first = try bed.show("tea", at: moment(0))
    bed.send(.userReturned, at: moment(3 * hour))
    #expect(bed.open.map(\.alert.purpose) == [.again(1)])
    #expect(bed.open.map(\.alert.lateness) == [3 * hour])
    bed.acceptAll(at: moment(3 * hour), server: server)
    #expect(bed.withdrawn == [first.notification])
    bed.send(.popup(first, .closed(3)), at: moment(3 * hour + 1))
    #expect(try bed.states() == ["unanswered"])
    bed.send(.userReturned, at: moment(4 * hour))
    #expect(bed.open.map(\.alert.purpose) == [.again(2)])
    bed.acceptAll(at: moment(4 * hour), server: server)
    bed.send(.userReturned, at: moment(25 * hour))
    #expect(bed.open.isEmpty)
  }
}
