import CivilTime

/// What a word of a language can stand for. A word may have several meanings at once (`second` is
/// a unit and an ordinal, `mar` is a day and a month); the grammar takes the one that fits.
struct Meaning {
  var unit: Unit?
  /// A cardinal number. Tens and hundreds join with what follows: `forty five`.
  var number: Int?
  /// A place in a row; -1 is the last.
  var ordinal: Int?
  /// An hour where a language has words of its own for them (Polish `siedemnasta`).
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
  var roles: Roles = []

  static func unit(_ unit: Unit, _ roles: Roles = []) -> Meaning {
    Meaning(unit: unit, roles: roles)
  }
  static func number(_ number: Int, _ roles: Roles = []) -> Meaning {
    Meaning(number: number, roles: roles)
  }
  static func ordinal(_ ordinal: Int) -> Meaning { Meaning(ordinal: ordinal) }
  static func weekday(_ weekday: Weekday, _ roles: Roles = []) -> Meaning {
    Meaning(weekday: weekday, roles: roles)
  }
  static func month(_ month: Int) -> Meaning { Meaning(month: month) }
  static func day(_ day: Int, _ part: PartOfDay? = nil) -> Meaning {
    Meaning(day: day, part: part)
  }
  static func part(_ part: PartOfDay, _ roles: Roles = []) -> Meaning {
    Meaning(part: part, roles: roles)
  }
  static func time(_ time: Int) -> Meaning { Meaning(time: time) }
  static func frequency(_ frequency: Unit) -> Meaning { Meaning(frequency: frequency) }
  static func role(_ roles: Roles) -> Meaning { Meaning(roles: roles) }
}

/// The parts of the day that people name instead of an hour, or to say which half of the day an
/// hour belongs to.
enum PartOfDay {
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
