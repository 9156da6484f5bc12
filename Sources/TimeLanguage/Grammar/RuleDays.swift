import CivilTime

extension Grammar {
  /// Reads the days that a repetition falls on, each in every week, month or year: `mon,wed`,
  /// `weekday`, `2nd tuesday of the month`, `last day of the month`, `the 15th`, `dec 24`.
  ///
  /// - Parameter isInterval: whether an ordinal says how many weeks lie between (`co drugi wtorek`).
  mutating func days(
    into rule: inout PartialRule, isInterval: Bool
  ) throws(TimeError) -> Bool {
    let start = index
    if let days = try weekdays() {
      rule.isMarked = rule.isMarked || days.isMarked
      rule.weekdays = days.days
      if rule.step == nil { rule.step = .calendar(1, .weekly) }
      return true
    }
    if let (day, month) = try yearlyDate() {
      rule.months = [month]
      rule.monthDays = [day]
      rule.step = rule.step ?? .calendar(1, .yearly)
      return true
    }
    index = start
    if try ordinalDays(into: &rule, isInterval: isInterval) { return true }
    index = start
    // `il 15 di ogni mese`, `ogni 15 del mese`
    if peek().kind == .number, let day = dayNumber(), let month = month(), month.number == nil {
      guard (1...31).contains(day) else { throw error(.noSuchDate, from: start, .date) }
      rule.monthDays = [day]
      finish(&rule, month)
      return true
    }
    index = start
    // `ogni mese il 15`
    let isMonthly = rule.step.map { $0.frequency == .monthly } ?? false
    if has(.date) || isMonthly, !has(.of) {
      skip(.date)
      skip(unit: .day)
      if let day = dayNumber(), sense().unit == nil, tokens[start].kind == .word || isTimeNext {
        guard (1...31).contains(day) else { throw error(.noSuchDate, from: index - 1, .date) }
        rule.monthDays = [day]
        finish(&rule, month())
        return true
      }
    }
    return reset(to: start)
  }

  /// `dec 24`, `24 grudnia`.
  private mutating func yearlyDate() throws(TimeError) -> (day: Int, month: Int)? {
    let start = index
    skip(.date)
    guard let date = try date() else { return nil }
    guard case .date(nil, let month, let day) = date else {
      throw error(.unexpected, from: start, to: index, .rule)
    }
    return (day, month)
  }

  /// Days that ordinals count: `1st and 15th`, `2nd tuesday`, `last day of the month`.
  private mutating func ordinalDays(
    into rule: inout PartialRule, isInterval: Bool
  ) throws(TimeError) -> Bool {
    skip(.the)
    let start = index
    let isWord = peek().kind == .word
    guard let ordinals = ordinals() else { return false }
    if let weekday = sense().weekday {
      skipWeekday()
      let month = month()
      if isInterval, month == nil {
        guard ordinals.count == 1, ordinals[0] > 0 else { return false }
        rule.weekdays = [RecurrenceRule.Day(weekday)]
        rule.step = .calendar(ordinals[0], .weekly)
        return true
      }
      // Every second Tuesday: of each month, or every other one?
      if isWord, ordinals == [2], month == nil, rule.step == nil {
        throw error(.ambiguousRule, from: start, to: index, .rule)
      }
      // `il primo lunedì del mese`: of the next one, or of each?
      if verb == .any, !rule.isMarked, let month, !month.isEvery, month.number == nil,
        !language.countsOnce
      {
        throw error(.mayRepeat, from: start, to: index, .rule)
      }
      try check(ordinals, upTo: 5, from: start, .rule)
      rule.weekdays = ordinals.map { RecurrenceRule.Day(weekday, ordinal: $0) }
      finish(&rule, month)
      return true
    }
    if ordinals.count == 1, skipWorkday() {
      guard ordinals[0] <= 20 else { throw error(.noSuchDate, from: start, to: index, .rule) }
      rule.workday = ordinals[0]
      finish(&rule, month())
      return true
    }
    let isDay = skip(unit: .day)
    let month = month()
    // `every second day` is an interval, `every second day of the month` is not.
    let isDayOfMonth =
      isDay ? month != nil || rule.step != nil : month != nil || !isWord || rule.step != nil
    guard isDayOfMonth, !isInterval || month != nil else { return false }
    try check(ordinals, upTo: 31, from: start, .rule)
    guard sense().unit == nil else { return false }
    rule.monthDays = ordinals
    finish(&rule, month)
    return true
  }

  private func finish(_ rule: inout PartialRule, _ month: MonthName?) {
    if let number = month?.number { rule.months = [number] }
    if let month, month.isEvery || month.number == nil && !language.countsOnce {
      rule.isMarked = true
    }
    if rule.step == nil { rule.step = .calendar(1, month?.number == nil ? .monthly : .yearly) }
  }

  /// `2nd`, `1st and 15th`, `first, third`.
  private mutating func ordinals() -> [Int]? {
    guard let first = ordinal() else { return nil }
    var ordinals = [first]
    while true {
      let start = index
      guard skip(.and) || skipSymbol(",") else { break }
      skip(.the)
      guard let next = ordinal() else {
        index = start
        break
      }
      ordinals.append(next)
    }
    return ordinals
  }
}
