import Configuration
import Glibc
import Scheduler
import Store
import System

/// Why the daemon cannot begin to serve its store.
enum StartupError: Error {
  case limit(ResourceLimits.Shortage)
  case store(StoreError)

  var code: Remindd.ExitCode {
    switch self {
    case .limit, .store(.taken): .failed
    case .store(let error): error.cause == .newer ? .restart : .store
    }
  }

  var isTaken: Bool {
    if case .store(.taken) = self { true } else { false }
  }

  func explanation(_ paths: Paths) -> String {
    switch self {
    case .limit(let shortage): Words.limit(shortage)
    case .store(.taken(let holder)): Words.taken(holder, store: paths.store)
    case .store(.lock(let path, let error)): Words.lock(path, error)
    case .store(let error): Words.store(error, path: paths.store)
    }
  }

  /// Ends the process with the reason. A service says it, counts as started meanwhile, since nothing shall wait for
  /// it, and ends after five seconds, or at once on SIGHUP.
  func end(_ paths: Paths, _ manager: ServiceManager) -> Never {
    let waiting = Words.waiting(explanation(paths))
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // Beside another daemon only a service of systemd's waits. If no manager listens, the variable came by accident.
    guard !isTaken, manager.ready(status: VisibleText.line(waiting)) else {
      Remindd.say(explanation(paths))
      Remindd.exit(code)
    }
    Remindd.say(waiting)
    var time = timespec(tv_sec: Remindd.pause, tv_nsec: 0)
    let signal = sigtimedwait(&signals, nil, &time)
    guard signal == SIGTERM || signal == SIGINT else { Remindd.exit(code) }
    manager.stopping()
    Remindd.exit(.done)
  }
}
