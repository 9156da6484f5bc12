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
    let folder = Context.runtimeFolder(context.variable)
    guard access(folder + "/systemd/private", F_OK) == 0 else { return nil }
    tool = Tool(environment: [("XDG_RUNTIME_DIR", folder)])
  }

  /// Starts the daemon, and waits until it is ready; but only one that would serve `paths`.
  /// - Returns: whether that went well; nil if it is not the manager's to start: it has no such unit, or
  ///   its unit serves another store.
  func start(serving paths: Paths) -> Bool? {
    guard let unit = properties(["LoadState", "Environment"]), unit["LoadState"] != "not-found",
      serves(paths, unit: unit["Environment"] ?? "")
    else { return nil }
    return systemctl(["start", UserManager.unit], within: 10_000) != nil
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

/// Another program, run for its answer: no shell, no terminal, no input, and a deadline.
struct Tool {
  /// Variables that its environment has beside ours, or instead; nil: not at all.
  var environment: [(name: String, value: String?)] = []

  /// Far more than any answer has that is worth reading.
  private static let limit = 1 << 20

  /// - Parameters:
  ///   - command: a program's name, which is looked for in PATH, and its arguments.
  ///   - milliseconds: until it is killed with all that it has started.
  /// - Returns: its standard output; nil if it cannot be run, fails, or is too slow.
  func answer(to command: [String], within milliseconds: Int32 = 3000) -> String? {
    // A file, not a pipe: it takes all of it at once, and a program that keeps it open is not waited for.
    guard let program = ChildProcess.path(of: command[0]), let file = try? FileIO.memory() else {
      return nil
    }
    defer { close(file) }
    // What it says is read by us.
    let changes = environment + [("LC_ALL", "C")]
    let variables =
      ChildProcess.environment.filter { entry in
        !changes.contains { entry.hasPrefix($0.name + "=") }
      } + changes.compactMap { name, value in value.map { "\(name)=\($0)" } }
    do {
      try ChildProcess([program] + command.dropFirst(), environment: variables, output: file)
        .end(within: milliseconds)
    } catch { return nil }
    return FileIO.text(inMemory: file, most: Tool.limit)
  }
}
