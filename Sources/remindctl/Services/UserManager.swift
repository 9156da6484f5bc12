import Configuration
import Glibc
import System

/// The user's own systemd, asked through systemctl(1).
struct UserManager {
  static let unit = "remindd.service"

  /// For its tools: after su(1), or in a job of cron's, nothing says where the user's sockets are.
  private let tool: Tool

  /// Nil if there is none that could be asked: its socket is not there.
  init?(_ context: Context) {
    let folder = context.runtimeFolder
    guard access(folder + "/systemd/private", F_OK) == 0 else { return nil }
    tool = Tool(environment: [("XDG_RUNTIME_DIR", folder)])
  }

  /// How starting the service went.
  enum Start {
    case started
    /// The manager has the unit, and could not start it.
    case failed
    /// It is not the manager's to start: it has no such unit, or its unit serves another store.
    case notIts
  }

  /// Starts the daemon, and waits until it is ready; but only one that would serve `paths`.
  func start(serving paths: Paths) -> Start {
    guard let unit = properties(["LoadState", "Environment"]), unit["LoadState"] != "not-found",
      serves(paths, unit: unit["Environment"] ?? "")
    else { return .notIts }
    return systemctl(["start", UserManager.unit], within: 10_000) == nil ? .failed : .started
  }

  /// A service that cannot begin: why, as it says itself, and how many times it was started again.
  struct Restarts {
    let why: String
    let count: Int

    static let properties = ["ActiveState", "StatusText", "NRestarts"]

    /// - Parameter unit: its properties.
    /// - Returns: nil if it does not run, or says nothing.
    init?(_ unit: [String: String]) {
      guard let why = unit["StatusText"], !why.isEmpty,
        ["active", "activating"].contains(unit["ActiveState"])
      else { return nil }
      self.why = why
      count = unit["NRestarts"].flatMap { Int($0) } ?? 0
    }
  }

  /// Has the daemon look around at once.
  func wake() { _ = systemctl(["reload", UserManager.unit]) }

  /// Properties of the unit (org.freedesktop.systemd1(5)), each on one line; nil if it does not answer.
  func properties(_ names: [String]) -> [String: String]? {
    let options = names.flatMap { ["-p", $0] }
    guard let text = systemctl(["show", UserManager.unit] + options) else { return nil }
    return UserManager.assignments(text.split(separator: "\n"))
  }

  /// Whether the store is the one that the unit's daemon would serve.
  /// - Parameter unit: the unit's Environment=.
  func serves(_ paths: Paths, unit: String) -> Bool {
    guard let text = systemctl(["show-environment"]) else { return false }
    let own = UserManager.assignments(unit.split(separator: " "))
    let manager = UserManager.assignments(text.split(separator: "\n"))
    guard let served = Paths(variable: { own[$0] ?? manager[$0] }) else { return false }
    return served.store == paths.store
      || FileIdentity(at: served.data).map { $0 == FileIdentity(at: paths.data) } ?? false
  }

  private func systemctl(_ words: [String], within milliseconds: Int32 = 3000) -> String? {
    tool.answer(to: ["systemctl", "--user", "--no-ask-password"] + words, within: milliseconds)
  }

  /// `NAME=value`, where a value that a shell would misread stands in `$'...'`.
  private static func assignments(_ lines: [Substring]) -> [String: String] {
    var values: [String: String] = [:]
    for line in lines {
      guard let sign = line.firstIndex(of: "=") else { continue }
      let value = String(line[line.index(after: sign)...])
      values[String(line[..<sign])] =
        value.hasPrefix("$'") ? SessionBus.strings(value).first ?? "" : value
    }
    return values
  }
}
