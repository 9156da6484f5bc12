/// The days that a rule's BYxxx parts select: a day must satisfy every part that is there.
///
/// RFC 5545's "expand" and "limit" come to the same once the parts that follow from the start are
/// filled in: within a period, the days that all parts agree on.
struct DayFilter: Hashable, Sendable {
  private let months, yearDays, monthDays, weekNumbers: [Int]
  private let days: [RecurrenceRule.Day]
  private let weekStart: Weekday
  /// Whether ordinals of weekdays count within the month; otherwise within the year.
  private let ordinalsCountInMonth: Bool

  init(_ rule: RecurrenceRule, start: WallTime) {
    var rule = rule
    if rule.yearDays.isEmpty, rule.monthDays.isEmpty, rule.days.isEmpty {
      switch rule.frequency {
      case .yearly where !rule.weekNumbers.isEmpty, .weekly:
        rule.days = [.init(Weekday(dayNumber: start.dayNumber))]
      case .yearly where rule.months.isEmpty:
        rule.months = [start.month]
        rule.monthDays = [start.day]
      case .yearly, .monthly:
        rule.monthDays = [start.day]
      case .daily, .hourly, .minutely, .secondly: break
      }
    }
    months = rule.months
    yearDays = rule.yearDays
    monthDays = rule.monthDays
    weekNumbers = rule.weekNumbers
    days = rule.days
    weekStart = rule.weekStart
    ordinalsCountInMonth = rule.frequency == .monthly || !rule.months.isEmpty
  }

  /// Whether the filter lets every day pass.
  var isOpen: Bool {
    months.isEmpty && yearDays.isEmpty && monthDays.isEmpty && weekNumbers.isEmpty && days.isEmpty
  }

  /// - Parameter dayNumber: days from 1970-01-01.
  func contains(_ dayNumber: Int64) -> Bool {
    if isOpen { return true }
    let (year, month, day) = WallTime.date(ofDay: dayNumber)
    guard months.isEmpty || months.contains(month) else { return false }
    let inMonth = Place(of: day, in: WallTime.days(inMonth: month, of: year))
    guard monthDays.isEmpty || inMonth.isIn(monthDays) else { return false }
    if !days.isEmpty {
      let weekday = Weekday(dayNumber: dayNumber)
      let place = ordinalsCountInMonth ? inMonth : Place(ofDay: dayNumber, inYear: year)
      let isSelected = days.contains {
        $0.weekday == weekday && ($0.ordinal == nil || place.week.isNumbered($0.ordinal!))
      }
      guard isSelected else { return false }
    }
    guard yearDays.isEmpty || Place(ofDay: dayNumber, inYear: year).isIn(yearDays)
    else { return false }
    return weekNumbers.isEmpty || week(of: dayNumber).isIn(weekNumbers)
  }

  /// The week that holds the day, numbered within its year: week 1 is the first with at least
  /// four days in the year (RFC 5545, BYWEEKNO; ISO 8601 where weeks begin on Monday).
  private func week(of dayNumber: Int64) -> Place {
    func number(_ day: Int64) -> (year: Int, week: Int) {
      // The fourth day of a week lies in the year that the week belongs to.
      let fourth = day - Int64(Weekday(dayNumber: day).days(since: weekStart)) + 3
      let year = WallTime.date(ofDay: fourth).year
      return (year, Place(ofDay: fourth, inYear: year).week.fromStart)
    }
    let (year, week) = number(dayNumber)
    // 28 December is in the last week of its year, wherever weeks begin.
    let last = number(WallTime.dayNumber(year: year, month: 12, day: 28)).week
    return Place(of: week, in: last)
  }
}

/// Where something stands among its like, counted from both ends.
private struct Place {
  /// 1 for the first.
  let fromStart: Int
  /// -1 for the last.
  let fromEnd: Int

  init(of number: Int, in count: Int) {
    fromStart = number
    fromEnd = number - count - 1
  }

  init(ofDay dayNumber: Int64, inYear year: Int) {
    let first = WallTime.dayNumber(year: year, month: 1, day: 1)
    self.init(of: Int(dayNumber - first) + 1, in: WallTime.isLeap(year) ? 366 : 365)
  }

  private init(fromStart: Int, fromEnd: Int) {
    self.fromStart = fromStart
    self.fromEnd = fromEnd
  }

  /// For a day: which one of its weekday it is.
  var week: Place { Place(fromStart: (fromStart - 1) / 7 + 1, fromEnd: (fromEnd + 1) / 7 - 1) }

  func isNumbered(_ number: Int) -> Bool { number == fromStart || number == fromEnd }
  func isIn(_ numbers: [Int]) -> Bool {
    numbers.contains(fromStart) || numbers.contains(fromEnd)
  }
}
