import Testing

@testable import Reminders
@testable import Scheduler
@testable import Store

@Suite("The engine: silence")
struct EngineSilenceTests {
  @Test("a pause holds everything but what is critical, and its end brings it, late")
  func pause() throws {
    let bed = try EngineBed(.stdout)
    try bed.store.setPause(until: moment(hour).now, at: moment(0).now)
    try bed.add("tea", in: minute, ReminderOptions(), at: moment(0))
    try bed.add("fire", in: minute, options { $0.urgency = .critical }, at: moment(0))
    bed.send(.tick, at: moment(0))
    bed.send(.tick, at: moment(minute))
    bed.acceptAll(at: moment(minute))
    #expect(bed.shown == ["stdout fire"])
    #expect(
      try bed.store.outstanding(after: .start, limit: 9, shownAfter: .earliest).map(\.holdReason)
        .contains(.paused))
    #expect(bed.sleep == .some(moment(hour).now))
    bed.send(.tick, at: moment(hour))
    #expect(bed.shown == ["stdout fire", "stdout tea"])
  }

  @Test("one that waits for the end of a pause comes when it is made critical")
  func madeCritical() throws {
    let bed = try EngineBed.withDesktop()
    try bed.store.setPause(until: moment(hour).now, at: moment(0).now)
    let tea = try bed.add("tea", in: minute, ReminderOptions(), at: moment(0))
    try bed.add("soup", in: minute, ReminderOptions(), at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    bed.send(.tick, at: moment(minute))
    #expect(bed.shown == [])
    let target = try #require(try bed.store.target(of: tea.id))
    let options = options { $0.urgency = .critical }
    #expect(try bed.store.edit(target, options: options, at: moment(2 * minute).now, words: nil))
    bed.send(.storeChanged, at: moment(2 * minute))
    #expect(bed.shown == ["desktop tea"])
    bed.acceptAll(at: moment(2 * minute), server: server)
    #expect(bed.shown == ["desktop tea"])
    #expect(try bed.states() == ["unanswered", "scheduled"])
  }

  @Test("resuming early brings it at once; a restart in a pause changes nothing")
  func resume() throws {
    let bed = try EngineBed(.stdout)
    try bed.store.setPause(until: moment(hour).now, at: moment(0).now)
    try bed.add("tea", in: minute, ReminderOptions(), at: moment(0))
    bed.send(.tick, at: moment(minute))
    try bed.restart(.stdout)
    bed.send(.tick, at: moment(2 * minute))
    #expect(bed.shown == [])
    try bed.store.setPause(until: nil, at: moment(0).now)
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
    try bed.store.setPause(until: moment(hour).now, at: moment(0).now)
    try bed.add("tea", in: 0, ReminderOptions(), at: moment(0))
    bed.send(.tick, at: moment(0))
    bed.send(.desktop(.ready(server)), at: moment(minute))
    #expect(bed.shown == [])
    bed.send(.tick, at: moment(hour))
    #expect(bed.shown == ["desktop tea"])
  }
}
