import CLinux
@preconcurrency import Dispatch
import Glibc

/// What the kernel tells through a descriptor, for as long as it is held.
final class KernelWatch {
  private let source: DispatchSourceRead

  /// - Parameters:
  ///   - files: what is closed when Dispatch does not need it any more.
  ///   - owner: what has the descriptor, and is kept until then.
  ///   - handler: called on `queue` whenever the descriptor can be read.
  init(
    _ descriptor: Int32, queue: DispatchQueue, closing files: [Int32] = [],
    keeping owner: AnyObject? = nil, handler: @escaping () -> Void
  ) {
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler(handler: handler)
    source.setCancelHandler { withExtendedLifetime(owner) { for file in files { close(file) } } }
    source.activate()
  }

  deinit { source.cancel() }

  /// Tells when the wall clock is set: a timer on it that never ends and that the kernel
  /// cancels at each jump (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET).
  static func clock(queue: DispatchQueue, handler: @escaping () -> Void) -> KernelWatch {
    let timer = timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
    func arm() {
      var never = itimerspec()
      never.it_value.tv_sec = Int(UInt32.max)
      timerfd_settime(
        timer, Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET), &never, nil)
    }
    arm()
    return KernelWatch(timer, queue: queue, closing: [timer]) {
      var count: UInt64 = 0
      // ECANCELED says that the clock was set; anything else that the timer ran out in 2106.
      _ = Glibc.read(timer, &count, MemoryLayout<UInt64>.size)
      arm()
      handler()
    }
  }

  /// Tells when something is mounted or unmounted, of which inotify(7) says nothing: an encrypted home, say, that
  /// comes over the folder that a daemon has served since the machine was started.
  /// - Returns: nil where the kernel does not tell: without /proc.
  static func mounts(queue: DispatchQueue, handler: @escaping () -> Void) -> KernelWatch? {
    let mounts = linux_watch_mounts()
    guard mounts >= 0 else { return nil }
    let events = linux_await_mounts(mounts)
    guard events >= 0 else {
      close(mounts)
      return nil
    }
    return KernelWatch(events, queue: queue, closing: [events, mounts]) {
      linux_take_mounts(events)
      handler()
    }
  }

  /// Listens for a network to come: new routes, as the kernel tells of them. It is there only while something
  /// waits for one.
  /// - Returns: nil where the kernel does not tell.
  static func routes(queue: DispatchQueue, came: @escaping () -> Void) -> KernelWatch? {
    let file = linux_watch_routes()
    guard file >= 0 else { return nil }
    return KernelWatch(file, queue: queue, closing: [file]) {
      if linux_has_new_route(file) != 0 { came() }
    }
  }
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
