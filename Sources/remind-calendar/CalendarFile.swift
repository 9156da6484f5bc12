import CalendarText

/// A component of a calendar file, with the lines that matter for reminders.
struct Component {
  /// The most lines, and the most components, that one can contain.
  static let limit = 100_000

  var name: String
  /// Where it begins.
  var line: Int
  var lines: [(name: String, line: FileLine)] = []
  var children: [Component] = []

  private static let wanted: [String: Set<String>] = [
    "VCALENDAR": ["VERSION", "METHOD"],
    "VEVENT": [
      "UID", "SUMMARY", "DESCRIPTION", "STATUS", "DTSTART", "DTEND", "DURATION", "RRULE", "EXRULE",
      "RDATE", "EXDATE", "RECURRENCE-ID",
    ],
    "VTODO": [
      "UID", "SUMMARY", "DESCRIPTION", "STATUS", "COMPLETED", "DTSTART", "DUE", "DURATION",
      "RRULE", "EXRULE", "RDATE", "EXDATE", "RECURRENCE-ID",
    ],
    "VALARM": ["ACTION", "TRIGGER", "REPEAT", "DURATION", "PROXIMITY", "X-APPLE-PROXIMITY"],
    "VTIMEZONE": ["TZID", "X-LIC-LOCATION"],
    "STANDARD": ["DTSTART", "TZOFFSETFROM", "TZOFFSETTO", "RRULE", "RDATE"],
    "DAYLIGHT": ["DTSTART", "TZOFFSETFROM", "TZOFFSETTO", "RRULE", "RDATE"],
  ]

  var isWanted: Bool { Component.wanted[name] != nil }

  func wants(_ property: String) -> Bool {
    guard let names = Component.wanted[name] else { return false }
    return names.contains(property)
      || property.hasPrefix(CalendarEntry.ownPrefix) && (name == "VEVENT" || name == "VTODO")
  }
}

/// The structure of a calendar file: which component begins and ends on which line. libical keeps no
/// line numbers, so it reads the values alone (`Property`).
struct CalendarFile {
  enum Item {
    /// BEGIN:VCALENDAR.
    case calendar
    case method(String, line: Int)
    /// An event, a task or a time zone.
    case component(Component)
  }

  private(set) var items: [Item] = []

  /// How deep components can be nested.
  private static let depth = 16

  /// - Parameter input: a descriptor.
  init(_ input: Int32) throws(CalendarFault) {
    var lines = FileLines(input)
    var open: [Component] = []
    var last = 1
    var isAny = false
    while let line = lines.next() {
      last = line.number
      let name = line.name
      if name == "BEGIN" {
        let begun = line.value.keyword
        guard !open.isEmpty || begun == "VCALENDAR" else {
          throw CalendarFault(.notACalendar, line: line.number, value: line.shown)
        }
        guard open.count < Self.depth else {
          throw CalendarFault(.tooDeep, line: line.number, name: begun)
        }
        isAny = true
        if open.isEmpty { items.append(.calendar) }
        open.append(Component(name: begun, line: line.number))
        continue
      }
      if name == "END" {
        try end(line, &open)
        continue
      }
      let top = open.count - 1
      guard let name, top >= 0 else {
        throw CalendarFault(
          isAny ? .notAProperty : .notACalendar, line: line.number, value: line.shown)
      }
      guard open[top].wants(name) else { continue }
      guard !line.isTooLong, open[top].lines.count < Component.limit else {
        throw CalendarFault(.tooLong, line: line.number, name: name)
      }
      guard String(validating: line.bytes, as: UTF8.self) != nil, !line.bytes.contains(0) else {
        throw CalendarFault(.notUTF8, line: line.number, name: name, value: line.shown)
      }
      if open[top].name == "VCALENDAR" {
        try header(name, line)
      } else {
        open[top].lines.append((name, line))
      }
    }
    if let component = open.last {
      throw CalendarFault(.unclosed, line: component.line, name: component.name)
    }
    guard isAny else { throw CalendarFault(.notACalendar, line: last) }
  }

  private mutating func end(
    _ line: FileLine, _ open: inout [Component]
  ) throws(CalendarFault) {
    let name = line.value.keyword
    // What lies within a component ends before it.
    if let inner = open.last, inner.name != name, open.contains(where: { $0.name == name }) {
      throw CalendarFault(.unclosed, line: inner.line, name: inner.name)
    }
    guard let component = open.popLast(), name == component.name else {
      throw CalendarFault(.wrongEnd, line: line.number, value: line.shown)
    }
    if open.count == 1 {
      if component.isWanted { items.append(.component(component)) }
      return Limits.goOn()
    }
    let top = open.count - 1
    guard top >= 0, open[top].isWanted, component.isWanted else { return }
    guard open[top].children.count < Component.limit else {
      throw CalendarFault(.tooLong, line: component.line, name: component.name)
    }
    open[top].children.append(component)
  }

  private mutating func header(_ name: String, _ line: FileLine) throws(CalendarFault) {
    if name == "METHOD" { items.append(.method(line.value.keyword, line: line.number)) }
    // vCalendar writes nearly everything in another way.
    if name == "VERSION", line.value.keyword == "1.0" {
      throw CalendarFault(.version, line: line.number, name: name, value: "1.0")
    }
  }
}

extension String {
  /// A name without whitespace around it, in capital letters.
  fileprivate var keyword: String {
    String(decoding: utf8.filter { $0 > 0x20 }, as: UTF8.self).uppercased()
  }
}
