import Configuration
import Glibc
import Localization
import Reminders
import Scheduler
import Store
import System

/// What `doctor` looks at: the world of the user who asks, and the daemon as it runs. What other
/// programs have to be asked for is asked once.
final class SystemSnapshot {
  let context: Context
  /// Nil if nothing says where things are kept.
  let places: Places?
  /// The user's service manager; nil if none answers.
  let manager: UserManager?
  /// What the manager says of the unit; nil if it does not answer.
  let unit: [String: String]?
  /// Who holds the daemon's lock.
  let keeper: DaemonLock.Keeper
  var daemon: DaemonLock.Holder? { keeper.daemon }
  /// The daemon's own environment, by which it finds the desktop; nil if it cannot be read.
  private let environment: [String: String]?
  private let showsPopup: Bool

  /// - Parameter showsPopup: whether the user asked to see a popup.
  init(_ context: Context, showsPopup: Bool) {
    self.context = context
    self.showsPopup = showsPopup
    places = try? context.places()
    manager = UserManager(context)
    unit = manager?.properties([
      "LoadState", "ActiveState", "UnitFileState", "NeedDaemonReload", "NRestarts", "MainPID",
      "PrivateUsers", "Environment", "StatusText",
    ])
    keeper = places.map { DaemonLock.keeper($0.lock) } ?? .nobody
    environment = keeper.daemon.flatMap { SystemSnapshot.environment(of: $0.process) }
  }

  /// A variable as the daemon has it; as the user has it if none runs.
  private func variable(_ name: String) -> String? {
    environment.map { $0[name] } ?? context.variable(name)
  }

  // The service

  /// Whether the unit's daemon would serve the user's store.
  private(set) lazy var isServiceOurs: Bool = {
    guard let manager, let places else { return false }
    return manager.serves(places, unit: unit?["Environment"] ?? "")
  }()

  /// What starts a daemon.
  var start: String {
    unit?["LoadState"] == "loaded" && isServiceOurs
      ? "systemctl --user restart remindd" : "remindd &"
  }

  /// What starts the daemon anew, as it was started before.
  /// - Parameter process: the daemon's.
  func restart(_ process: Int32) -> String {
    unit?["MainPID"] == String(process)
      ? "systemctl --user restart remindd" : "kill \(process); sleep 1; remindd &"
  }

  /// What loginctl(1) says of lingering; nil if it says nothing.
  private(set) lazy var linger: String? =
    places == nil
    ? nil : Tool().run(["loginctl", "show-user", String(geteuid()), "-p", "Linger"]).output

  /// Whether the unit has namespaces of its own; nil if there is no unit that could.
  var fences: String? { unit?["LoadState"] == "loaded" ? unit?["PrivateUsers"] : nil }

  static var allowsNamespaces: Bool {
    Tool().run(["unshare", "--user", "--map-current-user", "true"]).output != nil
  }

  // The lock

  /// What keeps a daemon from taking its lock.
  enum Lock {
    case free
    /// It cannot be seen.
    case hidden
    /// It is no file; a link is not followed.
    case special
    case closed(PathProblem)
  }

  /// The lock's path, if no daemon runs.
  var lockOfNobody: String? { daemon == nil ? places?.lock : nil }

  private(set) lazy var lock: Lock = {
    guard let path = places?.lock else { return .free }
    var status = stat()
    guard lstat(path, &status) == 0 else { return errno == EACCES ? .hidden : .free }
    guard status.st_mode & S_IFMT == S_IFREG else { return .special }
    guard let problem = PathProblem(to: path, R_OK | W_OK), problem.isClosed else { return .free }
    return .closed(problem)
  }()

  /// What lists who has the lock open.
  var lockHolders: String? {
    guard let places, Fix.has("fuser") else { return nil }
    return "fuser -v \(places.lock.shellWord)"
  }

  // The desktop

  /// Whether the user sits at a screen.
  var hasScreen: Bool {
    ["WAYLAND_DISPLAY", "DISPLAY"].contains { !(context.variable($0) ?? "").isEmpty }
  }

  /// Whether there is a session bus.
  var hasBus: Bool { SessionBus.isThere(variable) }

  private(set) lazy var bus = SessionBus(variable, context)

  /// What the bus says of notification servers; nil if it does not answer.
  private(set) lazy var desktop = bus.flatMap { Desktop($0, showsPopup: showsPopup) }

  struct Desktop {
    /// A server that answers.
    struct Server {
      let name: String
      let hasButtons: Bool
      let facts: [(name: String, value: JSON)]
    }

    let isRunning: Bool
    /// Whether the bus could start one.
    let canStart: Bool
    let isPopupShown: Bool
    /// A popup was to be shown, and was not.
    let isPopupMissing: Bool
    let process: Int32?
    let server: Server?

    init?(_ bus: SessionBus, showsPopup: Bool) {
      guard let isThere = bus.hasOwner(SessionBus.server) else { return nil }
      // A popup on request starts a server that is only started when it is needed.
      isPopupShown =
        showsPopup
        && bus.notify(
          summary: "remindctl doctor", body: tr("Reminders are shown like this."),
          milliseconds: 10_000)
      isPopupMissing = showsPopup && !isPopupShown
      isRunning = isThere || isPopupShown
      canStart = isRunning ? true : bus.canStart(SessionBus.server)
      guard isRunning, let information = bus.serverInformation(), information.count > 2,
        let capabilities = bus.capabilities()
      else {
        process = isRunning ? bus.process(of: SessionBus.server) : nil
        server = nil
        return
      }
      process = isPopupMissing ? bus.process(of: SessionBus.server) : nil
      server = Server(
        name: VisibleText.line(information[0] + " " + information[2]),
        hasButtons: capabilities.contains("actions"),
        facts: [
          ("server", .string(information[0])), ("version", .string(information[2])),
          ("capabilities", .array(capabilities.map(JSON.string))),
        ])
    }
  }

  // Processes

  private static func environment(of process: Int32) -> [String: String]? {
    guard process > 0, let bytes = bytes(of: "/proc/\(process)/environ"), !bytes.isEmpty
    else { return nil }
    var values: [String: String] = [:]
    for entry in bytes.split(separator: 0) {
      let text = String(decoding: entry, as: UTF8.self)
      guard let sign = text.firstIndex(of: "=") else { continue }
      values[String(text[..<sign])] = String(text[text.index(after: sign)...])
    }
    return values
  }

  /// The state of a process as its kernel has it: `T` if it is stopped (proc(5)); nil if there is no
  /// such process.
  static func state(of process: Int32) -> Character? {
    guard process > 0, let bytes = bytes(of: "/proc/\(process)/stat") else { return nil }
    // After the program's name, in which anything can be.
    return String(decoding: bytes, as: UTF8.self).split(separator: ")").last?.dropFirst().first
  }

  private static func bytes(of path: String) -> [UInt8]? {
    try? FileIO.bytes(of: path, most: 65_536)
  }
}
