import CivilTime
import Reminders
import Store

/// Which popup shows which deliveries: what the user says about it, what is stale on the screen, and which popups come
/// one upon another and share one.
struct PopupBook {
  /// Popups that came one upon another.
  private struct Run {
    var last = Instant(milliseconds: .min / 2)
    var count = 0
    /// The popup that holds several.
    var together: PopupID?

    /// Milliseconds within which one popup counts as upon another.
    static let pause: Int64 = 2000
    /// How many may be shown by themselves.
    static let most = 3
  }

  private var run = Run()
  /// Open popups that show what is no longer so.
  private var outdated: Set<PopupID> = []
  /// Up to which event of the store open popups show what was edited.
  private var updatedTo: Int64 = 0
  /// Updates that a server has not answered, by ids below those of all deliveries.
  private var updates: [Int64: PopupID] = [:]
  private var lastUpdate = Int64.min

  // MARK: Sharing a popup

  /// What is handed over next of that which waits for the desktop: the first; where more than a few come at once or one
  /// upon another, all those that may share a popup.
  mutating func next(
    of waiting: [Alert], at now: Instant
  ) -> (alerts: [Alert], areTogether: Bool) {
    guard let first = waiting.first, !first.options.isInsistent else {
      return (Array(waiting.prefix(1)), false)
    }
    if now.since(run.last) > Run.pause { run = Run() }
    let shareable = waiting.filter { !$0.options.isInsistent }
    let areTogether = run.count + shareable.count > Run.most
    return (areTogether ? shareable : [first], areTogether)
  }

  /// What the popup shows that others join now, and is still to be answered; nil: there is none, and they begin one.
  mutating func joined(_ tick: Tick) throws -> (popup: PopupID, alerts: [Alert])? {
    guard let popup = run.together else { return nil }
    let alerts = try tick.read { try $0.alerts(in: popup) } ?? []
    // A popup all of whose reminders are answered is on its way off the screen.
    if alerts.isEmpty { run.together = nil }
    return alerts.isEmpty ? nil : (popup, alerts.map(tick.planner.filled))
  }

  /// A server has shown these.
  mutating func show(_ handOver: HandOver, as popup: PopupID, _ tick: Tick) throws {
    guard !handOver.alerts[0].options.isInsistent else { return }
    run.last = tick.now
    run.count += handOver.alerts.count
    guard let joined = handOver.joined else { return }
    if !joined.isEmpty, run.together != popup {
      // The popup that they were in was closed just now: the server has made another.
      try tick.edit { try $0.move(joined.map(\.delivery), to: popup) }
    }
    run.together = popup
  }

  /// What comes now joins no popup of before.
  mutating func endRun() { run = Run() }

  // MARK: What the user and the server say

  /// A server said something about a popup of ours.
  /// - Parameters:
  ///   - shown: what it shows.
  ///   - zone: which zone each of that is resolved by.
  mutating func handle(
    _ event: PopupEvent, of popup: PopupID, showing shown: [ReminderStore.Shown],
    in zone: (DueOccurrence) -> Zone, _ tick: inout Tick
  ) throws {
    let moment = tick.moment
    switch event {
    case .action(let key):
      guard let action = PopupAction(key: key) else { return }
      // What is only announced is not due yet: it can be done early, and not put off.
      for one in shown where action == .done || !one.purpose.isAnnouncement {
        guard let answer = PopupBook.answer(action, at: moment) else { break }
        try tick.edit { try $0.answer(one.target, answer, at: moment.now, in: zone(one.target)) }
      }
      // Some servers leave the popup open after an action; closing a closed one is harmless.
      tick.actions.append(.withdraw(popup))
    case .closed(let reason):
      // Closing says that it was seen, of one alone: not of many at once, of none that insists
      // until it is answered, and not of an announcement.
      if reason == 2, shown.count == 1, let only = shown.first, !only.purpose.isAnnouncement,
        !only.target.options.filled(from: tick.planner.settings.defaults).isInsistent
      {
        try tick.edit {
          try $0.answer(only.target, .dismissed, at: moment.now, in: zone(only.target))
        }
      }
      // 3 is what we asked for.
      if reason != 2, reason != 3 { try tick.edit { try $0.noteDropped(shown, at: moment.now) } }
    }
    try tick.edit { try $0.close(popup, at: moment.now) }
    if run.together == popup { endRun() }
  }

