/// The days that a rule's BYxxx parts select: a day must satisfy every part that is there.
///
/// RFC 5545's "expand" and "limit" come to the same once the parts that follow from the start are
/// filled in: within a period, the days that all parts agree on.
struct DayFilter: Hashable, Sendable {
  /// With the parts that follow from the start.
  private var rule: RecurrenceRule

  init(_ rule: RecurrenceRule, start: WallTime) {
    self.rule = rule
    if rule.yearDays.isEmpty, rule.monthDays.isEmpty, rule.days.isEmpty {
      switch rule.frequency {
      case .yearly where !rule.weekNumbers.isEmpty, .weekly:
        self.rule.days = [.init(Weekday(dayNumber: start.dayNumber))]
      case .yearly where rule.months.isEmpty:
        self.rule.months = [start.month]
        self.rule.monthDays = [start.day]
      case .yearly, .monthly:
        self.rule.monthDays = [start.day]
      case .daily, .hourly, .minutely, .secondly: break
      }
    }
  }

  /// Whether the filter lets every day pass.
  var isOpen: Bool {
    rule.months.isEmpty && rule.yearDays.isEmpty && rule.monthDays.isEmpty
      && rule.weekNumbers.isEmpty && rule.days.isEmpty
  }

  /// - Parameter dayNumber: days from 1970-01-01.
  func contains(_ dayNumber: Int64) -> Bool {
    if isOpen { return true }
    let (year, month, day) = WallTime.date(ofDay: dayNumber)
    guard rule.months.isEmpty || rule.months.contains(month) else { return false }
    let inMonth = Place(of: day, in: WallTime.days(inMonth: month, of: year))
    guard rule.monthDays.isEmpty || inMonth.isIn(rule.monthDays) else { return false }
    let inYear = Place(ofDay: dayNumber, inYear: year)
    if !rule.days.isEmpty {
      let weekday = Weekday(dayNumber: dayNumber)
      let place = rule.frequency == .monthly || !rule.months.isEmpty ? inMonth : inYear
      let isSelected = rule.days.contains {
        $0.weekday == weekday && ($0.ordinal == nil || place.week.isNumbered($0.ordinal!))
      }
      guard isSelected else { return false }
    }
    guard rule.yearDays.isEmpty || inYear.isIn(rule.yearDays) else { return false }
    return rule.weekNumbers.isEmpty || week(of: dayNumber).isIn(rule.weekNumbers)
  }

  /// The week that holds the day, numbered within its year: week 1 is the first with at least
  /// four days in the year (RFC 5545, BYWEEKNO; ISO 8601 where weeks begin on Monday).
  private func week(of dayNumber: Int64) -> Place {
    func number(_ day: Int64) -> (year: Int, week: Int) {
      // The fourth day of a week lies in the year that the week belongs to.
      let fourth = day - Int64(Weekday(dayNumber: day).days(since: rule.weekStart)) + 3
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
