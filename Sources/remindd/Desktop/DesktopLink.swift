@preconcurrency import Dispatch
import Reminders
import Scheduler

/// The channel's state machine: from no bus to a server that shows popups and back, by events
/// alone. It lives on the GLib thread, and waits nowhere but inside libnotify.
final class DesktopLink {
  private let address: BusAddress
  private let systemAddress: BusAddress
  /// What was handed over and not yet taken up, in order; nil once the channel is stopped.
  private let inbox: Mutex<[Popup]?>
  private let answers: NotifyAnswers
  private let report: @Sendable (DesktopEvent) -> Void

  private var stage = DesktopStage.off
  /// Runs while the stage's answer is waited for; nil once that has taken too long.
  private var waiting: EventSource?
  private var told: DesktopState?
  private var firstWord: EventSource?

  private var bus: DesktopBus?
  private var isListeningForKeyring = false
  private let presence: Presence
  private var notifier: Notifier?
  private lazy var search = BusSearch(address) { [unowned self] in hear($0) }
  /// Whether the bus may be believed that it can start a server: not if that was tried in vain,
  /// nor if the last one fell over what it was asked to show.
  private var mayStart = true
  /// Which question to the bus or the server is the latest: older answers count no more.
  private var question = 0
  /// Hand-overs whose answer may still come, and to whom they went.
  private var overdue: [Int64: Server] = [:]

  init(
    address: BusAddress, systemAddress: BusAddress, inbox: Mutex<[Popup]?>, answers: NotifyAnswers,
    report: @escaping @Sendable (DesktopEvent) -> Void
  ) {
    self.address = address
    self.systemAddress = systemAddress
    self.inbox = inbox
    self.answers = answers
    self.report = report
    presence = Presence { report(.userReturned) }
  }

  func start() {
    firstWord = EventSource.after(DesktopStage.patience) { [unowned self] in
      if told == nil { tell(stage.stateWhenLate) }
    }
    search.look()
    presence.follow(systemBus: systemAddress)
  }

  /// Does what there is to do: called whenever something was handed over or answered late.
  func attend() {
    for (delivery, answer) in answers.takeLate() {
      guard let server = overdue.removeValue(forKey: delivery) else { continue }
      switch answer {
      case .shown(let id):
        report(.late(delivery: delivery, .accepted(server: server, notification: id)))
      case .refused: report(.late(delivery: delivery, .held(.refused)))
      }
    }
    guard hasWork else { return }
    switch stage {
    case .off: search.look()
    case .vacant: startServer()
    case .ready(_, let owner, _): ask(owner)
    case .connecting, .looking, .starting, .asking: if waiting == nil { holdAll() }
    }
  }

  /// Tries once more what has failed, if something has.
  func lookAgain() {
    switch stage {
    case .off: search.look()
    case .vacant where told == .absent(.noServer): startServer()
    case .vacant, .connecting, .looking, .starting, .asking, .ready: break
    }
  }

  /// Tells when a keyring opens, or no longer.
  func listenForKeyring(_ isOn: Bool) {
    isListeningForKeyring = isOn
    bus?.followKeyrings(opened: isOn ? { [report] in report(.keyringOpened) } : nil)
  }

  /// Takes a popup off the screen.
  func withdraw(_ popup: PopupID) {
    // After this one, an update would open it again.
    let updates = remove(where: { $0.isUpdate && $0.replacing == popup })
    for update in updates { report(.outcome(delivery: update.delivery, .held(.interrupted))) }
    bus?.withdraw(popup)
  }

  // MARK: The bus

  private func hear(_ news: BusSearch.News) {
    switch news {
    case .asked: enter(.connecting)
    case .absent: off()
    case .found(let connection): connected(connection)
    }
  }

  private func connected(_ connection: BusConnection) {
    mayStart = true
    let bus = DesktopBus(connection)
    self.bus = bus
    bus.follow(
      answers: answers, closed: { [unowned self] in closed() },
      owner: { [unowned self] in owned(by: $0) })
    presence.follow(bus)
    listenForKeyring(isListeningForKeyring)
    notifier = Notifier(answers: answers)
    enter(.looking)
  }

  private func closed() {
    // Every reference to a shared connection has to go before there can be a new one.
    notifier = nil
    bus = nil
    answers.forget()
    overdue = [:]
    off()
    search.look()
  }

  private func off() {
    enter(.off)
    tell(.absent(.noBus))
    holdAll()
  }

  // MARK: The server

  private func owned(by owner: String?) {
    if let owner {
      bus?.listen(to: owner) { [unowned self] in report(.popup($0, $1)) }
      return ask(owner)
    }
    if case .asking = stage, hasWork { mayStart = false }
    enter(.looking)
    question += 1
    bus?.canStart { [self, question] canStart in
      guard question == self.question else { return }
      enter(.vacant)
      tell(canStart && mayStart ? .ready(nil) : .absent(.noServer))
      if canStart && mayStart { attend() } else { holdAll() }
    }
  }

  private func startServer() {
    enter(.starting)
    bus?.start { [self] in
      if case .starting = stage { notStarted() }
    }
  }

  private func notStarted() {
    mayStart = false
    enter(.vacant)
    tell(.absent(.noServer))
    holdAll()
  }

