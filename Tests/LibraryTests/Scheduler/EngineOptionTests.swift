import Testing

@testable import CivilTime
@testable import Reminders
@testable import Scheduler
@testable import Store

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

  @Test("one that is on the screen begins to nag, or ends, when it is told to")
  func nagLater() throws {
    let bed = try EngineBed.withDesktop()
    _ = try bed.show("pills", at: moment(0))
    func edit(_ nag: ReminderOptions.Nag?, at now: Int64) throws {
      let target = try #require(try bed.store.target(of: 1))
      let options = options { $0.nag = nag }
      #expect(try bed.store.edit(target, options: options, at: moment(now).now, words: nil))
      bed.send(.storeChanged, at: moment(now))
    }
    func minutes(_ numbers: ClosedRange<Int64>) {
      for number in numbers {
        bed.send(.tick, at: moment(number * minute))
        bed.acceptAll(at: moment(number * minute), server: server)
      }
    }
    try edit(.init(every: minute, times: 3), at: 30_000)
    #expect(bed.sleep == .some(moment(90_000).now))
    minutes(1...9)
    #expect(bed.shown.count == 3)
    // More often than before: it goes on where it was.
    try edit(.init(every: minute, times: 5), at: 9 * minute)
    minutes(10...10)
    #expect(bed.shown.count == 4)
    try edit(nil, at: 10 * minute + 1000)
    minutes(11...19)
    #expect(bed.shown.count == 4)
    #expect(try bed.states() == ["unanswered"])
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
