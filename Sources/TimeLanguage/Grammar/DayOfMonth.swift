import CivilTime

extension Grammar {
  /// Reads a day that is counted within its month: `the 31st`, `il 15`, `last day of february`,
  /// `end of the month`, `first monday of the month`.
  mutating func dayOfMonth(
    hasWeekday: Bool
  ) throws(TimeError) -> (day: Day, weekday: Weekday?)? {
    let start = index
    skip(.on)
    skip(.the)
    if skip(.end) {
      // `fine mese`
      if skip(unit: .month) { return (.endOfMonth(nil), nil) }
      if let month = month(), !month.isEvery { return (.endOfMonth(month.number), nil) }
    }
    index = start
    if let found = try countedDay() { return found }
    index = start
    // `il 15`; `martedì 24 alle 9`
    let isSaid = skip(.date)
    if isSaid { skip(unit: .day) }
    if isSaid || hasWeekday, !has(.date), let day = dayNumber(), sense().unit == nil {
      if isSaid || isTimeNext {
        guard day > 0, day < 32 else { throw error(.noSuchDate, from: index - 1, .date) }
        if let month = month(), month.isEvery || month.number != nil { return nil }
        return (.ofMonth(day), nil)
      }
    }
    return rewound(to: start)
  }

  /// What an ordinal counts.
  private mutating func countedDay() throws(TimeError) -> (Day, Weekday?)? {
    skip(.the)
    let isFigure = peek().kind == .number
    let start = index
    guard let ordinal = ordinal() else { return nil }
    if let weekday = sense().weekday {
      skipWeekday()
      guard let month = month(), !month.isEvery else { return nil }
      // `il primo lunedì del mese`: of the next one, or of each?
      if verb == .any, !isBound, month.number == nil, !language.countsOnce {
        throw error(.mayRepeat, from: start, to: index, .rule)
      }
      try check([ordinal], upTo: 5, from: start, .date)
      return (.nth(ordinal, month: month.number), weekday)
    }
    if skipWorkday() {
      guard let month = month(), !month.isEvery else { return nil }
      try check([ordinal], upTo: 20, from: start, .date)
      return (.nthWorkday(ordinal, month: month.number), nil)
    }
    let isDay = skip(unit: .day)
    let month = month()
    // `piętnastego o 9`
    let isGenitive = language.dotsOrdinals && tokens[index - 1].word.hasSuffix("ego")
    let isDate = isFigure && !isDay || month != nil || isGenitive && (isAtEnd || isTimeNext)
    guard isDate, !(month?.isEvery ?? false) else { return nil }
    if ordinal == -1 { return (.endOfMonth(month?.number), nil) }
    if let month = month?.number {
      return (try checked(year: nil, month: month, day: ordinal, from: start), nil)
    }
    try check([ordinal], upTo: 31, from: start, .date)
    return (.ofMonth(ordinal), nil)
  }

  /// Refuses ordinals that no month has; -1 is the last.
  func check(
    _ ordinals: [Int], upTo most: Int, from start: Int, _ form: Forms
  ) throws(TimeError) {
    guard ordinals.allSatisfy({ $0 == -1 || (1...most).contains($0) }) else {
      throw error(.noSuchDate, from: start, to: index, form)
    }
  }

  /// A month that a day is counted in.
  struct MonthName {
    /// Nil for the current one, or each.
    var number: Int?
    /// `of every month`.
    var isEvery = false
  }

  /// Reads `of the month`, `del mese`, `miesiąca`, `of every month`, `of march`.
  mutating func month() -> MonthName? {
    let start = index
    // Polish puts the month in the genitive instead: `pierwszego dnia (każdego) miesiąca`.
    let month = has(.every) ? 1 : 0
    var isOf = has(.of, month) && sense(month).unit == .month
    if !isOf {
      isOf = skip(.of)
      skip(.the)
    }
    let isEvery = skip(.every)
    if !isEvery, let number = sense().month {
      index += 1
      skipAbbreviationDot()
      return MonthName(number: number)
    }
    return isOf && skip(unit: .month) ? MonthName(isEvery: isEvery) : rewound(to: start)
  }

  /// Whether a time of day, with or without a word like `at`, is here.
  var isTimeNext: Bool {
    var copy = self
    let place = Surroundings(isAfterWord: copy.skip(.at))
    return ((try? copy.timeOfDay(place)) ?? nil) != nil
  }
}
