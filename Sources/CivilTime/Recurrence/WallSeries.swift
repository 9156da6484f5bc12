/// The instances of a rule that follows the wall clock. Readings are counted like
/// `WallTime.secondsAsUTC`.
struct WallSeries: Hashable, Sendable {
  private let periods: Periods
  private let end: RecurrenceRule.End
  /// The reading of the last instance, if COUNT ends the series.
  private let last: Int64?

  private enum Periods: Hashable, Sendable {
    /// Days or longer.
    case calendar(CalendarSeries)
    /// Hours or shorter.
    case clock(ClockSeries)
  }

  /// - Parameter rule: checked, not of elapsed time.
  init(_ rule: RecurrenceRule, start: WallTime) {
    switch rule.frequency {
    case .yearly, .monthly, .weekly, .daily: periods = .calendar(.init(rule, start: start))
    case .hourly, .minutely, .secondly: periods = .clock(.init(rule, start: start))
    }
    end = rule.end
    guard case .count(let count) = rule.end else {
      last = nil
      return
    }
    var last: Int64?
    for _ in 0..<count {
      guard let next = WallSeries.first(from: last.map { $0 + 1 } ?? .min, in: periods)
      else { break }
      last = next
    }
    self.last = last
  }

  /// The first reading at or after `reading` that the rule selects, and not before the start; nil:
  /// the series has ended. The search is bounded by the calendar's cycle of 400 years.
  func first(from reading: Int64) -> Int64? {
    guard let next = WallSeries.first(from: reading, in: periods) else { return nil }
    let hasEnded =
      switch end {
      case .never: false
      case .count: last.map { next > $0 } ?? true
      case .day(let day): next.floorDivided(by: 86_400) > day.dayNumber
      case .wall(let wall): next > wall.secondsAsUTC
      // No zone is a day and two hours ahead: what is exact is decided with the zone.
      case .instant(let instant): next - 26 * 3600 > instant.seconds
      }
    return hasEnded ? nil : next
  }

  private static func first(from reading: Int64, in periods: Periods) -> Int64? {
    switch periods {
    case .calendar(let series): series.first(from: reading)
    case .clock(let series): series.first(from: reading)
    }
  }

  func next(after instant: Instant, in zone: Zone) -> Instant? {
    let now = instant.seconds
    let period = zone.rules.period(at: now)
    var reading = now + period.offset + 1
    var shifted: Instant?
    if period.start > .min {
      let before = zone.rules.period(at: period.start - 1)
      // What the last jump forward went over still comes, at its distance from the jump.
      if let missed = first(from: now + before.offset + 1), missed < period.start + period.offset {
        shifted = Instant(seconds: missed - before.offset)
      }
      // What the last jump back repeats has been there.
      reading = max(reading, period.start + before.offset)
    }
    // Mostly the first reading is the answer. After one in a gap come those after the gap: the
    // clock may show them before the shifted one is due.
    var found: Instant?
    while found == nil, let next = first(from: reading) {
      reading = next + 1
      switch zone.resolve(WallTime(secondsAsUTC: next)) {
      case .unique(let instant), .overlap(first: let instant, second: _):
        if instant.seconds > now { found = instant }
      case .gap(shifted: let instant, by: _):
        if instant.seconds > now { shifted = min(shifted ?? instant, instant) }
        let behind = zone.rules.period(at: instant.seconds)
        reading = max(reading, behind.start + behind.offset)
      }
    }
    guard let next = [found, shifted].compactMap({ $0 }).min(), next <= .latest else { return nil }
    if case .instant(let end) = end, next > end { return nil }
    return next
  }

  /// The Gregorian calendar repeats after 400 years, a whole number of weeks.
  static let cycleDays: Int64 = 146_097

  static let lastDay = WallTime.dayNumber(year: 9999, month: 12, day: 31)
}
