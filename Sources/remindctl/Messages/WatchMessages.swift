import Localization
import Reminders
import Scheduler

// The sentences of `Messages` about what happens while one watches.

extension Messages {
  static func watched(_ time: String, _ what: String) -> String {
    tr("{time}  {what}", ["time": time, "what": what])
  }

  static func waitsForStore(_ path: String) -> String {
    tr("{path} is gone; what happens is printed when it is there again.", ["path": path])
  }

  /// - Parameters:
  ///   - text: what the reminder is called.
  ///   - when: when it is due by that; nil where that is not known any more.
  static func happening(
    _ kind: HistoryEvent.Kind, id: String, text: String, when: String?
  ) -> String {
    let values = ["id": id, "text": text, "when": when ?? ""] as KeyValuePairs
    return switch kind {
    case .created where when != nil: tr("{id}  {text}  created, due {when}", values)
    case .created: tr("{id}  {text}  created", values)
    case .cancelled: tr("{id}  {text}  cancelled", values)
    case .done: tr("{id}  {text}  done", values)
    case .dismissed: tr("{id}  {text}  popup closed", values)
    case .dropped: tr("{id}  {text}  popup taken away by the server", values)
    case .lost: tr("{id}  {text}  popup gone with its server", values)
    case .snoozed where when != nil: tr("{id}  {text}  snoozed, again {when}", values)
    case .snoozed: tr("{id}  {text}  snoozed", values)
    case .skipped: tr("{id}  {text}  skipped", values)
    case .imported where when != nil: tr("{id}  {text}  imported, due {when}", values)
    case .imported: tr("{id}  {text}  imported", values)
    case .edited: tr("{id}  {text}  changed", values)
    case .mailCancelled: tr("{id}  {text}  mail cancelled", values)
    case .ruleLost: tr("{id}  {text}  does not come again: its rule cannot be read", values)
    case .undone: tr("{id}  {text}  undone", values)
    case .paused: tr("{id}  {text}  paused", values)
    }
  }

  static func happening(_ record: DeliveryRecord, id: String, text: String) -> String {
    let values =
      [
        "id": id, "text": text, "place": place(record),
        "reason": record.obstacle.map(reason) ?? "",
      ] as KeyValuePairs
    return switch record.state {
    case .accepted: tr("{id}  {text}  shown {place}", values)
    case .held: tr("{id}  {text}  held {place}: {reason}", values)
    case .unknown: tr("{id}  {text}  perhaps shown {place}: {reason}", values)
    case .failed: tr("{id}  {text}  not shown {place}: {reason}", values)
    case .scheduled, .claimed: tr("{id}  {text}  being shown {place}", values)
    }
  }
}
