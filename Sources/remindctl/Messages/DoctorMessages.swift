import Localization
import Store
import System

// The sentences of `Messages` about what `doctor` finds, in the order in which it looks.

extension Messages {
  static var allWell: String { tr("Reminders will come.") }
  static func problems(_ count: Int) -> String {
    tr(count, "There is {n} problem.", "There are {n} problems.")
  }

  // The daemon and its service

  /// - Parameter restarts: how many times its service was started again.
  static func daemonWaits(why: String, restarts: Int) -> String {
    let waits = tr(
      "remindd waits, and nothing is shown until it can go on: {why}.",
      ["why": VisibleText.line(why)])
    return restarts == 0 ? waits : waits + " " + unitRestarted(restarts)
  }
  static var noSystemd: String {
    tr("There is no systemd here: start `remindd &` at each login, from ~/.profile, say.")
  }
  static func unitRestarted(_ count: Int) -> String {
    tr(
      count, "The service is enabled; it has had to be started anew {n} time.",
      "The service is enabled; it has had to be started anew {n} times.")
  }
  // The desktop

  // The disk and the machine

  static func issue(_ issue: IntegrityCheck.Issue) -> String {
    switch issue {
    case .file(let sentence): sentence
    case .nonsense: tr("it holds what remindctl never writes")
    case .options(let id): tr("the options of reminder {id} cannot be read", ["id": String(id)])
    case .trigger(let id): tr("when reminder {id} comes cannot be read", ["id": String(id)])
    case .time(let id): tr("reminder {id} has no time", ["id": String(id)])
    }
  }
  static var nothingNew: String { tr("Nothing new can be stored.") }
  static var diskReadOnly: String {
    tr("Nothing new can be stored until whoever runs this machine makes the disk writable.")
  }
  static func held(_ count: Int) -> String {
    tr(
      count, "{n} reminder is due and still to be shown.",
      "{n} reminders are due and still to be shown.")
  }
  static func diskFull(_ size: String) -> String {
    tr(
      "The disk is full, or nearly: {size} are left for reminders. Make room on it.", ["size": size]
    )
  }
  /// A size in bytes.
  static func megabytes(_ bytes: Int64) -> String {
    if bytes < 10_000_000 { return tr("{n} kB", ["n": String((bytes + 999) / 1000)]) }
    if bytes < 10_000_000_000 { return tr("{n} MB", ["n": String(bytes / 1_000_000)]) }
    return tr("{n} GB", ["n": String(bytes / 1_000_000_000)])
  }

  // The machine

  static var zoneUnusable: String {
    tr("The system's time zone cannot be read: times are in UTC.")
  }
}
