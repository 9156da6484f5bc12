import CivilTime
import Reminders
import Store

/// What a channel is busy with: one delivery, or one group, at a time. So a crash repeats at most that.
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

  /// For alerts that have no row in the store that is served now, whatever row has their number.
  static let noRow: Int64 = 0
}

/// To whom: a lane for each channel and mail account, with one hand-over at a time and a gate.
struct Lanes {
  var desktop: DesktopLane
  var output = OutputLane()
  var mail: MailLanes

  init(_ settings: EngineSettings) {
    desktop = DesktopLane(state: settings.choice == .stdout ? .absent(.noBus) : .probing)
    mail = MailLanes(accounts: settings.accounts)
  }

  /// Whether no lane is busy.
  var isIdle: Bool { desktop.inHand == nil && output.inHand == nil && mail.busy.isEmpty }

  /// All that is in hand.
  var inHand: [Alert] {
    (desktop.inHand?.alerts ?? []) + (output.inHand?.alerts ?? []) + mail.inHand
  }

  /// Whether the channel can take a delivery now.
  func isFree(_ channel: Channel) -> Bool {
    switch channel {
    case .desktop: desktop.isFree
    case .stdout: output.isFree
    case .mail: true
    }
  }

  /// Begins a hand-over.
  mutating func begin(_ handOver: HandOver, on channel: Channel) {
    switch channel {
    case .desktop: desktop.begin(handOver)
    case .stdout: output.begin(handOver)
    case .mail: break
    }
  }

  /// Gives what is in hand other rows: of the ids that `row` knows.
  mutating func renumber(_ row: (Alert) throws -> Int64?) rethrows {
    try desktop.renumber(row)
    try output.renumber(row)
    try mail.renumber(row)
  }
}

extension [Alert] {
  /// Gives those other rows that `row` knows.
  mutating func renumber(_ row: (Alert) throws -> Int64?) rethrows {
    for index in indices { self[index].delivery = try row(self[index]) ?? self[index].delivery }
  }
}

/// The lane of popups. Its gate is open while a notification server answers.
struct DesktopLane {
  private(set) var state: DesktopState
  private(set) var inHand: HandOver?
  /// What was handed to a server that has not answered, and may yet.
  private var overdue: [Int64: HandOver] = [:]
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
  var isFree: Bool { inHand == nil && isReady }

  mutating func begin(_ handOver: HandOver) { inHand = handOver }

  /// What has this id, which its server is through with or has answered late.
  mutating func finish(
    _ id: Int64, _ outcome: Outcome
  ) -> (handOver: HandOver, isLate: Bool)? {
    guard let handOver = inHand, handOver.id == id else {
      return overdue.removeValue(forKey: id).map { ($0, true) }
    }
    inHand = nil
    if case .unknown = outcome { overdue[id] = handOver }
    if outcome == .held(.refused) { room = .unknown }
    return (handOver, false)
  }

  mutating func renumber(_ row: (Alert) throws -> Int64?) rethrows {
    try inHand?.alerts.renumber(row)
    for id in overdue.keys { try overdue[id]?.alerts.renumber(row) }
  }

  /// The desktop has come, gone, or stopped answering.
  mutating func change(to state: DesktopState) {
    self.state = state
    // What it is asked from now on, it answers before what it was asked before.
    if case .ready(.some) = state { overdue = [:] }
  }

  /// Lets go what waited for a desktop that is there now, or holds what it can no longer take.
  func align(_ tick: Tick) throws {
    let planner = tick.planner
    guard planner.settings.choice != .stdout else { return }
    if isReady {
      guard try tick.read({ try $0.hasHeld(on: .desktop) }) == true else { return }
      try tick.edit { try $0.release(.desktop) }
    } else if let obstacle = planner.obstacle {
      let instead = planner.instead(of: .desktop, after: .held(obstacle))
      // A server that hangs will not answer for what it has in hand, either.
      try tick.edit {
        try $0.hold(.desktop, for: obstacle, instead: instead, withClaimed: state == .hung)
      }
    }
  }

