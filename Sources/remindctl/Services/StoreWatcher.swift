import CLinux
import CivilTime
import Configuration
import Glibc
import Scheduler
import Store
import System

/// Waits for others to write the store, without ever looking for it by itself: every writer but the
/// daemon closes the store's file when it is through, and the daemon closes `changed`, and its lock
/// when it ends.
final class StoreWatcher {
  private let places: Places?
  private let watch: Int32
  /// What is watched, as inotify(7) calls it, and its path.
  private var watched: (number: Int32, path: String) = (-1, "")
  /// Whether the store was, when it was looked at last.
  private var isObstructed = false
  /// Which folder is the data folder.
  private var folder: FileIdentity?
  private let mounts: Int32
  private let signals: Int32
  private let alarm: Int32

  /// Makes the folder where it is missing.
  convenience init(making places: Places) throws {
    try places.makeDataFolder()
    try self.init(waitingFor: places)
  }

  /// Waits for the folder, too, where it is not there or cannot be entered.
  /// - Parameter places: nil where nobody knows them; then a signal alone is waited for.
  init(waitingFor places: Places?) throws {
    self.places = places
    mounts = linux_watch_mounts()
    watch = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    // As a descriptor: nothing is lost between a look at them and the wait.
    var ends = sigset_t()
    sigemptyset(&ends)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&ends, signal) }
    sigprocmask(SIG_BLOCK, &ends, nil)
    signals = signalfd(-1, &ends, Int32(SFD_CLOEXEC))
    alarm = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    // A reader that goes is the end of it, not a failure.
    signal(SIGPIPE, SIG_IGN)
    try watchFolder()
    isObstructed = places?.isObstructed ?? false
  }

  deinit {
    close(watch)
    close(mounts)
    close(signals)
    close(alarm)
  }

  /// Watches the folder, or the nearest one above it that there is.
  private func watchFolder() throws {
    guard let places else { return }
    var last = ""
    repeat {
      let before = watched
      watched = try watchNearest(to: places.data)
      last = before.path
      if before.number >= 0, before.number != watched.number {
        inotify_rm_watch(watch, before.number)
      }
      // Twice the same: nothing has come between the two.
    } while watched.path != places.data && watched.path != last
    folder = FileIdentity(at: places.data)
  }

  private func watchNearest(to folder: String) throws -> (number: Int32, path: String) {
    var path = folder
    while true {
      let number = inotify_add_watch(watch, path, StoreWatcher.events)
      if number >= 0 { return (number, path) }
      if let shortage = FileEvents.Shortage(errno: watch < 0 ? EMFILE : errno) {
        throw StoreError.unwatchable(shortage)
      }
      let isNone = [ENOENT, ENOTDIR, EACCES, ELOOP].contains(errno)
      guard isNone, let above = path.folder else {
        throw StoreError.folder(path: path, errno: errno)
      }
      path = above
    }
  }

  private static let events = UInt32(
    IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE
      | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

  /// - Parameter end: when it is to be true without anybody's writing; nil for never.
  /// - Returns: false where a signal asks for the end, or nobody reads standard output any more.
  func wait(until end: Instant? = nil) throws -> Bool {
    if let end { setAlarm(end) }
    while true {
      var waited = [watch, signals, alarm].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
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
      if waited[0].revents != 0, try hasRung() { return true }
      // No watch tells that something was mounted over what it watches.
      if waited[4].revents != 0 {
        let before = folder
        try watchFolder()
        if folder != before { return true }
      }
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
  private func hasRung() throws -> Bool {
    var (hasRung, hasMoved, isLockClosed, isCompanion) = (false, false, false, false)
    FileEvents.take(from: watch) { event, name in
      switch news(event, name) {
      case .none: break
      case .folder: hasMoved = true
      case .lock: isLockClosed = true
      case .store: hasRung = true
      case .companion: isCompanion = true
      }
    }
    // They come and go with every reader: what counts is whether they are in its way.
    if isCompanion, let places, places.isObstructed != isObstructed { hasRung = true }
    // The kernel tells that a file is closed a moment before it drops the lock.
    if isLockClosed { usleep(50_000) }
    if hasMoved { try watchFolder() }
    guard hasRung || isLockClosed || hasMoved else { return false }
    isObstructed = places?.isObstructed ?? false
    return true
  }

  private enum News { case none, folder, lock, store, companion }

  private func news(_ event: inotify_event, _ name: String) -> News {
    // An overflow names nothing: anything may have happened.
    if event.wd < 0 { return .store }
    // Of what was watched before.
    guard event.wd == watched.number else { return .none }
    let mask = Int32(bitPattern: event.mask)
    if mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED) != 0 { return .folder }
    if let places, watched.path != places.data {
      let rest = places.data.dropFirst(watched.path.count).split(separator: "/")
      // Its own rights may be why the next one could not be entered.
      return name.isEmpty || rest.first.map(String.init) == name ? .folder : .none
    }
    switch name {
    case Places.storeName, "": return .store
    case Places.changedName: return mask & IN_CLOSE_WRITE != 0 ? .store : .none
    case Places.lockName: return mask & IN_CLOSE_WRITE != 0 ? .lock : .none
    case _ where Places.companionNames.contains(name): return .companion
    default: return .none
    }
  }
}
