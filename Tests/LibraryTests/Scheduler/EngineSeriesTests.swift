import Testing

@testable import CivilTime
@testable import Reminders
@testable import Scheduler

@Suite("The engine: series")
struct EngineSeriesTests {
  /// Stores a series whose rule is iCalendar text and which starts on the wall of `zone`.
  @discardableResult
  private func add(
    _ rule: String, from wall: WallTime, in zone: Zone = .utc, to bed: EngineBed,
    at now: ClockReading
  ) throws -> Trigger {
    let recurrence = try Recurrence(
      RecurrenceText.parse(rule, timeOfDay: 0).rule, from: .wall(wall))
    let trigger = Trigger(recurrence, in: zone, pinned: nil, at: now)
    let first = try #require(trigger.next(after: now.now, in: zone))
    _ = try bed.store.create(
      NewReminder(
        text: rule, trigger: trigger, due: first, in: zone, words: rule, language: nil),
      at: now.now)
    return trigger
  }

  private func dues(_ bed: EngineBed) throws -> [Instant] {
    try bed.store.pending(after: .start, limit: 9).map(\.due)
  }

  /// 2026-06-17, the tests' day; their clocks begin at 12:00 UTC.
  private func today(_ hour: Int, _ minute: Int = 0) -> WallTime {
    WallTime(year: 2026, month: 6, day: 17, hour: hour, minute: minute)!
  }

  private let hour: Int64 = 3_600_000

  @Test("the next occurrence is there as soon as one fires, and survives a kill in that moment")
  func next() throws {
    let bed = try EngineBed()
    try add("FREQ=DAILY", from: today(13), to: bed, at: moment(0))
    bed.send(.tick, at: moment(hour))
    try bed.restart()
    bed.send(.tick, at: moment(hour))
    bed.acceptAll(at: moment(hour))
    #expect(try dues(bed) == [moment(25 * hour).now])
    bed.send(.tick, at: moment(25 * hour))
    bed.acceptAll(at: moment(25 * hour))
    #expect(bed.shown.count == 3)
    #expect(bed.sleep == .some(moment(49 * hour).now))
  }

  @Test(
    "after an absence the newest missed one comes once, and says how many were missed",
    arguments: [
      ("FREQ=MINUTELY;INTERVAL=5", 48 * 12, 5 * 60_000),
      ("FREQ=DAILY", 1, 24 * 3_600_000),
      ("FREQ=SECONDLY", 1000, 1000),
    ] as [(String, Int, Int64)])
  func absence(rule: String, missed: Int, step: Int64) throws {
    let bed = try EngineBed()
    try add(rule, from: today(12), to: bed, at: moment(0))
    let back = moment(48 * hour + 1)
    bed.send(.tick, at: back)
    #expect(bed.open.count == 1)
    #expect(bed.open.first?.alert.missed == (missed == 576 ? 575 : missed))
    #expect(bed.open.first?.alert.due == moment(48 * hour).now)
    bed.acceptAll(at: back)
    #expect(bed.shown.count == 1)
    #expect(try dues(bed) == [moment(48 * hour + step).now])
  }

  @Test(
    "one that comes seldom comes once, and the next is as far away",
    arguments: [("FREQ=DAILY;INTERVAL=56", 56), ("FREQ=YEARLY", 365)] as [(String, Int64)])
  func seldom(rule: String, days: Int64) throws {
    let bed = try EngineBed()
    try add(rule, from: today(13), to: bed, at: moment(0))
    for hours in [1, 2, 26, 27] as [Int64] {
      bed.send(.tick, at: moment(hours * hour))
      bed.acceptAll(at: moment(hours * hour))
    }
    #expect(bed.shown.count == 1)
    #expect(try dues(bed) == [moment((1 + days * 24) * hour).now])
  }

  @Test("a snooze of one leaves the next ones where they are")
  func snoozed() throws {
    let bed = try EngineBed.withDesktop()
    try add("FREQ=DAILY", from: today(13), to: bed, at: moment(0))
    bed.send(.tick, at: moment(hour))
    bed.acceptAll(at: moment(hour), server: server)
    let popup = PopupID(server: server.uniqueName, notification: bed.lastID)
    bed.send(.popup(popup, .action("snooze:1800000")), at: moment(hour + 60_000))
    #expect(try dues(bed) == [moment(hour + 31 * 60_000).now, moment(25 * hour).now])
    bed.send(.tick, at: moment(2 * hour))
    bed.acceptAll(at: moment(2 * hour), server: server)
    bed.send(.tick, at: moment(25 * hour))
    #expect(try dues(bed) == [moment(49 * hour).now])
  }

  @Test("a series ends with its rule")
  func ends() throws {
    let bed = try EngineBed()
    try add("FREQ=HOURLY;COUNT=3", from: today(13), to: bed, at: moment(0))
    for number in 1...3 {
      bed.send(.tick, at: moment(Int64(number) * hour))
      bed.acceptAll(at: moment(Int64(number) * hour))
    }
    #expect(bed.shown.count == 3)
    #expect(bed.sleep == .some(nil))
  }

  @Test("cancelled while an occurrence is in a channel's hands: none follows")
  func cancelled() throws {
    let bed = try EngineBed()
    try add("FREQ=HOURLY", from: today(13), to: bed, at: moment(0))
    bed.send(.tick, at: moment(hour))
    _ = try bed.store.cancel([1], at: moment(hour).now)
    bed.acceptAll(at: moment(hour))
    bed.send(.storeChanged, at: moment(hour))
    #expect(bed.sleep == .some(nil))
  }

