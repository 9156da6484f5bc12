import CLinux
import CNotify
@preconcurrency import Dispatch
import Glibc
import Reminders
import Scheduler
import System

/// The channel's state machine: from no bus to a server that shows popups and back, by events
/// alone. It lives on the GLib thread, and waits nowhere but inside libnotify.
final class DesktopLink {
  private unowned let channel: DesktopChannel
  private let answers: NotifyAnswers

  /// Not a global queue: once one of those has run anything, Dispatch looks after its threads once
  /// a second for as long as the process lives.
  private static let deadlines = DispatchQueue(label: "deadlines")

  private var stage = DesktopStage.off
  /// Runs while the stage's answer is waited for; nil once that has taken too long.
  private var waiting: EventSource?
  private var told: DesktopState?
  private var firstWord: EventSource?

  private var bus: DesktopBus?
  private var isListeningForKeyring = false
  private let presence: Presence
  private var notifier: Notifier?
  /// Of the bus's socket, which is the last name of its path, while there is no bus.
  private var watch: (notify: INotify, watcher: DirectoryWatcher, source: EventSource)?
  private var retry: EventSource?
  private var attempts = 0
  /// Whether the bus may be believed that it can start a server: not if that was tried in vain,
  /// nor if the last one fell over what it was asked to show.
  private var mayStart = true
  /// Which question to the bus or the server is the latest: older answers count no more.
  private var question = 0

  init(of channel: DesktopChannel, _ answers: NotifyAnswers) {
    self.channel = channel
    self.answers = answers
    presence = Presence { [report = channel.report] in report(.userReturned) }
  }

  private var inbox: Mutex<[Popup]?> { channel.inbox }
  private var report: @Sendable (DesktopEvent) -> Void { channel.report }

  func start() {
    firstWord = EventSource.after(DesktopStage.patience) { [unowned self] in
      if told == nil { announce(stage.stateWhenLate) }
    }
    look()
    presence.follow(systemBus: channel.systemAddress)
  }

  /// Does what there is to do: called whenever something was handed over or answered late.
  func handleWork() {
    for (delivery, answer) in answers.takeLate() {
      report(.late(delivery: delivery, answer))
    }
    guard hasWork else { return }
    switch stage {
    case .off: look()
    case .vacant: startServer()
    case .ready(let owner): ask(owner)
    case .connecting, .looking, .starting, .asking: if waiting == nil { holdAll() }
    }
  }

  /// Tries once more what has failed, if something has.
  func lookAgain() {
    switch stage {
    case .off: look()
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

  /// A socket's file appears before a bus listens, and a bus that died may be up again at once:
  /// after an event these many milliseconds pass between the attempts to connect. Then the next
  /// event is waited for.
  private static let retries: [UInt32] = [20, 50, 100, 200, 400, 800]

  /// Looks for the bus. Not to be called while the bus is asked, nor while it is there.
  private func look() {
    retry = nil
    if let socket = channel.address.socketPath {
      if watch == nil { follow(socket) }
      guard access(socket, F_OK) == 0 else { return off() }
    }
    enter(.connecting)
    BusConnection.open(G_BUS_TYPE_SESSION) { [self] connection in
      if let connection { return connected(connection) }
      off()
      guard attempts < Self.retries.count else { return }
      retry = EventSource.after(Self.retries[attempts]) { [unowned self] in look() }
      attempts += 1
    }
  }

  /// Looks again whenever the socket was made, or moved there. It may not accept connections yet.
  private func follow(_ socket: String) {
    let notify = INotify()
    guard notify.descriptor >= 0, let slash = socket.lastIndex(of: "/") else { return }
    let watcher = DirectoryWatcher(
      String(socket[..<slash]), [String(socket[socket.index(after: slash)...])],
      events: IN_CREATE | IN_MOVED_TO, notify
    ) { [unowned self] _, _ in
      attempts = 0
      if case .off = stage { look() }
    }
    watcher.begin()
    watch = (notify, watcher, EventSource.readable(notify.descriptor) { notify.read() })
  }

  private func connected(_ connection: BusConnection) {
    watch = nil
    attempts = 0
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
    off()
    look()
  }

  private func off() {
    enter(.off)
    announce(.absent(.noBus))
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
      announce(canStart && mayStart ? .ready(nil) : .absent(.noServer))
      if canStart && mayStart { handleWork() } else { holdAll() }
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
    announce(.absent(.noServer))
    holdAll()
  }

  private func ask(_ owner: String) {
    question += 1
    enter(.asking(owner: owner))
    bus?.ask(owner) { [self, question] server, markup in
      guard question == self.question else { return }
      enter(.ready(owner: owner))
      mayStart = true
      announce(.ready(server))
      show(by: server, owner: owner, markup: markup)
    }
  }

  private func show(by server: Server, owner: String, markup: Bool) {
    // From here on its fate is the server's.
    let next = inbox.withLock { $0?.isEmpty == false ? $0?.removeFirst() : nil }
    guard let popup = next, let notifier else { return }
    let delivery = popup.delivery
    // libnotify waits longer for a server that stops in the middle than anybody should.
    nonisolated(unsafe) var isLate = false
    let deadline = DispatchSource.makeTimerSource(queue: DesktopLink.deadlines)
    deadline.setEventHandler { [report] in
      isLate = true
      report(.state(.hung))
      report(.outcome(delivery: delivery, .unknown(.noAnswer)))
    }
    deadline.schedule(deadline: .now() + .milliseconds(Int(DesktopStage.patience)))
    deadline.activate()
    let outcome = notifier.show(popup, by: server, markup: markup)
    deadline.cancel()
    // Behind it all has been told, or nothing will be.
    DesktopLink.deadlines.sync {}
    if isLate { told = .hung }
    if outcome == .unknown(.noAnswer) { mayStart = false }
    let isSilent = outcome == .unknown(.noAnswer) || outcome == .held(.notAnswering)
    if isLate {
      if !isSilent { report(.late(delivery: delivery, outcome)) }
      return ask(owner)
    }
    // It is ready again when it answers the next question, and that is told.
    if isSilent { announce(.probing) }
    report(.outcome(delivery: delivery, outcome))
    if isSilent { ask(owner) } else { handleWork() }
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
    announce(stage.stateWhenLate)
    holdAll()
  }

  private func announce(_ state: DesktopState) {
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
  case ready(owner: String)

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
