import CLinux
@preconcurrency import Dispatch
import Glibc
import Scheduler

/// One serial queue, one timer: every event of the outside world becomes one of the engine's, and
/// every action of the engine's is done here. It is the only place in the daemon that reads the
/// clock.
final class EventLoop: @unchecked Sendable {
  /// Milliseconds that the daemon waits for another writer before it goes on from memory.
  static let patience: Int32 = 500
  /// What the clocks said at the start.
  static let startMoment = Moment.read()

  private let queue = DispatchQueue(label: "engine", qos: .userInteractive)
  private let options: Options
  private let places: Places
  private let engine: Engine
  private let manager: ServiceManager
  private let timer: DispatchSourceTimer
  private let watch: Watch
  private let tz: String?
  private var zone: LocalZone
  private var words: Words
  private var clockWatch: ClockWatch?
  private var signals: [DispatchSourceSignal] = []
  private var output: StandardOutput?
  private var desktop: DesktopChannel?
  /// Whether the present notification server has been handed a popup.
  private var hasShown = false
  private var exitCode = Remindd.ExitCode.done

  init(
    options: Options, places: Places, store: ReminderStore, variable: (String) -> String?
  ) {
    self.options = options
    self.places = places
    tz = variable("TZ")
    zone = LocalZone.find(tz: tz)
    words = Words(zone: zone.zone)
    manager = ServiceManager(path: variable("NOTIFY_SOCKET"))
    let configuration = EventLoop.configuration(places)
    engine = Engine(
      store: store,
      settings: Engine.Settings(options.choice, configuration),
      zone: LocalZone.system().zone)
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    watch = Watch(queue: queue)
    output = StandardOutput { [unowned self] delivery, outcome in
      queue.async { self.take(Engine.Event.outcome(delivery: delivery, outcome)) }
    }
    if options.choice != .stdout {
      desktop = DesktopChannel(environment: variable) { [unowned self] event in
        queue.async { self.take(event) }
      }
    }
  }

  func start() {
    queue.async { [self] in
      if let problem = zone.problem { Remindd.say(Words.zoneProblem(problem)) }
      timer.setEventHandler { [unowned self] in
        take(.tick)
        desktop?.lookAgain()
      }
      timer.activate()
      clockWatch = ClockWatch(queue: queue) { [unowned self] in take(.clockStepped) }
      clockWatch?.start()
      watchFiles()
      desktop?.start()
      handleSignals { [unowned self] in manager.ready(status: status()) }
      take(.tick)
      linux_release_code()
    }
  }

  // MARK: Events

  private func take(_ event: Engine.Event) {
    for action in engine.handle(event, at: Moment.read()) { perform(action) }
  }

  private func take(_ event: DesktopEvent) {
    switch event {
    case .state(let state):
      if let sentence = words.ready(state) { Remindd.say(sentence) }
      take(.desktop(state))
      hasShown = false
      linux_release_code()
    case .outcome(let delivery, let outcome), .late(let delivery, let outcome):
      take(Engine.Event.outcome(delivery: delivery, outcome))
      // libnotify's first popup runs much code that no later one does.
      if !hasShown { linux_release_code() }
      hasShown = true
    }
  }

  private func watchFiles() {
    watch.add(places.data, name: Places.storeName, mask: IN_CLOSE_WRITE) { [unowned self] in
      take(.storeChanged)
    }
    let replaced = IN_CREATE | IN_MOVED_TO | IN_CLOSE_WRITE
    for name in ["localtime", "timezone"] {
      watch.add("/etc", name: name, mask: replaced) { [unowned self] in readZone() }
    }
    watch.start()
  }

  private func readZone() {
    zone = LocalZone.find(tz: tz)
    words.zone = zone.zone
    take(.zoneChanged(LocalZone.system().zone))
  }

  /// - Parameter registered: called when no signal can end the process any more, or be lost.
  ///   Until then each has its default effect, which is to end it (nothing is half done yet).
  private func handleSignals(registered: @escaping () -> Void) {
    handle(SIGTERM) { [unowned self] in stop(.done) }
    handle(SIGINT) { [unowned self] in stop(.done) }
    handle(SIGHUP) { [unowned self] in
      readZone()
      take(.settingsChanged(Engine.Settings(options.choice, EventLoop.configuration(places))))
    }
    var waiting = signals.count
    for source in signals {
      source.setRegistrationHandler {
        waiting -= 1
        if waiting == 0 { registered() }
      }
      source.activate()
    }
  }

  private func handle(_ number: Int32, _ handler: @escaping () -> Void) {
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler(handler: handler)
    signals.append(source)
  }

  private static func configuration(_ places: Places) -> Configuration {
    let configuration = Configuration(path: places.configuration)
    for flaw in configuration.flaws { Remindd.say(Words.flaw(flaw, path: places.configuration)) }
    return configuration
  }

  // MARK: Actions

  private func perform(_ action: Engine.Action) {
    switch action {
    case .deliver(let alert, .stdout):
      output?.deliver(
        alert.delivery, options.isJSON ? StandardOutput.json(alert) : words.line(alert))
    case .deliver(let alert, .desktop): desktop?.deliver(Popup(alert, words: words))
    case .deliverTogether(let alerts, let id, let replacing):
      desktop?.deliver(Popup(alerts, id: id, replacing: replacing, words: words))
    case .withdraw(let popup): desktop?.withdraw(popup)
    case .announce, .changed: break
    case .again: queue.async { [unowned self] in take(.tick) }
    case .sleep(let instant): sleep(until: instant)
    case .storeFailed(let error): Remindd.say(Words.outage(error, path: places.store))
    case .storeRecovered: Remindd.say(Words.recovered)
    case .giveWay:
      Remindd.say(Words.givingWay)
      stop(.newer)
    case .stopped: Remindd.exit(exitCode)
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
    if manager.isThere { manager.status(status()) }
  }

  private func status() -> String {
    words.status(next: (try? engine.next()) ?? nil, now: Moment.read().now)
  }

  /// Ends when what was handed over is recorded, and after 80 ms at the latest: a reader that has
  /// stopped must not keep us.
  private func stop(_ code: Remindd.ExitCode) {
    exitCode = code
    manager.stopping()
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(80)) {
      Remindd.exit(code)
    }
    take(.stop)
  }
}
