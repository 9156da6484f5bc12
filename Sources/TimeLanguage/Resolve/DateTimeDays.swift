import CivilTime

extension DateTimeResolver {
  /// The days that the partial time's own words name, the past ones of this year or month among them.
  func calendarDays(_ time: TimeOfDay) throws(TimeError) -> [Int64] {
    switch partial.day {
    case nil:
      guard let weekday = partial.weekday else { return [today, today + 1, today + 2] }
      let first = today + Int64(weekday.days(since: Weekday(dayNumber: today)))
      return [first, first + 7]
    case .relative(let days):
      guard days >= 0 || resolver.looksBack else { throw error(.past) }
      return [today + Int64(days)]
    case .ahead(let span), .later(let span):
      let day = present.adding(months: span.months)?.adding(days: Int64(span.days))
      guard let day else { throw error(.tooLarge) }
      return [day.dayNumber]
    case .week(let weeks):
      guard let weekday = partial.weekday else { return [today + 7 * Int64(weeks)] }
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
      guard let weekday = partial.weekday else { return days }
      // `tuesday 24`: the next 24th, otherwise it is not known which.
      let next = days.drop { $0 < today }.prefix(1)
      guard next.allSatisfy({ Weekday(dayNumber: $0) == weekday }) else {
        throw error(.contradiction)
      }
      return Array(next)
    case .endOfMonth(let month):
      return months(month).compactMap { number($0, $1, WallTime.days(inMonth: $1, of: $0)) }
    case .nth(let ordinal, let month):
      return months(month).compactMap { nth(ordinal, year: $0, month: $1) }
    case .nthWorkday(let ordinal, let month):
      return months(month).compactMap { nthWorkday(ordinal, year: $0, month: $1) }
    }
  }

  private func coming(from day: Int64) -> Int64 {
    day + Int64((partial.weekday ?? .monday).days(since: Weekday(dayNumber: day)))
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
    guard let weekday = partial.weekday else { return days }
    // `friday 20 september` is this year's or the next one's, not that of some year.
    let first = days.prefix { $0 < today }.count
    let agreeing = days[first...].prefix(1).filter { Weekday(dayNumber: $0) == weekday }
    guard !agreeing.isEmpty else { throw error(.contradiction) }
    return agreeing
  }

  /// This month and the next ones, or those called `name`.
  func months(_ name: Int? = nil) -> [(year: Int, month: Int)] {
    let first = present.year * 12 + present.month - 1
    return (first..<min(first + 24, 119_999)).map { ($0 / 12, $0 % 12 + 1) }
      .filter { name == nil || $0.1 == name }
  }

  func number(_ year: Int, _ month: Int, _ day: Int) -> Int64? {
    guard day <= WallTime.days(inMonth: month, of: year) else { return nil }
    return WallTime.dayNumber(year: year, month: month, day: day)
  }

  private func nth(_ ordinal: Int, year: Int, month: Int) -> Int64? {
    guard let weekday = partial.weekday else { return nil }
    let first = WallTime.dayNumber(year: year, month: month, day: 1)
    let last = first + Int64(WallTime.days(inMonth: month, of: year) - 1)
    if ordinal < 0 { return last - Int64(Weekday(dayNumber: last).days(since: weekday)) }
    let day = first + Int64(weekday.days(since: Weekday(dayNumber: first)) + 7 * (ordinal - 1))
    return day <= last ? day : nil
  }

  private func nthWorkday(_ ordinal: Int, year: Int, month: Int) -> Int64? {
    let first = WallTime.dayNumber(year: year, month: month, day: 1)
    let days = (first..<first + Int64(WallTime.days(inMonth: month, of: year))).filter {
      Weekday(dayNumber: $0).rawValue < 6
    }
    if ordinal < 0 { return days.last }
    return ordinal <= days.count ? days[ordinal - 1] : nil
  }
}
