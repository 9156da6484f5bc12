import CLinux
import Glibc

/// What inotify(7) tells.
package enum FileEvents {
  /// What a user has no more of: the limits that inotify(7) names, as sysctl(8) calls them.
  package enum Shortage: String, Sendable, Error {
    case instances = "fs.inotify.max_user_instances"
    case watches = "fs.inotify.max_user_watches"

    /// - Parameter errno: of inotify_init1(2) or inotify_add_watch(2).
    package init?(errno: Int32) {
      switch errno {
      case EMFILE: self = .instances
      case ENOSPC: self = .watches
      default: return nil
      }
    }

    /// What is lacking for one more watch of a folder now; nil where nothing is.
    package static func now(watching folder: String) -> Shortage? {
      let watch = inotify_init1(Int32(IN_CLOEXEC))
      guard watch >= 0 else { return Shortage(errno: errno) }
      defer { close(watch) }
      return inotify_add_watch(watch, folder, UInt32(IN_CLOSE_WRITE)) >= 0
        ? nil : Shortage(errno: errno)
    }
  }

  /// Takes all events that there are, without waiting for one.
  /// - Parameters:
  ///   - watch: of inotify_init1(2), with IN_NONBLOCK.
  ///   - visit: is given each, and its name; what happens to the folder itself has none.
  package static func take(from watch: Int32, _ visit: (inotify_event, String) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
      while true {
        let count = read(watch, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var rest = UnsafeRawBufferPointer(rebasing: buffer.prefix(count))
        while rest.count >= MemoryLayout<inotify_event>.size {
          let event = rest.loadUnaligned(as: inotify_event.self)
          let header = MemoryLayout<inotify_event>.size
          let name = rest[header..<header + Int(event.len)].prefix { $0 != 0 }
          visit(event, String(decoding: name, as: UTF8.self))
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(header + Int(event.len)))
        }
      }
    }
  }
}
