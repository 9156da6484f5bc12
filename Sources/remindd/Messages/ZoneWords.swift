import CivilTime
import Localization
import Scheduler
import System

/// What the daemon says of time zones.
extension Words {
  /// What a new time zone has done.
  func zoneMoved(_ count: Int) -> String {
    tr(
      count, "The time zone is {zone} now: {n} reminder has moved with it",
      "The time zone is {zone} now: {n} reminders have moved with it", ["zone": zone.name])
  }

  static func zoneMissing(_ name: String) -> String {
    tr(
      "The time zone {zone} cannot be read: what repeats there is reckoned by its present offset from UTC",
      ["zone": VisibleText.line(name)])
  }

  static func zoneFound(_ name: String) -> String {
    tr(
      "The time zone {zone} can be read again: what repeats there is reckoned anew",
      ["zone": VisibleText.line(name)])
  }

  static func zoneProblem(_ problem: ZoneProblem) -> String {
    let what =
      switch problem {
      case .unknown(let name): tr("nobody knows {name}", ["name": VisibleText.line(name)])
      case .unreadable(let path, let error):
        tr("{path}: {reason}", ["path": VisibleText.line(path), "reason": reason(error)])
      case .notZoneFile(let path):
        tr("{path} is no file of a zone", ["path": VisibleText.line(path)])
      case .countsLeapSeconds(let name):
        tr("{name} counts leap seconds", ["name": VisibleText.line(name)])
      }
    return tr("The time zone cannot be used: {problem}. Times are in UTC", ["problem": what])
  }
}
