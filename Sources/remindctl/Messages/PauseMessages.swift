import Localization
import Scheduler

// The sentences of `Messages` about pauses and quiet hours.

extension Messages {
  static func paused(until when: String, _ distance: String) -> String {
    tr("Paused until {when} ({distance}).", ["when": when, "distance": distance])
  }
  static func paused(until when: String) -> String {
    tr("Paused until {when}.", ["when": when])
  }
  static func quiet(until when: String, _ distance: String) -> String {
    tr("Quiet hours until {when} ({distance}).", ["when": when, "distance": distance])
  }
  static var howToResume: String {
    tr("Critical reminders come through; `remindctl resume` ends it.")
  }
  static var resumed: String { tr("The pause is over.") }
  static var wasOver: String { tr("The pause was over already.") }
  static var wasNotPaused: String { tr("There was no pause.") }
}
