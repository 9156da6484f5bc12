import CivilTime
import Reminders
import Store

/// What a lane is busy with: one delivery, or one group, at a time. So a crash repeats at most that.
struct HandOver {
  /// The delivery that its channel knows it by.
  let id: Int64
  var alerts: [Alert]
  /// What the popup holds already that the alerts join; nil: they are by themselves.
  var joined: [Alert]?

  init(_ alerts: [Alert], joining joined: [Alert]? = nil) {
    id = alerts[0].delivery
    self.alerts = alerts
    self.joined = joined
  }

  /// Gives its alerts the rows that `row` knows of them.
  fileprivate mutating func renumber(_ row: (Alert) throws -> Int64?) rethrows {
    for index in alerts.indices {
      alerts[index].delivery = try row(alerts[index]) ?? alerts[index].delivery
    }
  }

  /// For alerts that have no row in the store that is served now: another may have their number.
  static let noRow: Int64 = 0
}

/// To whom: a lane for the desktop, for standard output and for each mail account, with one hand-over at a time and a
/// gate.
struct Lanes {
  /// Where something is handed over to.
  enum Lane: Hashable {
    case desktop, output
    case mail(account: String)
  }

  private var inHand: [Lane: HandOver] = [:]
  /// What was handed to a notification server that has not answered, and may yet.
  private var overdue: [Int64: HandOver] = [:]
  var desktop: DesktopGate
  var output = OutputGate()
  var mail: MailGates

  init(_ settings: EngineSettings) {
    desktop = DesktopGate(state: settings.choice == .stdout ? .absent(.noBus) : .probing)
    mail = MailGates(accounts: settings.accounts)
  }

  var isIdle: Bool { inHand.isEmpty }

  /// Whether desktop or output is busy: their outcomes come soon.
  var isShowing: Bool { inHand[.desktop] != nil || inHand[.output] != nil }

  var alerts: [Alert] { inHand.values.flatMap(\.alerts) }

  /// Accounts that have a mail in hand.
  var busyAccounts: [String] {
    inHand.keys.compactMap { if case .mail(let account) = $0 { account } else { nil } }
  }

  /// Whether the lane of popups or lines can take a delivery now.
  func isFree(_ channel: Channel) -> Bool {
    switch channel {
    case .desktop: inHand[.desktop] == nil && desktop.isReady
    case .stdout: inHand[.output] == nil && output.holdReason == nil
    case .mail: false
    }
  }

  mutating func begin(_ handOver: HandOver, on lane: Lane) { inHand[lane] = handOver }

  /// What is in hand by this id.
  func alert(_ id: Int64) -> Alert? { inHand.values.first { $0.id == id }?.alerts.first }

  /// Ends the hand-over of this id, or one that was given up and has been answered after all.
  mutating func finish(
    _ id: Int64
  ) -> (lane: Lane, handOver: HandOver, isLate: Bool)? {
    if let lane = inHand.first(where: { $0.value.id == id })?.key {
      return inHand.removeValue(forKey: lane).map { (lane, $0, false) }
    }
    return overdue.removeValue(forKey: id).map { (.desktop, $0, true) }
  }

  /// Its server has not answered, and may yet.
  mutating func giveUp(_ handOver: HandOver) { overdue[handOver.id] = handOver }

  mutating func change(to state: DesktopState) {
    desktop.change(to: state)
    // A server that answers again has answered all that it will.
    if case .ready(.some) = state { overdue = [:] }
  }

  /// Gives what is in hand the rows that `row` knows of it.
  mutating func renumber(_ row: (Alert) throws -> Int64?) rethrows {
    for lane in inHand.keys { try inHand[lane]?.renumber(row) }
    for id in overdue.keys { try overdue[id]?.renumber(row) }
  }
}

/// The gate of popups: it is open while a notification server answers.
struct DesktopGate {
  private(set) var state: DesktopState
  private var room = Room.unknown
  private var retrial = Retrial.unanswered

  /// Whether a server that refuses what it has no room for would take more.
  private enum Room {
    case unknown
    /// A popup has closed, and none was refused since.
    case some
  }

  /// What was sent three times in vain and is tried once more by the next server that answers.
  private enum Retrial {
    case none
    /// What no server answered: that is for every daemon.
    case unanswered
    /// Also what the daemon itself ended over each time: that is for the user's return alone. Tried by every next
    /// daemon, it could keep them from all else.
    case all
  }

