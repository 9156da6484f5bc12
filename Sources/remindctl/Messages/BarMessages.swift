import Localization
import Reminders
import Scheduler

// The sentences of `Messages` about what bars show, and what is read aloud.

extension Messages.Help {
  static let format = Message("print a line for a bar: waybar, or text like '{time} {text}'")
  static let formatValue = Message("FORMAT")
  static let sentences = Message("print a sentence for each, for those who listen")
  static let statusDetails = Message(
    """
    --format prints one line for a bar: `waybar` is the JSON of its custom modules; anything else is
    text with places for {line}, {time}, {text}, {id}, {due}, {class}, {details}, {pending}, {held}
    and {unanswered}. {line:pango}, {line:polybar} and {line:json}, and so with {text} and all others,
    keep what a reminder says from being anything but text there. {class} is problem, paused, held,
    unanswered, next or none. In a problem nothing would be shown: remindd does not run, or the store
    cannot be read. {line} and {text} say so, {details} says more, and a
    number that is not known is `?`. The line names times of the clock, and is true until something
    happens: `watch --format` prints it then.
    """)
}

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
