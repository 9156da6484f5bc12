import Testing

@testable import Reminders
@testable import Scheduler
@testable import Store

@Suite("Watching the store")
struct WatchingTests {
  /// The changes as words: `created tea`, `accepted stdout tea`.
  private func news(_ store: ReminderStore, _ position: inout WatchPosition) throws -> [String] {
    try store.changes(since: &position).map { change in
      switch change {
      case .event(let event, let subject): "\(event.kind) \(subject.text ?? "-")"
      case .delivery(let record, let subject):
        "\(record.state) \(record.channel) \(subject.text ?? "-")"
          + (record.holdReason.map { ": \($0)" } ?? "")
      case .pause(let end): end == nil ? "resumed" : "paused"
      }
    }
  }

  @Test("each change is told once, and none from before")
  func once() throws {
    let bed = try EngineBed(.stdout)
    try bed.store.add("before", in: 9000, at: moment(0))
    var position = try bed.store.watchPosition()
    #expect(try news(bed.store, &position) == [])
    let tea = try bed.store.add("tea", in: 0, at: moment(0))
    #expect(try news(bed.store, &position) == ["created tea"])
    bed.send(.storeChanged, at: moment(0))
    #expect(try news(bed.store, &position) == [], "being shown is no news")
    bed.acceptAll(at: moment(0))
    #expect(try news(bed.store, &position) == ["accepted stdout tea"])
    let target = try #require(try bed.store.target(of: tea.id))
    _ = try bed.store.answer(target, .done, at: moment(1).now, in: .utc)
    _ = try bed.store.undo(at: moment(2).now)
    #expect(try news(bed.store, &position) == ["done tea", "undone tea"])
    #expect(try news(bed.store, &position) == [])
  }

  @Test("what is held is told when it is held, and when it has been shown after all")
  func held() throws {
    let bed = try EngineBed(.desktop)
    bed.send(.desktop(.absent(.noServer)), at: moment(0))
    try bed.store.add("tea", in: 0, at: moment(0))
    var position = try bed.store.watchPosition()
    bed.send(.storeChanged, at: moment(0))
    #expect(try news(bed.store, &position) == ["held desktop tea: noServer"])
    #expect(try news(bed.store, &position) == [])
    bed.send(.desktop(.ready(server)), at: moment(5))
    bed.acceptAll(at: moment(5), server: server)
    #expect(try news(bed.store, &position) == ["accepted desktop tea: noServer"])
  }

  @Test("what came too late is told as not shown, and why")
  func tooLate() throws {
    let bed = try EngineBed(.stdout)
    var new = NewReminder(
      text: "tea", trigger: .interval(bootID: boot, dueBoot: 0), due: moment(0).now, in: .utc,
      words: "in", language: nil)
    new.options.maxLate = 1000
    _ = try bed.store.create(new, at: moment(0).now)
    var position = try bed.store.watchPosition()
    bed.send(.tick, at: moment(5000))
    #expect(try news(bed.store, &position) == ["failed stdout tea: tooLate"])
  }

  @Test("one that is shown anew after its cancellation was taken back is told anew")
  func again() throws {
    let bed = try EngineBed(.stdout)
    try bed.store.setPause(until: moment(9000).now, at: moment(0).now)
    let tea = try bed.store.add("tea", in: 0, at: moment(0))
    var position = try bed.store.watchPosition()
    bed.send(.storeChanged, at: moment(0))
    _ = try bed.store.cancel([tea.id], at: moment(1).now)
    #expect(
      try news(bed.store, &position)
        == ["cancelled tea", "failed stdout tea: cancelled"])
    _ = try bed.store.undo(at: moment(2).now)
    try bed.store.setPause(until: nil, at: moment(2).now)
    bed.send(.storeChanged, at: moment(3))
    bed.acceptAll(at: moment(3))
    #expect(try news(bed.store, &position) == ["undone tea", "accepted stdout tea", "resumed"])
  }

  @Test("a reminder that is forgotten while it is watched is forgotten here too")
  func forgotten() throws {
    let bed = try EngineBed(.desktop)
    bed.send(.desktop(.absent(.noServer)), at: moment(0))
    let tea = try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    var position = try bed.store.watchPosition()
    _ = try bed.store.cancel([tea.id], at: moment(1).now)
    _ = try bed.store.forget([tea.id])
    #expect(try news(bed.store, &position) == [])
    try bed.store.add("next", in: 9000, at: moment(2))
    #expect(try news(bed.store, &position) == ["created next"], "its number is not used again")
  }
}

@Suite("A reminder's life, as it is told")
struct HistoryRecordTests {
  @Test("what had waited for a pause says so when it was shown")
  func waited() throws {
    let bed = try EngineBed(.stdout)
    try bed.store.setPause(until: moment(9000).now, at: moment(0).now)
    let tea = try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    #expect(try bed.store.history(of: tea.id)?.deliveries.map(\.holdReason) == [.paused])
    bed.send(.tick, at: moment(9000))
    bed.acceptAll(at: moment(9000))
    let life = try #require(try bed.store.history(of: tea.id))
    #expect(life.deliveries.map(\.state) == [.accepted])
    #expect(life.deliveries.map(\.holdReason) == [.paused])
    #expect(life.occurrences.map(\.fired) == [moment(0).now])
    #expect(life.entry.holdReason == nil)
  }

  @Test("a snooze says until when, and the occurrence that it made is one beside the series")
  func snoozed() throws {
    let bed = try EngineBed(.stdout)
    let tea = try bed.store.add("tea", in: 0, at: moment(0))
    bed.send(.storeChanged, at: moment(0))
    bed.acceptAll(at: moment(0))
    let target = try #require(try bed.store.target(of: tea.id))
    _ = try bed.store.answer(
      target, .snoozed(until: moment(600).now, bootID: nil, dueBoot: nil), at: moment(1).now,
      in: .utc, words: "snooze 600ms")
    let life = try #require(try bed.store.history(of: tea.id))
    #expect(life.events.last?.until == moment(600).now)
    #expect(life.events.last?.words == "snooze 600ms")
    #expect(life.occurrences.map(\.isSnooze) == [false, true])
    #expect(try bed.store.upcoming(of: tea.id) == nil)
  }
}
