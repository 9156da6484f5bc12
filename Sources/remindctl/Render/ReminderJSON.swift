import CalendarText
import CivilTime
import Configuration
import Reminders
import Store

extension Entry {
  /// The members that describe a reminder in every JSON output; they never change with the locale.
  func members(in zone: Zone) -> JSON.Members {
    [
      ("id", .number(id)), ("uid", .string(uid)), ("text", .string(text ?? Product.defaultTitle)),
      ("state", .string(state.rawValue)), ("kind", .string(trigger.kind)),
      ("due", .string(due.rfc3339(in: zone))), ("due_ms", .number(due.milliseconds)),
      ("created_ms", .number(created.milliseconds)),
    ] + trigger.members + [("options", options.json)]
      + JSON.members(["fired_ms": fired.map(JSON.instant), "held": holdReason.map(JSON.word)])
  }
}

extension Request {
  /// The members of a reminder that is not stored: it has no id.
  func members(text: String?, options: ReminderOptions, in zone: Zone) -> JSON.Members {
    [
      ("text", .string(text ?? Product.defaultTitle)), ("kind", .string(trigger.kind)),
      ("due", .string(due.rfc3339(in: zone))), ("due_ms", .number(due.milliseconds)),
    ] + trigger.members + [("options", options.json)]
  }
}

extension Trigger {
  /// If it is not an interval: the wall time (of a repetition the one that it starts from; with a
  /// Z in UTC, if it counts elapsed time), the zone that this keeps to, and the rule.
  fileprivate var members: JSON.Members {
    func list(_ starts: [Recurrence.Start]?) -> JSON? {
      guard let starts, !starts.isEmpty else { return nil }
      return .array(starts.map { .string($0.text) })
    }
    let details = recurrence?.details
    let lead = details.flatMap { $0.lead.isZero ? nil : ContentLine.duration($0.lead) }
    return JSON.members([
      "rrule": recurrence.map { .string($0.rule.description) }, "exdate": list(details?.leftOut),
      "rdate": list(details?.added), "trigger": lead.map(JSON.string),
      "wall": start.map(JSON.string), "zone": pinnedZone.map(JSON.string),
    ])
  }

  private var start: String? {
    switch self {
    case .interval: nil
    case .wall(let wall, _): wall.description
    case .series(let recurrence, _), .elapsedSeries(let recurrence, _, _): recurrence.start.text
    }
  }
}

extension JSON {
  /// A whole document, on a line of its own.
  static func document(_ members: JSON.Members) -> Output {
    .text(JSON.object([schema] + members).text + "\n")
  }

  /// An instant, for people who read JSON and for programs; null if there is none.
  static func time(_ name: String, _ instant: Instant?, in zone: Zone) -> JSON.Members {
    [(name, orNull(instant?.rfc3339(in: zone))), (name + "_ms", orNull(instant))]
  }

  /// An instant in milliseconds.
  static func instant(_ instant: Instant) -> JSON { .number(instant.milliseconds) }

  /// One of several words.
  static func word(_ word: some RawRepresentable<String>) -> JSON { .string(word.rawValue) }

  /// Null if there is none.
  static func orNull(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }
  static func orNull(_ instant: Instant?) -> JSON { instant.map(JSON.instant) ?? .null }

  static func texts(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }

  static func count(_ count: Int) -> JSON { .number(Int64(count)) }

  /// Whether a daemon serves the store.
  static func daemon(isRunning: Bool) -> JSON { isRunning ? "running" : "absent" }
}
