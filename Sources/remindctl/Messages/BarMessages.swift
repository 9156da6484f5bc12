import Localization
import Reminders
import Scheduler

// The sentences of `Messages` about what bars show, and what is read aloud.

extension Messages {
  static func barLine(time: String, text: String) -> String {
    tr("{time} {text}", ["time": time, "text": text])
  }
  static func barLine(time: String, text: String, state: String) -> String {
    tr("{time} {text} ({state})", ["time": time, "text": text, "state": state])
  }

  // Translators: it stands in a bar, with little room, and so do the three that follow.
  static var cannotRead: String { tr("The reminders cannot be read.") }
  static var lockedOut: String { tr("remindd is locked out.") }
  static var storeGone: String { tr("The store is gone.") }
  static var notServed: String { tr("remindd serves another store.") }
  static var doctorKnows: String { tr("`remindctl doctor` says what mends it.") }

  static func sentence(
    text: String, when: String, distance: String, state: String?, id: String
  ) -> String {
    guard let state else {
      return tr(
        "{text}, {when}, {distance}, number {id}.",
        ["text": text, "when": when, "distance": distance, "id": id])
    }
    return tr(
      "{text}, {when}, {distance}, {state}, number {id}.",
      ["text": text, "when": when, "distance": distance, "state": state, "id": id])
  }
  static func sentence(text: String, rule: String) -> String {
    tr("{text}, {rule}", ["text": text, "rule": rule])
  }
  static func days(_ n: Int) -> String { tr(n, "{n} day", "{n} days") }
  static func hours(_ n: Int) -> String { tr(n, "{n} hour", "{n} hours") }
  static func minutes(_ n: Int) -> String { tr(n, "{n} minute", "{n} minutes") }
  static func seconds(_ n: Int) -> String { tr(n, "{n} second", "{n} seconds") }
}
