/// What is wrong with a recurrence rule.
package enum RecurrenceProblem: Error, Hashable, Sendable {
  /// There is no FREQ; nothing else is ever needed.
  case noFrequency
  /// A part or a line that is not known here, as it was written (EXDATE, RSCALE, …).
  case unknown(String)
  /// A part or line is there twice.
  case repeated(RecurrenceRule.Part)
  /// A value that its part does not take.
  case invalid(RecurrenceRule.Part)
  /// RFC 5545 gives the part no meaning with this FREQ; for BYDAY only its ordinals (`2MO`).
  case meaningless(RecurrenceRule.Part, RecurrenceRule.Frequency)
  /// The two parts exclude one another; for BYDAY only its ordinals.
  case exclusive(RecurrenceRule.Part, RecurrenceRule.Part)
  /// BYSETPOS chooses among what other BYxxx parts select, and there are none.
  case nothingToChooseFrom
  /// COUNT is above `RecurrenceRule.largestCount` in a rule that follows the wall clock.
  case countTooLarge
  /// The start is an instant, and the rule follows the wall clock.
  case startIsNoWallTime
  /// No instance ever comes: 30 February, an end before the start.
  case neverOccurs
}

extension RecurrenceRule {
  /// The names of a rule's parts, and DTSTART.
  package enum Part: String, CaseIterable, Hashable, Sendable {
    case start = "DTSTART"
    case frequency = "FREQ"
    case interval = "INTERVAL"
    case until = "UNTIL"
    case count = "COUNT"
    case months = "BYMONTH"
    case weekNumbers = "BYWEEKNO"
    case yearDays = "BYYEARDAY"
    case monthDays = "BYMONTHDAY"
    case days = "BYDAY"
    case hours = "BYHOUR"
    case minutes = "BYMINUTE"
    case seconds = "BYSECOND"
    case positions = "BYSETPOS"
    case weekStart = "WKST"
  }

  /// The most instances that a rule on the wall clock may be limited to: they are counted one by
  /// one from the start.
  package static let largestCount = 100_000

  /// The rule with its lists in order and without repetitions.
  func checked() throws(RecurrenceProblem) -> RecurrenceRule {
    var rule = self
    guard (1...Int(Int32.max)).contains(interval) else { throw .invalid(.interval) }
    func list(_ values: [Int], _ part: Part, _ range: ClosedRange<Int>) throws(RecurrenceProblem)
      -> [Int]
    {
      let isSigned = part != .hours && part != .minutes && part != .seconds && part != .months
      for value in values where !range.contains(value) && !(isSigned && range.contains(-value)) {
        throw .invalid(part)
      }
      return Array(Set(values)).sorted()
    }
    rule.months = try list(months, .months, 1...12)
    rule.weekNumbers = try list(weekNumbers, .weekNumbers, 1...53)
    rule.yearDays = try list(yearDays, .yearDays, 1...366)
    rule.monthDays = try list(monthDays, .monthDays, 1...31)
    rule.hours = try list(hours, .hours, 0...23)
    rule.minutes = try list(minutes, .minutes, 0...59)
    rule.seconds = try list(seconds, .seconds, 0...60)
    rule.positions = try list(positions, .positions, 1...366)
    _ = try list(days.compactMap(\.ordinal), .days, 1...53)
    rule.days = Array(Set(days)).sorted {
      ($0.ordinal ?? 0, $0.weekday.rawValue) < ($1.ordinal ?? 0, $1.weekday.rawValue)
    }
    try checkCombinations()
    return rule
  }

  private func checkCombinations() throws(RecurrenceProblem) {
    if !weekNumbers.isEmpty, frequency != .yearly { throw .meaningless(.weekNumbers, frequency) }
    if !yearDays.isEmpty, [.daily, .weekly, .monthly].contains(frequency) {
      throw .meaningless(.yearDays, frequency)
    }
    if !monthDays.isEmpty, frequency == .weekly { throw .meaningless(.monthDays, frequency) }
    if days.contains(where: { $0.ordinal != nil }) {
      guard [.monthly, .yearly].contains(frequency) else { throw .meaningless(.days, frequency) }
      guard weekNumbers.isEmpty else { throw .exclusive(.days, .weekNumbers) }
    }
    if !positions.isEmpty, !hasSelection { throw .nothingToChooseFrom }
    if case .count(let count) = end {
      guard count > 0 else { throw .invalid(.count) }
      guard isElapsed || count <= RecurrenceRule.largestCount else { throw .countTooLarge }
    }
  }
}
