import CLinux
import CivilTime
import Configuration
@preconcurrency import Dispatch
import Glibc
import Reminders
import Scheduler
import Store
import System

/// One serial queue, one timer: every event of the outside world becomes one of the engine's, and
/// every action of the engine's is done here. It is the only place in the daemon that reads the
/// clock.
final class EventLoop: @unchecked Sendable {
  /// What the clocks say, for what comes before the loop.
  static var moment: ClockReading { ClockReading.read() }

  // Without a class of urgency: only root gets that, and all others a line on standard error.
  let queue = DispatchQueue(label: "engine")
  let options: Options
  let places: Places
  /// What holds the store's lock.
  private let lock: Int32
  let engine: Engine
  let manager: ServiceManager
  let timer: DispatchSourceTimer
  let changed: ChangedFile
  var words: Words
  var interpreter = LocaleScope()
  /// Milliseconds of the snooze buttons.
  var snoozes: [Int64]
  var hook: Hook?
  var accounts: [MailAccount]
  private(set) lazy var mailer = MailChannel { [unowned self] event in
    queue.async { self.take(event) }
  }
  var networkWatch: NetworkWatch?
  let aloud = AudioFeedback()
  var output: StandardOutput?
  var desktop: DesktopChannel?
  var exitCode = Remindd.ExitCode.done
  var isEnding = false
  private var watch: Watch?
  /// Whether the kernel watches less than is to be watched.
  private var isBlind = false
  private var storeWatch: DirectoryWatcher?
  private var logWatch: DirectoryWatcher?
  private var configurationWatch: DirectoryWatcher?
  private let tz: String?
  /// What is wrong with the configuration, as it was told.
  private var flaws: [Configuration.Flaw]
  /// Of a store that was damaged at the start.
  private let recovered: RecoveryReport?
  var zone: LocalZone
  private var clockWatch: ClockWatch?
  private var mountWatch: MountWatch?
  private var signals: [DispatchSourceSignal] = []
  private let isOnTerminal = isatty(STDOUT_FILENO) != 0
  /// What waits for a desktop to be said there, too.
  var notices: [String] = []
  /// How many states of the desktop were told.
  private var stateCount = 0
  /// What was said of it last.
  private var news: String?

  init(
    options: Options, places: Places, opened: Opened, manager: ServiceManager,
    variable: (String) -> String?
  ) {
    self.options = options
    self.places = places
    lock = opened.lock
    recovered = opened.recovered
    tz = variable("TZ")
    zone = LocalZone.find(tz: tz)
    words = Words(zone: zone.zone)
    self.manager = manager
    changed = ChangedFile(places)
    let configuration = Configuration(path: places.configuration)
    flaws = configuration.flaws
    EventLoop.say(flaws, of: places)
    snoozes = configuration.snoozes
    accounts = configuration.accounts
    hook = configuration.hook.map { Hook(path: $0, opened.store) }
    engine = Engine(
      store: opened.store, failure: opened.failure,
      settings: Engine.Settings(options.choice, configuration),
      zone: LocalZone.system().zone, places: places)
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    output = StandardOutput { [unowned self] delivery, outcome in
      queue.async { self.take(delivery, outcome) }
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
      mountWatch = MountWatch(queue: queue) { [unowned self] in lookAtFolders() }
      if let desktop { desktop.start() } else { tell(.absent(.noBus)) }
      handleSignals { [unowned self] in manager.ready(status: status()) }
      if let recovered { tell(recovered) }
      take(.tick)
      // Whoever shows that no daemon runs hears that one does.
      changed.touch()
      engine.store.prepareLog()
    }
  }

  func take(_ event: Engine.Event) {
    for action in engine.handle(event, at: ClockReading.read()) { perform(action) }
  }

  private func take(_ delivery: Int64, _ outcome: Outcome) {
    take(Engine.Event.outcome(delivery: delivery, outcome))
    aloud.settle(delivery, outcome)
  }

