import CLinux
@preconcurrency import Dispatch
import Glibc
import System

// What the kernel tells on a Dispatch queue: files, the clock, mounts, routes, signals.

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

/// Tells when the wall clock is set: a timer on it that never ends and that the kernel
/// cancels at each jump (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET).
final class ClockWatch {
  private let descriptor: Int32
  private let source: DispatchSourceRead

  /// - Parameter handler: called on `queue` after each jump.
  init(queue: DispatchQueue, handler: @escaping () -> Void) {
    descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    arm()
    source.setEventHandler { [unowned self] in
      var count: UInt64 = 0
      // ECANCELED says that the clock was set; anything else that the timer ran out in 2106.
      _ = Glibc.read(descriptor, &count, MemoryLayout<UInt64>.size)
      arm()
      handler()
    }
  }

  func start() { source.activate() }

  private func arm() {
    var never = itimerspec()
    never.it_value.tv_sec = Int(UInt32.max)
    timerfd_settime(
      descriptor, Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET), &never, nil)
  }
}

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

/// Signals, one after the other on a queue.
final class SignalWatch {
  private var sources: [DispatchSourceSignal] = []

  /// - Parameters:
  ///   - hangUp: for SIGHUP.
  ///   - end: for SIGTERM and SIGINT.
  ///   - registered: called when no signal can end the process any more, or be lost. Until then each has its
  ///     default effect, which is to end it (nothing is half done yet).
  init(
    queue: DispatchQueue, hangUp: @escaping () -> Void, end: @escaping () -> Void,
    registered: @escaping () -> Void
  ) {
    let handlers = [(SIGTERM, end), (SIGINT, end), (SIGHUP, hangUp)]
    var waiting = handlers.count
    for (number, handler) in handlers {
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler(handler: handler)
      source.setRegistrationHandler {
        waiting -= 1
        if waiting == 0 { registered() }
      }
      sources.append(source)
      source.activate()
    }
  }
}
