import Glibc

/// The service manager that started us, if one did: sd_notify(3)'s protocol, a datagram to the
/// socket named by NOTIFY_SOCKET.
final class ServiceManager {
  private let file: Int32
  private var address = sockaddr_un()
  private var length = socklen_t(0)
  private var lastStatus = ""
  /// By when it was told to hear of us again, on its own clock; 0: whenever we like.
  private var lastDeadline: Int64 = 0

  /// How many milliseconds behind its time a sleeper must be to count as hung: more than libnotify's
  /// 25 seconds, and than any disk takes that is not broken.
  static let grace: Int64 = 30_000

  /// - Parameter path: NOTIFY_SOCKET's value; nil where it is not set. Then every call does
  ///   nothing.
  init(path: String?) {
    guard let path, path.hasPrefix("/") || path.hasPrefix("@"),
      path.utf8.count < MemoryLayout.size(ofValue: address.sun_path)
    else {
      file = -1
      return
    }
    file = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      bytes.copyBytes(from: path.utf8)
      // An abstract address begins with a NUL, written as @.
      if path.hasPrefix("@") { bytes[0] = 0 }
    }
    length = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count)
  }

  var isThere: Bool { file >= 0 }

  /// - Returns: whether somebody took it.
  @discardableResult
  func ready(status: String) -> Bool { send("READY=1\nSTATUS=\(status)") }
  func stopping() { send("STOPPING=1") }

  /// Says what is new before a sleep: what `systemctl status` shows, and by when the manager shall kill
  /// us and start another if it has not heard of us. So the watchdog costs no waking up: it is moved to
  /// behind the instant at which we wake anyway, and is off where there is none.
  /// - Parameters:
  ///   - length: milliseconds; nil where nothing is pending.
  ///   - uptime: CLOCK_MONOTONIC in milliseconds, by which the manager waits. It stands still while the
  ///     machine sleeps: then the watchdog is late, until the clock's jump on waking moves it anew.
  func sleeping(status: String, for length: Int64?, uptime: Int64) {
    var lines: [String] = []
    if status != lastStatus { lines.append("STATUS=\(status)") }
    lastStatus = status
    let patience = length.map { max($0, 0) + ServiceManager.grace } ?? 0
    let deadline = length == nil ? 0 : uptime + patience
    // Two clocks read one after the other are never quite the same distance apart.
    if abs(deadline - lastDeadline) >= 1000 {
      lines += ["WATCHDOG_USEC=\(patience * 1000)", "WATCHDOG=1"]
      lastDeadline = deadline
    }
    // What was not taken is said again the next time.
    if !lines.isEmpty, !send(lines.joined(separator: "\n")) { (lastStatus, lastDeadline) = ("", 0) }
  }

  /// A manager that stands still and reads no more is not waited for: no reminder has the time.
  @discardableResult
  private func send(_ message: String) -> Bool {
    guard isThere else { return false }
    var address = address
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        message.withCString {
          sendto(
            file, $0, strlen($0), Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), address, length) >= 0
        }
      }
    }
  }
}
