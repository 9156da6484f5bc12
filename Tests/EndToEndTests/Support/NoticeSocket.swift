import Foundation

@testable import System

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
