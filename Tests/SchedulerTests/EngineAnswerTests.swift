import Foundation
import Testing

@testable import Scheduler

private let server = Server(uniqueName: ":1.7", product: "Test", version: "1", capabilities: [])
private let minute: Int64 = 60_000
private let hour: Int64 = 3_600_000

extension EngineBed {
  /// A bed whose desktop is there and accepts what it is handed.
  static func withDesktop() throws -> EngineBed {
    let bed = try EngineBed(.desktop)
    bed.send(.desktop(.ready(server)), at: moment(0))
    return bed
  }

  /// Stores a reminder that is due now, has it shown, and answers the id of its popup.
  func show(_ text: String, _ options: ReminderOptions = ReminderOptions(), at moment: Moment)
    throws -> PopupID
  {
    try add(text, in: 0, options, at: moment)
    send(.storeChanged, at: moment)
    acceptAll(at: moment, server: server)
    return PopupID(server: server.uniqueName, notification: lastID)
  }

  @discardableResult
  func add(_ text: String, in delay: Int64, _ options: ReminderOptions, at moment: Moment) throws
    -> Entry
  {
    var new = NewReminder(
      text: text, trigger: .interval(bootID: moment.bootID, dueBoot: moment.boot + delay),
      due: moment.now.advanced(by: delay)!, in: .utc, words: "in", language: nil)
    new.options = options
    return try store.create(new, at: moment.now)
  }

  func states() throws -> [String] {
    try temporary.texts("SELECT state FROM occurrence ORDER BY id")
  }
}

private func options(_ change: (inout ReminderOptions) -> Void) -> ReminderOptions {
  var options = ReminderOptions()
  change(&options)
  return options
}

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

@Suite("The engine: insisting, announcing, expiring")
struct EngineOptionTests {
  @Test("nagging goes on until it is answered, and no further than asked")
  func nag() throws {
    let bed = try EngineBed.withDesktop()
    _ = try bed.show("pills", options { $0.nag = .init(every: minute, times: 4) }, at: moment(0))
    for number in 1...6 {
      bed.send(.tick, at: moment(Int64(number) * minute))
      bed.acceptAll(at: moment(Int64(number) * minute), server: server)
    }
    #expect(bed.shown.count == 4)
  }

  @Test("an answer ends the nagging")
  func nagAnswered() throws {
    let bed = try EngineBed.withDesktop()
    let popup = try bed.show("pills", options { $0.nag = .init(every: minute) }, at: moment(0))
    bed.send(.popup(popup, .action("done")), at: moment(1000))
    bed.send(.tick, at: moment(minute))
    #expect(bed.shown.count == 1)
    #expect(bed.sleep == .some(nil))
  }

  @Test("on standard output nagging stops after three; after a sleep it comes once")
  func nagLines() throws {
    let bed = try EngineBed(.stdout)
    try bed.add("pills", in: 0, options { $0.nag = .init(every: minute) }, at: moment(0))
    bed.send(.tick, at: moment(0))
    bed.acceptAll(at: moment(0))
    bed.send(.tick, at: moment(8 * hour))
    bed.acceptAll(at: moment(8 * hour))
    #expect(bed.shown.count == 2)
    for number in 1...5 {
      bed.send(.tick, at: moment(8 * hour + Int64(number) * minute))
      bed.acceptAll(at: moment(8 * hour + Int64(number) * minute))
    }
    #expect(bed.shown.count == 3)
  }

