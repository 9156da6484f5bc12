import CivilTime

/// What a word of a language can stand for. A word may have several meanings at once (`second` is
/// a unit and an ordinal, `mar` is a day and a month); the grammar takes the one that fits.
struct WordSense {
  var unit: Unit?
  /// A cardinal number. Tens and hundreds join with what follows: `forty five`.
  var number: Int?
  /// A place in a row; -1 is the last.
  var ordinal: Int?
  /// An hour, if the language has words of its own for them (Polish `siedemnasta`).
  var hour: Int?
  var weekday: Weekday?
  /// 1 to 12.
  var month: Int?
  /// Days from today: -1 yesterday, 0 today, 1 tomorrow.
  var day: Int?
  var part: PartOfDay?
  /// A time of day with a name, in hours: 12 noon, 24 the midnight that ends the day.
  var time: Int?
  /// What happens once in each such unit: `daily`.
  var frequency: Unit?
  var roles: WordRole = []
  /// Whether people who speak another language have the day's or month's name as a word or an
  /// abbreviation, too: alone it does not tell which one is spoken.
  var isHomograph = false
}

/// The parts of the day that people name instead of an hour, or to say which half of the day an
/// hour belongs to.
enum PartOfDay: Int {
  case morning, afternoon, evening, lateEvening, night

  /// The hour that the part alone stands for.
  var hour: Int {
    switch self {
    case .morning: 9
    case .afternoon: 15
    case .evening: 19
    case .lateEvening: 20
    case .night: 22
    }
  }
}

/// The units of time that languages have words for, from small to large.
enum Unit: Int, Comparable {
  case millisecond, second, minute, quarterHour, halfHour, hour
  case day, week, fortnight, month, quarterYear, year

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
  /// have. Nothing is written so after days and weeks.
  var next: (unit: Unit, limit: Int64)? {
    switch self {
    case .hour: (.minute, 60)
    case .minute: (.second, 60)
    default: nil
    }
  }
}
