/// What a word of a language can stand for. A word may have several meanings at once (`second` is
/// a unit and an ordinal); the grammar takes the one that fits its place.
struct Meaning {
  var unit: Unit?
  /// A cardinal number. Tens and hundreds join with what follows: `forty five`.
  var number: Int?
  var roles: Roles = []

  static func unit(_ unit: Unit, _ roles: Roles = []) -> Meaning {
    Meaning(unit: unit, roles: roles)
  }
  static func number(_ number: Int, _ roles: Roles = []) -> Meaning {
    Meaning(number: number, roles: roles)
  }
  static func role(_ roles: Roles) -> Meaning { Meaning(roles: roles) }
}

/// The units of time that languages have words for, from small to large.
enum Unit: Int, Comparable {
  case millisecond, second, minute, quarterHour, hour, day, week, fortnight, month, year

  static func < (a: Unit, b: Unit) -> Bool { a.rawValue < b.rawValue }

  /// One of this unit.
  var span: Span {
    switch self {
    case .millisecond: Span(milliseconds: 1)
    case .second: Span(milliseconds: 1000)
    case .minute: Span(milliseconds: 60_000)
    case .quarterHour: Span(milliseconds: 900_000)
    case .hour: Span(milliseconds: 3_600_000)
    case .day: Span(days: 1)
    case .week: Span(days: 7)
    case .fortnight: Span(days: 14)
    case .month: Span(months: 1)
    case .year: Span(months: 12)
    }
  }

  /// The unit of a number that follows without one (`1h20`), and the least value that it may not
  /// have.
  var next: (unit: Unit, limit: Int64)? {
    switch self {
    case .week: (.day, 7)
    case .day: (.hour, 24)
    case .hour: (.minute, 60)
    case .minute: (.second, 60)
    default: nil
    }
  }
}

/// What a word does in a sentence.
struct Roles: OptionSet {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }
  private init(bit: UInt64) { rawValue = 1 << bit }

  /// `a`, `an`: one of something.
  static let article = Roles(bit: 0)
  static let and = Roles(bit: 1)
  static let of = Roles(bit: 2)
  static let half = Roles(bit: 3)
  /// A fourth part.
  static let quarter = Roles(bit: 4)
  /// One and a half (Polish `półtora`).
  static let oneAndHalf = Roles(bit: 5)
  /// Two of something (`a couple of hours`).
  static let couple = Roles(bit: 6)
  /// A quantity that nobody knows (`a few`).
  static let vague = Roles(bit: 7)
  /// A unit that means one of it when no number precedes (Polish has no article).
  static let alone = Roles(bit: 8)
  /// Before a duration: `in`, `tra`, `za`.
  static let ahead = Roles(bit: 9)
  /// After a duration, for the past: `ago`, `fa`, `temu`.
  static let ago = Roles(bit: 10)
  static let minus = Roles(bit: 11)
  /// `about`, which changes nothing.
  static let about = Roles(bit: 12)
  static let from = Roles(bit: 13)
  static let now = Roles(bit: 14)
}
