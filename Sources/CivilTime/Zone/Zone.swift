/// A time zone: what the clocks of a region show at each instant. Exact for all the years that
/// `Instant` covers; daylight saving may be negative, changes may be of any size.
package struct Zone: Hashable, Sendable {
  /// `Europe/Rome`, `UTC`, `+02:00` for a fixed offset, a POSIX TZ string, or `:/path` for a
  /// zone file of one's own: whatever `Zone.load` accepts.
  package let name: String
  let rules: ZoneRules

  init(name: String, rules: ZoneRules) {
    self.name = name
    self.rules = rules
  }

  /// Seconds east of UTC that a zone may have (RFC 9636 §3.2).
  package static let offsets = -89_999...93_599

  /// Coordinated Universal Time; needs no file.
  package static let utc = Zone(name: "UTC", constant: 0)

  /// A zone that never changes, named `±HH:MM`.
  /// - Parameter seconds: seconds east of UTC; whole minutes less than 24 hours, or nil.
  package init?(fixedOffset seconds: Int) {
    guard abs(seconds) < 86_400, seconds % 60 == 0 else { return nil }
    let minutes = abs(seconds) / 60
    let name = (seconds < 0 ? "-" : "+") + padded(minutes / 60, 2) + ":" + padded(minutes % 60, 2)
    self.init(name: name, constant: seconds)
  }

  /// Reads the name that `init(fixedOffset:)` gives, `±HH:MM`; nil for anything else.
  init?(offsetName name: String) {
    let bytes = Array(name.utf8)
    guard bytes.count == 6, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
      bytes[3] == UInt8(ascii: ":")
    else { return nil }
    let digits = [bytes[1], bytes[2], bytes[4], bytes[5]].map { Int($0) - 48 }
    guard digits.allSatisfy((0...9).contains), digits[2] < 6 else { return nil }
    let minutes = digits[0] * 600 + digits[1] * 60 + digits[2] * 10 + digits[3]
    self.init(fixedOffset: bytes[0] == UInt8(ascii: "-") ? minutes * -60 : minutes * 60)
  }

  /// A zone that never changes.
  /// - Parameter offset: one of `offsets`.
  package init(name: String, constant offset: Int) {
    let type = LocalTimeType(offset: offset, isDaylight: false, abbreviation: name)
    self.init(
      name: name, rules: ZoneRules(transitions: [], indices: [], types: [type], rule: nil))
  }

  /// Whether the clocks of both zones agree at every instant, whatever the zones are called.
  package func agrees(with other: Zone) -> Bool {
    if rules == other.rules { return true }
    guard let offset = rules.constantOffset else { return false }
    return offset == other.rules.constantOffset
  }

  /// Seconds east of UTC.
  package func offset(at instant: Instant) -> Int {
    rules.period(at: instant.seconds).type.offset
  }

  /// What the zone's people call their time then: `CET`, `CEST`, `+03`.
  package func abbreviation(at instant: Instant) -> String {
    rules.period(at: instant.seconds).type.abbreviation
  }

  /// When the clocks change next after `instant`; nil: never again.
  package func change(after instant: Instant) -> Instant? {
    let end = rules.period(at: instant.seconds).end
    return end <= Instant.latest.seconds ? Instant(seconds: end) : nil
  }

  /// Whether the clocks show summer time then, as the zone's file calls it.
  package func isDaylight(at instant: Instant) -> Bool {
    rules.period(at: instant.seconds).type.isDaylight
  }

  /// What the clock on the wall shows at `instant`; milliseconds are cut off.
  package func wall(at instant: Instant) -> WallTime {
    WallTime(secondsAsUTC: instant.seconds + Int64(offset(at: instant)))
  }
}

extension Zone {
  /// What a wall time means in a zone.
  package enum Resolution: Hashable, Sendable {
    /// The clock shows it once.
    case unique(Instant)
    /// The clock jumps over it. `shifted` is the instant that it would have been without the jump:
    /// the clock then shows `seconds` more than asked for.
    case gap(shifted: Instant, by: Int)
    /// The clock shows it twice.
    case overlap(first: Instant, second: Instant)
  }

  /// Finds the instant, or instants, at which the clock shows `wall`.
  package func resolve(_ wall: WallTime) -> Resolution {
    let reading = wall.secondsAsUTC
    // No offset reaches 26 hours: what matters lies within that distance, change by change.
    let reach: Int64 = 26 * 3600
    var period = rules.period(at: reading - reach)
    var found: Instant?
    var jump: Resolution?
    while true {
      let candidate = reading - period.offset
      if (period.start..<period.end).contains(candidate) {
        let instant = Instant(seconds: candidate)
        if let found { return .overlap(first: found, second: instant) }
        found = instant
      }
      guard period.end <= reading + reach else { break }
      let next = rules.period(at: period.end)
      if candidate >= period.end, reading - next.offset < period.end {
        jump = .gap(
          shifted: Instant(seconds: candidate), by: Int(next.offset - period.offset))
      }
      period = next
    }
    if let found { return .unique(found) }
    guard let jump else { preconditionFailure("a wall time is shown or jumped over") }
    return jump
  }

  /// The one instant that a reminder at `wall` means: a time in a gap moves forward by the gap, a
  /// time in an overlap is the first of the two.
  package func instant(of wall: WallTime) -> Instant {
    switch resolve(wall) {
    case .unique(let instant), .gap(shifted: let instant, by: _),
      .overlap(first: let instant, second: _):
      instant
    }
  }
}

extension Instant {
  /// This instant moved by `span`: months, then days move the date on the wall in `zone` and keep
  /// the time of day (`Zone.instant(of:)` decides over gaps and overlaps); then time elapses. Nil
  /// outside years 1 to 9999.
  package func adding(_ span: Span, in zone: Zone) -> Instant? {
    guard !span.isElapsed else { return advanced(by: span.milliseconds) }
    let fraction = milliseconds - seconds * 1000
    guard
      let wall = zone.wall(at: self).adding(months: span.months)?.adding(days: Int64(span.days))
    else { return nil }
    let start = Instant(milliseconds: zone.instant(of: wall).milliseconds + fraction)
    return start.advanced(by: span.milliseconds)
  }
}
