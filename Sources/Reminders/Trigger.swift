import CivilTime

/// What makes a reminder due.
package enum Trigger: Sendable, Equatable {
  /// Elapsed time, suspend included: due at `dueBoot` milliseconds after the start of the boot
  /// `bootID`. In any other boot the wall instant that the store holds counts.
  case interval(bootID: String, dueBoot: Int64)
  /// A time on the wall: of `zone`, or if that is nil of wherever the user then is.
  case wall(WallTime, zone: String?)
  /// Again and again, at times on the wall: of `zone`, or if that is nil of wherever the user
  /// then is.
  case series(Recurrence, zone: String?)
  /// Again and again after an elapsed time; it started `startBoot` milliseconds after the start of
  /// the boot `bootID`. In any other boot the wall instant of the start counts.
  case elapsedSeries(Recurrence, bootID: String, startBoot: Int64)

  /// A series whose rule starts at an instant, or at a wall time in `zone`.
  /// - Parameter pinned: the zone's name if the wall times do not float.
  package init(_ recurrence: Recurrence, in zone: Zone, pinned: String?, at moment: ClockReading) {
    let start = recurrence.start.instant(in: zone)
    if recurrence.rule.isElapsed,
      let fixed = try? Recurrence(
        recurrence.rule, from: .instant(start), details: recurrence.details?.fixed(in: zone))
    {
      self = .elapsedSeries(
        fixed, bootID: moment.bootID, startBoot: moment.boot + start.since(moment.now))
    } else {
      self = .series(recurrence, zone: pinned)
    }
  }

  /// The word for it in the store and in JSON.
  package var kind: String {
    switch self {
    case .interval: "interval"
    case .wall: "wall"
    case .series, .elapsedSeries: "recurring"
    }
  }

  /// The rule of a repeating one.
  package var recurrence: Recurrence? {
    switch self {
    case .interval, .wall: nil
    case .series(let recurrence, _), .elapsedSeries(let recurrence, _, _): recurrence
    }
  }

  /// The zone to which wall times keep; nil if they float, or if there are none.
  package var pinnedZone: String? {
    switch self {
    case .wall(_, let zone), .series(_, let zone): zone
    case .interval, .elapsedSeries: nil
    }
  }
}

/// Place in a series: what stays the same of an occurrence when clocks are set and zones change.
/// `zone` is the one that it keeps to (`zone(or:)`).
extension Trigger {
  /// The place of an occurrence that is due at `due`, in milliseconds: on the wall of `zone`, as if
  /// that were UTC, or elapsed since the series' start.
  package func place(of due: Instant, in zone: Zone) -> Int64 {
    switch self {
    case .interval: due.milliseconds
    case .wall(let wall, _): wall.secondsAsUTC * 1000
    case .series: zone.wall(at: due).secondsAsUTC * 1000
    case .elapsedSeries(let recurrence, _, _): due.since(recurrence.start.instant(in: .utc))
    }
  }

  /// The occurrence that follows the one at `due`; nil: the series has ended.
  package func next(after due: Instant, in zone: Zone) -> Instant? {
    recurrence?.next(after: due, in: zone)
  }

  /// The occurrences after the one at `due` that are due by `now` too; nil: there are none.
  package func missed(after due: Instant, through now: Instant, in zone: Zone) -> Recurrence.Missed?
  {
    recurrence?.missed(after: due, through: now, in: zone, limit: 1000)
  }

  /// The zone that the wall times keep to, or `local` if they float. A name that the system no
  /// longer knows floats too, unless an occurrence says more (`DueOccurrence.zone(or:)`).
  package func zone(or local: Zone) -> Zone {
    pinnedZone.flatMap { try? Zone.load($0) } ?? local
  }

  /// By how many milliseconds an elapsed series has to move, since the clock was set after its
  /// start was written down; nil if it is right. Its start has whole seconds.
  package func shift(at moment: ClockReading) -> Int64? {
    guard case .elapsedSeries(let recurrence, moment.bootID, let startBoot) = self else {
      return nil
    }
    let shift = (startBoot + moment.offset - recurrence.start.instant(in: .utc).milliseconds)
    return abs(shift) < 1000 ? nil : shift / 1000 * 1000
  }

  /// The series with its start moved by `shift` milliseconds.
  package func moved(by shift: Int64) -> Trigger {
    guard case .elapsedSeries(let recurrence, let bootID, let startBoot) = self,
      let start = recurrence.start.instant(in: .utc).advanced(by: shift),
      let moved = try? Recurrence(
        recurrence.rule, from: .instant(start),
        details: recurrence.details?.fixed(in: .utc, movedBy: shift))
    else { return self }
    return .elapsedSeries(moved, bootID: bootID, startBoot: startBoot)
  }
}
