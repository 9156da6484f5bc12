import Testing

@testable import CivilTime
@testable import Reminders
@testable import Scheduler
@testable import Store

@Suite("Undo")
struct UndoTests {
  @Test("each kind of change is taken back, in turn")
  func inTurn() throws {
    let bed = try EngineBed(.stdout)
    let id = try bed.add("tea", in: hour, ReminderOptions(), at: moment(0)).id
    _ = try bed.store.cancel([id], at: moment(1).now)
    #expect(try bed.store.undo(at: moment(2).now) == Undone(kind: .cancelled, reminders: [id]))
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
    #expect(throws: StoreError.refused(.nothingToUndo)) { try bed.store.undo(at: moment(6).now) }
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
    #expect(throws: StoreError.refused(.changedSince(reminder: id, .created))) {
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
        text: .some("wine"),
        trigger: (interval, due: moment(5 * hour).now, place: moment(5 * hour).now.milliseconds),
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

  @Test("what one command did to many is taken back at once, but what has moved on")
  func several() throws {
    let bed = try EngineBed(.stdout)
    let ids = try (1...1200).map {
      try bed.add("\($0)", in: hour + Int64($0), ReminderOptions(), at: moment(Int64($0))).id
    }
    let first = try #require(try bed.store.target(of: ids[0]))
    _ = try bed.store.answer(first, .done, at: moment(2000).now, in: .utc)
    _ = try bed.store.cancelAll(at: moment(3000).now, shownAfter: .earliest, naming: 0)
    #expect(try bed.store.pending(after: .start, limit: 9).isEmpty)
    try bed.temporary.execute("UPDATE reminder SET text = 'moved on' WHERE id = \(ids[700])")
    let undone = try bed.store.undo(at: moment(4000).now)
    #expect(undone.kind == .cancelled)
    #expect(undone.reminders.count == 1198)
    #expect(undone.reminders.first == ids[1199])
    #expect(undone.movedOn == [ids[700]])
    #expect(try bed.store.pending(after: .start, limit: 2000).count == 1198)
    // What has moved on was told, and does not stand in the way of the command before.
    #expect(
      try bed.store.undo(at: moment(5000).now) == Undone(kind: .done, reminders: [ids[0]]))
  }

  @Test("a change that can never be taken back stood in the way of all before it, for ever")
  func stuck() throws {
    let bed = try EngineBed(.stdout)
    let other = try bed.add("other", in: hour, ReminderOptions(), at: moment(0)).id
    let id = try bed.add("tea", in: 0, ReminderOptions(), at: moment(1)).id
    func fireAndSnooze(at time: ClockReading) throws {
      bed.send(.storeChanged, at: time)
      bed.acceptAll(at: time)
      let target = try #require(try bed.store.target(of: id))
      _ = try bed.store.answer(
        target, .snoozed(until: time.now.advanced(by: 10)!, bootID: nil, dueBoot: nil),
        at: time.now, in: .utc)
    }
    try fireAndSnooze(at: moment(2))
    try fireAndSnooze(at: moment(20))
    #expect(try bed.store.undo(at: moment(21).now) == Undone(kind: .snoozed, reminders: [id]))
    #expect(throws: StoreError.refused(.changedSince(reminder: id, .snoozed))) {
      try bed.store.undo(at: moment(22).now)
    }
    #expect(throws: StoreError.refused(.changedSince(reminder: id, .created))) {
      try bed.store.undo(at: moment(23).now)
    }
    #expect(
      try bed.store.undo(at: moment(24).now) == Undone(kind: .created, reminders: [other]))
    #expect(throws: StoreError.refused(.nothingToUndo)) { try bed.store.undo(at: moment(25).now) }
    #expect(
      try bed.store.history(of: id)?.events.map(\.kind)
        == [.created, .snoozed, .snoozed, .undone], "nothing has happened where it was refused")
  }

  @Test("behind a pause, undo took back the last reminder instead: pauses are taken back in turn")
  func pauses() throws {
    let bed = try EngineBed(.stdout)
    let id = try bed.add("tea", in: hour, ReminderOptions(), at: moment(0)).id
    try bed.store.setPause(until: moment(minute).now, at: moment(1).now)
    try bed.store.setPause(until: moment(2 * minute).now, at: moment(2).now)
    try bed.store.setPause(until: nil, at: moment(3).now)
    let paused = Undone(kind: .paused, reminders: [])
    #expect(try bed.store.undo(at: moment(4).now) == paused)
    #expect(try bed.store.pauseEnd() == moment(2 * minute).now)
    #expect(try bed.store.undo(at: moment(5).now) == paused)
    #expect(try bed.store.pauseEnd() == moment(minute).now)
    #expect(try bed.store.undo(at: moment(6).now) == paused)
    #expect(try bed.store.pauseEnd() == nil)
    #expect(try bed.store.undo(at: moment(7).now) == Undone(kind: .created, reminders: [id]))
    // One that ends by itself, and is cleared away then, leaves nothing of its own.
    try bed.store.setPause(until: moment(minute).now, at: moment(8).now)
    try bed.store.setPause(until: nil, at: moment(hour).now)
    #expect(try bed.store.undo(at: moment(hour).now) == paused)
    #expect(try bed.store.pauseEnd() == nil)
    #expect(throws: StoreError.refused(.nothingToUndo)) { try bed.store.undo(at: moment(hour).now) }
  }

  @Test("a popup closed by mistake comes back by a snooze, and that can be taken back")
  func closed() throws {
    let bed = try EngineBed.withDesktop()
    let popup = try bed.show("tea", at: moment(0))
    bed.send(.popup(popup, .closed(2)), at: moment(1))
    let id = try #require(try bed.store.history(of: 1)?.entry.id)
    #expect(try bed.store.target(of: id) == nil)
    let target = try #require(try bed.store.snoozeTarget(of: id, at: moment(2).now))
    #expect(
      try bed.store.answer(
        target, .snoozed(until: moment(minute).now, bootID: nil, dueBoot: nil), at: moment(2).now,
        in: .utc))
    #expect(try bed.states() == ["snoozed", "scheduled"])
    #expect(try bed.store.undo(at: moment(3).now).kind == .snoozed)
    #expect(try bed.states() == ["dismissed"])
    bed.send(.storeChanged, at: moment(4))
    #expect(bed.open.isEmpty, "it is as closed as before")
  }

  @Test(
    "of a series, a snooze is about the closed one or the next, whichever is nearer to now",
    arguments: [(minute, moment(0).now), (30 * minute, moment(hour).now)])
  func closedOfSeries(after: Int64, due: Instant) throws {
    let bed = try EngineBed.withDesktop()
    let rule = try RecurrenceText.parse("FREQ=HOURLY", timeOfDay: 0).rule
    let recurrence = try Recurrence(rule, from: .instant(moment(0).now))
    let trigger = Trigger(recurrence, in: .utc, pinned: nil, at: moment(0))
    let id = try bed.store.create(
      NewReminder(
        text: "water", trigger: trigger, due: moment(0).now, in: .utc, words: "", language: nil),
      at: moment(0).now
    ).id
    bed.send(.storeChanged, at: moment(0))
    bed.acceptAll(at: moment(0), server: server)
    let popup = PopupID(server: server.uniqueName, notification: bed.lastID)
    bed.send(.popup(popup, .closed(2)), at: moment(1))
    #expect(try bed.store.snoozeTarget(of: id, at: moment(after + 1).now)?.due == due)
  }
}
