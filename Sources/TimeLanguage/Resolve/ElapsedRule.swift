import CivilTime

/// Repetitions by hours, minutes and seconds.
extension RuleResolver {
  /// Every so many milliseconds from now, or from the time of day that was said.
  func elapsedReading(every step: Int64) throws(TimeError) -> Reading {
    guard partial.times.isEmpty, partial.part == nil, !partial.hasDays else {
      throw error(.badRule)
    }
    guard step >= Recurrence.shortestStep else { throw error(.tooOften) }
    guard step % 1000 == 0 else { throw error(.tooFine) }
    let (frequency, unit): (RecurrenceRule.Frequency, Int64) =
      step % 3_600_000 == 0
      ? (.hourly, 3_600_000) : step % 60_000 == 0 ? (.minutely, 60_000) : (.secondly, 1000)
    var rule = RecurrenceRule(frequency)
    rule.interval = Int(step / unit)
    guard rule.interval <= Int(Int32.max) else { throw error(.tooLarge) }
    guard let first = try firstElapsed(step) else { throw error(.tooLarge) }
    rule.end = try end(from: zone.wall(at: first), elapsedFrom: first)
    return try reading(of: recurrence(rule, from: .instant(first)), after: now)
  }

  /// The first instant on the grid after now.
  private func firstElapsed(_ step: Int64) throws(TimeError) -> Instant? {
    guard let from = partial.from else {
      return Instant(seconds: now.seconds).advanced(by: step)
    }
    let time = from.time?.seconds ?? Int64((from.part?.hour ?? 0) * 3600)
    let day = firstDay ?? present.dayNumber
    let anchor = zone.instant(of: WallTime(secondsAsUTC: day * 86_400 + time))
    guard anchor <= now else { return anchor }
    return anchor.advanced(by: (now.since(anchor) / step + 1) * step)
  }

  /// Every so many milliseconds between two times of each day.
  func windowReading(every step: Int64) throws(TimeError) -> Reading {
    guard let opening = partial.from?.time, let closing = partial.closing,
      partial.times.isEmpty, partial.part == nil, partial.months.isEmpty,
      partial.monthDays.isEmpty, opening.seconds < closing.seconds, step >= 60_000,
      step % 1000 == 0
    else { throw error(.badRule) }
    let seconds = stride(from: opening.seconds, through: closing.seconds, by: Int(step / 1000))
    let times = seconds.map { seconds in
      TimeOfDay(
        hour: Int(seconds / 3600), minute: Int(seconds / 60 % 60), second: Int(seconds % 60),
        isSettled: true)
    }
    var rule = RecurrenceRule(partial.weekdays.isEmpty ? .daily : .weekly)
    rule.days = partial.weekdays
    return try firstReading(of: rule, interval: 1, at: times)
  }
}