  private func ask(_ owner: String) {
    question += 1
    enter(.asking(owner: owner))
    bus?.ask(owner) { [self, question] server, markup in
      guard question == self.question else { return }
      enter(.ready(server, owner: owner, markup: markup))
      mayStart = true
      tell(.ready(server))
      show(by: server, owner: owner, markup: markup)
    }
  }

  private func show(by server: Server, owner: String, markup: Bool) {
    // From here on its fate is the server's.
    let next = inbox.withLock { $0?.isEmpty == false ? $0?.removeFirst() : nil }
    guard let popup = next, let notifier else { return }
    let delivery = popup.delivery
    // libnotify waits longer for a server that stops in the middle than anybody should.
    let deadline = Deadline(after: Int(DesktopStage.patience)) { [report] in
      report(.state(.hung))
      report(.outcome(delivery: delivery, .unknown(.noAnswer)))
    }
    let outcome = notifier.show(popup, by: server, markup: markup)
    let isLate = deadline.end()
    if isLate { told = .hung }
    let isSilent: Bool
    switch outcome {
    case .unknown:
      overdue[delivery] = server
      mayStart = false
      isSilent = true
    case .held(let holdReason): isSilent = holdReason == .notAnswering
    case .accepted: isSilent = false
    }
    if isLate {
      if !isSilent { report(.late(delivery: delivery, outcome)) }
      return ask(owner)
    }
    // It is ready again when it answers the next question, and that is told.
    if isSilent { tell(.probing) }
    report(.outcome(delivery: delivery, outcome))
    if isSilent { ask(owner) } else { attend() }
  }

  // MARK: What is told

  private func enter(_ stage: DesktopStage) {
    self.stage = stage
    waiting = stage.patience.map { EventSource.after($0) { [unowned self] in late() } }
  }

  /// The stage's answer has not come in time.
  private func late() {
    waiting = nil
    if case .starting = stage { return notStarted() }
    tell(stage.stateWhenLate)
    holdAll()
  }

  private func tell(_ state: DesktopState) {
    guard state != told else { return }
    told = state
    firstWord = nil
    report(.state(state))
  }

  private func holdAll() {
    let holdReason: HoldReason =
      switch stage.stateWhenLate {
      case .absent(let holdReason): holdReason
      default: .notAnswering
      }
    for popup in remove(where: { _ in true }) {
      report(.outcome(delivery: popup.delivery, .held(holdReason)))
    }
  }

  // MARK: What was handed over

  private var hasWork: Bool { inbox.withLock { $0?.isEmpty == false } }

  /// Takes up those that are not to be shown any more.
  private func remove(where isOver: (Popup) -> Bool) -> [Popup] {
    inbox.withLock { popups in
      defer { popups?.removeAll(where: isOver) }
      return popups?.filter(isOver) ?? []
    }
  }
}

/// How far the channel is, from no bus to a server that shows popups.
enum DesktopStage {
  /// No bus. Its socket's folder is watched.
  case off
  /// Waiting for the bus to let us in.
  case connecting
  /// Waiting for the bus to say who owns the server's name, or who could.
  case looking
  /// A bus without a server.
  case vacant
  /// Waiting for the bus to start a server.
  case starting
  /// Waiting for the name's owner to say who it is.
  case asking(owner: String)
  /// It has answered, and nothing was shown since.
  case ready(Server, owner: String, markup: Bool)

  /// How long any one answer is waited for before it counts as missing, in milliseconds. The
  /// question stays open: an answer is welcome later too.
  static let patience: UInt32 = 2000
  /// The same for a server that is asked before a popup. It answers within a few milliseconds, or it
  /// is busy or hangs; a line on standard output must not wait until that is known.
  private static let serverPatience: UInt32 = 200

  /// How long this stage's answer is waited for, in milliseconds; nil if there is none to come.
  var patience: UInt32? {
    switch self {
    case .off, .vacant, .ready: nil
    case .connecting, .looking, .starting: Self.patience
    case .asking: Self.serverPatience
    }
  }

  /// What is to be told if its answer does not come in time.
  var stateWhenLate: DesktopState {
    switch self {
    case .off, .connecting: .absent(.noBus)
    case .vacant, .starting: .absent(.noServer)
    case .looking, .asking, .ready: .hung
    }
  }
}

/// Tells when a call that cannot be hurried, nor be looked at from its own thread, takes too long.
private final class Deadline: @unchecked Sendable {
  /// Not a global queue: once one of those has run anything, Dispatch looks after its threads once
  /// a second for as long as the process lives.
  private static let queue = DispatchQueue(label: "deadlines")
  private let timer = DispatchSource.makeTimerSource(queue: queue)
  /// Of the queue alone.
  private var hasPassed = false

  /// - Parameters:
  ///   - milliseconds: from now.
  ///   - passed: called on another thread, at most once, and never after `end` has returned.
  init(after milliseconds: Int, passed: @escaping @Sendable () -> Void) {
    timer.schedule(deadline: .now() + .milliseconds(milliseconds))
    timer.setEventHandler { [unowned self] in
      hasPassed = true
      passed()
    }
    timer.activate()
  }

  /// The call is through.
  /// - Returns: whether it had taken too long; then all has been told.
  func end() -> Bool {
    timer.cancel()
    return Deadline.queue.sync { hasPassed }
  }
}
