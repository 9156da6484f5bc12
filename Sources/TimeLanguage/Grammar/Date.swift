import CivilTime

extension Grammar {
  /// Reads a date with its month: `24 dec`, `dec 24th, 2026`, `2026-12-24`, `24.12.2026`.
  mutating func date() throws(TimeError) -> Day? {
    let start = index
    skipDateWord()
    if let date = try figureDate() { return date }
    index = start
    skipDateWord()
    if let day = dayNumber() {
      // `24th of december`, `10-August-2012`, `24. grudnia`
      if !skipSymbol("-") { skipAbbreviationDot() }
      skip(.of)
      if let month = sense().month {
        index += 1
        skipAbbreviationDot()
        return try checked(year: try year(), month: month, day: day, from: start)
      }
      index = start
    }
    if language.putsMonthFirst, let month = sense().month {
      index += 1
      skipAbbreviationDot()
      skip(.the)
      if peek().kind == .number || sense().ordinal != nil, let day = dayNumber() {
        return try checked(year: try year(), month: month, day: day, from: start)
      }
    }
    return rewound(to: start)
  }

  /// Steps over the words before a date: `the`, `il giorno`, `dnia`.
  private mutating func skipDateWord() {
    let isSaid = has(.date)
    skip(.the)
    if isSaid { skip(unit: .day) }
  }

  /// Reads the number of a day: figures, with or without an ending, or an ordinal; not where the
  /// figures begin something else (`9:00`, `9am`, `9.30`).
  mutating func dayNumber() -> Int? {
    let start = index
    if let ordinal = ordinal(), ordinal > 0 { return ordinal }
    index = start
    if peek().kind == .number {
      guard let value = peek().value, peek().digits < 3, !isGlued(":", 1),
        !(isGlued(".", 1) && peek(2).isGlued && peek(2).kind == .number)
      else { return nil }
      index += 1
      if isAtMeridiem { return rewound(to: start) }
      return Int(value)
    }
    // `il due giugno`
    if !language.hasHourWords, let number = numberWords(), number < 32 { return number }
    return rewound(to: start)
  }

  /// Reads an ordinal: `27th`, `1º`, `twenty-fourth`, `dwudziestego czwartego`, `last`.
  mutating func ordinal() -> Int? {
    if let value = peek().value {
      let hyphen = isGlued("-", 1) ? 1 : 0
      let ending = peek(1 + hyphen)
      // `15. dnia miesiąca`, `15. każdego miesiąca`
      if language.dotsOrdinals, value < 32 {
        let next = isGlued(".", 1) ? 2 : 1
        if !peek(next).isGlued,
          has(.date, next) && sense(next).unit == .day
            || next == 2 && has(.every, next) && sense(next + 1).unit == .month
        {
          index += next
          return Int(value)
        }
      }
      guard value < 1000, ending.isGlued,
        has(.ordinalEnding, 1 + hyphen) || ending.isSymbol("\u{BA}")
      else { return nil }
      index += 2 + hyphen
      return Int(value)
    }
    // `twenty-fourth`, `dwudziestego czwartego`
    let tens = sense().number ?? sense().ordinal ?? 0
    let hyphen = isGlued("-", 1) ? 1 : 0
    if tens == 20 || tens == 30, let unit = sense(1 + hyphen).ordinal, (1...9).contains(unit) {
      index += 2 + hyphen
      return tens + unit
    }
    guard let ordinal = sense().ordinal else { return nil }
    index += 1
    return ordinal
  }

  /// Reads the year after a date: `2026`, `, 2026`, `2026 roku`, `'26`.
  private mutating func year() throws(TimeError) -> Int? {
    let start = index
    skipSymbol(",")
    skipSymbol("-")
    skip(.of)
    if peek().isSymbol("'"), peek(1).isGlued, peek(1).digits == 2, let year = peek(1).value {
      index += 2
      return 2000 + Int(year)
    }
    guard peek().digits == 4, let year = peek().value, !isGlued(":", 1), year >= 1000 else {
      index = start
      // A year in two figures, or the text?
      if peek().digits == 2, let value = peek().value, value > 24, !isGlued(":", 1),
        !isGlued(".", 1)
      {
        throw error(.ambiguousDate, from: start, .date)
      }
      return nil
    }
    index += 1
    if skip(unit: .year) { skipAbbreviationDot() }
    return Int(year)
  }

  /// The date, if there is such a day.
  func checked(
    year: Int?, month: Int, day: Int, from start: Int
  ) throws(TimeError) -> Day {
    // Some year is a leap year.
    guard (1...12).contains(month),
      (1...WallTime.days(inMonth: month, of: year ?? 2000)).contains(day),
      (1...9999).contains(year ?? 2000)
    else { throw error(.noSuchDate, from: start, to: index, .date) }
    return .date(year: year, month: month, day: day)
  }
}
