import CivilTime

/// Finds the day and the time of day that a partial time means.
struct DateTimeResolver {
  let partial: PartialDateTime
  let resolver: Resolver
  let zone: Zone
  private let pin: String?
  let present: WallTime

  init(_ partial: PartialDateTime, _ resolver: Resolver) throws(TimeError) {
    self.partial = partial
    self.resolver = resolver
    (zone, pin) = try resolver.zone(partial.zone)
    present = zone.wall(at: resolver.context.now)
  }

  func error(_ code: TimeError.Code) -> TimeError {
    TimeError(code, in: partial.bytes, accepted: .moment)
  }

  var now: Instant { resolver.context.now }
  var today: Int64 { present.dayNumber }

  func moment() throws(TimeError) -> Reading {
    if let instant = partial.instant {
      return try reading(Zone.utc.wall(at: instant), instant, pin: Zone.utc.name)
    }
    let time = try timeOfDay()
    let isAssumed = partial.time == nil && partial.part == nil && !keepsTime
    var found: (wall: WallTime, due: Instant)?
    for day in try days(time) {
      guard let wall = WallTime(secondsAsUTC: day * 86_400).adding(seconds: time.seconds) else {
        throw error(.tooLarge)
      }
      let due = zone.instant(of: wall)
      found = (wall, due)
      if due > now { break }
      // Not the same day of next year: `today`, `17 june`.
      if isAssumed, day == today, namesDay, !resolver.looksBack {
        throw error(.timeMissing)
      }
    }
    guard let found else { throw error(.noSuchDate) }
    if hourIsDay(time.hour) { throw error(.ambiguousHour) }
    var notes = isAssumed ? [Note.assumedTime(found.wall)] : []
    notes += zone.notes(on: found.wall)
    if time.isBare, !time.isSettled, time.minute == 0, (1...11).contains(time.hour),
      found.due.since(now) > 12 * 3_600_000
    {
      notes.append(.bareHour(other: time.hour + 12))
    }
    return try reading(found.wall, found.due, pin: pin, notes)
  }

  /// Whether the number after a weekday, which was taken for an hour, is also the day of the month
  /// of one that comes soon: `mercoledì 24`.
  private func hourIsDay(_ hour: Int) -> Bool {
    guard partial.mayBeDay, partial.day == nil, hour > 0 else { return false }
    let next = months().compactMap { number($0.year, $0.month, hour) }.first { $0 >= today }
    return next.map { Weekday(dayNumber: $0) == partial.weekday } ?? false
  }

  /// The day that is meant, whatever its time; today counts.
  func day() throws(TimeError) -> Int64 {
    let days = try days(TimeOfDay(hour: 0, isSettled: true))
    guard let day = days.first(where: { $0 >= today }) else {
      throw error(days.isEmpty ? .noSuchDate : .past)
    }
    return day
  }

  /// The moment after the time that was added (`noon + 2 hours`).
  private func reading(
    _ wall: WallTime, _ due: Instant, pin: String?, _ notes: [Note] = []
  ) throws(TimeError) -> Reading {
    guard partial.later != Span() else {
      return Reading(when: .wall(wall, zone: pin), due: due, notes: notes, bytes: partial.bytes)
    }
    guard let due = due.adding(partial.later, in: zone) else { throw error(.tooLarge) }
    let wall = zone.wall(at: due)
    // The second of two equal wall times can only be told by its offset.
    let fixed = zone.instant(of: wall) == due ? nil : Zone(fixedOffset: zone.offset(at: due))
    return Reading(
      when: .wall(wall, zone: fixed?.name ?? pin), due: due, notes: [], bytes: partial.bytes)
  }

  /// `next week` and `next month` without a time of day keep the present one.
  private var keepsTime: Bool {
    switch partial.day {
    case .later, .week: partial.time == nil && partial.part == nil && partial.weekday == nil
    default: false
    }
  }

  private func timeOfDay() throws(TimeError) -> TimeOfDay {
    if keepsTime {
      return TimeOfDay(
        hour: present.hour, minute: present.minute, second: present.second, isSettled: true)
    }
    guard let time = partial.time else {
      let hour = partial.part?.hour ?? (resolver.looksBack ? 0 : 9)
      return TimeOfDay(hour: hour, isSettled: true)
    }
    if time.isMidnight, partial.hasDay, partial.day != .relative(0) {
      throw error(.ambiguousMidnight)
    }
    guard let part = partial.part else { return time }
    guard let adjusted = time.adjusted(to: part) else {
      throw error(.contradiction)
    }
    return adjusted
  }

  /// The days that may be meant, in the order in which they are tried until one lies ahead.
  private func days(_ time: TimeOfDay) throws(TimeError) -> [Int64] {
    let isNight =
      (partial.part == .night || partial.part == .lateEvening) && time.isSmallHour
    if isNight, partial.hasDay {
      // The small hours of tonight may be tomorrow's; of other nights it is not known.
      guard partial.day == .relative(0), partial.weekday == nil else {
        throw error(.contradiction)
      }
      return [today, today + 1]
    }
    let days = try calendarDays(time)
    guard let weekday = partial.weekday, namesDate else { return days }
    guard days.allSatisfy({ Weekday(dayNumber: $0) == weekday }) else {
      throw error(.contradiction)
    }
    return days
  }

  /// Whether one day is meant, that comes once or once a year.
  private var namesDay: Bool {
    switch partial.day {
    case .relative, .date: true
    default: false
    }
  }

  /// Whether the day is known without the weekday, which then must agree.
  private var namesDate: Bool {
    switch partial.day {
    case .relative, .ahead, .date(.some, _, _), .later, .endOfMonth: true
    default: false
    }
  }
}
