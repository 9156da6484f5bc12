/// A day of the week, numbered as in ISO 8601.
package enum Weekday: Int, CaseIterable, Hashable, Sendable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// iCalendar's two letters (RFC 5545 §3.3.10).
  package var code: String {
    switch self {
    case .monday: "MO"
    case .tuesday: "TU"
    case .wednesday: "WE"
    case .thursday: "TH"
    case .friday: "FR"
    case .saturday: "SA"
    case .sunday: "SU"
    }
  }

  /// The day of the week on which a day falls.
  /// - Parameter dayNumber: days from 1970-01-01, a Thursday.
  package init(dayNumber: Int64) { self = Weekday.allCases[Int((dayNumber + 3).modulo(7))] }

  /// Days from the last `other` to this one, 0 to 6.
  package func days(since other: Weekday) -> Int { (rawValue - other.rawValue + 7) % 7 }
}
