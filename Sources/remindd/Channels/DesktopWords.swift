import Scheduler

/// What a popup says beside the user's own words.
extension Words {
  /// An earlier hand-over was never answered.
  var possibleRepeat: String { tr("It may have been shown before.") }

  // MARK: Buttons

  var done: String { tr("Done") }
  var allDone: String { tr("All done") }

  /// - Parameter length: milliseconds.
  func snooze(_ length: Int64) -> String {
    tr("Snooze {length}", ["length": length.spoken])
  }
  func snoozeAll(_ length: Int64) -> String {
    tr("All in {length}", ["length": length.spoken])
  }

  // MARK: Many at once

  func reminders(_ count: Int) -> String { tr(count, "{n} reminder", "{n} reminders") }
  func more(_ count: Int) -> String { tr(count, "and {n} more", "and {n} more") }

  /// One of many.
  /// - Parameter title: what it is about, short.
  func entry(_ title: String, _ alert: Alert) -> String {
    tr("{text}, {due}", ["text": title, "due": due(alert)])
  }
}
