import Glibc
import Scheduler
import System

/// A service's waiting for what keeps it from its store. A daemon that ended would be started again at once,
/// and after some dozens of times never again (systemd.unit(5), StartLimitBurst=).
struct StartWait {
  /// What started us, and is told why we wait.
  private(set) var manager: ServiceManager
  private let socket: String
  /// Whether it is systemd's service, and no program that has only inherited the socket.
  private let isUnit: Bool
  /// Milliseconds until the next attempt, and of all waiting so far.
  private var pause: Int64 = 500
  private var waited: Int64 = 0
  /// What was said last.
  private(set) var said: String?

  /// So long between two attempts, but where one takes long itself (a repair): of a processor a fiftieth is
  /// enough.
  private static let usualPause: Int64 = 5000
  private static let longestPause: Int64 = 60_000

  private static var signals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
    return signals
  }

  /// - Parameters:
  ///   - socket: NOTIFY_SOCKET's value; nil where it is not set: then nothing is waited for.
  ///   - process: SYSTEMD_EXEC_PID's.
  init?(socket: String?, process: String?) {
    guard let socket else { return nil }
    self.socket = socket
    isUnit = process == String(getpid())
    manager = ServiceManager(path: socket)
  }

  /// Whether it is worth waiting. Of another daemon that serves the store only systemd's own service waits
  /// for the end: all others have a parent that hears of theirs.
  func helps(against refusal: Refusal) -> Bool {
    if refusal.isTaken { return isUnit }
    return !refusal.takesAnotherStart || waited < Succession.patience
  }

  /// Waits until the next attempt, which a SIGHUP asks for at once. SIGTERM and SIGINT end the process.
  /// - Parameters:
  ///   - sentence: why; said once.
  ///   - effort: milliseconds that the last attempt took.
  /// - Returns: false, at once, where no manager listens: then the variable came to us by accident.
  mutating func sleep(because sentence: String, effort: Int64) -> Bool {
    var signals = StartWait.signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    guard tell(sentence) else { return false }
    pause = max(min(pause * 2, StartWait.usualPause), min(effort * 50, StartWait.longestPause))
    waited += pause
    var time = timespec(tv_sec: Int(pause / 1000), tv_nsec: Int(pause % 1000) * 1_000_000)
    let signal = sigtimedwait(&signals, nil, &time)
    guard signal == SIGTERM || signal == SIGINT else { return true }
    manager.stopping()
    Remindd.exit(.done)
  }

  /// - Returns: whether somebody heard it, as far as it could be told.
  private mutating func tell(_ sentence: String) -> Bool {
    let waiting = Words.waiting(sentence)
    // There may have been no descriptor for it.
    let wasThere = manager.isThere
    if !wasThere { manager = ServiceManager(path: socket) }
    // Nobody shall wait for our start, or end us since it takes so long.
    if sentence != said || !wasThere, !manager.ready(status: VisibleText.line(waiting)),
      manager.isThere
    {
      return false
    }
    if sentence != said { Remindd.say(waiting) }
    said = sentence
    return true
  }

  /// The store can be served: from here on signals are the event loop's, which reads the configuration
  /// anyway. Until then SIGHUP must not end what the manager takes for ready.
  func end() {
    guard said != nil else { return }
    Remindd.say(Words.waitingEnded)
    signal(SIGHUP, SIG_IGN)
    var signals = StartWait.signals
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
