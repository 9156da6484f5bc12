import CivilTime
import Configuration
@preconcurrency import Dispatch
import Glibc
import Scheduler
import Store
import System

/// One serial queue, one timer: every event of the outside world becomes one of the engine's, and
/// its actions are carried out by `Effects`. It is the only place in the daemon that reads the clock.
final class EventLoop: @unchecked Sendable {
  /// What the clocks say, for what comes before the loop.
  static var moment: ClockReading { ClockReading.read() }

  // Without a class of urgency: only root gets that, and all others a line on standard error.
  private let queue = DispatchQueue(label: "engine")
  private let options: Options
  private let paths: Paths
  private let opened: Opened
  private let engine: Engine
  private let manager: ServiceManager
  private let timer: DispatchSourceTimer
  private let isOnTerminal = isatty(STDOUT_FILENO) != 0
  /// The configuration, as it was read last.
  private var configuration: Configuration
  private lazy var effects = Effects(
    options: options, paths: paths, engine: engine, manager: manager, configuration,
    queue: queue
  ) { [unowned self] in handle($0) }
  private lazy var files = FileWatch(paths, queue: queue) { [unowned self] in look(at: $0) }
  private var watches: [AnyObject?] = []

  init(options: Options, paths: Paths, opened: Opened, manager: ServiceManager) {
    self.options = options
    self.paths = paths
    self.opened = opened
    self.manager = manager
    configuration = Configuration(path: paths.configuration)
    engine = Engine(
      store: opened.store, failure: opened.failure,
      settings: Engine.Settings(options.choice, configuration),
      zone: LocalZone.system().zone, paths: paths)
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    tellFlaws()
  }

  func start() {
    queue.async { [self] in
      if let problem = effects.zone.problem { Remindd.say(Words.zoneProblem(problem)) }
      timer.setEventHandler { [unowned self] in
        handle(.tick)
        effects.lookAgain()
      }
      timer.activate()
      let clock = KernelWatch.clock(queue: queue) { [unowned self] in handle(.clockStepped) }
      files.begin()
      let mounts = KernelWatch.mounts(queue: queue) { [unowned self] in files.lookAgain() }
      effects.start()
      let signals = SignalWatch(
        queue: queue, hangUp: { [unowned self] in hangUp() },
        end: { [unowned self] in effects.stop(.done) },
        registered: { [unowned self] in manager.ready(status: status) })
      watches = [clock, mounts, signals]
      if let recovered = opened.recovered { effects.announceRecovery(recovered) }
      handle(.tick)
      // Whoever shows that no daemon runs hears that one does.
      paths.tellChange()
      engine.store.prepareLog()
    }
  }

  private func handle(_ event: Engine.Event) {
    for action in engine.handle(event, at: ClockReading.read()) {
      switch action {
      case .again: queue.async { [unowned self] in handle(.tick) }
      case .sleep(let instant): sleep(until: instant)
      default: effects.perform(action)
      }
    }
  }

  private func sleep(until instant: Instant?) {
    if let instant {
      let seconds = instant.seconds
      let nanoseconds = (instant.milliseconds - seconds * 1000) * 1_000_000
      timer.schedule(
        wallDeadline: DispatchWallTime(
          timespec: timespec(tv_sec: Int(seconds), tv_nsec: Int(nanoseconds))),
        leeway: .nanoseconds(0))
    } else {
      timer.schedule(wallDeadline: .distantFuture)
    }
    guard manager.isThere else { return }
    let now = ClockReading.read().now
    manager.sleeping(
      status: status, for: instant.map { $0.since(now) }, uptime: ClockReading.uptime())
  }

  /// What `systemctl status` shows.
  private var status: String {
    effects.words.status(next: (try? engine.next()) ?? nil, now: ClockReading.read().now)
  }

  private func look(at subject: FileWatch.Subject) {
    switch subject {
    case .store:
      handle(.storeChanged)
      effects.tellHook()
      // Without it another daemon may serve the store, too.
      if !effects.isEnding, !DaemonLock.isHeld(paths.lock, by: opened.lock) {
        effects.perform(.restart(because: .stray(path: paths.lock)))
      }
    case .log: if engine.hasLostFiles { handle(.storeChanged) }
    case .configuration: readConfiguration()
    case .zone: readZone()
    }
  }

  private func readZone() {
    effects.readZone()
    handle(.zoneChanged(LocalZone.system().zone))
  }

  private func readConfiguration() {
    let issues = configuration.issues
    configuration = Configuration(path: paths.configuration)
    // A file that is written and a signal behind it are one change.
    if configuration.issues != issues { tellFlaws() }
    effects.configure(configuration)
    handle(.settingsChanged(Engine.Settings(options.choice, configuration)))
  }

  private func tellFlaws() {
    for issue in configuration.issues { Remindd.say(issue.sentence(path: paths.configuration)) }
  }

  private func hangUp() {
    // What the signal was made for: the terminal is gone, and with it its user.
    if isOnTerminal, isatty(STDOUT_FILENO) == 0, !effects.isShownOnDesktop {
      return effects.stop(.done)
    }
    files.lookAgain()
    readZone()
    readConfiguration()
    handle(.lookAgain)
  }
}