  /// A server that was full has room again, whosever popup closed.
  mutating func makeRoom(_ tick: Tick) throws {
    room = .some
    try releaseRefused(tick)
  }

  /// Has one tried again that a server refused, and the next when that was accepted: all at once
  /// would be refused but for the first.
  func releaseRefused(_ tick: Tick) throws {
    guard room == .some, try tick.read({ try $0.hasRefused() }) == true else { return }
    try tick.edit { try $0.releaseRefused() }
  }

  /// The user is back: what failed meanwhile is tried again.
  mutating func userReturned() { retrial = .all }

  /// Hands a server that answers what it, or another, did not answer three times.
  mutating func tryOnceMore(_ tick: Tick) throws {
    guard retrial != .none, isReady,
      try tick.edit({ try $0.releaseUnanswered(withInterrupted: retrial == .all) }) != nil
    else { return }
    retrial = .none
  }
}

/// The lane of standard output.
struct OutputLane {
  private(set) var inHand: HandOver?
  private var gate = Gate.open

  /// Whether lines can be printed.
  private enum Gate {
    case open
    /// There is no room: a file on a full disk. Nothing tells when there is room again, so it is tried after 1, 2, 4 …
    /// and at most 60 seconds.
    case full(Backoff)
    /// One line is tried, after so many in vain: what becomes of it says more.
    case trying(Backoff)
    /// It is not read any more.
    case closed

    var obstacle: HoldReason? {
      switch self {
      case .open, .trying: nil
      case .full: .outputFull
      case .closed: .outputClosed
      }
    }
  }

  var isFree: Bool { inHand == nil && gate.obstacle == nil }

  mutating func begin(_ handOver: HandOver) { inHand = handOver }

  mutating func renumber(_ row: (Alert) throws -> Int64?) rethrows {
    try inHand?.alerts.renumber(row)
  }

  /// What has this id, which has been printed or not.
  mutating func finish(_ id: Int64, _ outcome: Outcome, _ tick: inout Tick) -> HandOver? {
    guard let handOver = inHand, handOver.id == id else { return nil }
    inHand = nil
    switch (outcome, gate) {
    case (.held(.outputClosed), _):
      gate = .closed
      tick.actions.append(.outputFailed(.outputClosed))
    case (.held(.outputFull), .open):
      gate = .full(Backoff(first: 1000, cap: 60_000, failedAt: tick.now))
      tick.actions.append(.outputFailed(.outputFull))
    case (.held(.outputFull), .trying(var backoff)):
      backoff.fail(at: tick.now)
      gate = .full(backoff)
    case (_, .trying):
      gate = .open
      if case .accepted = outcome { tick.actions.append(.outputRecovered) }
    case (_, .open), (_, .full), (_, .closed): break
    }
    return handOver
  }

  /// Lets go what waits for room, when it is time to try again.
  mutating func tryAgain(_ tick: Tick) throws {
    guard case .full(let backoff) = gate, backoff.isDue(at: tick.now) else { return }
    gate = .trying(backoff)
    try tick.edit { try $0.release(.stdout) }
  }

  /// Has what waits behind a line that could not be printed wait for the same reason.
  /// - Parameter isSeen: whether the desktop shows it.
  func hold(isSeen: Bool, _ tick: inout Tick) throws {
    guard let obstacle = gate.obstacle else { return }
    if try tick.read({ try $0.isWaiting(for: .stdout) }) == true {
      try tick.edit { try $0.hold(.stdout, for: obstacle, instead: nil) }
    }
    if obstacle == .outputClosed, !isSeen, try tick.read({ try $0.missesOutput() }) == true {
      tick.actions.append(.outputMissed)
    }
  }

  /// When it is tried again.
  var nextWake: Instant? { if case .full(let backoff) = gate { backoff.next } else { nil } }
}
