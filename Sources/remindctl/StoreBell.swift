import CLinux
import Glibc
import Scheduler

/// Waits for others to write the store, without ever looking for it by itself: every writer but the
/// daemon closes the store's file when it is through, and the daemon closes `changed`.
final class StoreBell {
  private let folder: String
  private let watch: Int32
  private let signals: Int32
  private let alarm: Int32

  /// Makes the folder where it is missing: nothing can be waited for in one that is not there.
  init(_ places: Places) throws(StoreError) {
    try places.makeDataFolder()
    folder = places.data
    watch = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard inotify_add_watch(watch, places.data, UInt32(IN_CLOSE_WRITE)) >= 0 else {
      throw .folder(path: places.data, errno: errno)
    }
    // As a descriptor: nothing is lost between a look at them and the wait.
    var ends = sigset_t()
    sigemptyset(&ends)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&ends, signal) }
    sigprocmask(SIG_BLOCK, &ends, nil)
    signals = signalfd(-1, &ends, Int32(SFD_CLOEXEC))
    alarm = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    // A reader that goes is the end of it, not a failure.
    signal(SIGPIPE, SIG_IGN)
  }

  deinit {
    close(watch)
    close(signals)
    close(alarm)
  }

  /// - Parameter end: when it is to be true without anybody's writing; nil for never.
  /// - Returns: false where a signal asks for the end, or nobody reads standard output any more.
  /// - Throws: `folder` where the folder itself is gone.
  func wait(until end: Instant? = nil) throws(StoreError) -> Bool {
    if let end { setAlarm(end) }
    while true {
      var waited = [watch, signals, alarm].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      // Errors alone, which are always told (poll(2)).
      waited.append(pollfd(fd: STDOUT_FILENO, events: 0, revents: 0))
      guard poll(&waited, nfds_t(waited.count), -1) >= 0 || errno == EINTR else { return false }
      if waited[1].revents != 0 || waited[3].revents != 0 { return false }
      if waited[2].revents != 0 {
        var times: UInt64 = 0
        _ = read(alarm, &times, 8)
        return true
      }
      if waited[0].revents != 0, try hasRung() { return true }
    }
  }

  /// On the wall clock, as a pause is: setting the clock moves it (timerfd_create(2)).
  private func setAlarm(_ end: Instant) {
    var time = itimerspec()
    time.it_value.tv_sec = Int(end.milliseconds / 1000)
    time.it_value.tv_nsec = Int(end.milliseconds % 1000) * 1_000_000
    timerfd_settime(alarm, Int32(TFD_TIMER_ABSTIME), &time, nil)
  }

  /// Takes all that there is to read, and says whether the store is among it.
  private func hasRung() throws(StoreError) -> Bool {
    var (hasRung, isGone) = (false, false)
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
      while true {
        let count = read(watch, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var rest = UnsafeRawBufferPointer(rebasing: buffer.prefix(count))
        while rest.count >= MemoryLayout<inotify_event>.size {
          let event = rest.loadUnaligned(as: inotify_event.self)
          let header = MemoryLayout<inotify_event>.size
          let bytes = rest[header..<header + Int(event.len)].prefix { $0 != 0 }
          let name = String(decoding: bytes, as: UTF8.self)
          // An overflow names nothing: anything may have happened.
          if event.wd < 0 || name == Places.storeName || name == Places.changedName {
            hasRung = true
          }
          if event.mask & UInt32(IN_IGNORED) != 0 { isGone = true }
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(header + Int(event.len)))
        }
      }
    }
    if isGone { throw .folder(path: folder, errno: ENOENT) }
    return hasRung
  }
}
