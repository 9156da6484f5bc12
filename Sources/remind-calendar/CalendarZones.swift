import CalendarText
import CivilTime
import Store

/// The system's time zones that a calendar file means.
///
/// A name of the time zone database counts, also after the prefix of Thunderbird and Evolution.
/// Otherwise it is CLDR's zone for a name of Windows; otherwise a zone of the system with the clock
/// changes of the file's VTIMEZONE for the next four years: the user's own, if it has them.
final class CalendarZones {
  private var definitions: [String: CalendarZone] = [:]
  private var meant: [String: Zone?] = [:]
  private var loaded: [String: Zone] = [:]
  /// The zones that a VTIMEZONE can mean, those with the most people first.
  private lazy var all = (WindowsZones.all + Zone.names()).compactMap { try? Zone.load($0) }
  private let local: Zone
  private let now: Instant

  init(local: Zone, now: Instant) {
    self.local = local
    self.now = now
  }

  /// Loads every zone that a file can mean: when libical runs, no other file can be opened.
  func load(for items: [CalendarFile.Item]) {
    var names: Set<String> = []
    for case .component(let component) in items {
      for (_, line) in (component.children + [component]).flatMap(\.lines) {
        if let name = line.parameter("TZID"), names.insert(name).inserted {
          _ = find(name, location: nil)
        }
      }
      guard component.name == "VTIMEZONE" else { continue }
      func value(_ name: String) -> String? {
        component.lines.last { $0.name == name }?.line.value
      }
      if find(value("TZID") ?? "", location: value("X-LIC-LOCATION")) == nil { _ = all }
    }
  }

  func define(_ zone: CalendarZone) { definitions[zone.name] = zone }

  /// - Returns: nil if the system has no such zone.
  func zone(_ name: String) -> Zone? {
    if let zone = meant[name] { return zone }
    let definition = definitions[name]
    let zone = find(name, location: definition?.location) ?? definition.flatMap(sameClock)
    meant[name] = .some(zone)
    return zone
  }

  private func find(_ name: String, location: String?) -> Zone? {
    let parts = name.split(separator: "/")
    // `/mozilla.org/20050126_1/America/Argentina/Salta`
    for count in [parts.count, 3, 2, 1] where count > 0 && count <= parts.count {
      let tail = parts.suffix(count).joined(separator: "/")
      if count > 1 || parts.count == 1 || tail == Zone.utc.name, let zone = find(tail) {
        return zone
      }
    }
    return location.flatMap(find) ?? WindowsZones.zone(name).flatMap(find)
  }

  private func find(_ name: String) -> Zone? {
    if let zone = loaded[name] { return zone }
    let zone = try? Zone.find(name)
    loaded[name] = zone
    return zone
  }

  private func sameClock(as definition: CalendarZone) -> Zone? {
    guard let clock = definition.clock(from: now) else { return nil }
    return clock.agrees(with: local) ? local : all.first(where: clock.agrees)
  }
}

/// A VTIMEZONE.
struct CalendarZone {
  /// STANDARD or DAYLIGHT.
  struct Observance {
    var starts: [WallTime] = []
    var rule: RecurrenceRule?
    /// Seconds east of UTC, before it and in it.
    var from = 0
    var to = 0
  }

  var name = ""
  /// X-LIC-LOCATION: the zone's name in the time zone database.
  var location: String?
  var observances: [Observance] = []

  init() {}

  init(_ component: Component) throws(CalendarFault) {
    for (name, line) in component.lines {
      if name == "TZID" { self.name = try line.text(name) ?? self.name }
      if name == "X-LIC-LOCATION" { location = line.value }
    }
    for child in component.children where child.name == "STANDARD" || child.name == "DAYLIGHT" {
      observances.append(try Observance(child))
    }
  }

  /// What its clocks do for four years from `now`; nil if its lines do not say it.
  func clock(from now: Instant) -> ClockChanges? {
    guard let end = now.advanced(by: ClockChanges.span) else { return nil }
    var changes: Set<ClockChange> = []
    var before: (at: Instant, offset: Int)?
    for observance in observances {
      // The time of a change is one on the clock before it.
      guard let clock = Zone(fixedOffset: observance.from), let first = observance.starts.first
      else { return nil }
      let note = { (at: Instant) in
        if at > now {
          changes.insert(ClockChange(at: at, from: observance.from, to: observance.to))
        } else if before.map({ $0.at < at }) ?? true {
          before = (at, observance.to)
        }
      }
      for start in observance.starts { note(clock.instant(of: start)) }
      guard let rule = observance.rule else { continue }
      guard let series = try? Recurrence(rule, from: .wall(first)) else { return nil }
      // Clocks change every year, or changed for the last time long ago.
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
    let all = changes.sorted { $0.at < $1.at }
    guard let offset = before?.offset ?? all.first?.from else { return nil }
    return ClockChanges(
      start: now, end: end, offset: offset,
      changes: all.filter { $0.at < end && $0.from != $0.to })
  }
}

extension CalendarZone.Observance {
  fileprivate init(_ component: Component) throws(CalendarFault) {
    var offsets: [String: Int] = [:]
    for (name, line) in component.lines {
      switch name {
      case "DTSTART", "RDATE": starts += try Property(name, line).times().map(\.wall)
      case "RRULE":
        let text = try Property(name, line).rule()
        rule = try? RecurrenceText.parse(text, timeOfDay: 0).rule
      default: offsets[name] = try Property(name, line).offset()
      }
    }
    guard let from = offsets["TZOFFSETFROM"], let to = offsets["TZOFFSETTO"] else {
      throw CalendarFault(
        .missing, line: component.line,
        name: offsets["TZOFFSETFROM"] == nil ? "TZOFFSETFROM" : "TZOFFSETTO")
    }
    (self.from, self.to) = (from, to)
  }
}

/// The clock changes of four years.
struct ClockChanges {
  /// Milliseconds: a year and a half, and four years.
  static let year: Int64 = 548 * 86_400_000
  static let span: Int64 = 1461 * 86_400_000

  var start: Instant
  var end: Instant
  /// At the start, in seconds east of UTC.
  var offset: Int
  var changes: [ClockChange]

  /// Whether the clocks of `zone` do the same.
  func agrees(with zone: Zone) -> Bool {
    zone.offset(at: start) == offset && zone.clockChanges(from: start, to: end) == changes
  }
}

/// The names that Windows, and so Outlook and Exchange, gives to time zones (Unicode CLDR, windowsZones,
/// territory 001): windows-zones.txt. ICU has the same table, but only versioned symbols to read it.
enum WindowsZones {
  /// The name in the time zone database; nil if Windows has no such name.
  static func zone(_ name: String) -> String? {
    rows.first { $0.name == name || $0.name == name + " Standard Time" }?.zone
  }

  /// The zones of the table that are regions, not offsets.
  static var all: [String] { rows.map(\.zone).filter { $0.contains("/") && !$0.hasPrefix("Etc/") } }

  private static let rows = String(decoding: PackageResources.windows_zones_txt, as: UTF8.self)
    .split(separator: "\n").map { row in
      let parts = row.split(separator: "=").map(String.init)
      return (name: parts[0], zone: parts[1])
    }
}
