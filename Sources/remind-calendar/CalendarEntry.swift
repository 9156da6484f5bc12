import CalendarText
import CivilTime
import Reminders

/// A time in a calendar file.
struct CalendarTime: Equatable {
  enum Kind { case date, floating, zoned, utc }

  var kind: Kind
  var wall: WallTime
  /// Its TZID; empty if it has none.
  var zone: String
  var line: Int
}

/// An alarm of an event or a task.
struct CalendarAlarm {
  enum Trigger {
    case before(Recurrence.Lead, isFromEnd: Bool = false)
    case at(CalendarTime)
  }

  var line: Int
  var action = "DISPLAY"
  var trigger: Trigger?
  /// How many times it repeats, and after which time each.
  var repeats = 0
  var gap: Recurrence.Lead?
  var isAtPlace = false
}

/// An event or a task of a calendar file.
struct CalendarEntry {
  /// The properties that only remindctl writes.
  static let ownPrefix = "X-REMINDCTL-"

  var line: Int
  var isTask: Bool
  var uid: String?
  var summary: String?
  var description: String?
  var status: String?
  var isCompleted = false
  var start: CalendarTime?
  /// DTEND.
  var finish: CalendarTime?
  var due: CalendarTime?
  var duration: Recurrence.Lead?
  var rule: (text: String, line: Int)?
  /// The line of an EXRULE.
  var exceptionRule: Int?
  var leftOut: [CalendarTime] = []
  var added: [CalendarTime] = []
  /// The instance of the series that it replaces.
  var instance: CalendarTime?
  /// The line of that, if it also changes all later ones.
  var allThatFollow: Int?
  var alarms: [CalendarAlarm] = []
  /// The values of X-REMINDCTL-…, without that prefix.
  var own: [String: String] = [:]

  /// Whether it asks for no reminder, as Apple's calendar does.
  var wantsNone: Bool { !alarms.isEmpty && alarms.allSatisfy { $0.action == "NONE" } }

  /// Whether remindctl wrote it: it is then a reminder as it stands.
  var isOwn: Bool { !own.isEmpty }

  /// Its UID, or without one what else identifies it.
  var identity: String {
    uid ?? "no-uid:\(start?.wall.description ?? due?.wall.description ?? "");\(summary ?? "")"
  }

  /// What identifies it among the file's entries.
  var key: String { identity + (instance.map { ";\($0.wall)" } ?? "") }

  /// - Parameter component: a VEVENT or a VTODO.
  init(_ component: Component) throws(CalendarFault) {
    line = component.line
    isTask = component.name == "VTODO"
    for (name, line) in component.lines { try read(name, line) }
    for child in component.children where child.name == "VALARM" {
      alarms.append(try CalendarAlarm(child))
    }
  }

  private mutating func read(_ name: String, _ line: FileLine) throws(CalendarFault) {
    switch name {
    case "UID": uid = try line.text(name) ?? uid
    case "SUMMARY": summary = try line.text(name) ?? summary
    case "DESCRIPTION": description = try line.text(name) ?? description
    case "STATUS" where line.value.isEmpty: break
    case "STATUS":
      _ = try Property(name, line)
      status = line.value.uppercased()
    case "COMPLETED": isCompleted = true
    case "DTSTART": start = try Property(name, line).times().last
    case "DTEND": finish = try Property(name, line).times().last
    case "DUE": due = try Property(name, line).times().last
    case "DURATION": duration = try Property(name, line).duration()
    case "RRULE": rule = (try Property(name, line).rule(), line.number)
    case "EXRULE": exceptionRule = line.number
    case "EXDATE": leftOut += try Property(name, line).times()
    case "RDATE": added += try Property(name, line).times()
    case "RECURRENCE-ID":
      instance = try Property(name, line).times().last
      if line.parameter("RANGE") != nil { allThatFollow = line.number }
    default:
      own[String(name.dropFirst(Self.ownPrefix.utf8.count))] = try Property(name, line).own()
    }
  }
}

extension CalendarAlarm {
  fileprivate init(_ component: Component) throws(CalendarFault) {
    line = component.line
    for (name, line) in component.lines {
      switch name {
      case "ACTION": action = line.value.uppercased()
      case "TRIGGER": trigger = try Property(name, line).trigger()
      case "REPEAT": repeats = try Property(name, line).number()
      case "DURATION": gap = try Property(name, line).duration()
      default: isAtPlace = true
      }
    }
  }
}

extension FileLine {
  /// A text; nil for an empty one, which libical takes for an error.
  func text(_ name: String) throws(CalendarFault) -> String? {
    value.isEmpty ? nil : try Property(name, self).text()
  }
}
