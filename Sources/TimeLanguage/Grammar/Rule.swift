extension Grammar {
  /// Reads a repetition: what repeats, then days, times and limits in any order.
  mutating func rule() throws(TimeError) -> PartialRule {
    let start = index
    isRule = true
    var rule = PartialRule(isMarked: verb == .every)
    // `alle 9 ogni giorno`
    var beginsWithTime = false
    while rule.step == nil {
      let here = index
      beginsWithTime = !rule.times.isEmpty
      if try time(into: &rule) { continue }
      guard try subject(into: &rule) else { throw error(.notATime, from: here, .rule) }
    }
    while try detail(into: &rule) {}
    // `mon,wed 18:30`, but not `17:00 weekend plan`
    let isText = beginsWithTime && (has(.weekend, -1) || has(.workday, -1))
    if !rule.isMarked, rule.weekdays.count > 1, !rule.times.isEmpty, !isText {
      throw error(.mayRepeat, from: start, to: index, .rule)
    }
    guard rule.isMarked else { throw error(.notATime, from: start, .rule) }
    if rule.count != nil, rule.until != nil || rule.lasting != nil {
      throw error(.contradiction, from: start, to: index, .rule)
    }
    rule.bytes = bytes(from: start)
    return rule
  }

  /// Reads what repeats.
  private mutating func subject(into rule: inout PartialRule) throws(TimeError) -> Bool {
    let isPlural = has(.on) && has(.plural)
    skipAll([.on, .the])
    let isInterval = has(.interval)
    if skip(.every) {
      rule.isMarked = true
      skip(.the)
    }
    if let unit = sense().frequency {
      index += 1
      rule.isMarked = true
      rule.step = try step(1, unit, from: index - 1)
      return true
    }
    if try days(into: &rule, isInterval: isInterval) {
      rule.isMarked = rule.isMarked || isPlural
      return true
    }
    if try interval(into: &rule) { return true }
    if let part = sense().part {
      rule.isMarked = rule.isMarked || has(.plural)
      index += 1
      rule.part = part
      rule.step = .calendar(1, .daily)
      return true
    }
    return false
  }

  /// `15 minutes`, `2 weeks`, `other day`, `second week`, `hour and a half`.
  private mutating func interval(into rule: inout PartialRule) throws(TimeError) -> Bool {
    let start = index
    let number = skip(.other) ? 2 : ordinal()
    if let number, has(.other, -1) || sense().unit != nil {
      guard number > 0 else {
        guard rule.isMarked else { return reset(to: start) }
        // `every last day`: of the month, or of what?
        throw error(number < 0 ? .ambiguousRule : .zero, from: start, to: index + 1, .rule)
      }
      if let weekdays = try weekdays() {
        rule.weekdays = weekdays.days
        rule.step = .calendar(number, .weekly)
        return true
      }
      guard let unit = calendarUnit() else { throw error(.unknownUnit, from: index, .unit) }
      rule.step = try step(number, unit, from: start)
      return true
    }
    index = start
    // A unit alone is one of it.
    if let unit = calendarUnit() {
      rule.isQuarterly = unit == .quarterYear
      guard unit <= .hour else {
        rule.step = try step(1, unit, from: start)
        return true
      }
      let span = Quantity(numerator: 1) + half()
      guard case .success(let span) = span.of(unit) else { return false }
      rule.step = .elapsed(span.milliseconds)
      return true
    }
    if let number = wholeNumber() {
      // `ogni due martedì`
      if !peek().isGlued, let weekdays = try weekdays() {
        rule.weekdays = weekdays.days
        rule.step = .calendar(number, .weekly)
        return true
      }
      if let unit = calendarUnit(), unit >= .day {
        rule.step = try step(number, unit, from: start)
        return true
      }
    }
    index = start
    let isQuantity =
      peek().kind == .number || sense().number != nil || peek().isSymbol(".")
      || has([.half, .quarter, .oneAndHalf, .alone, .article])
    guard isQuantity || peek().isSymbol("-") && !peek().isGlued && peek(1).kind == .number else {
      return false
    }
    let span = try duration(isClock: false, isStep: true)
    if span.days == 0, span.milliseconds == 0, span.months > 0 {
      // `every half year`
      rule.step = .calendar(span.months, .monthly)
      return true
    }
    guard span.isElapsed else { throw error(.badRule, from: start, to: index, .rule) }
    rule.step = .elapsed(span.milliseconds)
    return true
  }

  /// A number without a fraction.
  mutating func wholeNumber() -> Int? {
    if let value = peek().value, value < 1_000_000 {
      index += 1
      return Int(value)
    }
    return numberWords()
  }

  /// Reads a unit; a quarter is one of the year here.
  private mutating func calendarUnit() -> Unit? {
    if has(.quarter), !has(.of, 1), sense(1).unit == nil {
      index += 1
      return .quarterYear
    }
    guard let unit = sense().unit, unit != .millisecond else { return nil }
    index += 1
    skipAbbreviationDot()
    return unit
  }

  func step(
    _ number: Int, _ unit: Unit, from start: Int
  ) throws(TimeError) -> PartialRule.Step {
    guard number > 0 else { throw error(.zero, from: start, to: index, .rule) }
    guard number < 100_000 else { throw error(.tooLarge, from: start, to: index, .rule) }
    switch unit {
    case .day: return .calendar(number, .daily)
    case .week: return .calendar(number, .weekly)
    case .fortnight: return .calendar(2 * number, .weekly)
    case .month: return .calendar(number, .monthly)
    case .quarterYear: return .calendar(3 * number, .monthly)
    case .year: return .calendar(number, .yearly)
    default: return .elapsed(unit.span.milliseconds * Int64(number))
    }
  }
}
