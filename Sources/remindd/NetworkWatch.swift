import CLinux
@preconcurrency import Dispatch
import Glibc

/// Listens for a network to come: new routes, as the kernel tells of them. It is there only while something
/// waits for one.
final class NetworkWatch {
  private let source: DispatchSourceRead

  /// - Parameter came: called on the queue.
  /// - Returns: nil where the kernel does not tell.
  init?(queue: DispatchQueue, came: @escaping () -> Void) {
    let file = linux_watch_routes()
    guard file >= 0 else { return nil }
    source = DispatchSource.makeReadSource(fileDescriptor: file, queue: queue)
    source.setEventHandler { if linux_has_new_route(file) != 0 { came() } }
    source.setCancelHandler { close(file) }
    source.activate()
  }

  deinit { source.cancel() }
}
