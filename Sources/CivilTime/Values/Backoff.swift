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
