import Scheduler

/// What a popup says beside the user's own words.
extension Words {
  /// When it was due, and how late it is from one second on.
  func due(_ alert: Alert) -> String {
    let time = time(alert.due, now: alert.fired)
    return alert.lateness < 1000
      ? tr("due {time}", ["time": time])
      : tr("due {time}, {late} late", ["time": time, "late": alert.lateness.spoken])
  }

  /// An earlier hand-over was never answered.
  var possibleRepeat: String { tr("It may have been shown before.") }
}