  @Test("announcements come before, each once; closing one says nothing, Done on one is done")
  func announced() throws {
    let bed = try EngineBed.withDesktop()
    let asked = options { $0.before = [10 * minute, hour] }
    try bed.add("train", in: 2 * hour, asked, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    #expect(bed.sleep == .some(moment(hour).now))
    bed.send(.tick, at: moment(hour))
    #expect(bed.open.map(\.alert.purpose) == [.before(hour)])
    bed.acceptAll(at: moment(hour), server: server)
    let popup = PopupID(server: server.uniqueName, notification: bed.lastID)
    bed.send(.popup(popup, .closed(2)), at: moment(hour + 1))
    #expect(try bed.states() == ["scheduled"])
    bed.send(.tick, at: moment(110 * minute))
    bed.acceptAll(at: moment(110 * minute), server: server)
    let second = PopupID(server: server.uniqueName, notification: bed.lastID)
    bed.send(.popup(second, .action("done")), at: moment(111 * minute))
    #expect(try bed.states() == ["done"])
    bed.send(.tick, at: moment(2 * hour))
    #expect(bed.shown.count == 2)
  }

  @Test("announcements that are past at creation are left out, and they move with a clock step")
  func announcedLate() throws {
    let bed = try EngineBed.withDesktop()
    let asked = options { $0.before = [hour, 10 * minute] }
    try bed.add("train", in: 30 * minute, asked, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    #expect(bed.sleep == .some(moment(20 * minute).now))
    bed.send(.clockStepped, at: moment(1, step: hour))
    #expect(bed.sleep == .some(moment(20 * minute, step: hour).now))
  }

  @Test("what is later than it is of use expires, also while it waits for a server")
  func maxLate() throws {
    let bed = try EngineBed.withDesktop()
    let asked = options { $0.maxLate = 30 * minute }
    try bed.add("bus", in: 0, asked, at: moment(0))
    bed.send(.tick, at: moment(31 * minute))
    try bed.add("bus", in: 0, asked, at: moment(40 * minute))
    bed.send(.desktop(.absent(.noServer)), at: moment(40 * minute))
    bed.send(.desktop(.ready(server)), at: moment(80 * minute))
    #expect(bed.shown == [])
    #expect(try bed.states() == ["expired", "expired"])
  }

  @Test("a newer occurrence takes an older one's place")
  func superseded() throws {
    let bed = try EngineBed.withDesktop()
    let recurrence = try Recurrence(
      RecurrenceText.parse("FREQ=HOURLY", timeOfDay: 0).rule,
      from: .wall(WallTime(year: 2026, month: 6, day: 17, hour: 13)!))
    let trigger = Trigger(recurrence, in: .utc, pinned: nil, at: moment(0))
    _ = try bed.store.create(
      NewReminder(
        text: "water", trigger: trigger, due: moment(hour).now, in: .utc, words: "every hour",
        language: nil), at: moment(0).now)
    bed.send(.tick, at: moment(hour))
    bed.acceptAll(at: moment(hour), server: server)
    let first = bed.lastID
    bed.send(.tick, at: moment(2 * hour))
    bed.acceptAll(at: moment(2 * hour), server: server)
    #expect(bed.withdrawn == [first])
    let open = try bed.store.outstanding(after: .start, limit: 9, shownAfter: .earliest)
    #expect(open.map(\.due) == [moment(2 * hour).now])
    bed.send(.desktop(.absent(.noServer)), at: moment(2 * hour + 1))
    for number in 3...6 { bed.send(.tick, at: moment(Int64(number) * hour)) }
    bed.send(.desktop(.ready(server)), at: moment(6 * hour + 1))
    #expect(bed.open.map(\.alert.missed) == [3])
  }
}

@Suite("The engine: silence")
struct EngineSilenceTests {
  @Test("a pause holds everything but what is critical, and its end brings it, late")
  func pause() throws {
    let bed = try EngineBed(.stdout)
    try bed.store.setPause(until: moment(hour).now)
    try bed.add("tea", in: minute, ReminderOptions(), at: moment(0))
    try bed.add("fire", in: minute, options { $0.urgency = .critical }, at: moment(0))
    bed.send(.tick, at: moment(0))
    bed.send(.tick, at: moment(minute))
    bed.acceptAll(at: moment(minute))
    #expect(bed.shown == ["stdout fire"])
    #expect(
      try bed.store.outstanding(after: .start, limit: 9, shownAfter: .earliest).map(\.obstacle)
        .contains(.paused))
    #expect(bed.sleep == .some(moment(hour).now))
    bed.send(.tick, at: moment(hour))
    #expect(bed.shown == ["stdout fire", "stdout tea"])
  }

  @Test("resuming early brings it at once; a restart in a pause changes nothing")
  func resume() throws {
    let bed = try EngineBed(.stdout)
    try bed.store.setPause(until: moment(hour).now)
    try bed.add("tea", in: minute, ReminderOptions(), at: moment(0))
    bed.send(.tick, at: moment(minute))
    try bed.restart(.stdout)
    bed.send(.tick, at: moment(2 * minute))
    #expect(bed.shown == [])
    try bed.store.setPause(until: nil)
    bed.send(.storeChanged, at: moment(3 * minute))
    #expect(bed.shown == ["stdout tea"])
  }

  @Test("quiet hours hold by the wall clock of here, over midnight")
  func quiet() throws {
    let bed = try EngineBed(.stdout)
    bed.send(
      .settingsChanged(
        Engine.Settings(choice: .stdout, quiet: try #require(QuietHours("22:00-07:00")))),
      at: moment(0))
    try bed.add("late show", in: 11 * hour, ReminderOptions(), at: moment(0))
    bed.send(.tick, at: moment(11 * hour))
    #expect(bed.shown == [])
    #expect(bed.sleep == .some(moment(19 * hour).now))
    bed.send(.tick, at: moment(19 * hour))
    #expect(bed.shown == ["stdout late show"])
  }

  @Test("a server that appears in a pause brings nothing out")
  func serverInPause() throws {
    let bed = try EngineBed(.desktop)
    try bed.store.setPause(until: moment(hour).now)
    try bed.add("tea", in: 0, ReminderOptions(), at: moment(0))
    bed.send(.tick, at: moment(0))
    bed.send(.desktop(.ready(server)), at: moment(minute))
    #expect(bed.shown == [])
    bed.send(.tick, at: moment(hour))
    #expect(bed.shown == ["desktop tea"])
  }
}

@Suite("The engine: many at once")
struct EngineGroupTests {
  @Test("up to three come by themselves, more come together")
  func together() throws {
    let bed = try EngineBed.withDesktop()
    for number in 0..<3 { try bed.add("\(number)", in: 0, ReminderOptions(), at: moment(0)) }
    bed.send(.tick, at: moment(0))
    bed.acceptAll(at: moment(0), server: server)
    #expect(bed.shown.count == 3)
    for number in 3..<10 { try bed.add("\(number)", in: hour, ReminderOptions(), at: moment(0)) }
    bed.send(.tick, at: moment(hour))
    bed.acceptAll(at: moment(hour), server: server)
    #expect(bed.shown.count == 3)
    #expect(bed.groups.map(\.texts.count) == [7])
    #expect(try bed.states().allSatisfy { $0 == "unanswered" })
  }

  @Test("one upon another, second after second, they share a popup from the fourth on")
  func oneUponAnother() throws {
    let bed = try EngineBed.withDesktop()
    for number in 0..<6 {
      try bed.add("\(number)", in: Int64(number) * 1000, ReminderOptions(), at: moment(0))
    }
    for number in 0..<6 {
      bed.send(.tick, at: moment(Int64(number) * 1000))
      bed.acceptAll(at: moment(Int64(number) * 1000), server: server)
    }
    #expect(bed.shown.count == 3)
    #expect(bed.groups.map(\.texts) == [["3"], ["3", "4"], ["3", "4", "5"]])
    #expect(bed.groups.map { $0.replacing != nil } == [false, true, true])
    try bed.add("much later", in: hour, ReminderOptions(), at: moment(0))
    bed.send(.tick, at: moment(hour))
    #expect(bed.shown.last == "desktop much later")
  }

  @Test("a flood is one popup that is updated in place, and every one is recorded")
  func flood() throws {
    let bed = try EngineBed.withDesktop()
    for number in 0..<1000 { try bed.add("\(number)", in: 0, ReminderOptions(), at: moment(0)) }
    bed.send(.tick, at: moment(0))
    bed.acceptAll(at: moment(100), server: server)
    #expect(bed.groups.last?.texts.count == 1000)
    #expect(bed.groups.dropFirst().allSatisfy { $0.replacing != nil })
    #expect(bed.groups.count + bed.shown.count <= 5)
    #expect(
      try bed.temporary.texts("SELECT count(*) FROM delivery WHERE state = 'accepted'")
        == ["1000"])
  }

  @Test("All done answers each; closing the popup answers none")
  func answers() throws {
    let bed = try EngineBed.withDesktop()
    for number in 0..<5 { try bed.add("\(number)", in: 0, ReminderOptions(), at: moment(0)) }
    bed.send(.tick, at: moment(0))
    bed.acceptAll(at: moment(0), server: server)
    let popup = PopupID(server: server.uniqueName, notification: bed.lastID)
    bed.send(.popup(popup, .closed(2)), at: moment(1))
    #expect(try bed.states() == Array(repeating: "unanswered", count: 5))
    bed.send(.userReturned, at: moment(hour))
    bed.acceptAll(at: moment(hour), server: server)
    let again = PopupID(server: server.uniqueName, notification: bed.lastID)
    bed.send(.popup(again, .action("snooze:600000")), at: moment(hour))
    #expect(try bed.states().filter { $0 == "snoozed" }.count == 5)
    bed.send(.tick, at: moment(hour + 10 * minute))
    #expect(bed.groups.last?.texts.count == 5)
  }

  @Test("what insists is never folded in")
  func insistent() throws {
    let bed = try EngineBed.withDesktop()
    for number in 0..<5 { try bed.add("\(number)", in: 0, ReminderOptions(), at: moment(0)) }
    try bed.add("fire", in: 0, options { $0.urgency = .critical }, at: moment(0))
    bed.send(.tick, at: moment(0))
    bed.acceptAll(at: moment(0), server: server)
    #expect(bed.groups.map(\.texts) == [["0", "1", "2", "3", "4"]])
    #expect(bed.shown == ["desktop fire"])
  }

  @Test("a server that is full holds one, and shows it when another closes")
  func full() throws {
    let bed = try EngineBed.withDesktop()
    let first = try bed.show("0", at: moment(0))
    try bed.add("1", in: hour, ReminderOptions(), at: moment(0))
    bed.send(.tick, at: moment(hour))
    bed.answer(.held(.refused), at: moment(hour))
    #expect(bed.open.isEmpty)
    bed.send(.popup(first, .closed(2)), at: moment(hour + 1))
    #expect(bed.open.map(\.alert.text) == ["1"])
  }
}

@Suite("Undo")
struct UndoTests {
  @Test("each kind of change is taken back, in turn")
  func inTurn() throws {
    let bed = try EngineBed(.stdout)
    let id = try bed.add("tea", in: hour, ReminderOptions(), at: moment(0)).id
    _ = try bed.store.cancel([id], at: moment(1).now)
    #expect(try bed.store.undo(at: moment(2).now) == Undone(kind: .cancelled, reminder: id))
    #expect(try bed.store.pending(after: .start, limit: 9).map(\.due) == [moment(hour).now])
    let target = try #require(try bed.store.target(of: id))
    _ = try bed.store.answer(
      target, .snoozed(until: moment(2 * hour).now, bootID: nil, dueBoot: nil), at: moment(3).now,
      in: .utc)
    #expect(try bed.store.pending(after: .start, limit: 9).map(\.due) == [moment(2 * hour).now])
    #expect(try bed.store.undo(at: moment(4).now).kind == .snoozed)
    #expect(try bed.store.pending(after: .start, limit: 9).map(\.due) == [moment(hour).now])
    #expect(try bed.store.undo(at: moment(5).now).kind == .created)
    #expect(try bed.store.pending(after: .start, limit: 9).isEmpty)
    #expect(throws: UndoError.nothing) { try bed.store.undo(at: moment(6).now) }
  }

  @Test("an undone one whose time has passed is shown at once, late")
  func late() throws {
    let bed = try EngineBed(.stdout)
    let id = try bed.add("tea", in: minute, ReminderOptions(), at: moment(0)).id
    _ = try bed.store.cancel([id], at: moment(1).now)
    bed.send(.tick, at: moment(hour))
    _ = try bed.store.undo(at: moment(hour).now)
    bed.send(.storeChanged, at: moment(hour))
    #expect(bed.open.map(\.alert.lateness) == [59 * minute])
  }

  @Test("an answer that is taken back shows the popup again")
  func answer() throws {
    let bed = try EngineBed.withDesktop()
    let popup = try bed.show("tea", at: moment(0))
    bed.send(.popup(popup, .action("done")), at: moment(1))
    _ = try bed.store.undo(at: moment(minute).now)
    bed.send(.storeChanged, at: moment(minute))
    #expect(bed.shown == ["desktop tea", "desktop tea"])
    bed.acceptAll(at: moment(minute), server: server)
    #expect(try bed.states() == ["unanswered"])
  }

  @Test("refused when the reminder has moved on")
  func movedOn() throws {
    let bed = try EngineBed(.stdout)
    let id = try bed.add("tea", in: minute, ReminderOptions(), at: moment(0)).id
    bed.send(.tick, at: moment(minute))
    #expect(throws: UndoError.movedOn(reminder: id, .created)) {
      try bed.store.undo(at: moment(hour).now)
    }
  }

  @Test("skip and edit are taken back too")
  func skipAndEdit() throws {
    let bed = try EngineBed(.stdout)
    let recurrence = try Recurrence(
      RecurrenceText.parse("FREQ=DAILY", timeOfDay: 0).rule,
      from: .wall(WallTime(year: 2026, month: 6, day: 17, hour: 13)!))
    let trigger = Trigger(recurrence, in: .utc, pinned: nil, at: moment(0))
    let id = try bed.store.create(
      NewReminder(
        text: "water", trigger: trigger, due: moment(hour).now, in: .utc, words: "every day",
        language: nil), at: moment(0).now
    ).id
    let target = try #require(try bed.store.target(of: id))
    let next = try bed.store.skip(target, count: 2, at: moment(1).now, in: .utc, words: nil)
    #expect(next == moment(49 * hour).now)
    #expect(try bed.store.pending(after: .start, limit: 9).map(\.due) == [moment(49 * hour).now])
    _ = try bed.store.undo(at: moment(2).now)
    #expect(try bed.store.pending(after: .start, limit: 9).map(\.due) == [moment(hour).now])
    let again = try #require(try bed.store.target(of: id))
    let interval = Trigger.interval(bootID: boot, dueBoot: moment(5 * hour).boot)
    #expect(
      try bed.store.edit(
        again,
        Edit(
          text: .some("wine"),
          trigger: (interval, due: moment(5 * hour).now, place: moment(5 * hour).now.milliseconds)),
        at: moment(3).now, words: "edit"))
    let edited = try bed.store.pending(after: .start, limit: 9)
    #expect(edited.map(\.due) == [moment(5 * hour).now])
    #expect(edited.map(\.text) == ["wine"])
    _ = try bed.store.undo(at: moment(4).now)
    let back = try bed.store.pending(after: .start, limit: 9)
    #expect(back.map(\.due) == [moment(hour).now])
    #expect(back.map(\.text) == ["water"])
    #expect(back.map(\.trigger) == [trigger])
  }
}

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
    for name in try FileManager.default.contentsOfDirectory(atPath: temporary.places.data) {
      let bytes = try Data(contentsOf: URL(filePath: temporary.places.data + "/" + name))
      #expect(bytes.range(of: Data("swordfish".utf8)) == nil, "\(name)")
    }
    #expect(try temporary.store.pending(after: .start, limit: 9).map(\.text) == ["kept"])
  }

  @Test("a log that another program reads just then is not emptied, and that is said")
  func read() throws {
    let temporary = try TemporaryStore()
    let id = try temporary.store.add("swordfish", in: 0, at: moment(0)).id
    _ = try temporary.store.cancel([id], at: moment(1).now)
    let reader = try #require(try ReminderStore(reading: temporary.places, patience: 0))
    try reader.database.execute("BEGIN; SELECT count(*) FROM reminder")
    #expect(try !temporary.store.forget([id]))
    #expect(try temporary.store.biography(of: id) == nil)
    try reader.database.execute("COMMIT")
    #expect(try temporary.store.forget([]), "the next one empties it")
    for name in try FileManager.default.contentsOfDirectory(atPath: temporary.places.data) {
      let bytes = try Data(contentsOf: URL(filePath: temporary.places.data + "/" + name))
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
