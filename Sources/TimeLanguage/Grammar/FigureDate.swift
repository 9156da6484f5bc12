import CivilTime

extension Grammar {
  /// Reads a date in figures: `2026-12-24`, `20261224`, `24.12.2026`, `24/12`, `2026-W52-4`,
  /// `2026-358`.
  mutating func figureDate() throws(TimeError) -> Day? {
    guard peek().kind == .number, let first = peek().value else { return nil }
    let start = index
    if peek().digits == 8 {
      index += 1
      let (year, month, day) = (first / 10_000, first / 100 % 100, first % 100)
      return try checked(year: Int(year), month: Int(month), day: Int(day), from: start)
    }
    if let end = endOfLateDate { throw error(.tooLarge, from: start, to: end, .date) }
    guard peek().digits <= 4, peek().digits != 3, case .symbol(let mark) = peek(1).kind,
      peek(1).isGlued, mark == "-" || mark == "/" || mark == ".", peek(2).isGlued
    else { return nil }
    if peek().digits == 4, mark == "-", let day = try countedDate(year: Int(first)) { return day }
    guard let second = peek(2).value, peek(2).digits < 3 else { return nil }
    index += 3
    if isGlued(mark), peek(1).isGlued, let third = peek(1).value, peek(1).digits != 3 {
      if peek(1).digits == 5 { throw error(.tooLarge, from: start, to: index + 2, .date) }
      let third = (value: third, digits: peek(1).digits)
      index += 2
      if tokens[start].digits == 4 {
        return try checked(year: Int(first), month: Int(second), day: Int(third.value), from: start)
      }
      // 26-12-24 may begin with the year or with the day.
      guard third.digits == 4 || third.digits == 2 && mark != "-" else {
        throw error(.ambiguousDate, from: start, to: index, .date)
      }
      let year = third.digits == 4 ? third.value : 2000 + third.value
      return try ordered(first, second, year: Int(year), mark, from: start)
    }
    guard tokens[start].digits < 3, mark != "-" else { return nil }
    if mark == "." {
      // `24.12.` is a date and `17.30` a time; `24.12` can be no time, `9.5` can be both.
      let isClosed = isGlued(".") && !peek(1).isGlued
      // `4.12 o 9`
      let isBeforeTime = has(.at) && peek(1).kind == .number && second <= 12
      if !isClosed, !isBeforeTime, verb != .on, first < 24, second < 60 {
        guard peek(-1).digits == 1, sense().unit == nil else { return nil }
        throw error(.ambiguousDate, from: start, to: index, [.date, .time])
      }
      if isClosed { index += 1 }
    }
    if sense().unit != nil { return nil }
    return try ordered(first, second, year: nil, mark, from: start)
  }

  /// Where a date ends whose year has five figures: `10000-01-01`. Nil if there is none.
  private var endOfLateDate: Int? {
    guard peek().digits == 5, isGlued("-", 1), isGlued("-", 3), peek(2).digits == 2,
      peek(4).digits == 2, peek(2).isGlued, peek(4).isGlued, (1...12).contains(peek(2).value ?? 0),
      (1...31).contains(peek(4).value ?? 0)
    else { return nil }
    return index + 5
  }

  /// Day and month in the order that the mark and the habits tell; refused if two orders are
  /// possible.
  private func ordered(
    _ first: Int64, _ second: Int64, year: Int?, _ mark: Unicode.Scalar, from start: Int
  ) throws(TimeError) -> Day {
    if mark != ".", figures.hasTwoDateOrders {
      if first <= 12, second <= 12, first != second, first > 0, second > 0 {
        throw error(.ambiguousDate, from: start, to: index, .date)
      }
      if first <= 12, second > 12 {
        return try checked(year: year, month: Int(first), day: Int(second), from: start)
      }
    }
    return try checked(year: year, month: Int(second), day: Int(first), from: start)
  }

  /// ISO 8601's week date, `2026-W52-4`, and ordinal date, `2026-358`.
  private mutating func countedDate(year: Int) throws(TimeError) -> Day? {
    let start = index
    var dayOfYear: Int64
    let newYear = WallTime.dayNumber(year: max(year, 1), month: 1, day: 1)
    if peek(2).digits == 3, let value = peek(2).value {
      index += 3
      dayOfYear = value - 1
      guard dayOfYear >= 0, dayOfYear < (WallTime.isLeap(year) ? 366 : 365) else {
        throw error(.noSuchDate, from: start, to: index, .date)
      }
    } else if peek(2).word == "w", peek(3).isGlued, let week = peek(3).value, isGlued("-", 4),
      peek(5).isGlued, let weekday = peek(5).value
    {
      index += 6
      // Week 1 is the one with 4 January in it, the last one that with 28 December.
      let monday = newYear + 3 - Int64(Weekday(dayNumber: newYear + 3).rawValue - 1)
      let end = WallTime.dayNumber(year: max(year, 1), month: 12, day: 28)
      guard (1...7).contains(weekday), (1...(end - monday) / 7 + 1).contains(week) else {
        throw error(.noSuchDate, from: start, to: index, .date)
      }
      dayOfYear = monday - newYear + (week - 1) * 7 + weekday - 1
    } else {
      return nil
    }
    let (year, month, day) = WallTime.date(ofDay: newYear + dayOfYear)
    return .date(year: year, month: month, day: day)
  }
}
