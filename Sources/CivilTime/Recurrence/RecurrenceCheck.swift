extension RecurrenceRule {
  /// The most instances that a rule on the wall clock may be limited to: they are counted one by
  /// one from the start.
  package static let largestCount = 100_000

  /// The rule with its lists in order and without repetitions.
  func checked() throws(CivilTimeError) -> RecurrenceRule {
    var rule = self
    guard (1...Int(Int32.max)).contains(interval) else { throw .recurrence(.invalid(.interval)) }
    func list(
      _ values: [Int], _ part: Part, _ range: ClosedRange<Int>
    ) throws(CivilTimeError) -> [Int] {
      let isSigned = part != .hours && part != .minutes && part != .seconds && part != .months
      for value in values where !range.contains(value) && !(isSigned && range.contains(-value)) {
        throw .recurrence(.invalid(part))
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
