import Store
import System

extension RecoveryReport {
  /// What could be saved, and what not, for people.
  /// - Parameter path: of the store.
  package func sentence(path: String) -> String {
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
    if !withoutOptions.isEmpty {
      sentence +=
        " "
        + tr(
          "Options that could not be read are the usual ones now: {ids}.",
          ["ids": RecoveryReport.list(withoutOptions)])
    }
    if !withoutRule.isEmpty {
      sentence +=
        " "
        + tr(
          "Rules that could not be read: {ids}; these do not repeat any more, and can be made anew.",
          ["ids": RecoveryReport.list(withoutRule)])
    }
    return sentence + " " + tr("The damaged file is {aside}.", ["aside": VisibleText.line(aside)])
  }

  /// The first of them, and whether there are more.
  private static func list(_ ids: [Int64]) -> String {
    ids.prefix(20).map(String.init).joined(separator: ", ") + (ids.count > 20 ? " ..." : "")
  }
}
