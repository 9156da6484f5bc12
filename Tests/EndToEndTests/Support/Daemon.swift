import Foundation

/// A running remindd, with the socket of a service manager.
final class Daemon: Sendable {
  let child: Child
  private let socket: NoticeSocket

  init(
    _ home: Home, _ arguments: [String], changing: [String: String?] = [:],
    output: Child.Output = .said, isAbstract: Bool = false
  ) throws {
    socket = try NoticeSocket(home, isAbstract: isAbstract)
    var changing = changing
    changing["NOTIFY_SOCKET"] = socket.address
    // It dies with this process, whatever becomes of that.
    child = try home.start(
      ["setpriv", "--pdeathsig", "SIGKILL", Home.programs + "/remindd"] + arguments,
      changing: changing, output: output, notices: socket.descriptor)
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

/// The socket that a service manager listens on (sd_notify(3)).
final class NoticeSocket: Sendable {
  let descriptor: Int32
  /// NOTIFY_SOCKET's value: a path, or @ and an abstract name.
  let address: String

  init(_ home: Home, isAbstract: Bool) throws {
    let name = home.folder + "/run/notify-\(UUID().uuidString)"
    address = isAbstract ? "@" + name : name
    descriptor = socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var place = sockaddr_un()
    place.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &place.sun_path) { bytes in
      bytes.copyBytes(from: address.utf8)
      if isAbstract { bytes[0] = 0 }
    }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + address.utf8.count)
    let result = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    guard result == 0 else { throw Spawned.Failure(program: "bind", error: errno) }
  }

  deinit { close(descriptor) }
}
