/// A duration as people say it: months and days follow the calendar, the rest is elapsed
/// time. `1 month 2 days 3 hours` is not a number of milliseconds until one knows from when.
package struct Span: Hashable, Sendable {
  package var months: Int
  package var days: Int
  /// Elapsed time, in milliseconds.
  package var milliseconds: Int64

  package init(months: Int = 0, days: Int = 0, milliseconds: Int64 = 0) {
    self.months = months
    self.days = days
    self.milliseconds = milliseconds
  }

  /// Adds part by part.
  package static func += (sum: inout Span, part: Span) {
    sum.months += part.months
    sum.days += part.days
    sum.milliseconds += part.milliseconds
  }

  /// Whether it is elapsed time alone, the same from everywhere.
  package var isElapsed: Bool { months == 0 && days == 0 }
}

extension WallTime {
  /// The same time of day, `months` later; the month's last day if it has no such day (31
  /// January and one month is 28 or 29 February). Nil outside years 1 to 9999.
  package func adding(months: Int) -> WallTime? {
    let date = WallTime.date(ofDay: dayNumber)
    let (sum, overflow) = (date.year * 12 + date.month - 1).addingReportingOverflow(months)
    guard !overflow, (12..<120_000).contains(sum) else { return nil }
    let (year, month) = (sum / 12, sum % 12 + 1)
    let day = min(date.day, WallTime.days(inMonth: month, of: year))
    return WallTime(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second)
  }
}

extension Instant {
  /// This instant moved by `span`: months, then days move the date on the wall in `zone` and keep
  /// the time of day (`Zone.instant(of:)` decides over gaps and overlaps); then time elapses. Nil
  /// outside years 1 to 9999.
  package func adding(_ span: Span, in zone: Zone) -> Instant? {
    guard !span.isElapsed else { return advanced(by: span.milliseconds) }
    let fraction = milliseconds - seconds * 1000
    guard
      let wall = zone.wall(at: self).adding(months: span.months)?.adding(days: Int64(span.days))
    else { return nil }
    let start = Instant(milliseconds: zone.instant(of: wall).milliseconds + fraction)
    return start.advanced(by: span.milliseconds)
  }
}
