/// A recurrence rule with iCalendar's parts and meaning (RFC 5545 §3.3.10): what repeats, without
/// the start that it is counted from. `Recurrence` checks it and puts the two together.
package struct RecurrenceRule: Hashable, Sendable {
  package typealias Part = RecurrencePart
  package typealias Frequency = RecurrenceFrequency

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
    !days.isEmpty
      || RecurrenceRule.lists.contains {
        $0.part != .positions && !self[keyPath: $0.path].isEmpty
      }
  }

  /// Whether the rule counts elapsed time: every so many hours, minutes or seconds, and nothing
  /// else. All other rules follow the clock on the wall.
  package var isElapsed: Bool {
    frequency.slot < 86_400 && !hasSelection
  }

  /// The month days and the position with which "every month on the `day`th" falls on the last
  /// day of shorter months: plain BYMONTHDAY leaves those months out.
  /// - Parameter day: 1 to 31.
  package static func monthDays(upTo day: Int) -> (days: [Int], positions: [Int]) {
    day <= 28 ? ([day], []) : (Array(28...day), [-1])
  }
}

extension RecurrenceRule {
  /// A part that is a list of numbers. Where these may be negative, which counts from the end, 0 is none of them.
  typealias List = (
    part: Part, path: any WritableKeyPath<RecurrenceRule, [Int]> & Sendable,
    range: ClosedRange<Int>
  )

  /// All of them, in RFC 5545's order.
  static let lists: [List] = [
    (.seconds, \.seconds, 0...60), (.minutes, \.minutes, 0...59), (.hours, \.hours, 0...23),
    (.monthDays, \.monthDays, -31...31), (.yearDays, \.yearDays, -366...366),
    (.weekNumbers, \.weekNumbers, -53...53), (.months, \.months, 1...12),
    (.positions, \.positions, -366...366),
  ]
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

extension RecurrenceRule {
  /// The most instances that a rule on the wall clock may be limited to: they are counted one by
  /// one from the start.
  package static let largestCount = 100_000

  /// The rule with its lists in order and without repetitions.
  func checked() throws(CivilTimeError) -> RecurrenceRule {
    var rule = self
    guard (1...Int(Int32.max)).contains(interval) else { throw .recurrence(.invalid(.interval)) }
    func check(_ values: [Int], _ part: Part, _ range: ClosedRange<Int>) throws(CivilTimeError) {
      for value in values where !range.contains(value) || value == 0 && range.lowerBound < 0 {
        throw .recurrence(.invalid(part))
      }
    }
    for (part, path, range) in RecurrenceRule.lists {
      try check(self[keyPath: path], part, range)
      rule[keyPath: path] = Array(Set(self[keyPath: path])).sorted()
    }
    try check(days.compactMap(\.ordinal), .days, -53...53)
    rule.days = Array(Set(days)).sorted {
      ($0.ordinal ?? 0, $0.weekday.rawValue) < ($1.ordinal ?? 0, $1.weekday.rawValue)
    }
    try checkCombinations()
    return rule
  }

  private func checkCombinations() throws(CivilTimeError) {
    if !weekNumbers.isEmpty, frequency != .yearly {
      throw .recurrence(.meaningless(.weekNumbers, frequency))
    }
    if !yearDays.isEmpty, [.daily, .weekly, .monthly].contains(frequency) {
      throw .recurrence(.meaningless(.yearDays, frequency))
    }
    if !monthDays.isEmpty, frequency == .weekly {
      throw .recurrence(.meaningless(.monthDays, frequency))
    }
    if days.contains(where: { $0.ordinal != nil }) {
      guard [.monthly, .yearly].contains(frequency) else {
        throw .recurrence(.meaningless(.days, frequency))
      }
      guard weekNumbers.isEmpty else { throw .recurrence(.exclusive(.days, .weekNumbers)) }
    }
    if !positions.isEmpty, !hasSelection { throw .recurrence(.nothingToChooseFrom) }
    if case .count(let count) = end {
      guard count > 0 else { throw .recurrence(.invalid(.count)) }
      guard isElapsed || count <= RecurrenceRule.largestCount else {
        throw .recurrence(.countTooLarge)
      }
    }
  }
}
