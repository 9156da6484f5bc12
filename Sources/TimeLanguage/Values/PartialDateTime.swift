import CivilTime

/// A moment as it was said, before it meets the calendar.
struct PartialDateTime {
  var day: Day?
  var weekday: Weekday?
  var time: TimeOfDay?
  var part: PartOfDay?
  /// A bare hour right after a weekday, which could be a day of the month: `mercoledì 13`.
  var mayBeDay = false
  /// Time that elapses after it: `noon + 2 hours`.
  var later = Span()
  var zone: ZoneName?
  /// `@1774724400` and the like, which need no calendar.
  var instant: Instant?
  /// The part of the day was said as a time of its own: `in the morning`, not `morning`.
  var isWhole = false
  /// Where it is in the input.
  var bytes = 0..<0

  var isEmpty: Bool {
    day == nil && weekday == nil && time == nil && part == nil && instant == nil
  }
  var hasDay: Bool { day != nil || weekday != nil }
}

/// A day as it was said.
enum Day: Hashable {
  /// Days from today.
  case relative(Int)
  /// A span from today: `in 2 weeks`.
  case ahead(Span)
  /// `next month`: a span from now, which keeps the time of day.
  case later(Span)
  /// `next week`: seven days on, or with a weekday that day of the next week, which begins on
  /// Monday. 0 is this week.
  case week(Int)
  /// The weekday's next coming that is not today.
  case next
  /// The weekday's coming, and so many days.
  case afterComing(Int)
  case date(year: Int?, month: Int, day: Int)
  /// A day of this month, or of the next one that has it.
  case ofMonth(Int)
  /// The last day of a month; nil is this one.
  case endOfMonth(Int?)
  /// The nth weekday of a month; -1 is the last one. Without a month it is this one, or one that
  /// follows.
  case nth(Int, month: Int?)
  /// The nth working day of a month; -1 is the last one.
  case nthWorkday(Int, month: Int?)
}

/// A time zone as it was said.
struct ZoneName: Hashable {
  var name: String
  /// Where it is in the input.
  var bytes: Range<Int>
}
