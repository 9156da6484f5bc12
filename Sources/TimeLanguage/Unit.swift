import CivilTime

/// The units of time that languages have words for, from small to large.
enum Unit: Int, Comparable {
  case millisecond, second, minute, quarterHour, halfHour, hour, day, week, fortnight, month,
    quarterYear,
    year

  static func < (a: Unit, b: Unit) -> Bool { a.rawValue < b.rawValue }

  /// One of this unit.
  var span: Span {
    switch self {
    case .millisecond: Span(milliseconds: 1)
    case .second: Span(milliseconds: 1000)
    case .minute: Span(milliseconds: 60_000)
    case .quarterHour: Span(milliseconds: 900_000)
    case .halfHour: Span(milliseconds: 1_800_000)
    case .hour: Span(milliseconds: 3_600_000)
    case .day: Span(days: 1)
    case .week: Span(days: 7)
    case .fortnight: Span(days: 14)
    case .month: Span(months: 1)
    case .quarterYear: Span(months: 3)
    case .year: Span(months: 12)
    }
  }

  /// The unit of a number that follows without one (`1h20`), and the least value that it may not
  /// have. Behind days and weeks nobody writes so.
  var next: (unit: Unit, limit: Int64)? {
    switch self {
    case .hour: (.minute, 60)
    case .minute: (.second, 60)
    default: nil
    }
  }
}