  @Test("elapsed repetitions move their grid with a step of the clock", arguments: [1, -1])
  func steppedGrid(sign: Int64) throws {
    let step = sign * 7_200_000
    let bed = try EngineBed()
    try add("FREQ=HOURLY;INTERVAL=3", from: today(12), to: bed, at: moment(0))
    bed.send(.tick, at: moment(0))
    bed.send(.clockStepped, at: moment(1000, step: step))
    #expect(bed.sleep == .some(moment(3 * hour, step: step).now))
    bed.send(.tick, at: moment(3 * hour - 1, step: step))
    #expect(bed.shown == [])
    bed.send(.tick, at: moment(3 * hour, step: step))
    bed.acceptAll(at: moment(3 * hour, step: step))
    #expect(bed.open.isEmpty && bed.shown.count == 1)
    #expect(bed.sleep == .some(moment(6 * hour, step: step).now))
    bed.send(.clockStepped, at: moment(3 * hour + 5, step: step))
    #expect(try dues(bed) == [moment(6 * hour, step: step).now])
  }

  @Test(
    "a clock that was years ahead keeps no series away when it is set right; nothing comes twice")
  func yearsAhead() throws {
    let bed = try EngineBed()
    try add("FREQ=DAILY", from: today(13), to: bed, at: moment(0))
    bed.send(.tick, at: moment(hour))
    bed.acceptAll(at: moment(hour))
    let years = 3 * 365 * 24 * hour
    bed.send(.clockStepped, at: moment(2 * hour, step: years))
    bed.acceptAll(at: moment(2 * hour, step: years))
    #expect(bed.shown.count == 2)
    bed.send(.clockStepped, at: moment(3 * hour))
    #expect(bed.shown.count == 2)
    #expect(try dues(bed) == [moment(25 * hour).now])
    #expect(bed.sleep == .some(moment(25 * hour).now))
    bed.send(.tick, at: moment(25 * hour))
    bed.acceptAll(at: moment(25 * hour))
    #expect(bed.shown.count == 3)
    #expect(try dues(bed) == [moment(49 * hour).now])
  }

  @Test("a clock that is set back by hours, while it runs or not, repeats no place of a series")
  func hoursAhead() throws {
    let bed = try EngineBed()
    try add("FREQ=DAILY;BYHOUR=13,14,15,16", from: today(13), to: bed, at: moment(0))
    // Three hours ahead the newest of 13:00, 14:00 and 15:00 comes.
    bed.send(.tick, at: moment(10, step: 3 * hour))
    bed.acceptAll(at: moment(10, step: 3 * hour))
    #expect(bed.shown.count == 1)
    try bed.restart()
    for hours in 0...4 as ClosedRange<Int64> {
      bed.send(.tick, at: moment(hours * hour))
      bed.acceptAll(at: moment(hours * hour))
    }
    // 13:00, 14:00 and 16:00.
    #expect(bed.shown.count == 4)
    #expect(try dues(bed) == [moment(25 * hour).now])
  }

  @Test(
    "a floating series follows the traveller: what fired is not repeated, what was jumped over comes late"
  )
  func traveller() throws {
    let (rome, york, tokyo) = (
      try Zone.load("Europe/Rome"), try Zone.load("America/New_York"), try Zone.load("Asia/Tokyo")
    )
    let bed = try EngineBed(zone: rome)
    try add("FREQ=DAILY", from: today(15), in: rome, to: bed, at: moment(0))
    bed.send(.tick, at: moment(hour))
    bed.acceptAll(at: moment(hour))
    #expect(bed.shown.count == 1)
    bed.send(.zoneChanged(york), at: moment(2 * hour))
    let tomorrow = WallTime(year: 2026, month: 6, day: 18, hour: 15)!
    #expect(try dues(bed) == [york.instant(of: tomorrow)])
    bed.send(.zoneChanged(tokyo), at: moment(19 * hour))
    #expect(bed.shown.count == 2)
    #expect(bed.open.first?.alert.due == tokyo.instant(of: tomorrow))
    bed.acceptAll(at: moment(19 * hour))
    #expect(try dues(bed) == [tokyo.instant(of: tomorrow.adding(days: 1)!)])
  }

  @Test(
    "a daily 02:30 fires once on the night without a 02:30, at 03:30, and at 02:30 the day after")
  func gap() throws {
    let rome = try Zone.load("Europe/Rome")
    let bed = try EngineBed(zone: rome)
    let eve = WallTime(year: 2026, month: 3, day: 28, hour: 12)!
    func at(_ wall: WallTime) -> ClockReading {
      let now = rome.instant(of: wall)
      return ClockReading(now: now, boot: now.milliseconds - 1_770_000_000_000, bootID: boot)
    }
    let first = WallTime(year: 2026, month: 3, day: 28, hour: 2, minute: 30)!
    try add("FREQ=DAILY", from: first, in: rome, to: bed, at: at(eve))
    let shifted = WallTime(year: 2026, month: 3, day: 29, hour: 3, minute: 30)!
    #expect(try dues(bed) == [rome.instant(of: shifted)])
    bed.send(.tick, at: at(shifted))
    bed.acceptAll(at: at(shifted))
    #expect(bed.shown.count == 1)
    #expect(
      try dues(bed)
        == [rome.instant(of: WallTime(year: 2026, month: 3, day: 30, hour: 2, minute: 30)!)])
  }
}
