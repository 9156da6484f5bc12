import Glibc

/// The service manager that started us, if one did: sd_notify(3)'s protocol, a datagram to the
/// socket named by NOTIFY_SOCKET.
final class ServiceManager {
  private let socket: Int32
  private var address = sockaddr_un()
  private var length = socklen_t(0)
  private var lastStatus = ""

  /// - Parameter path: NOTIFY_SOCKET's value; nil where it is not set. Then every call does
  ///   nothing.
  init(path: String?) {
    guard let path, path.hasPrefix("/") || path.hasPrefix("@"),
      path.utf8.count < MemoryLayout.size(ofValue: address.sun_path)
    else {
      socket = -1
      return
    }
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      bytes.copyBytes(from: path.utf8)
      // An abstract address begins with a NUL, written as @.
      if path.hasPrefix("@") { bytes[0] = 0 }
    }
    length = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count)
  }

  var isThere: Bool { socket >= 0 }

  func ready(status: String) { send("READY=1\nSTATUS=\(status)") }
  func stopping() { send("STOPPING=1") }

  /// Says what `systemctl status` shows, where it is something new.
  func status(_ status: String) {
    guard status != lastStatus else { return }
    lastStatus = status
    send("STATUS=\(status)")
  }

  private func send(_ message: String) {
    guard isThere else { return }
    var address = address
    _ = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        message.withCString {
          sendto(socket, $0, strlen($0), Int32(MSG_NOSIGNAL), address, length)
        }
      }
    }
  }
}
