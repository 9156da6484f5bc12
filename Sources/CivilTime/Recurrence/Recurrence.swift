/// A rule and where it starts: all the instants of a repeating reminder. A value: it remembers
/// nothing, and asking it twice gives the same answer.
///
/// The meaning is RFC 5545's, with two deviations. An instance that falls into a gap of its zone
/// moves forward by the gap and counts. Rules that are nothing but every so many hours, minutes or
/// seconds count elapsed time from their start (`RecurrenceRule.isElapsed`); every other rule
/// follows the clock on the wall, where an instance in an overlap is the first of the two.
///
/// The start itself is an instance only if the rule selects it.
package struct Recurrence: Hashable, Sendable {
  /// Checked, its lists in order.
  package let rule: RecurrenceRule
  package let start: Start
  /// What a calendar says besides the rule; nil: nothing.
  package let details: Details?
  private let series: Series

  /// What instances are counted from (DTSTART).
  package enum Start: Hashable, Sendable {
    /// A time on the clock of whichever zone the recurrence is asked in.
    case wall(WallTime)
    /// For rules of elapsed time, which then do not depend on any zone; whole seconds.
    case instant(Instant)
  }

  private enum Series: Hashable, Sendable {
    case elapsed(ElapsedSeries)
    case wall(WallSeries)
  }

  /// - Throws: what is wrong with the rule, also that it never has an instance.
  package init(
    _ rule: RecurrenceRule, from start: Start, details: Details? = nil
  ) throws(CivilTimeError) {
    let rule = try rule.checked()
    self.rule = rule
    var details = details
    // What comes more often than daily counts no days on the wall.
    if rule.frequency.slot < 86_400, let lead = details?.lead {
      details?.lead = Lead(seconds: Int64(lead.days) * 86_400 + lead.seconds)
    }
    self.details = details
    switch start {
    case .wall(let wall):
      self.start = start
      if rule.isElapsed {
        series = .elapsed(ElapsedSeries(rule, start: start))
      } else {
        series = .wall(WallSeries(rule, start: wall))
      }
    case .instant(let instant):
      guard rule.isElapsed else { throw .recurrence(.startIsNoWallTime) }
      self.start = .instant(Instant(seconds: instant.seconds))
      series = .elapsed(ElapsedSeries(rule, start: self.start))
    }
    guard !isEmpty else { throw .recurrence(.neverOccurs) }
  }

  /// The first instant of the series after `instant`, with wall times read in `zone`; nil: there
  /// is none until the end of the year 9999. The search is bounded.
  ///
  /// From call to call the instants ascend strictly, whatever the zone's clocks do.
  package func next(after instant: Instant, in zone: Zone) -> Instant? {
    guard instant < .latest else { return nil }
    let instant = max(instant, Instant(milliseconds: Instant.earliest.milliseconds - 1))
    guard let details else { return ruled(after: instant, in: zone) }
    return details.next(after: instant, in: zone) { ruled(after: $0, in: zone) }
  }

  /// Milliseconds between two instants of a series that a person is to read: ten seconds.
  package static let shortestStep: Int64 = 10_000

  /// Whether the instant after `instant` has another one too soon after it. A few that are counted are
  /// meant so.
  package func isTooOften(after instant: Instant, in zone: Zone) -> Bool {
    if case .count(let count) = rule.end, count <= 100 { return false }
    // All others are a minute apart.
    guard rule.frequency == .secondly || rule.seconds.count > 1,
      let first = next(after: instant, in: zone), let second = next(after: first, in: zone)
    else { return false }
    return second.since(first) < Recurrence.shortestStep
  }

  /// The same by the rule alone.
  private func ruled(after instant: Instant, in zone: Zone) -> Instant? {
    switch series {
    case .elapsed(let series): series.next(after: instant, in: zone)
    case .wall(let series): series.next(after: instant, in: zone)
    }
  }

  /// Whether there is no instance in any zone.
  private var isEmpty: Bool {
    switch series {
    case .elapsed(let series): series.isEmpty
    case .wall(let series): series.first(from: .min) == nil
    }
  }
}

extension Recurrence {
  /// Instances in a stretch of time that has passed: the last of them, and how many there were, but never more
  /// than the limit that was asked for.
  package typealias Missed = (newest: Instant, count: Int)

  /// The instances after `start` and not after `end`; nil: there are none. The search is bounded
  /// also where there are millions.
  /// - Parameter limit: how far to count, at least 1.
  package func missed(
    after start: Instant, through end: Instant, in zone: Zone, limit: Int
  ) -> Missed? {
    var count = 0
    var newest = start
    while count < limit, let next = next(after: newest, in: zone), next <= end {
      newest = next
      count += 1
    }
    guard count > 0 else { return nil }
    guard count == limit else { return (newest, count) }
    // Too many to go through: halve the time in which the newest must lie.
    var high = min(end, .latest)
    while high.since(newest) > 1 {
      let middle = Instant(milliseconds: newest.milliseconds + high.since(newest) / 2)
      if let next = next(after: middle, in: zone), next <= end {
        newest = next
      } else {
        high = middle
      }
    }
    return (newest, count)
  }
}
