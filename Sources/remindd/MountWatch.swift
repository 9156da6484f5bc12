import CLinux
@preconcurrency import Dispatch
import Glibc

/// Tells when something is mounted or unmounted, of which inotify(7) says nothing: an encrypted home, say, that
/// comes over the folder that a daemon has served since the machine was started.
final class MountWatch {
  private let source: DispatchSourceRead

  /// - Parameter handler: called on `queue` after each change.
  /// - Returns: nil where the kernel does not tell: without /proc.
  init?(queue: DispatchQueue, handler: @escaping () -> Void) {
    let mounts = linux_watch_mounts()
    guard mounts >= 0 else { return nil }
    let events = linux_await_mounts(mounts)
    guard events >= 0 else {
      close(mounts)
      return nil
    }
    source = DispatchSource.makeReadSource(fileDescriptor: events, queue: queue)
    source.setEventHandler {
      linux_take_mounts(events)
      handler()
    }
    source.setCancelHandler {
      close(events)
      close(mounts)
    }
    source.activate()
  }

  deinit { source.cancel() }
}
