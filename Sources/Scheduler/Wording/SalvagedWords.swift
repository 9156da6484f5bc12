extension Salvaged {
  /// What could be saved, and what not, for people.
  /// - Parameter path: of the store.
  public func sentence(path: String) -> String {
    var sentence = tr(
      reminders, "The store {path} was damaged: {n} reminder could be saved.",
      "The store {path} was damaged: {n} reminders could be saved.",
      ["path": VisibleText.line(path)])
    if withoutText > 0 {
      sentence +=
        " "
        + tr(
          withoutText, "{n} more comes without its text.", "{n} more come without their texts.")
    }
    if withoutTime > 0 {
      sentence +=
        " "
        + tr(
          withoutTime, "{n} more has lost its time and is shown at once.",
          "{n} more have lost their times and are shown at once.")
    }
    return sentence + " " + tr("The damaged file is {aside}.", ["aside": VisibleText.line(aside)])
  }
}
