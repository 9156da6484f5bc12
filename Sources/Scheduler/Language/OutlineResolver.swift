/// Finds the day and the time of day that an outline means.
struct OutlineResolver {
  struct Moment {
    var wall: WallTime
    var due: Instant
    /// The name of the zone that the wall time stays in.
    var pin: String?
    var notes: [Note] = []
  }

  private let outline: Outline
  private let resolver: Resolver
  private let zone: Zone
  private let pin: String?
  private let present: WallTime

  init(_ outline: Outline, _ resolver: Resolver) throws(TimeError) {
    self.outline = outline
    self.resolver = resolver
    (zone, pin) = try resolver.zone(outline.zone)
    present = zone.wall(at: resolver.context.now)
  }

  private var now: Instant { resolver.context.now }
  private var today: Int64 { present.dayNumber }

  func moment() throws(TimeError) -> Moment {
    if let instant = outline.instant {
      return try later(Moment(wall: Zone.utc.wall(at: instant), due: instant, pin: Zone.utc.name))
    }
    var notes: [Note] = []
    let time = try timeOfDay()
    var found: (wall: WallTime, due: Instant)?
    for day in try days(time) {
      guard let wall = WallTime(secondsAsUTC: day * 86_400).adding(seconds: time.seconds) else {
        throw resolver.error(.tooLarge, outline)
      }
      let due = zone.instant(of: wall)
      found = (wall, due)
      if due > now { break }
    }
    guard let found else { throw resolver.error(.noSuchDate, outline) }
    if hourIsDay(time.hour) { throw resolver.error(.ambiguousHour, outline) }
    if outline.time == nil, outline.part == nil, !keepsTime {
      notes.append(.assumedTime(found.wall))
    }
    switch zone.resolve(found.wall) {
    case .unique: break
    case .gap(shifted: _, let by): notes.append(.gap(asked: found.wall, by: by))
    case .overlap(let first, let second): notes.append(.overlap(first: first, second: second))
    }
    if time.isBare, !time.isSettled, (1...11).contains(time.hour),
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
      return TimeOfDay(hour: outline.part?.hour ?? 9, isSettled: true)
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

  /// Whether the day is known without the weekday, which then must agree.
  private var namesDate: Bool {
    switch outline.day {
    case .relative, .ahead, .date(.some, _, _), .later, .endOfMonth: true
    default: false
    }
  }

  private func calendarDays(_ time: TimeOfDay) throws(TimeError) -> [Int64] {
    switch outline.day {
    case nil:
      guard let weekday = outline.weekday else { return [today, today + 1, today + 2] }
      let first = today + Int64(weekday.days(since: Weekday(dayNumber: today)))
      return [first, first + 7]
    case .relative(let days):
      guard days >= 0 else { throw resolver.error(.past, outline) }
      return [today + Int64(days)]
    case .ahead(let span), .later(let span):
      let day = present.adding(months: span.months)?.adding(days: Int64(span.days))
      guard let day else { throw resolver.error(.tooLarge, outline) }
      return [day.dayNumber]
    case .week(let weeks):
      guard let weekday = outline.weekday else { return [today + 7 * Int64(weeks)] }
      let monday = today - Int64(Weekday(dayNumber: today).rawValue - 1)
      return [monday + 7 * Int64(weeks) + Int64(weekday.rawValue - 1)]
    case .next:
      return [coming(from: today + 1)]
    case .afterComing(let days):
      let first = coming(from: today)
      let isPast = zone.instant(of: wall(first, time)) <= now
      return [(isPast ? first + 7 : first) + Int64(days)]
    case .date(let year, let month, let day):
      return try dates(year: year, month: month, day: day)
    case .ofMonth(let day):
      let days = months().compactMap { year, month in number(year, month, day) }
      guard let weekday = outline.weekday else { return days }
      // `tuesday 24`: the next 24th, or nobody knows which.
      let next = days.drop { $0 < today }.prefix(1)
      guard next.allSatisfy({ Weekday(dayNumber: $0) == weekday }) else {
        throw resolver.error(.contradiction, outline)
      }
      return Array(next)
    case .endOfMonth(let month):
      return months().filter { month == nil || $0.month == month }.compactMap {
        number($0.year, $0.month, WallTime.days(inMonth: $0.month, of: $0.year))
      }
    case .nth(let ordinal):
      return months().compactMap { nth(ordinal, year: $0.year, month: $0.month) }
    }
  }

  private func coming(from day: Int64) -> Int64 {
    day + Int64((outline.weekday ?? .monday).days(since: Weekday(dayNumber: day)))
  }

  private func wall(_ day: Int64, _ time: TimeOfDay) -> WallTime {
    WallTime(secondsAsUTC: day * 86_400 + time.seconds)
  }

  /// A date without a year is the next such day: 29 February waits for a leap year. A weekday
  /// beside it must agree.
  private func dates(year: Int?, month: Int, day: Int) throws(TimeError) -> [Int64] {
    if let year { return [WallTime.dayNumber(year: year, month: month, day: day)] }
    let days = (present.year...min(present.year + 8, 9999)).compactMap {
      number($0, month, day)
    }
    guard let weekday = outline.weekday else { return days }
    // `friday 20 september` is this year's or the next one's, not that of some year.
    let first = days.prefix { $0 < today }.count
    let agreeing = days[first...].prefix(1).filter { Weekday(dayNumber: $0) == weekday }
    guard !agreeing.isEmpty else { throw resolver.error(.contradiction, outline) }
    return agreeing
  }

  /// This month and the next ones.
  private func months() -> [(year: Int, month: Int)] {
    let first = present.year * 12 + present.month - 1
    return (first..<min(first + 24, 119_999)).map { ($0 / 12, $0 % 12 + 1) }
  }

  private func number(_ year: Int, _ month: Int, _ day: Int) -> Int64? {
    guard day <= WallTime.days(inMonth: month, of: year) else { return nil }
    return WallTime.dayNumber(year: year, month: month, day: day)
  }

  private func nth(_ ordinal: Int, year: Int, month: Int) -> Int64? {
    guard let weekday = outline.weekday else { return nil }
    let first = WallTime.dayNumber(year: year, month: month, day: 1)
    let last = first + Int64(WallTime.days(inMonth: month, of: year) - 1)
    if ordinal < 0 { return last - Int64(Weekday(dayNumber: last).days(since: weekday)) }
    let day = first + Int64(weekday.days(since: Weekday(dayNumber: first)) + 7 * (ordinal - 1))
    return day <= last ? day : nil
  }
}
