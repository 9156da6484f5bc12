import CLinux
import CNotify
import Glibc
import Scheduler
import System

/// Waits for a socket to be made, without looking again and again: inotify(7) on its folder, or,
/// where that is missing too, on the nearest folder above that exists.
final class SocketWatch {
  private let descriptor: Int32
  private var source: EventSource?
  private let path: String
  private let appeared: () -> Void
  private var watched: (descriptor: Int32, name: String)?

  /// - Parameter appeared: called whenever `path` was made, or moved there. It may not accept
  ///   connections yet.
  init?(_ path: String, appeared: @escaping () -> Void) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    self.path = path
    self.appeared = appeared
    descend()
    source = EventSource.readable(descriptor) { [unowned self] in read() }
  }

  deinit {
    source = nil
    close(descriptor)
  }

  /// Watches the deepest folder above the socket that exists. Watched first and looked at after,
  /// so that what is made in between is seen.
  private func descend() {
    if let watched { inotify_rm_watch(descriptor, watched.descriptor) }
    watched = nil
    var parts = path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    guard var name = parts.popLast() else { return }
    while true {
      let folder = "/" + parts.joined(separator: "/")
      let watch = inotify_add_watch(
        descriptor, folder, UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF))
      if watch >= 0 {
        watched = (watch, name)
        return
      }
      guard let parent = parts.popLast() else { return }
      name = parent
    }
  }

  private func read() {
    var isOurs = false
    FileEvents.take(from: descriptor) { event, name in
      let isSelf = event.mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_Q_OVERFLOW) != 0
      if isSelf || name == watched?.name { isOurs = true }
    }
    guard isOurs else { return }
    descend()
    appeared()
  }
}
