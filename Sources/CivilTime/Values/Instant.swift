// CivilTime is the calendar and the clock: instants, wall times, time zones as the system defines them, and
// recurrence rules with iCalendar's meaning. Everything here is a value that is computed from its arguments;
// only `ClockReading` reads the clocks and `Zone` the zone files. It knows nothing of words or reminders.

/// A point on the time line: milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted
/// (POSIX.1, "Seconds Since the Epoch").
package struct Instant: Hashable, Comparable, Sendable {
  /// Milliseconds since the epoch; negative before it.
  package let milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// - Parameter seconds: seconds since the epoch, as in time(2).
  package init(seconds: Int64) { self.milliseconds = seconds * 1000 }

  /// Whole seconds since the epoch, rounded down (also before 1970).
  package var seconds: Int64 { milliseconds.floorDivided(by: 1000) }

  /// The first instant that a reminder may have: 0001-01-01T00:00:00Z.
  package static let earliest = Instant(seconds: -62_135_596_800)

  /// The last one: 9999-12-31T23:59:59Z, the end of RFC 3339's four-digit years.
  package static let latest = Instant(seconds: 253_402_300_799)

  /// This instant moved by `milliseconds`; nil if the result lies outside `earliest...latest`.
  package func advanced(by milliseconds: Int64) -> Instant? {
    let (sum, overflow) = self.milliseconds.addingReportingOverflow(milliseconds)
    guard !overflow, (Self.earliest.milliseconds...Self.latest.milliseconds).contains(sum)
    else { return nil }
    return Instant(milliseconds: sum)
  }

  /// Milliseconds from `other` to this instant; negative if this one is earlier.
  package func since(_ other: Instant) -> Int64 { milliseconds - other.milliseconds }

  package static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }
}

/// A duration as people say it: months and days follow the calendar, the rest is elapsed
/// time. `1 month 2 days 3 hours` is not a number of milliseconds until one knows from when.
package struct Span: Hashable, Sendable {
  package var months: Int
  package var days: Int
  /// Elapsed time, in milliseconds.
  package var milliseconds: Int64

  package init(months: Int = 0, days: Int = 0, milliseconds: Int64 = 0) {
    self.months = months
    self.days = days
    self.milliseconds = milliseconds
  }

  /// Adds part by part.
  package static func += (sum: inout Span, part: Span) {
    sum.months += part.months
    sum.days += part.days
    sum.milliseconds += part.milliseconds
  }

  /// Whether it is elapsed time alone, the same from everywhere.
  package var isElapsed: Bool { months == 0 && days == 0 }
}

/// When something that failed is tried again: after `first` milliseconds, then after twice as long each time, and
/// after `cap` at most.
package struct Backoff: Sendable, Equatable {
  private let cap: Int64
  /// Milliseconds between the last failure and the next try.
  package private(set) var pause: Int64
  /// When the next try is due.
  package private(set) var next: Instant

  /// After the first failure.
  package init(first: Int64, cap: Int64, failedAt now: Instant) {
    self.cap = cap
    pause = first
    next = now.advanced(by: first) ?? .latest
  }

  /// Whether the next pause would be as long as this one.
  package var isAtCap: Bool { pause == cap }

  /// After another failure.
  package mutating func fail(at now: Instant) {
    pause = min(pause * 2, cap)
    next = now.advanced(by: pause) ?? .latest
  }

  /// Has the next try come at `instant`, unless it comes before.
  package mutating func hasten(to instant: Instant) { next = min(next, instant) }

  /// Whether it is time for the next try. A clock that was set back does not put it off.
  package func isDue(at now: Instant) -> Bool { now >= next || next.since(now) > pause }
}

extension Int64 {
  /// The quotient rounded down. - Parameter divisor: positive.
  func floorDivided(by divisor: Int64) -> Int64 {
    self >= 0 ? self / divisor : (self + 1) / divisor - 1
  }

  /// The remainder from 0 to `divisor` - 1. - Parameter divisor: positive.
  func modulo(_ divisor: Int64) -> Int64 {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}
