import Configuration
import Glibc
import Store
import System

/// What `doctor` looks at: the world of the user who asks, and the daemon as it runs. What other
/// programs have to be asked for is asked once.
final class SystemSnapshot {
  let context: Context
  /// Nil if nothing says where things are kept.
  let paths: Paths?
  /// The user's service manager; nil if none answers.
  let manager: UserManager?
  /// What the manager says of the unit; nil if it does not answer.
  let unit: [String: String]?
  /// Who holds the daemon's lock.
  let keeper: DaemonLock.Keeper
  var daemon: DaemonLock.Holder? { keeper.daemon }
  /// The daemon's own environment, by which it finds the desktop; nil if it cannot be read.
  private let environment: [String: String]?
  /// Whether the user asked to see a popup.
  let showsPopup: Bool

  init(_ context: Context, showsPopup: Bool) {
    self.context = context
    self.showsPopup = showsPopup
    paths = try? context.paths()
    manager = UserManager(context)
    unit = manager?.properties([
      "LoadState", "ActiveState", "UnitFileState", "NeedDaemonReload", "NRestarts", "MainPID",
      "PrivateUsers", "Environment", "StatusText",
    ])
    keeper = paths.map { DaemonLock.keeper($0.lock) } ?? .nobody
    environment = keeper.daemon.flatMap { SystemSnapshot.environment(of: $0.process) }
  }

  /// A variable as the daemon has it; as the user has it if none runs.
  func variable(_ name: String) -> String? {
    environment.map { $0[name] } ?? context.variable(name)
  }

  /// Whether the unit's daemon would serve the user's store.
  private(set) lazy var isServiceOurs: Bool = {
    guard let manager, let paths else { return false }
    return manager.serves(paths, unit: unit?["Environment"] ?? "")
  }()

  /// What starts a daemon.
  var start: String {
    unit?["LoadState"] == "loaded" && isServiceOurs
      ? "systemctl --user restart remindd" : "remindd &"
  }

  /// What restarts the daemon, as it was started before.
  /// - Parameter process: the daemon's.
  func restart(_ process: Int32) -> String {
    unit?["MainPID"] == String(process)
      ? "systemctl --user restart remindd" : "kill \(process); sleep 1; remindd &"
  }

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
