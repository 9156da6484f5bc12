import Configuration
import Glibc
import Scheduler
import System

/// What `doctor` looks at: the world of the user who asks, and the daemon as it runs.
struct Patient {
  let context: Context
  /// Nil where nobody says where things are kept.
  let places: Places?
  /// The user's service manager; nil where none answers.
  let manager: UserManager?
  /// What the manager says of the unit; nil where it does not answer.
  let unit: [String: String]?
  /// Who holds the daemon's lock.
  let keeper: DaemonLock.Keeper
  /// Who serves the store; nil where nobody does.
  var daemon: DaemonLock.Holder? { keeper.daemon }
  /// The daemon's own environment, by which it finds the desktop; nil where it cannot be read.
  let environment: [String: String]?

  init(_ context: Context) {
    self.context = context
    places = try? context.places()
    manager = UserManager(context)
    unit = manager?.properties(Patient.properties)
    keeper = places.map { DaemonLock.keeper($0.lock) } ?? .nobody
    environment = keeper.daemon.flatMap { Patient.environment(of: $0.process) }
  }

  private static let properties = [
    "LoadState", "ActiveState", "UnitFileState", "NeedDaemonReload", "NRestarts", "MainPID",
    "PrivateUsers", "Environment", "StatusText",
  ]

  /// A variable as the daemon has it; as the user has it where none runs.
  func variable(_ name: String) -> String? {
    environment.map { $0[name] } ?? context.variable(name)
  }

  /// Whether the unit's daemon would serve the user's store.
  var isServiceOurs: Bool {
    guard let manager, let places else { return false }
    return manager.serves(places, unit: unit?["Environment"] ?? "")
  }

  /// What starts the daemon anew, as it was started before.
  /// - Parameter process: the daemon's.
  func restart(_ process: Int32) -> String {
    unit?["MainPID"] == String(process)
      ? "systemctl --user restart remindd" : "kill \(process); sleep 1; remindd &"
  }

  /// Whether the user sits at a screen.
  var hasScreen: Bool {
    ["WAYLAND_DISPLAY", "DISPLAY"].contains { !(context.variable($0) ?? "").isEmpty }
  }

  private static func environment(of process: Int32) -> [String: String]? {
    guard process > 0, let bytes = SmallFile.bytes("/proc/\(process)/environ"), !bytes.isEmpty
    else { return nil }
    var values: [String: String] = [:]
    for entry in bytes.split(separator: 0) {
      let text = String(decoding: entry, as: UTF8.self)
      guard let sign = text.firstIndex(of: "=") else { continue }
      values[String(text[..<sign])] = String(text[text.index(after: sign)...])
    }
    return values
  }

  /// The state of a process as its kernel has it: `T` where it is stopped (proc(5)); nil where there is
  /// no such process.
  static func state(of process: Int32) -> Character? {
    guard process > 0, let bytes = SmallFile.bytes("/proc/\(process)/stat") else { return nil }
    // Behind the program's name, in which anything can be.
    return String(decoding: bytes, as: UTF8.self).split(separator: ")").last?.dropFirst().first
  }
}

/// Files of a few kilobytes, most of which are none on any disk.
enum SmallFile {
  /// What is in it, up to so many bytes; nil where it cannot be read.
  static func bytes(_ path: String, most: Int = 65_536) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return WholeFile.read(file, most: most)
  }
}
