import CLinux
import CivilTime
import Configuration
import Glibc
import Store
import System

/// Waits for others to write the store, without ever looking for it by itself: every writer but the
/// daemon closes the store's file when it is through, and the daemon closes `changed`, and its lock
/// when it ends.
final class StoreWatcher {
  private let paths: Paths?
  private let notify = INotify()
  private var watcher: DirectoryWatcher?
  /// Whether the store was, when it was looked at last.
  private var isObstructed = false
  /// Whether others may have written the store since it was looked at last.
  private var hasRung = false
  private let mounts: Int32
  private let signals: Int32
  private let alarm: Int32

  /// Waits for the folder, too, if it is not there or cannot be entered.
  /// - Parameter paths: nil if they are not known; then a signal alone is waited for.
  init(waitingFor paths: Paths?) throws {
    self.paths = paths
    mounts = linux_watch_mounts()
    // As a descriptor: nothing is lost between a look at them and the wait.
    var ends = sigset_t()
    sigemptyset(&ends)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&ends, signal) }
    sigprocmask(SIG_BLOCK, &ends, nil)
    signals = signalfd(-1, &ends, Int32(SFD_CLOEXEC))
    alarm = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    // A reader that goes is the end of it, not a failure.
    signal(SIGPIPE, SIG_IGN)
    guard let paths else { return }
    let names = [Paths.storeName, Paths.changedName, Paths.lockName] + Paths.companionNames
    watcher = DirectoryWatcher(paths.data, names, events: StoreWatcher.events, notify) {
      [unowned self] name, events in hear(name, events)
    }
    watcher?.begin()
    try expectWatched()
    isObstructed = paths.isObstructed
  }

  deinit {
    close(mounts)
    close(signals)
    close(alarm)
  }

  private func expectWatched() throws {
    if let shortage = notify.shortage { throw StoreError.unwatchable(shortage) }
  }

  private static let events =
    IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE

  /// - Parameter end: when it is to be true without anybody's writing; nil for never.
  /// - Returns: false if a signal asks for the end, or standard output has lost its reader.
  func wait(until end: Instant? = nil) throws -> Bool {
    if let end { setAlarm(end) }
    while true {
      var waited = [notify.descriptor, signals, alarm].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      // Errors alone, which are always told (poll(2)).
      waited.append(pollfd(fd: STDOUT_FILENO, events: 0, revents: 0))
      waited.append(pollfd(fd: mounts, events: Int16(POLLPRI), revents: 0))
      guard poll(&waited, nfds_t(waited.count), -1) >= 0 || errno == EINTR else { return false }
      if waited[1].revents != 0 || waited[3].revents != 0 { return false }
      if waited[2].revents != 0 {
        var times: UInt64 = 0
        _ = read(alarm, &times, 8)
        return true
      }
      if waited[0].revents != 0 { notify.read() }
      // No watch tells that something was mounted over what it watches.
      if waited[4].revents != 0 { watcher?.lookAgain() }
      try expectWatched()
      guard hasRung else { continue }
      hasRung = false
      isObstructed = paths?.isObstructed ?? false
      return true
    }
  }

  /// On the wall clock, as a pause is: setting the clock moves it (timerfd_create(2)).
  private func setAlarm(_ end: Instant) {
    var time = itimerspec()
    time.it_value.tv_sec = Int(end.milliseconds / 1000)
    time.it_value.tv_nsec = Int(end.milliseconds % 1000) * 1_000_000
    timerfd_settime(alarm, Int32(TFD_TIMER_ABSTIME), &time, nil)
  }

  private func hear(_ name: String, _ events: Int32) {
    switch name {
    case Paths.changedName: hasRung = hasRung || events & IN_CLOSE_WRITE != 0
    case Paths.lockName:
      guard events & IN_CLOSE_WRITE != 0 else { return }
      // The kernel tells that a file is closed a moment before it drops the lock.
      usleep(50_000)
      hasRung = true
    // They come and go with every reader: what counts is whether they are in its way.
    case _ where Paths.companionNames.contains(name):
      hasRung = hasRung || paths?.isObstructed != isObstructed
    default: hasRung = true
    }
  }
}
