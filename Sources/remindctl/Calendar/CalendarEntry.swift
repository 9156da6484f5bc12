import CivilTime
import Reminders
import Scheduler

/// A time in a calendar file.
struct CalendarTime: Equatable {
  enum Kind: String { case date, floating, zoned, utc }

  var kind: Kind
  var wall: WallTime
  /// Its TZID; empty where it has none.
  var zone: String
  var line: Int
}

/// An alarm of an event or a task.
struct CalendarAlarm {
  enum Trigger {
    case before(Recurrence.Lead, isFromEnd: Bool)
    case at(CalendarTime)
  }

  var line: Int
  var action = "DISPLAY"
  var trigger: Trigger?
  /// How often more than once, and how far apart.
  var repeats = 0
  var gap: Recurrence.Lead?
  var isAtPlace = false
}

/// An event or a task of a calendar file.
struct CalendarEntry {
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
  /// Where it has an EXRULE.
  var exceptionRule: Int?
  var leftOut: [CalendarTime] = []
  var added: [CalendarTime] = []
  /// The instance of the series that it stands for.
  var instance: CalendarTime?
  /// Where that says that it is meant for all that follow.
  var allThatFollow: Int?
  var alarms: [CalendarAlarm] = []
  /// What remindctl itself has written: X-REMINDCTL-…, without that.
  var own: [String: String] = [:]

  /// Whether it says itself that nothing is to remind of it, as Apple's calendar does.
  var wantsNone: Bool { !alarms.isEmpty && alarms.allSatisfy { $0.action == "NONE" } }

  /// Whether remindctl wrote it: it is then a reminder as it stands.
  var isOwn: Bool { !own.isEmpty }

  /// What it is known by; without a UID, by what else it is.
  var identity: String {
    uid ?? "no-uid:\(start?.wall.description ?? due?.wall.description ?? "");\(summary ?? "")"
  }
}

/// Collects the records of an entry.
struct CalendarEntryReader {
  private(set) var entry: CalendarEntry
  private var isInAlarm = false

  init(_ record: CalendarSpool.Record) {
    entry = CalendarEntry(line: record.line, isTask: record.name == "todo")
  }

  /// - Returns: whether the entry is whole.
  mutating func take(_ record: CalendarSpool.Record) throws(CalendarFault) -> Bool {
    let fields = record.fields
    switch record.name {
    case "end":
      guard isInAlarm else { return true }
      isInAlarm = false
    case "alarm":
      isInAlarm = true
      entry.alarms.append(CalendarAlarm(line: record.line))
    case _ where isInAlarm: try takeAlarm(record, &entry.alarms[entry.alarms.count - 1])
    case "uid": entry.uid = fields.first
    case "summary": entry.summary = fields.first
    case "description": entry.description = fields.first
    case "status": entry.status = fields.first
    case "completed": entry.isCompleted = true
    case "start": entry.start = try CalendarTime(record, of: "DTSTART")
    case "finish": entry.finish = try CalendarTime(record, of: "DTEND")
    case "due": entry.due = try CalendarTime(record, of: "DUE")
    case "duration": entry.duration = try Recurrence.Lead(record, fields[...], of: "DURATION")
    case "rule": entry.rule = fields.first.map { ($0, record.line) }
    case "exrule": entry.exceptionRule = record.line
    case "exdate": entry.leftOut.append(try CalendarTime(record, of: "EXDATE"))
    case "rdate": entry.added.append(try CalendarTime(record, of: "RDATE"))
    case "recurrence": entry.instance = try CalendarTime(record, of: "RECURRENCE-ID")
    case "future": entry.allThatFollow = record.line
    case "x": if fields.count == 2 { entry.own[fields[0]] = fields[1] }
    default: break
    }
    return false
  }

  private func takeAlarm(
    _ record: CalendarSpool.Record, _ alarm: inout CalendarAlarm
  ) throws(CalendarFault) {
    let fields = record.fields
    switch record.name {
    case "action": alarm.action = fields.first ?? ""
    case "repeat": alarm.repeats = fields.first.flatMap(Int.init) ?? 0
    case "gap": alarm.gap = try Recurrence.Lead(record, fields[...], of: "DURATION")
    case "place": alarm.isAtPlace = true
    case "trigger" where fields.first == "at":
      alarm.trigger = .at(try CalendarTime(record, fields.dropFirst(), of: "TRIGGER"))
    case "trigger":
      let lead = try Recurrence.Lead(record, fields.dropFirst(), of: "TRIGGER")
      alarm.trigger = .before(lead, isFromEnd: fields.first == "end")
    default: break
    }
  }
}

extension CalendarTime {
  init(_ record: CalendarSpool.Record, of property: String) throws(CalendarFault) {
    try self.init(record, record.fields[...], of: property)
  }

  fileprivate init(
    _ record: CalendarSpool.Record, _ fields: ArraySlice<String>, of property: String
  ) throws(CalendarFault) {
    let fields = Array(fields)
    guard fields.count == 3, let kind = Kind(rawValue: fields[0]), let wall = WallTime(fields[1])
    else {
      throw CalendarFault(
        kind: "value", line: record.line, name: property,
        value: fields.count > 1 ? fields[1] : "")
    }
    self.init(kind: kind, wall: wall, zone: fields[2], line: record.line)
  }
}

extension Recurrence.Lead {
  /// Ten years: far more than anybody is reminded ahead.
  private static let most: Int64 = 3660 * 86_400

  fileprivate init(
    _ record: CalendarSpool.Record, _ fields: ArraySlice<String>, of property: String
  ) throws(CalendarFault) {
    let numbers = fields.compactMap { Int64($0) }
    guard numbers.count == 2, abs(numbers[0]) <= Self.most / 86_400, abs(numbers[1]) <= Self.most
    else {
      throw CalendarFault(kind: "value", line: record.line, name: property, value: "")
    }
    self.init(days: Int(numbers[0]), seconds: numbers[1])
  }
}
