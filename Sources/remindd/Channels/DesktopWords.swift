import Localization
import Reminders
import Scheduler

/// What a popup says beside the user's own words.
extension Words {
  /// An earlier hand-over was never answered.
  var possibleRepeat: String { tr("It may have been shown before.") }

  // MARK: Buttons

  // Translators: a button; the shorter the better.
  var done: String { tr("Done") }
  // Translators: a button of a popup with several reminders.
  var allDone: String { tr("All done") }

  /// - Parameter length: milliseconds.
  func snooze(_ length: Int64) -> String {
    // Translators: a button; {length} is like "10 min".
    tr("Snooze {length}", ["length": length.spoken])
  }
  func snoozeAll(_ length: Int64) -> String {
    // Translators: a button that puts off all the reminders of a popup.
    tr("All in {length}", ["length": length.spoken])
  }

  // MARK: Many at once

  func reminders(_ count: Int) -> String { tr(count, "{n} reminder", "{n} reminders") }
  func more(_ count: Int) -> String { tr(count, "and {n} more", "and {n} more") }

  /// One of many, as short as can be: how late it is follows from its time.
  /// - Parameter title: what it is about, short.
  func entry(_ title: String, _ alert: Alert) -> String {
    let time = time(alert.due, now: alert.fired)
    return alert.purpose.isAnnouncement
      ? tr("{text}, due {time}", ["text": title, "time": time])
      : tr("{text}, {time}", ["text": title, "time": time])
  }
}
