import CivilTime
import Configuration
@preconcurrency import Dispatch
import Mail
import Reminders
import Scheduler
import Store
import System

/// Carries out what the engine wants done, through the channels, and brings their answers back.
final class Effects: @unchecked Sendable {
  private let queue: DispatchQueue
  private let options: Options
  private let paths: Paths
  private let engine: Engine
  private let manager: ServiceManager
  private let send: (Engine.Event) -> Void
  private(set) var zone: LocalZone
  private(set) var words: Words
  private var configuration: Configuration
  private var hook: Hook?
  private var locales = LocaleScope()
  private let audio = AudioFeedback()
  private var output: StandardOutput?
  /// By the names of their accounts.
  private var mailQueues: [String: MailQueue] = [:]
  private var desktop: DesktopChannel?
  private var network: KernelWatch?
  /// How many states of the desktop there were, and what was said of the last.
  private var stateCount = 0
  private var news: String?
  /// What waits for a desktop to be said there, too.
  private var notices: [String] = []
  private var exitCode = Remindd.ExitCode.done
  private(set) var isEnding = false

  /// - Parameters:
  ///   - queue: on which all of this is called.
  ///   - send: takes an event to the engine.
  init(
    options: Options, paths: Paths, engine: Engine, manager: ServiceManager,
    _ configuration: Configuration, queue: DispatchQueue, send: @escaping (Engine.Event) -> Void
  ) {
    self.options = options
    self.paths = paths
    self.engine = engine
    self.manager = manager
    self.configuration = configuration
    self.queue = queue
    self.send = send
    zone = LocalZone.find(tz: Remindd.variable("TZ"))
    words = Words(zone: zone.zone)
    configure(configuration)
  }

  /// What the configuration says of popups, mails and the hook.
  func configure(_ configuration: Configuration) {
    self.configuration = configuration
    hook = configuration.hook.map { Hook(path: $0, engine.store) }
  }

  func readZone() {
    zone = LocalZone.find(tz: Remindd.variable("TZ"))
    words.zone = zone.zone
  }

  /// Opens standard output, and looks for a desktop if one is asked for.
  func start() {
    output = StandardOutput { [unowned self] delivery, outcome in
      queue.async { self.end(delivery, outcome) }
    }
    guard options.choice != .stdout else { return announce(.absent(.noBus)) }
    desktop = DesktopChannel(environment: Remindd.variable) { [unowned self] event in
      queue.async { self.handle(event) }
    }
    desktop?.start()
  }

  /// Time has passed: the desktop may be there by now.
  func lookAgain() { desktop?.lookAgain() }

  func perform(_ action: Engine.Action) {
    switch action {
    case .deliver(let alert, .stdout):
      speaking(alert.language) { words in
        audio.prepare(alert.delivery, sound: nil, speech: words.speech([alert]))
        output?.deliver(alert.delivery, options.isJSON ? alert.json : words.line(alert))
      }
    case .deliver(let alert, .desktop): show([alert], id: alert.delivery)
    case .deliver(let alert, .mail):
      if let mail = mail(of: alert) {
        deliver(mail)
      } else {
        let result = MailResult(.held, .accountNotFound)
        queue.async { [self] in send(.mailed(delivery: alert.delivery, result)) }
      }
    case .letMail(let delivery, let go):
      mailQueues.values.first { $0.inHand == delivery }?.proceed(go: go)
    case .listen(for: .offline, let isOn): listenForNetwork(isOn)
    case .listen(_, let isOn): desktop?.listenForKeyring(isOn)
    case .mailTrouble(let alert, let result):
      Remindd.say(words.mailTrouble(alert, result))
      tellOnDesktop(speaking(alert.language) { $0.mailTrouble(alert, result) })
    case .deliverTogether(let alerts, let id, let replacing):
      show(alerts, id: id, replacing: replacing)
    case .update(let popup, let alerts, let id):
      show(alerts, id: id, replacing: popup, isUpdate: true)
    case .withdraw(let popup): desktop?.withdraw(popup)
    case .changed:
      paths.tellChange()
      tellHook()
    // The event loop's.
    case .again, .sleep: break
    case .storeFailed(let error):
      Remindd.say(Words.outage(error, path: paths.store, isUnreadable: engine.isUnreadable))
    case .zoneMoved(let count):
      Remindd.say(words.zoneMoved(count))
      desktop?.deliver(Popup(notice: speaking(latestLanguage) { $0.zoneMoved(count) }))
    case .zoneMissing(let name): Remindd.say(Words.zoneMissing(name))
    case .zoneFound(let name): Remindd.say(Words.zoneFound(name))
    case .outputFailed(let holdReason): Remindd.say(Words.output(holdReason))
    case .outputRecovered: Remindd.say(Words.outputRecovered)
    case .outputMissed: endUnheard()
    case .storeRecovered: Remindd.say(Words.recovered)
    case .restart(let error):
      Remindd.say(Words.restart(error, path: paths.store, isService: manager.isThere))
      stop(.restart)
    case .stopped: Remindd.exit(exitCode)
    }
  }

  // MARK: What is handed over

