import CLinux
@preconcurrency import Dispatch
import Glibc

/// Tells when somebody sets the wall clock: a timer on it that never ends and that the kernel
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
