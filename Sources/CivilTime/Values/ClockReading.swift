import Glibc
import System

/// What the machine's clocks say, read once for each event: everything that depends on "now"
/// takes it as an argument.
package struct ClockReading: Sendable {
  /// The wall clock (CLOCK_REALTIME). It can be set, forward and back.
  package var now: Instant
  /// Milliseconds since boot, suspend included (CLOCK_BOOTTIME). It is never set.
  package var boot: Int64
  /// The kernel's name for this boot (/proc/sys/kernel/random/boot_id); `boot` counts within it.
  package var bootID: String

  package init(now: Instant, boot: Int64, bootID: String) {
    self.now = now
    self.boot = boot
    self.bootID = bootID
  }

  /// Milliseconds from this boot's zero to the epoch. Constant until the clock is set:
  /// slewing and suspend move both clocks alike.
  package var offset: Int64 { now.milliseconds - boot }

  /// Reads the clocks. Only the daemon's event loop and remindctl's main call it.
  package static func read() -> ClockReading {
    var (boot, real) = (Int64(0), Int64(0))
    // On a busy machine others may run in between, and that would look as if the clock had been set.
    for _ in 0..<10 {
      boot = milliseconds(by: CLOCK_BOOTTIME)
      real = milliseconds(by: CLOCK_REALTIME)
      if milliseconds(by: CLOCK_BOOTTIME) - boot <= 1 { break }
    }
    return ClockReading(now: Instant(milliseconds: real), boot: boot, bootID: thisBoot)
  }

  /// Milliseconds since boot without those that the machine has slept (CLOCK_MONOTONIC): by this clock
  /// systemd's watchdog waits. Only the daemon's event loop calls it.
  package static func uptime() -> Int64 { milliseconds(by: CLOCK_MONOTONIC) }

  private static func milliseconds(by clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  private static let thisBoot: String = {
    let bytes = (try? FileIO.bytes(of: "/proc/sys/kernel/random/boot_id", most: 36)) ?? []
    return bytes.count == 36 ? String(decoding: bytes, as: UTF8.self) : ""
  }()
}
