import CalendarText
import CivilTime
import Configuration
import Reminders
import Store

extension Entry {
  /// The members that describe a reminder in every JSON output; they never change with the locale.
  func members(in zone: Zone) -> [(name: String, value: JSON)] {
    var members: [(name: String, value: JSON)] = [
      ("id", .number(id)), ("uid", .string(uid)), ("text", .string(text ?? Product.defaultTitle)),
      ("state", .string(state.rawValue)), ("kind", .string(trigger.kind)),
      ("due", .string(due.rfc3339(in: zone))), ("due_ms", .number(due.milliseconds)),
      ("created_ms", .number(created.milliseconds)),
    ]
    members += trigger.members
    members.append(("options", options.json))
    if let fired { members.append(("fired_ms", .number(fired.milliseconds))) }
    if let holdReason { members.append(("held", .string(holdReason.rawValue))) }
    return members
  }
}

extension Request {
  /// The members of a reminder that is not stored: it has no id.
  func members(
    text: String?, options: ReminderOptions, in zone: Zone
  ) -> [(name: String, value: JSON)] {
    [
      ("text", .string(text ?? Product.defaultTitle)), ("kind", .string(trigger.kind)),
      ("due", .string(due.rfc3339(in: zone))), ("due_ms", .number(due.milliseconds)),
    ] + trigger.members + [("options", options.json)]
  }
}

extension Trigger {
  /// If it is not an interval: the wall time (of a repetition the one that it starts from; with a
  /// Z in UTC, if it counts elapsed time), the zone that this keeps to, and the rule.
  fileprivate var members: [(name: String, value: JSON)] {
    var members: [(name: String, value: JSON)] = []
    if let recurrence { members.append(("rrule", .string(recurrence.rule.description))) }
    if let details = recurrence?.details {
      for (name, starts) in [("exdate", details.leftOut), ("rdate", details.added)]
      where !starts.isEmpty {
        members.append((name, .array(starts.map { .string($0.text) })))
      }
      if !details.lead.isZero {
        members.append(("trigger", .string(ContentLine.duration(details.lead))))
      }
    }
    if let start { members.append(("wall", .string(start))) }
    if let pinnedZone { members.append(("zone", .string(pinnedZone))) }
    return members
  }

  private var start: String? {
    switch self {
    case .interval: nil
    case .wall(let wall, _): wall.description
    case .series(let recurrence, _), .elapsedSeries(let recurrence, _, _):
      recurrence.start.text
    }
  }
}

extension JSON {
  /// A whole document, on a line of its own.
  static func document(_ members: [(name: String, value: JSON)]) -> Output {
    .text(JSON.object([schema] + members).text + "\n")
  }

  /// An instant, for people who read JSON and for programs.
  static func time(
    _ name: String, _ instant: Instant, in zone: Zone
  ) -> [(name: String, value: JSON)] {
    time(name, orNull: instant, in: zone)
  }

  /// The same; null if there is none.
  static func time(
    _ name: String, orNull instant: Instant?, in zone: Zone
  ) -> [(name: String, value: JSON)] {
    [
      (name, instant.map { .string($0.rfc3339(in: zone)) } ?? .null),
      (name + "_ms", instant.map { .number($0.milliseconds) } ?? .null),
    ]
  }

  /// Whether a daemon serves the store.
  static func daemon(isRunning: Bool) -> JSON { isRunning ? "running" : "absent" }
}
