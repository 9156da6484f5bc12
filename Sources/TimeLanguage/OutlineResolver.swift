import CivilTime

/// Finds the day and the time of day that an outline means.
struct OutlineResolver {
  struct Moment {
    var wall: WallTime
    var due: Instant
    /// The name of the zone that the wall time stays in.
    var pin: String?
    var notes: [Note] = []
  }

  let outline: Outline
  let resolver: Resolver
  let zone: Zone
  private let pin: String?
  let present: WallTime

  init(_ outline: Outline, _ resolver: Resolver) throws(TimeError) {
    self.outline = outline
    self.resolver = resolver
    (zone, pin) = try resolver.zone(outline.zone)
    present = zone.wall(at: resolver.context.now)
  }

  var now: Instant { resolver.context.now }
  var today: Int64 { present.dayNumber }

  func moment() throws(TimeError) -> Moment {
    if let instant = outline.instant {
      return try later(Moment(wall: Zone.utc.wall(at: instant), due: instant, pin: Zone.utc.name))
    }
    var notes: [Note] = []
    let time = try timeOfDay()
    let isAssumed = outline.time == nil && outline.part == nil && !keepsTime
    var found: (wall: WallTime, due: Instant)?
    for day in try days(time) {
      guard let wall = WallTime(secondsAsUTC: day * 86_400).adding(seconds: time.seconds) else {
        throw resolver.error(.tooLarge, outline)
      }
      let due = zone.instant(of: wall)
      found = (wall, due)
      if due > now { break }
      // Not the same day of next year: `today`, `17 june`.
      if isAssumed, day == today, namesDay, !resolver.looksBack {
        throw resolver.error(.timeMissing, outline)
      }
    }
    guard let found else { throw resolver.error(.noSuchDate, outline) }
    if hourIsDay(time.hour) { throw resolver.error(.ambiguousHour, outline) }
    if isAssumed {
      notes.append(.assumedTime(found.wall))
    }
    notes += zone.notes(on: found.wall)
    if time.isBare, !time.isSettled, time.minute == 0, (1...11).contains(time.hour),
      found.due.since(now) > 12 * 3_600_000
    {
      notes.append(.bareHour(other: time.hour + 12))
    }
    return try later(Moment(wall: found.wall, due: found.due, pin: pin, notes: notes))
  }

  /// Whether the number behind a weekday, which was taken for an hour, is also the day of the month
  /// of one that comes soon: `mercoledì 24`.
  private func hourIsDay(_ hour: Int) -> Bool {
    guard outline.mayBeDay, outline.day == nil, hour > 0 else { return false }
    let next = months().compactMap { number($0.year, $0.month, hour) }.first { $0 >= today }
    return next.map { Weekday(dayNumber: $0) == outline.weekday } ?? false
  }

  /// The day that is meant, whatever its time; today counts.
  func day() throws(TimeError) -> Int64 {
    let days = try days(TimeOfDay(hour: 0, isSettled: true))
    guard let day = days.first(where: { $0 >= today }) else {
      throw resolver.error(days.isEmpty ? .noSuchDate : .past, outline)
    }
    return day
  }

  /// Lets the time elapse that was added (`noon + 2 hours`).
  private func later(_ moment: Moment) throws(TimeError) -> Moment {
    guard outline.later != Span() else { return moment }
    guard let due = moment.due.adding(outline.later, in: zone) else {
      throw resolver.error(.tooLarge, outline)
    }
    let wall = zone.wall(at: due)
    // The second of two equal wall times can only be told by its offset.
    guard zone.instant(of: wall) != due, let fixed = Zone(fixedOffset: zone.offset(at: due)) else {
      return Moment(wall: wall, due: due, pin: moment.pin)
    }
    return Moment(wall: wall, due: due, pin: fixed.name)
  }

  /// `next week` and `next month` without a time of day keep the present one.
  private var keepsTime: Bool {
    guard outline.time == nil, outline.part == nil, outline.weekday == nil else { return false }
    switch outline.day {
    case .later, .week: return true
    default: return false
    }
  }

  private func timeOfDay() throws(TimeError) -> TimeOfDay {
    if keepsTime {
      return TimeOfDay(
        hour: present.hour, minute: present.minute, second: present.second, isSettled: true)
    }
    guard let time = outline.time else {
      let hour = outline.part?.hour ?? (resolver.looksBack ? 0 : 9)
      return TimeOfDay(hour: hour, isSettled: true)
    }
    if time.isMidnight, outline.hasDay, outline.day != .relative(0) {
      throw resolver.error(.ambiguousMidnight, outline)
    }
    guard let part = outline.part else { return time }
    guard let adjusted = time.adjusted(to: part) else {
      throw resolver.error(.contradiction, outline)
    }
    return adjusted
  }

  /// The days that may be meant, in the order in which they are tried until one lies ahead.
  private func days(_ time: TimeOfDay) throws(TimeError) -> [Int64] {
    let isNight =
      (outline.part == .night || outline.part == .lateEvening) && time.isSmallHour
    if isNight, outline.hasDay {
      // The small hours of tonight may be tomorrow's; of other nights nobody knows.
      guard outline.day == .relative(0), outline.weekday == nil else {
        throw resolver.error(.contradiction, outline)
      }
      return [today, today + 1]
    }
    let days = try calendarDays(time)
    guard let weekday = outline.weekday, namesDate else { return days }
    guard days.allSatisfy({ Weekday(dayNumber: $0) == weekday }) else {
      throw resolver.error(.contradiction, outline)
    }
    return days
  }

  /// Whether one day is meant, that comes once or once a year.
  private var namesDay: Bool {
    switch outline.day {
    case .relative, .date: true
    default: false
    }
  }

  /// Whether the day is known without the weekday, which then must agree.
  private var namesDate: Bool {
    switch outline.day {
    case .relative, .ahead, .date(.some, _, _), .later, .endOfMonth: true
    default: false
    }
  }
}
