// Readings as words that mean the same: what tests and the fuzzer read again.

import CivilTime
import TimeLanguage

extension Reading {
  /// The time in a form that means the same in every language: read as a whole phrase (`Verb.any`)
  /// at the same moment it gives this reading again.
  ///
  /// `1mo 2d 3h 20m`, `2026-12-24 09:00:00 Europe/Rome`, or iCalendar's DTSTART and RRULE.
  package var canonical: String {
    switch when {
    case .span(let span): span.canonical
    case .wall(let wall, let zone):
      "\(wall)".replacingT + (zone.map { " " + Zone.canonicalName($0, at: due) } ?? "")
    case .recurrence(let recurrence, let zone):
      RecurrenceText(rule: recurrence.rule, start: recurrence.start, zoneName: zone).description
    }
  }
}

extension Span {
  fileprivate var canonical: String {
    var parts: [String] = []
    func add(_ amount: Int64, _ unit: String) {
      if amount != 0 { parts.append("\(amount)\(unit)") }
    }
    add(Int64(months), "mo")
    add(Int64(days), "d")
    add(milliseconds / 3_600_000, "h")
    add(milliseconds / 60_000 % 60, "m")
    add(milliseconds / 1000 % 60, "s")
    add(milliseconds % 1000, "ms")
    return parts.joined(separator: " ")
  }
}

extension Zone {
  /// A name that a phrase may have; zones that go by others are told by their offset then.
  fileprivate static func canonicalName(_ name: String, at instant: Instant) -> String {
    if name == utc.name || name.contains("/") && !name.hasPrefix(":") { return name }
    guard let zone = try? load(name) else { return name }
    return Zone(fixedOffset: zone.offset(at: instant))?.name ?? utc.name
  }
}

extension String {
  fileprivate var replacingT: String { String(map { $0 == "T" ? " " : $0 }) }
}
