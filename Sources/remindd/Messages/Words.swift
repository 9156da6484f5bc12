import CivilTime
import Configuration
import Glibc
import Localization
import Reminders
import Scheduler
import Store
import System

/// Every sentence of the daemon that a person reads.
struct Words: Sendable {
  var clock = ClockStyle()
  /// The zone whose times are printed.
  var zone: Zone

  // MARK: What it found

  func ready(_ state: DesktopState, _ choice: ChannelChoice) -> String? {
    switch state {
    case .probing, .ready(nil): nil
    case _ where choice == .stdout: tr("Reminders are printed here")
    case .absent(.noBus) where choice == .desktop:
      tr("No session bus: reminders wait for a desktop")
    case .absent where choice == .desktop:
      tr("No notification server: reminders wait until one appears")
    case .ready(let server?):
      tr(
        "Popups are shown by {product} {version} ({capabilities})",
        [
          "product": server.product, "version": server.version,
          "capabilities": server.capabilities.joined(separator: ", "),
        ])
    case .absent(.noBus):
      tr("No session bus: reminders are printed here, popups follow when a desktop appears")
    case .absent:
      tr("No notification server: reminders are printed here, popups follow when one appears")
    case .hung: tr("The notification server does not answer: popups wait until it does")
    }
  }

  // MARK: Failures

  static func taken(_ holder: DaemonLock.Holder?, store: String) -> String {
    guard let holder, holder.process > 0 else {
      return tr("Another remindd already serves {store}", ["store": store])
    }
    return tr(
      "Another remindd (process {process}) already serves {store}",
      ["process": String(holder.process), "store": store])
  }

  /// - Parameter error: errno; nil if what is there is no file.
  static func lock(_ path: String, _ error: Int32?) -> String {
    tr(
      "Cannot lock {path}: {reason}",
      ["path": path, "reason": error.map(reason) ?? tr("it is no file")])
  }

  static func unwatched(_ shortage: INotify.Shortage) -> String {
    tr(
      "Files cannot be watched: {limit} is reached; the store is looked at each second",
      ["limit": shortage.rawValue])
  }

  static var watchedAgain: String { tr("Files can be watched again") }

  static func limit(_ shortage: ResourceLimits.Shortage) -> String {
    switch shortage {
    case .files(let limit):
      tr(
        "{number} files have to be open at once; the limit is {limit} (ulimit -n, LimitNOFILE=)",
        ["number": String(ResourceLimits.files), "limit": String(limit)])
    case .threads(let error):
      tr(
        "No more threads can be started: {reason} (ulimit -u, TasksMax=)",
        ["reason": reason(error)])
    }
  }

  static var noHome: String {
    tr(
      "Nobody knows where the store is: HOME names no folder, and XDG_DATA_HOME and XDG_CONFIG_HOME do not both."
    )
  }

  static func store(_ error: StoreError, path: String) -> String {
    let why =
      switch error {
      case .folder(let folder, let error):
        tr("folder {folder}: {reason}", ["folder": folder, "reason": reason(error)])
      case .foreign(let path, .owner): tr("{path} belongs to another user", ["path": path])
      case .foreign(let path, .folder): tr("{path} is a folder", ["path": path])
      case .foreign(let path, .special): tr("{path} is no file", ["path": path])
      case .foreign(let path, .noFolder): tr("{path} is no folder", ["path": path])
      case .foreign(let path, .link):
        tr("{path} is a link, and nobody hears when it is written", ["path": path])
      case .unwatchable(let shortage): unwatched(shortage)
      case .stray(let path): tr("{path} has been taken away or replaced", ["path": path])
      case .newer(let found, let known):
        tr(
          "it was written by a later version (schema {found}, this program knows {known})",
          ["found": String(found), "known": String(known)])
      case .database where error.cause == .moved:
        tr("{path} has been taken away or replaced", ["path": path])
      case .database(_, let message, _): message
      case .refused, .copy, .taken, .lock: ""
      }
    return tr("The store {path} cannot be used: {why}", ["path": path, "why": why])
  }

  /// Why a service waits; also systemd's STATUS=.
  static func waiting(_ sentence: String) -> String {
    tr("{sentence}. It is tried again every few seconds", ["sentence": sentence])
  }

  static func outage(_ error: StoreError, path: String, isUnreadable: Bool) -> String {
    let sentence = store(error, path: path)
    if isUnreadable {
      return tr(
        "{sentence}. Of what is due only the next few are known and shown; all others when it can be read",
        ["sentence": sentence])
    }
    return tr(
      "{sentence}. What is due is shown all the same, and recorded later", ["sentence": sentence])
  }

  /// Why remindd ends, and how it starts again.
  static func restart(_ error: StoreError, path: String, isService: Bool) -> String {
    let why =
      error.cause == .newer
      ? tr("The store was written by a later version") : store(error, path: path)
    return isService
      ? tr("{why}. remindd starts again", ["why": why])
      : tr("{why}. Start it again: systemctl --user start remindd, or remindd", ["why": why])
  }

  static var recovered: String { tr("The store can be written again; everything is recorded") }
  /// Why nothing more is printed.
  static func output(_ holdReason: HoldReason) -> String {
    holdReason == .outputFull
      ? tr("The disk that reminders are printed to is full: they wait until there is room")
      : tr(
        "Nobody reads standard output any more: what is to be printed waits for another remindd")
  }
  static var outputRecovered: String { tr("There is room again: what waited is printed") }

  static func hook(_ path: String, _ failure: Spawner.Failure) -> String {
    let why =
      switch failure {
      case .process(.system(let error)): reason(error)
      case .process(.exited(let code)): tr("it exits with {code}", ["code": String(code)])
      case .process(.signalled(let signal)):
        tr("it ends by signal {signal}", ["signal": String(signal)])
      case .process:
        tr(
          "it takes longer than {limit} and is killed",
          ["limit": Int64(Spawner.limit).spoken])
      case .tooMany: tr("it is too slow for all that happens; some of that is not told")
      }
    return tr(
      "The hook {path} fails: {why}. This is not said again", ["path": path, "why": why])
  }

  static func usageError(_ mistake: Options.Mistake) -> String {
    switch mistake {
    case .unknown(let word):
      tr("Unknown option {word}; see remindd --help", ["word": VisibleText.line(word)])
    case .missingValue(let option): tr("{option} needs a value", ["option": option])
    case .unknownChannel(let value):
      tr(
        "--channel cannot be {value}: auto, desktop or stdout is expected",
        ["value": VisibleText.line(value)])
    }
  }

  static var usage: String {
    tr(
      """
      Usage: remindd [--channel auto|desktop|stdout] [--json]

      Waits for the reminders that remindctl stores and shows each at its time.

        --channel auto     popups where there is a desktop, lines on standard output
                           elsewhere (the default; decided for each reminder)
        --channel desktop  popups only: they wait for a notification server
        --channel stdout   lines on standard output only
        --json             one JSON object a line on standard output
        --help             this text
        --version          the version

      Examples:
        remindd --channel stdout
        remindd --json
      """)
  }

  static func reason(_ error: Int32) -> String { String(cString: strerror(error)) }
}

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