  init(state: DesktopState) { self.state = state }

  var isReady: Bool { if case .ready = state { true } else { false } }

  fileprivate mutating func change(to state: DesktopState) { self.state = state }

  /// Lets go what waited for a desktop that is there now, or holds what it can no longer take.
  func align(_ tick: Tick) throws {
    let planner = tick.planner
    guard planner.settings.choice != .stdout else { return }
    if isReady {
      guard try tick.read({ try $0.has(.held(on: .desktop)) }) == true else { return }
      try tick.edit { try $0.release(.held(on: .desktop)) }
    } else if let holdReason = planner.holdReason {
      let instead = planner.instead(of: .desktop, after: .held(holdReason))
      // A server that hangs will not answer for what it has in hand, either.
      try tick.edit {
        try $0.hold(.desktop, for: holdReason, instead: instead, withClaimed: state == .hung)
      }
    }
  }

  /// A server refused a popup, since it shows as many as it can.
  mutating func refuse() { room = .unknown }

  /// A server that was full has room again, also if the popup that closed was not ours.
  mutating func makeRoom(_ tick: Tick) throws {
    room = .some
    try releaseRefused(tick)
  }

  /// Has one tried again that a server refused, and the next when that was accepted: all at once
  /// would be refused but for the first.
  func releaseRefused(_ tick: Tick) throws {
    guard room == .some, try tick.read({ try $0.has(.refused) }) == true else { return }
    try tick.edit { try $0.releaseOne(of: .refused) }
  }

  /// The user is back: what failed meanwhile is tried again.
  mutating func userReturned() { retrial = .all }

  /// Hands a server that answers what it, or another, did not answer three times.
  mutating func tryOnceMore(_ tick: Tick) throws {
    guard retrial != .none, isReady,
      try tick.edit({ try $0.release(.unanswered(withInterrupted: retrial == .all)) }) != nil
    else { return }
    retrial = .none
  }
}

/// The gate of standard output: whether lines can be printed.
enum OutputGate {
  case open
  /// There is no room: a file on a full disk. Nothing tells when there is room again, so it is tried after 1, 2, 4 …
  /// and at most 60 seconds.
  case full(Backoff)
  /// One line is tried, after so many in vain: what becomes of it says more.
  case trying(Backoff)
  /// It is not read any more.
  case closed

  init() { self = .open }

  var holdReason: HoldReason? {
    switch self {
    case .open, .trying: nil
    case .full: .outputFull
    case .closed: .outputClosed
    }
  }

  /// What became of a line tells whether there is room.
  mutating func record(_ outcome: Outcome, _ tick: inout Tick) {
    switch (outcome, self) {
    case (.held(.outputClosed), _):
      self = .closed
      tick.actions.append(.outputFailed(.outputClosed))
    case (.held(.outputFull), .open):
      self = .full(Backoff(first: 1000, cap: 60_000, failedAt: tick.now))
      tick.actions.append(.outputFailed(.outputFull))
    case (.held(.outputFull), .trying(var backoff)):
      backoff.fail(at: tick.now)
      self = .full(backoff)
    case (_, .trying):
      self = .open
      if case .accepted = outcome { tick.actions.append(.outputRecovered) }
    case (_, .open), (_, .full), (_, .closed): break
    }
  }

  /// Lets go what waits for room, when it is time to try again.
  mutating func tryAgain(_ tick: Tick) throws {
    guard case .full(let backoff) = self, backoff.isDue(at: tick.now) else { return }
    self = .trying(backoff)
    try tick.edit { try $0.release(.held(on: .stdout)) }
  }

  /// Has what waits behind a line that could not be printed wait for the same reason.
  /// - Parameter isSeen: whether the desktop shows it.
  func hold(isSeen: Bool, _ tick: inout Tick) throws {
    guard let holdReason else { return }
    if try tick.read({ try $0.has(.scheduled(on: .stdout)) }) == true {
      try tick.edit { try $0.hold(.stdout, for: holdReason, instead: nil) }
    }
    if holdReason == .outputClosed, !isSeen, try tick.read({ try $0.has(.missedOutput) }) == true {
      tick.actions.append(.outputMissed)
    }
  }

  var nextWake: Instant? { if case .full(let backoff) = self { backoff.next } else { nil } }
}
