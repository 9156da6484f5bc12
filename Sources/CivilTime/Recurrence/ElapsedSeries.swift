/// The instants of a rule of elapsed time: the start, and every so many seconds after it.
struct ElapsedSeries: Hashable, Sendable {
  private let start: Recurrence.Start
  /// Milliseconds.
  private let step: Int64
  private let end: RecurrenceRule.End

  /// - Parameter rule: checked, of elapsed time.
  init(_ rule: RecurrenceRule, start: Recurrence.Start) {
    self.start = start
    step = rule.frequency.slot * 1000 * Int64(rule.interval)
    end = rule.end
  }

  /// Takes the same time however long ago the start was.
  func next(after instant: Instant, in zone: Zone) -> Instant? {
    let anchor = start.instant(in: zone)
    let passed = instant.since(anchor)
    let index = passed < 0 ? 0 : passed / step + 1
    guard let next = anchor.advanced(by: index * step) else { return nil }
    let hasEnded =
      switch end {
      case .never: false
      case .count(let count): index >= count
      case .instant(let end): next > end
      case .day(let day): next > lastInstant(of: day.dayNumber * 86_400 + 86_399, in: zone)
      case .wall(let wall): next > lastInstant(of: wall.secondsAsUTC, in: zone)
      }
    return hasEnded ? nil : next
  }

  /// A wall time that occurs twice ends the series at its second occurrence.
  private func lastInstant(of reading: Int64, in zone: Zone) -> Instant {
    switch zone.resolve(WallTime(secondsAsUTC: reading)) {
    case .unique(let instant), .gap(shifted: let instant, by: _),
      .overlap(first: _, second: let instant):
      instant
    }
  }

  /// Whether the end lies before the start, as far as that does not need a zone.
  var isEmpty: Bool {
    switch (start, end) {
    case (.instant(let start), .instant(let end)): start > end
    case (.wall(let start), .wall(let end)): start > end
    case (.wall(let start), .day(let end)): start.dayNumber > end.dayNumber
    // No zone is a day and two hours ahead.
    case (.wall(let start), .instant(let end)): start.secondsAsUTC - 26 * 3600 > end.seconds
    default: false
    }
  }
}