  private func take(_ event: DesktopEvent) {
    switch event {
    case .state(let state):
      if case .ready = state { showNotices() }
      tell(state)
      take(.desktop(state))
    case .outcome(let delivery, let outcome), .late(let delivery, let outcome):
      take(delivery, outcome)
    case .popup(let popup, let event): take(Engine.Event.popup(popup, event))
    case .userReturned: take(Engine.Event.userReturned)
    case .keyringOpened: take(.ended(.keyringLocked))
    }
  }

  /// Says what has become of the desktop, where that is news; that a server hangs only when it has
  /// shown to be more than busy.
  private func tell(_ state: DesktopState) {
    stateCount += 1
    guard let sentence = words.ready(state, options.choice) else { return }
    guard state == .hung else { return sayNews(sentence) }
    queue.asyncAfter(deadline: .now() + 2) { [unowned self, stateCount] in
      if stateCount == self.stateCount { sayNews(sentence) }
    }
  }

  private func sayNews(_ sentence: String) {
    if sentence != news { Remindd.say(sentence) }
    news = sentence
  }

  private func watchFiles() {
    let watch = Watch(queue: queue) { [unowned self] in look(withoutWatch: $0) }
    storeWatch = DirectoryWatcher(places.data, [Places.storeName, Places.lockName], watch.notify) {
      [unowned self] _, _ in lookAtStore()
    }
    storeWatch?.begin()
    logWatch = DirectoryWatcher(places.data, Places.logNames, watch.notify) { [unowned self] _, _ in
      // Each program that ends closes these, too; that alone is no news.
      if engine.hasLostFiles { take(.storeChanged) }
    }
    logWatch?.begin()
    configurationWatch = DirectoryWatcher(
      places.configurationFolder, [Places.configurationName], watch.notify
    ) { [unowned self] _, _ in readConfiguration() }
    configurationWatch?.begin()
    let replaced = IN_CREATE | IN_MOVED_TO | IN_CLOSE_WRITE
    for name in ["localtime", "timezone"] {
      watch.notify.add("/etc", name: name, events: replaced) { [unowned self] _ in readZone() }
    }
    self.watch = watch
  }

  private func lookAtFolders() {
    for folder in [storeWatch, logWatch, configurationWatch] { folder?.lookAgain() }
  }

  private func lookAtStore() {
    take(.storeChanged)
    tellHook()
    // Without it another daemon may serve the store, too.
    guard !isEnding, !DaemonLock.isHeld(places.lock, by: lock) else { return }
    perform(.restart(because: .stray(path: places.lock)))
  }

  /// Looks each second, and tries to watch again: inotify has a limit for all programs of a user, and what was
  /// confirmed comes, although nobody tells of it.
  private func look(withoutWatch shortage: INotify.Shortage) {
    if !isBlind { Remindd.say(Words.unwatched(shortage)) }
    isBlind = true
    queue.asyncAfter(deadline: .now() + 1) { [unowned self] in
      watchFiles()
      isBlind = watch?.notify.shortage != nil
      lookAtStore()
      guard !isBlind else { return }
      Remindd.say(Words.watchedAgain)
      readConfiguration()
      readZone()
    }
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
      // What the signal was made for: the terminal is gone, and with it whoever read this.
      if isOnTerminal, isatty(STDOUT_FILENO) == 0, !isShownOnDesktop { return stop(.done) }
      lookAtFolders()
      readZone()
      readConfiguration()
      take(.lookAgain)
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

  private var isShownOnDesktop: Bool {
    if case .ready = engine.desktop { true } else { false }
  }

  private func handle(_ number: Int32, _ handler: @escaping () -> Void) {
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler(handler: handler)
    signals.append(source)
  }

  private func readConfiguration() {
    let configuration = Configuration(path: places.configuration)
    // A file that is written and a signal behind it are one change.
    if configuration.flaws != flaws { EventLoop.say(configuration.flaws, of: places) }
    flaws = configuration.flaws
    snoozes = configuration.snoozes
    accounts = configuration.accounts
    hook = configuration.hook.map { Hook(path: $0, engine.store) }
    take(.settingsChanged(Engine.Settings(options.choice, configuration)))
  }

  private static func say(_ flaws: [Configuration.Flaw], of places: Places) {
    for flaw in flaws { Remindd.say(flaw.sentence(path: places.configuration)) }
  }
}
