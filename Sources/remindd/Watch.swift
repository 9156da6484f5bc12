@preconcurrency import Dispatch
import System

/// An inotify instance on a Dispatch queue, for as long as it is held.
final class Watch {
  let notify: INotify
  /// Nil if the user has no instance left.
  private let source: DispatchSourceRead?

  /// - Parameter lacking: called once, on the queue, if something cannot be watched for lack of what inotify
  ///   needs.
  init(queue: DispatchQueue, lacking: @escaping @Sendable (INotify.Shortage) -> Void) {
    let notify = INotify { shortage in queue.async { lacking(shortage) } }
    self.notify = notify
    guard notify.descriptor >= 0 else {
      source = nil
      return
    }
    source = DispatchSource.makeReadSource(fileDescriptor: notify.descriptor, queue: queue)
    source?.setEventHandler { [unowned notify] in notify.read() }
    // Dispatch has the descriptor until then.
    source?.setCancelHandler { withExtendedLifetime(notify) {} }
    source?.activate()
  }

  deinit { source?.cancel() }
}
