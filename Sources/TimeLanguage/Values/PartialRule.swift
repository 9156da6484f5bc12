import CivilTime

/// A repetition as it was said, before it meets the calendar.
struct PartialRule {
  /// What repeats.
  enum Step: Hashable {
    /// So much elapsed time, in milliseconds.
    case elapsed(Int64)
    /// A number of days, weeks, months or years.
    case calendar(Int, RecurrenceRule.Frequency)

    var frequency: RecurrenceRule.Frequency? {
      guard case .calendar(_, let frequency) = self else { return nil }
      return frequency
    }
  }

  var step: Step?
  var weekdays: [RecurrenceRule.Day] = []
  /// The nth working day of the month; -1 is the last one.
  var workday: Int?
  var monthDays: [Int] = []
  var months: [Int] = []
  var times: [TimeOfDay] = []
  var part: PartOfDay?
  var from: PartialDateTime?
  var until: PartialDateTime?
  /// The end of a window: `from 9:00 to 17:00`.
  var closing: TimeOfDay?
  var lasting: Span?
  var count: Int?
  var zone: ZoneName?
  /// The months are those in which quarters of the year begin, if a day of them was said.
  var isQuarterly = false
  /// The words say that it repeats (`every`, `mondays`): without the verb they must.
  var isMarked = false
  /// Where it is in the input.
  var bytes = 0..<0

  /// Whether it says which days of its period are meant.
  var hasDays: Bool {
    !weekdays.isEmpty || workday != nil || !monthDays.isEmpty || !months.isEmpty
  }

  /// Whether it says by the clock when on a day it comes.
  var saysTime: Bool {
    if case .elapsed = step { return true }
    return times.contains { !$0.isNamed } || from?.time != nil
  }
}
