import CLinux
import Configuration
import Glibc
import Localization
import Scheduler
import Store
import System

/// From the command line to a running event loop.
enum Startup {
  /// Starts the daemon, or ends the process with the reason on standard error.
  static func run() {
    umask(0o077)
    FileIO.keepStandardStreams()
    // One arena, and no giving back of what the next commit asks for again: in a burst, glibc
    // otherwise returned and refetched pages twice a reminder (2,294 madvise calls in 1,000).
    mallopt(M_ARENA_MAX, 1)
    mallopt(M_TRIM_THRESHOLD, 1 << 20)
    signal(SIGPIPE, SIG_IGN)
    // A file that may not grow (RLIMIT_FSIZE) is an error of its write(2), like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    setlocale(LC_ALL, "")
    // Also if it speaks English itself: it speaks to others.
    Catalogue.open(in: Remindd.variable("TEXTDOMAINDIR"))
    switch Options.parse(Array(CommandLine.arguments.dropFirst())) {
    case .help:
      print(Words.usage)
      Remindd.exit(.done)
    case .version:
      print("remindd \(Product.version)")
      Remindd.exit(.done)
    case .mistake(let mistake): end(.usage, Words.usageError(mistake))
    case .run(let options): run(options)
    }
  }

  private static func run(_ options: Options) {
    guard let paths = Paths(variable: Remindd.variable) else { end(.store, Words.noHome) }
    let manager = ServiceManager(path: Remindd.variable("NOTIFY_SOCKET"))
    // Not for the programs that we start.
    unsetenv("NOTIFY_SOCKET")
    let isUnit = manager.isThere && Remindd.variable("SYSTEMD_EXEC_PID") == String(getpid())
    let opened: Opened
    do { opened = try open(paths, isUnit ? manager : nil) } catch { end(error, paths, manager) }
    loop = EventLoop(options: options, paths: paths, opened: opened, manager: manager)
    loop?.start()
  }

  /// - Parameter unit: systemd, if this is a service of its own: only then is the end of another daemon waited for.
  ///   All others have a parent that hears of theirs.
  private static func open(_ paths: Paths, _ unit: ServiceManager?) throws -> Opened {
    if let shortage = ResourceLimits.shortage() { throw shortage }
    try paths.makeDataFolder()
    _ = try paths.hasStore()
    let lock = try DaemonLock.take(paths.lock, at: EventLoop.moment.now) { holder in
      guard let unit else { return false }
      let waiting = Words.taken(holder, store: paths.store)
      // From here on the event loop's, which reads the configuration anyway.
      signal(SIGHUP, SIG_IGN)
      Remindd.say(waiting)
      return unit.ready(status: VisibleText.line(waiting))
    }
    do { return try open(paths, lock: lock) } catch {
      // Who holds the lock serves.
      close(lock)
      throw error
    }
  }

  /// The store, repaired if it is damaged. What only has to wait (for room on the disk, for another
  /// program) is served from memory until then.
  private static func open(_ paths: Paths, lock: Int32) throws(StoreError) -> Opened {
    func repaired(after error: StoreError) throws(StoreError) -> Opened {
      let recovered = try Repair.run(paths, after: error, at: EventLoop.moment.now)
      return Opened(store: try ReminderStore(serving: paths), recovered: recovered, lock: lock)
    }
    if paths.isDamageSuspected { return try repaired(after: StoreError.invalidContent) }
    do throws(StoreError) {
      return Opened(store: try ReminderStore(serving: paths), lock: lock)
    } catch {
      switch error.cause {
      case .full, .locked:
        return Opened(store: try .readable(paths), failure: error, lock: lock)
      case .damaged, .notADatabase: return try repaired(after: error)
      default: throw error
      }
    }
  }

  /// The loop lives as long as the process.
  nonisolated(unsafe) private static var loop: EventLoop?

  private static func end(_ code: Remindd.ExitCode, _ sentence: String) -> Never {
    Remindd.say(sentence)
    Remindd.exit(code)
  }

  /// Why the daemon cannot begin to serve its store, and how it ends.
  private static func explain(
    _ error: any Error, _ paths: Paths
  ) -> (code: Remindd.ExitCode, sentence: String) {
    switch error {
    case let shortage as ResourceLimits.Shortage: (.failed, Words.limit(shortage))
    case StoreError.taken(let holder): (.failed, Words.taken(holder, store: paths.store))
    case StoreError.lock(let path, let error): (.store, Words.lock(path, error))
    case let error as StoreError:
      (error.cause == .newer ? .restart : .store, Words.store(error, path: paths.store))
    default: (.failed, "\(error)")
    }
  }

  /// Ends the process with the reason. A service says it, counts as started meanwhile, since nothing shall wait for
  /// it, and ends after five seconds, or at once on SIGHUP.
  private static func end(_ error: any Error, _ paths: Paths, _ manager: ServiceManager) -> Never {
    let (code, sentence) = explain(error, paths)
    let waiting = Words.waiting(sentence)
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // Beside another daemon only a service of systemd's waits. If no manager listens, the variable came by accident.
    if case StoreError.taken = error { end(code, sentence) }
    guard manager.ready(status: VisibleText.line(waiting)) else { end(code, sentence) }
    Remindd.say(waiting)
    var time = timespec(tv_sec: Remindd.pause, tv_nsec: 0)
    let signal = sigtimedwait(&signals, nil, &time)
    guard signal == SIGTERM || signal == SIGINT else { Remindd.exit(code) }
    manager.stopping()
    Remindd.exit(.done)
  }
}
