import Foundation

@testable import Reminders

/// A running remindd, with the socket of a service manager.
final class Daemon: Sendable {
  let child: Child

  init(
    _ home: Home, _ arguments: [String], changing: [String: String?] = [:],
    output: Child.Output = .said, isAbstract: Bool = false,
    program: String = Home.programs + "/remindd"
  ) throws {
    let socket = try NoticeSocket(home, isAbstract: isAbstract)
    var changing = changing
    changing["NOTIFY_SOCKET"] = socket.address
    // It dies with this process, whatever becomes of that.
    child = try home.start(
      ["setpriv", "--pdeathsig", "SIGKILL", program] + arguments,
      changing: changing, output: output, notices: socket)
  }

  func ready() async throws {
    try await child.wait(for: "READY=1") {
      $0.notices.contains { $0.hasPrefix("READY=1") } ? 1 : nil
    }
  }

  /// An alert as `--json` prints it.
  struct Alert: Decodable, Equatable, Sendable {
    var id: Int64
    var uid: String
    var text: String
    var dueMs: Int64
    var firedMs: Int64
    var lateMs: Int64
    var channel: String
    var possibleRepeat: Bool?

    init(line: some StringProtocol) throws {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      self = try decoder.decode(Alert.self, from: Data(line.utf8))
    }
  }

  /// What it has printed so far with `--json`; a line that is none of that shape is a failure.
  func alerts() throws -> [Alert] { try child.said.lines.map(Alert.init(line:)) }

  /// Waits until at least `count` lines have come on standard output.
  @discardableResult
  func lines(_ count: Int) async throws -> [String] {
    try await child.wait(for: "line \(count)") { $0.lines.count >= count ? $0.lines : nil }
  }

  /// Waits for a line with `text` in it.
  @discardableResult
  func line(with text: String) async throws -> String {
    try await child.wait(for: "a line with \(text)") { $0.lines.first { $0.contains(text) } }
  }

  /// Waits until standard error contains `text`.
  func error(with text: String) async throws {
    try await child.wait(for: "'\(text)' on standard error") { $0.error.contains(text) ? 1 : nil }
  }

  /// Waits until the service manager was told something with `text` in it.
  func notice(with text: String) async throws {
    try await child.wait(for: "a notice with \(text)") {
      $0.notices.contains { $0.contains(text) } ? 1 : nil
    }
  }

  /// Sends `signal` and waits for the end.
  @discardableResult
  func end(_ signal: Int32) async throws -> Child.Exit {
    child.send(signal)
    return try await child.end()
  }
}
