/// A recurrence rule with iCalendar's parts and meaning (RFC 5545 §3.3.10): what repeats, without
/// the start that it is counted from. `Recurrence` checks it and puts the two together.
package struct RecurrenceRule: Hashable, Sendable {
  /// FREQ: the length of a period.
  package typealias Frequency = RecurrenceFrequency
  /// The names of a rule's parts, and DTSTART.
  package typealias Part = RecurrencePart

  /// COUNT or UNTIL.
  package enum End: Hashable, Sendable {
    case never
    /// After so many instances, counted from the rule's start, whether or not they are past.
    case count(Int)
    /// On this day, which still counts to its end. The time of day is of no meaning.
    case day(WallTime)
    /// At this wall time, which still counts.
    case wall(WallTime)
    /// At this instant, which still counts; whole seconds.
    case instant(Instant)
  }

  /// An element of BYDAY.
  package struct Day: Hashable, Sendable {
    package var weekday: Weekday
    /// Which one of the month or year, 1 to 53, or -1 to -53 from its end; nil: each.
    package var ordinal: Int?

    package init(_ weekday: Weekday, ordinal: Int? = nil) {
      self.weekday = weekday
      self.ordinal = ordinal
    }
  }

  /// FREQ.
  package var frequency: Frequency
  /// INTERVAL: every so many periods.
  package var interval = 1
  package var end = End.never
  /// BYMONTH, 1 to 12.
  package var months: [Int] = []
  /// BYWEEKNO, ±1 to ±53.
  package var weekNumbers: [Int] = []
  /// BYYEARDAY, ±1 to ±366.
  package var yearDays: [Int] = []
  /// BYMONTHDAY, ±1 to ±31.
  package var monthDays: [Int] = []
  /// BYDAY.
  package var days: [Day] = []
  /// BYHOUR, 0 to 23.
  package var hours: [Int] = []
  /// BYMINUTE, 0 to 59.
  package var minutes: [Int] = []
  /// BYSECOND, 0 to 60; 60 is taken for 59, for no leap seconds are known here.
  package var seconds: [Int] = []
  /// BYSETPOS, ±1 to ±366: these instances of each period, and no others.
  package var positions: [Int] = []
  /// WKST: where weeks begin, for INTERVAL in weekly rules and for BYWEEKNO.
  package var weekStart = Weekday.monday

  package init(_ frequency: Frequency) { self.frequency = frequency }

  /// Whether any BYxxx part selects instances.
  var hasSelection: Bool {
    !(months.isEmpty && weekNumbers.isEmpty && yearDays.isEmpty && monthDays.isEmpty
      && days.isEmpty && hours.isEmpty && minutes.isEmpty && seconds.isEmpty)
  }

  /// Whether the rule counts elapsed time: every so many hours, minutes or seconds, and nothing
  /// else. All other rules follow the clock on the wall.
  package var isElapsed: Bool {
    [.secondly, .minutely, .hourly].contains(frequency) && !hasSelection
  }

  /// The month days and the position with which "every month on the `day`th" falls on the last
  /// day of shorter months: plain BYMONTHDAY leaves those months out.
  /// - Parameter day: 1 to 31.
  package static func monthDays(upTo day: Int) -> (days: [Int], positions: [Int]) {
    day <= 28 ? ([day], []) : (Array(28...day), [-1])
  }
}

extension RecurrenceRule {
  /// The rule with its last day or wall time as the instant that it is in `zone`: a calendar file has
  /// no other words for it.
  package func ending(in zone: Zone) -> RecurrenceRule {
    var rule = self
    switch end {
    case .day(let day):
      let last = WallTime(secondsAsUTC: day.dayNumber * 86_400 + 86_399)
      rule.end = .instant(zone.instant(of: last))
    case .wall(let wall): rule.end = .instant(zone.instant(of: wall))
    case .never, .count, .instant: break
    }
    return rule
  }
}