  private static func answer(_ action: PopupAction, at moment: ClockReading) -> Answer? {
    switch action {
    case .done: .done
    case .snooze(let length):
      moment.now.advanced(by: length).map {
        .snoozed(until: $0, bootID: moment.bootID, dueBoot: moment.boot + length)
      }
    }
  }

  /// The notification server is this one now; nil: there is none any more, and no popup of before is on a screen.
  mutating func changeServer(to server: Server?, _ tick: inout Tick) throws {
    let name = server?.uniqueName ?? ""
    if server != nil {
      updates = [:]
      if run.together?.server != name { endRun() }
    }
    try tick.edit { try $0.closeAll(exceptOf: name, at: tick.now) }
  }

  // MARK: What is stale

  /// Takes off the screen what has been answered elsewhere, or was shown again, and brings up to date
  /// what shows more than that, or was edited.
  /// - Parameter isFree: whether the server can take an update. One that is being handed over shows what was there when it
  ///   was claimed.
  mutating func tidy(isFree: Bool, _ tick: inout Tick) throws {
    guard let stale = try tick.read({ try $0.stale() }) else { return }
    if !stale.isEmpty {
      try tick.edit { store in for one in stale { try store.closeEnded(of: one, at: tick.now) } }
      for one in stale where !one.isAnyOpen {
        tick.actions.append(.withdraw(one.popup))
        if run.together == one.popup { endRun() }
      }
      outdated.formUnion(stale.filter(\.isAnyOpen).map(\.popup))
    }
    guard isFree else { return }
    let last = try tick.read { try $0.lastEvent() } ?? updatedTo
    if last != updatedTo {
      outdated.formUnion(try tick.read { try $0.edited(after: updatedTo) } ?? [])
      updatedTo = last
    }
    for popup in outdated {
      let alerts = try tick.read { try $0.alerts(in: popup) } ?? []
      guard !alerts.isEmpty else { continue }
      lastUpdate += 1
      updates[lastUpdate] = popup
      tick.actions.append(.update(popup, alerts.map(tick.planner.filled), id: lastUpdate))
    }
    outdated = []
  }

  /// Shown after all, long after its server was given up.
  mutating func showLate(_ popup: PopupID, _ tick: inout Tick) throws {
    // Cancelled meanwhile: nothing of ours is to be seen in it.
    if try tick.read({ try $0.shown(in: popup) })?.isEmpty == true {
      tick.actions.append(.withdraw(popup))
    }
    if try tick.read({ try $0.edited(after: 0) })?.contains(popup) == true {
      outdated.insert(popup)
    }
  }

  /// What became of an update: nothing that was accepted is lost by it.
  /// - Returns: whether `id` is one.
  mutating func recordUpdate(_ outcome: Outcome, of id: Int64, _ tick: inout Tick) throws -> Bool {
    guard let popup = updates[id] else { return false }
    switch outcome {
    // The answer may still come, until the server answers something else.
    case .unknown: break
    case .held(let holdReason):
      updates[id] = nil
      if holdReason != .refused { outdated.insert(popup) }
    case .accepted(_, let notification):
      updates[id] = nil
      guard let notification, let left = try tick.read({ try $0.shown(in: popup) }) else { break }
      let shown = PopupID(server: popup.server, notification: notification)
      if left.isEmpty {
        // Closed meanwhile: some servers open another, some the same again.
        tick.actions.append(.withdraw(shown))
      } else if shown != popup {
        try tick.edit { try $0.move(left.map(\.delivery), to: shown) }
        if run.together == popup { run.together = shown }
      }
    }
    return true
  }
}
