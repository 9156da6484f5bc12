import Scheduler

/// What a popup says beside the user's own words.
extension Words {
  /// An earlier hand-over was never answered.
  var possibleRepeat: String { tr("It may have been shown before.") }
}
