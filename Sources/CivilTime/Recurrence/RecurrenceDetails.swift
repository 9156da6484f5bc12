extension Recurrence {
  /// What a calendar says of a series besides its rule.
  package struct Details: Hashable, Sendable {
    /// Instances that are left out (RFC 5545, EXDATE).
    package var leftOut: [Start]
    /// Instances that are added (RDATE).
    package var added: [Start]
    /// How far from each instance it is due (TRIGGER of an alarm).
    package var lead: Lead

    package init(leftOut: [Start] = [], added: [Start] = [], lead: Lead = Lead()) {
      self.leftOut = leftOut
      self.added = added
      self.lead = lead
    }

    /// Whether the rule says it all.
    package var isEmpty: Bool { leftOut.isEmpty && added.isEmpty && lead.isZero }
  }

  /// A duration before (negative) or after an instance, as RFC 5545 counts durations: days on
  /// the wall, the rest as time that passes.
  package struct Lead: Hashable, Sendable {
    /// Days on the wall.
    package var days: Int
    /// Seconds that pass, counted from there.
    package var seconds: Int64

    package init(days: Int = 0, seconds: Int64 = 0) {
      self.days = days
      self.seconds = seconds
    }

    /// Whether it is no time at all.
    package var isZero: Bool { days == 0 && seconds == 0 }

    /// The instant that lies so far from `instant`; one that lies beyond all time is the last before.
    package func moved(_ instant: Instant, in zone: Zone) -> Instant {
      var moved = instant
      if days != 0 {
        let wall = zone.wall(at: instant).adding(days: Int64(days))
        moved = wall.map(zone.instant(of:)) ?? (days < 0 ? .earliest : .latest)
      }
      return moved.advanced(by: seconds * 1000) ?? (seconds < 0 ? .earliest : .latest)
    }

    /// An instant from which on nothing that matters for `instant` is overlooked.
    fileprivate func origin(of instant: Instant) -> Instant {
      // No day is more than a day and two hours longer or shorter than its 24 hours.
      let doubt: Int64 = days == 0 ? 0 : 26 * 3600
      let back = (Int64(days) * 86_400 + seconds + doubt) * 1000
      return instant.advanced(by: -back) ?? (back > 0 ? .earliest : .latest)
    }
  }
}

extension Recurrence.Details {
  /// The next instant of a series with these details.
  /// - Parameter ruled: the next instance of its rule after an instant.
  func next(
    after instant: Instant, in zone: Zone, _ ruled: (Instant) -> Instant?
  ) -> Instant? {
    guard !lead.isZero else { return instance(after: instant, in: zone, ruled) }
    var origin = lead.origin(of: instant)
    while let found = instance(after: origin, in: zone, ruled) {
      let moved = lead.moved(found, in: zone)
      if moved > instant { return moved }
      origin = found
    }
    return nil
  }

  private func instance(
    after instant: Instant, in zone: Zone, _ ruled: (Instant) -> Instant?
  ) -> Instant? {
    var next = ruled(instant)
    while let instance = next, isLeftOut(instance, in: zone) { next = ruled(instance) }
    for start in added {
      let extra = start.instant(in: zone)
      if extra > instant, next.map({ extra < $0 }) ?? true, !isLeftOut(extra, in: zone) {
        next = extra
      }
    }
    return next
  }

  private func isLeftOut(_ instance: Instant, in zone: Zone) -> Bool {
    leftOut.contains { start in
      // A zone is asked only if it can matter.
      if case .wall(let wall) = start, abs(wall.secondsAsUTC - instance.seconds) > 26 * 3600 {
        return false
      }
      return start.instant(in: zone) == instance
    }
  }

  /// The same for a rule of elapsed time, which knows no wall: instants, and all of them moved by
  /// `shift` milliseconds.
  package func fixed(in zone: Zone, movedBy shift: Int64 = 0) -> Recurrence.Details {
    let fix = { (start: Recurrence.Start) -> Recurrence.Start in
      let instant = start.instant(in: zone)
      return .instant(instant.advanced(by: shift) ?? instant)
    }
    return .init(leftOut: leftOut.map(fix), added: added.map(fix), lead: lead)
  }
}

extension Recurrence.Start {
  /// When it is, with a wall time read in `zone`.
  package func instant(in zone: Zone) -> Instant {
    switch self {
    case .wall(let wall): zone.instant(of: wall)
    case .instant(let instant): instant
    }
  }
}