  private func show(
    _ alerts: [Alert], id: Int64, replacing: PopupID? = nil, isUpdate: Bool = false
  ) {
    speaking(alerts[0].language) { words in
      var popup = Popup(
        alerts, id: id, replacing: replacing, words: words, snoozes: configuration.snoozes)
      popup.isUpdate = isUpdate
      // Those before are in the popup already; an update makes no noise.
      let new = Array(alerts.drop { $0.delivery != id })
      audio.prepare(id, sound: popup.sound, speech: words.speech(new))
      desktop?.deliver(popup)
    }
  }

  private func deliver(_ mail: MailQueue.Mail) {
    let mails =
      mailQueues[mail.account.name]
      ?? MailQueue { [unowned self] event in queue.async { self.send(event) } }
    mailQueues[mail.account.name] = mails
    mails.deliver(mail)
  }

  /// What goes to an alert's mailbox; nil if its account is gone.
  private func mail(of alert: Alert) -> MailQueue.Mail? {
    let options = alert.options.mail
    guard let content = alert.mailContent, let recipient = MailAddress(content.recipient),
      let account = configuration.accounts.first(where: { $0.name == options?.account }),
      let sender = account.sender
    else { return nil }
    var message = speaking(alert.language) { words in
      MailMessage(
        sender: sender, recipient: recipient,
        subject: content.written?.subject ?? words.mailSubject(alert),
        text: content.written?.text ?? words.mailText(alert),
        id: MailMessage.id("\(alert.uid).\(alert.delivery)", from: sender),
        seconds: alert.fired.seconds)
    }
    message.automatic = content.automatic
    message.replyTo = content.replyTo.flatMap { MailAddress($0) }
    if alert.purpose == .confirmation {
      let answered = try? engine.store.mailAnswered(by: alert.delivery)
      message.inReplyTo = answered.map {
        // As it was sent: the account may have another sender by now.
        SpooledMail.id(at: paths.mail(of: alert.uid, delivery: $0.delivery))
          ?? MailMessage.id("\(alert.uid).\($0.delivery)", from: sender)
      }
    } else {
      message.attachments = options?.attachments ?? []
    }
    return MailQueue.Mail(
      delivery: alert.delivery, message: message, account: account,
      spool: paths.mail(of: alert.uid, delivery: alert.delivery))
  }

  private func listenForNetwork(_ isOn: Bool) {
    network =
      isOn ? .routes(queue: queue) { [unowned self] in send(.ended(.offline)) } : nil
    // It may have come before anything listened.
    if isOn, Network.hasWayOut { queue.async { [self] in send(.ended(.offline)) } }
  }

  /// What is said to the maker of a reminder, in their language.
  private func speaking<Result>(_ language: String?, _ body: (Words) -> Result) -> Result {
    locales.speaking(language, words, body)
  }

  /// The language of the reminder that was made last; nil if it is not known.
  private var latestLanguage: String? { (try? engine.store.latestLanguage()) ?? nil }

  // MARK: What comes back

  private func end(_ delivery: Int64, _ outcome: Outcome) {
    send(.outcome(delivery: delivery, outcome))
    audio.finish(delivery, outcome)
  }

  private func handle(_ event: DesktopEvent) {
    switch event {
    case .state(let state):
      if case .ready = state { showNotices() }
      announce(state)
      send(.desktop(state))
    case .outcome(let delivery, let outcome), .late(let delivery, let outcome):
      end(delivery, outcome)
    case .popup(let popup, let event): send(.popup(popup, event))
    case .userReturned: send(.userReturned)
    case .keyringOpened: send(.ended(.keyringLocked))
    }
  }

  // MARK: What is said

  var isShownOnDesktop: Bool { if case .ready = engine.desktop { true } else { false } }

  /// Says what has become of the desktop, if that is news; that a server hangs only when it has
  /// shown to be more than busy.
  private func announce(_ state: DesktopState) {
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

  /// Says on the desktop what else only a journal would know, as soon as there is one.
  private func tellOnDesktop(_ notice: String) {
    notices.append(notice)
    if isShownOnDesktop { showNotices() }
  }

  private func showNotices() {
    guard isShownOnDesktop else { return }
    for notice in notices { desktop?.deliver(Popup(notice: notice)) }
    notices = []
  }

  /// Says what was saved of a damaged store.
  func announceRecovery(_ recovered: RecoveryReport) {
    Remindd.say(recovered.sentence(path: paths.store))
    tellOnDesktop(speaking(latestLanguage) { _ in recovered.sentence(path: paths.store) })
  }

  func tellHook() { hook?.run(forChangesIn: engine.store, in: zone.zone) }

  // MARK: The end

  /// Ends, since nothing shows what is due; the next one prints it. A service leaves its manager some seconds.
  private func endUnheard() {
    guard !isEnding else { return }
    guard manager.isThere else { return stop(.failed) }
    isEnding = true
    queue.asyncAfter(deadline: .now() + .seconds(Remindd.pause)) { [unowned self] in
      stop(.failed)
    }
  }

  /// Ends when what was handed over is recorded, and after 80 ms at the latest: a reader that has
  /// stopped must not keep us. What was shown from memory is worth waiting for the store once more.
  func stop(_ code: Remindd.ExitCode) {
    isEnding = true
    exitCode = code
    manager.stopping()
    let patience = 80 + (engine.isRemembering ? Int(ReminderStore.daemonPatience) : 0)
    DispatchQueue(label: "end").asyncAfter(deadline: .now() + .milliseconds(patience)) {
      Remindd.exit(code)
    }
    send(.stop)
    desktop?.stop()
  }
}
