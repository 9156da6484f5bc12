import CivilTime
import Scheduler

/// The time zones of a calendar file: which of the system's each of them is.
///
/// A name of the time zone database counts, also behind what Thunderbird and Evolution put before it.
/// Otherwise it is the one that CLDR says of a name of Windows; otherwise the zone of the system whose
/// clocks do what the file's VTIMEZONE says for the next four years: the user's own, if that does.
final class CalendarZones {
  private var definitions: [String: CalendarZone] = [:]
  private var known: [String: Zone?] = [:]
  private let local: Zone
  private let now: Instant

  init(local: Zone, now: Instant) {
    self.local = local
    self.now = now
  }

  func define(_ zone: CalendarZone) { definitions[zone.name] = zone }

  /// - Returns: nil where the system has no such zone.
  func zone(_ name: String) -> Zone? {
    if let zone = known[name] { return zone }
    let zone = found(name)
    known[name] = zone
    return zone
  }

  private func found(_ name: String) -> Zone? {
    let parts = name.split(separator: "/")
    // `/mozilla.org/20050126_1/America/Argentina/Salta`
    for count in [parts.count, 3, 2, 1] where count > 0 && count <= parts.count {
      let tail = parts.suffix(count).joined(separator: "/")
      if let zone = try? Zone.find(tail), count > 1 || parts.count == 1 || tail == Zone.utc.name {
        return zone
      }
    }
    if let location = definitions[name]?.location, let zone = try? Zone.find(location) {
      return zone
    }
    if let zone = WindowsZones.zone(name).flatMap({ try? Zone.find($0) }) { return zone }
    guard let definition = definitions[name], let clock = definition.clock(from: now) else {
      return nil
    }
    if clock.agrees(with: local) { return local }
    // Of those that agree, the one that most people live in.
    for name in WindowsZones.all + Zone.names() {
      if let zone = try? Zone.load(name), clock.agrees(with: zone) { return zone }
    }
    return nil
  }
}

/// A VTIMEZONE.
struct CalendarZone {
  /// STANDARD or DAYLIGHT.
  struct Observance {
    var starts: [WallTime] = []
    var rule: RecurrenceRule?
    /// Seconds east of UTC, before and from then on.
    var from = 0
    var to = 0
  }

  var name = ""
  /// X-LIC-LOCATION: the zone's name in the time zone database.
  var location: String?
  var observances: [Observance] = []
  private var isInObservance = false

  /// - Returns: whether it is whole.
  mutating func take(_ record: CalendarSpool.Record) throws(CalendarFault) -> Bool {
    let last = observances.count - 1
    switch record.name {
    case "end":
      guard isInObservance else { return true }
      isInObservance = false
    case "tzid": name = record.fields.first ?? ""
    case "location": location = record.fields.first
    case "observance":
      isInObservance = true
      observances.append(Observance())
    case "start", "rdate":
      observances[last].starts.append(try CalendarTime(record, of: "DTSTART").wall)
    case "rule":
      observances[last].rule = record.fields.first.flatMap {
        try? RecurrenceText.parse($0, timeOfDay: 0).rule
      }
    case "offsets":
      let numbers = record.fields.compactMap { Int($0) }
      if numbers.count == 2 {
        (observances[last].from, observances[last].to) = (numbers[0], numbers[1])
      }
    default: break
    }
    return false
  }

  /// What its clocks do for four years from `now`; nil where that cannot be said.
  func clock(from now: Instant) -> ClockChanges? {
    guard let end = now.advanced(by: ClockChanges.span) else { return nil }
    var changes: [ClockChanges.Change] = []
    var before: (at: Instant, offset: Int)?
    for observance in observances {
      // The clock before the change is the one that its time is read from.
      guard let clock = Zone(fixedOffset: observance.from), let first = observance.starts.first
      else { return nil }
      let note = { (at: Instant) in
        if at > now {
          changes.append(.init(at: at, from: observance.from, to: observance.to))
        } else if before.map({ $0.at < at }) ?? true {
          before = (at, observance.to)
        }
      }
      for start in observance.starts { note(clock.instant(of: start)) }
      guard let rule = observance.rule else { continue }
      guard let series = try? Recurrence(rule, from: .wall(first)) else { return nil }
      // Clocks change every year, or have done so for the last time long ago.
      var next = series.next(after: now.advanced(by: -ClockChanges.year) ?? .earliest, in: clock)
      if next.map({ $0 > now }) ?? true,
        let last = series.missed(after: .earliest, through: now, in: clock, limit: 1)
      {
        note(last.newest)
      }
      while let at = next, at < end, changes.count < 100 {
        note(at)
        next = series.next(after: at, in: clock)
      }
    }
    changes.sort { $0.at < $1.at }
    guard let offset = before?.offset ?? changes.first?.from else { return nil }
    return ClockChanges(start: now, offset: offset, changes: changes)
  }
}

/// What clocks do for a while.
struct ClockChanges {
  struct Change {
    var at: Instant
    /// Seconds east of UTC.
    var from, to: Int
  }

  /// Milliseconds: a year and a half.
  static let year: Int64 = 548 * 86_400_000
  /// Milliseconds: four years.
  static let span: Int64 = 1461 * 86_400_000
  private static let step: Int64 = 7 * 86_400_000

  var start: Instant
  /// At the start, in seconds east of UTC.
  var offset: Int
  var changes: [Change]

  /// Whether the clocks of `zone` do the same.
  func agrees(with zone: Zone) -> Bool {
    guard zone.offset(at: start) == offset else { return false }
    for change in changes {
      guard let before = change.at.advanced(by: -1000), zone.offset(at: before) == change.from,
        zone.offset(at: change.at) == change.to
      else { return false }
    }
    // Nor does it do anything else.
    var (offset, rest) = (offset, changes[...])
    for number in 0..<Self.span / Self.step {
      guard let at = start.advanced(by: number * Self.step) else { return false }
      while let change = rest.first, change.at <= at {
        offset = change.to
        rest.removeFirst()
      }
      guard zone.offset(at: at) == offset else { return false }
    }
    return true
  }
}
