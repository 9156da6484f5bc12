/// How far ahead something lies. Months and days are the calendar's: they keep the wall time, as
/// RFC 5545 (3.3.6) has it for nominal durations. The rest is time that really elapses.
public struct Span: Hashable, Sendable {
  /// Calendar months; a day that the month reached lacks becomes its last one.
  public var months: Int
  /// Calendar days, added after the months.
  public var days: Int
  /// Elapsed milliseconds, added last.
  public var milliseconds: Int64

  public init(months: Int = 0, days: Int = 0, milliseconds: Int64 = 0) {
    self.months = months
    self.days = days
    self.milliseconds = milliseconds
  }

  public var isZero: Bool { months == 0 && days == 0 && milliseconds == 0 }

  /// Whether only real time counts, so that neither zone nor calendar has a say.
  public var isElapsed: Bool { months == 0 && days == 0 }

  /// The longest that a span may be: what fits between the years 1 and 9999.
  static let longest = (
    months: 9998 * 12, days: 9998 * 366, milliseconds: Int64(9998) * 366 * 86_400_000
  )

  var isTooLong: Bool {
    months > Span.longest.months || days > Span.longest.days
      || milliseconds > Span.longest.milliseconds
  }
}
