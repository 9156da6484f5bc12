import CivilTime
import Localization
import Store
import System

// The sentences of `Messages` about the daemon, the store and the clock, also in a bar.

extension Messages {
  static var howToStart: String {
    tr("Start it with `systemctl --user start remindd`, or with `remindd &`.")
  }
  static var startFailed: String {
    tr("It could not be started; `systemctl --user status remindd` says why.")
  }
  static var startedDaemon: String { tr("remindd was not running, and has been started.") }
  /// The same as a popup, which is no place for commands.
  static var nothingIsShown: String {
    tr("It is stored, but remindd is not running: nothing is shown until it is.")
  }
  /// Something else holds the daemon's lock: its process, if that is known.
  static func barred(_ process: Int32?) -> String {
    guard let process else {
      return tr("Something else than remindd holds its lock: nothing is shown until that ends.")
    }
    return tr(
      "Process {process}, which is no remindd, holds remindd's lock: nothing is shown until it ends.",
      ["process": String(process)])
  }
  static var storedBarred: String {
    tr(
      "It is stored, but something else than remindd holds its lock: nothing is shown until that ends."
    )
  }
  static var unserved: String {
    tr("remindd is not running: nothing is shown until it is.") + " " + howToStart
  }
  static func serving(version: String, since: String, process: String) -> String {
    tr(
      "remindd {version} is running since {since} (process {process}).",
      ["version": version, "since": since, "process": process])
  }
  /// - Parameter isGone: whether nothing is there; otherwise it is another file than the daemon's.
  static func unservedStore(_ path: String, isGone: Bool) -> String {
    isGone
      ? tr(
        "{path} is gone while remindd runs: what was in it is not shown until it, or a backup of it, is there again.",
        ["path": path])
      : tr(
        "remindd has another file open than {path}: what is in this one is not shown until it is started anew.",
        ["path": path])
  }
  static func next(_ line: String) -> String { tr("Next: {line}", ["line": line]) }
  /// - Parameter overdue: how many of the upcoming ones should have been shown; with a daemon, it has
  ///   shown them and could not write that it did.
  static func counts(_ counts: Counts, overdue: Int, isServed: Bool) -> String {
    let (held, unanswered) = (counts.held, counts.unanswered)
    var parts = [tr(counts.pending, "{n} reminder is to come.", "{n} reminders are to come.")]
    if overdue > 0 {
      parts.append(tr(overdue, "{n} of them is overdue.", "{n} of them are overdue."))
      if isServed {
        parts.append(tr("remindd cannot record them; `journalctl --user -u remindd` says why."))
      }
    }
    if held > 0 {
      parts.append(
        tr(held, "{n} is due and still to be shown.", "{n} are due and still to be shown."))
    }
    if unanswered > 0 {
      parts.append(tr(unanswered, "{n} waits for an answer.", "{n} wait for an answer."))
    }
    return spaced(parts)
  }
  static func store(_ path: String) -> String { tr("Store: {path}", ["path": path]) }
  static func damagedStore(_ kept: DamagedStore) -> String {
    kept.isWhole
      ? tr(
        "A damaged store is kept as {path}; what could be read of it is here.",
        ["path": VisibleText.line(kept.path)])
      : tr(
        "Of a damaged store that was kept {path} is left, with what was written into it last.",
        ["path": list(kept.files.map(VisibleText.line))])
  }
  /// - Parameter restarts: how many times its service was started again.
  static func daemonWaits(why: String, restarts: Int) -> String {
    let waits = tr(
      "remindd waits, and nothing is shown until it can go on: {why}.",
      ["why": VisibleText.line(why)])
    return restarts == 0 ? waits : waits + " " + unitRestarted(restarts)
  }
  static func unitRestarted(_ count: Int) -> String {
    tr(
      count, "The service is enabled; it has had to be started anew {n} time.",
      "The service is enabled; it has had to be started anew {n} times.")
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
  static var zoneUnusable: String {
    tr("The system's time zone cannot be read: times are in UTC.")
  }
  /// - Parameters:
  ///   - zone: what is used.
  ///   - isTZ: whether TZ asks for the other, and not the system.
  static func zoneProblem(_ problem: ZoneProblem, instead zone: String, isTZ: Bool) -> String {
    if case .unreadable(let name, let error) = problem {
      return tr(
        "The time zone {name} cannot be read ({error}); {zone} is used.",
        ["name": VisibleText.line(name), "error": system(error), "zone": zone])
    }
    guard isTZ else { return zoneUnusable }
    return tr("TZ names no time zone that this system knows; {zone} is used.", ["zone": zone])
  }

  // Translators: it stands in a bar, with little room, and so does the one that follows.
  static var cannotRead: String { tr("The reminders cannot be read.") }
  static var storeGone: String { tr("The store is gone.") }
}
