import CivilTime

extension Grammar {
  /// Reads what names a day into `partial time`, which has none yet but perhaps a weekday: a date,
  /// `tomorrow`, `this afternoon`, `in 2 days`, `next week`, `the 31st`.
  mutating func day(into partial: inout PartialDateTime) throws(TimeError) -> Bool {
    let start = index
    if let date = try date() {
      partial.day = date
      return true
    }
    index = start
    if let (days, part) = relativeDay() {
      partial.day = .relative(days)
      partial.part = partial.part ?? part
      return true
    }
    index = start
    var found = spanAhead()
    if found == nil {
      index = start
      found = period().map { ($0, nil) }
    }
    if found == nil {
      index = start
      found = try dayOfMonth(hasWeekday: partial.weekday != nil)
    }
    guard let found else { return reset(to: start) }
    partial.day = found.day
    if let weekday = found.weekday { partial.weekday = weekday }
    return true
  }

  /// Days from today: `today`, `tonight`, `this afternoon`, `the day after tomorrow`.
  private mutating func relativeDay() -> (days: Int, part: PartOfDay?)? {
    if let days = sense().day {
      let part = sense().part
      index += 1
      return (days, part)
    }
    if has(.this), let part = sense(1).part {
      index += 2
      return (0, part)
    }
    skip(.the)
    // `day after tomorrow`, `dopo domani`
    let isDay = skip(unit: .day)
    guard isDay ? skip(.after) : skip(.dayAfter), sense().day == 1 else { return nil }
    index += 1
    return (2, nil)
  }

  /// Days, weeks, months or years from today, `in 2 days`, or from a day, `a week from friday`. A
  /// span with hours is no day.
  private mutating func spanAhead() -> (day: Day, weekday: Weekday?)? {
    let isSaid = skip(.ahead)
    guard isSaid || peek().kind == .number || sense().number != nil || has(.article) else {
      return nil
    }
    var copy = self
    guard let span = try? copy.duration(isClock: false, isStep: true), span.milliseconds == 0
    else { return nil }
    index = copy.index
    if has(.now, -1) { return (.ahead(span), nil) }
    guard skip(.from) || skip(.after) else {
      return isSaid || verb == .in ? (.ahead(span), nil) : nil
    }
    if let days = sense().day, days >= 0 {
      index += 1
      guard span.months != 0 else { return (.relative(span.days + days), nil) }
      return (.later(Span(months: span.months, days: span.days + days)), nil)
    }
    guard span.months == 0, let weekday = sense().weekday else { return nil }
    index += 1
    return (.afterComing(span.days), weekday)
  }

  /// `next week`, `la settimana prossima`, `next month`, `this week`.
  mutating func period() -> Day? {
    skipAll([.the, .of, .on, .ahead])
    let isBefore = has([.next, .this])
    guard isBefore || has(.next, 1), let unit = sense(isBefore ? 1 : 0).unit else { return nil }
    let isNext = has(.next) || !isBefore
    index += 2
    switch unit {
    case .week: return .week(isNext ? 1 : 0)
    case .month, .year: return isNext ? .later(unit.span) : nil
    default: return nil
    }
  }

  /// Reads a weekday: `friday`, `next friday`, `venerdì prossimo`, `friday next week`, `friday
  /// week`. Where the day is known already it only says which weekday that is.
  mutating func weekday(into partial: inout PartialDateTime) -> Bool {
    let start = index
    var isNext = skip(.next)
    if !isNext, skip(.this) { skip(.this) }
    guard let weekday = weekday, isBound || !has(.plural) else { return reset(to: start) }
    index += 1
    // `2 days sun cream`
    if case .ahead = partial.day, peek(-1).word.utf8.count < 4, !has(.on, -2), peek().kind == .word,
      !peek().isGlued, sense().roles.isEmpty, sense().part == nil, sense().time == nil
    {
      return reset(to: start)
    }
    skipAbbreviationDot()
    partial.weekday = weekday
    guard partial.day == nil else {
      // `next week friday` is fine, `dec 24 next friday` is not.
      if isNext { index = start }
      return !isNext
    }
    if sense(1).unit == nil, skip(.next) { isNext = true }
    let behind = index
    if !isNext, let period = period(), case .week = period {
      partial.day = period
      return true
    }
    index = behind
    if isNext { partial.day = .next }
    if !isNext, sense().unit == .week, peek().word.utf8.count > 2, !has(.alone) {
      var copy = self
      copy.index += 1
      copy.skip(.at)
      let isEnd = copy.isAtEnd
      if isEnd || (try? copy.timeOfDay(Surroundings())) ?? nil != nil {
        index += 1
        partial.day = .afterComing(7)
      }
    }
    return true
  }
}
