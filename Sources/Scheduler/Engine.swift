/// The daemon's mind: events in, actions out. It is the only place where the store and the plan
/// meet; it reads no clock, owns no timer and shows nothing. Not thread-safe: one queue owns it.
public final class Engine {
  /// What the configuration and the command line say.
  public struct Settings: Sendable, Equatable {
    public var choice: ChannelChoice
    /// Milliseconds for which a popup stays owed that was accepted on another channel.
    public var keepOpen: Int64

    public init(choice: ChannelChoice = .auto, keepOpen: Int64 = 24 * 3_600_000) {
      self.choice = choice
      self.keepOpen = keepOpen
    }
  }

  /// Something happened.
  public enum Event: Sendable {
    /// The daemon is ready, the armed instant has come, or there is more to do (`Action.again`).
    case tick
    /// Another program has written the store.
    case storeChanged
    /// Somebody set the wall clock.
    case clockStepped
    /// The system's zone is another one now, or has other rules.
    case zoneChanged(Zone)
    case settingsChanged(Settings)
    case desktop(DesktopState)
    /// A channel is through with a delivery, or learns late what became of one.
    case outcome(delivery: Int64, Outcome)
    /// Hand over nothing more; `Action.stopped` follows when the channels are through.
    case stop

    var isOutcome: Bool { if case .outcome = self { true } else { false } }
  }

  /// What is to be done about it, in this order.
  public enum Action: Sendable, Equatable {
    /// Hand this over; exactly one `.outcome` must come back.
    case deliver(Alert, Channel)
    /// Send `.tick` again as soon as other events have had their turn.
    case again
    /// Sleep until this instant and then send `.tick`; nil: nothing is pending.
    case sleep(until: Instant?)
    /// The store cannot be written: what is due is delivered once, from memory.
    case storeFailed(StoreError)
    case storeRecovered
    /// A later program owns the store now: end, so that the later daemon can start.
    case giveWay
    /// Everything that was handed over is recorded: the daemon may end.
    case stopped
  }

  let store: ReminderStore
  private(set) var settings: Settings
  private(set) var zone: Zone
  private(set) var desktop = DesktopState.probing
  /// The delivery that each channel is busy with. One at a time: so a crash repeats at most one.
  var inFlight: [Channel: Int64] = [:]
  /// Set while the store cannot be written.
  var outage: Outage?
  /// How far the pass over what is pending has come that sets right what was computed by another
  /// clock or zone; nil: it is through.
  private var review: PageKey? = .start
  private var closed: Set<Channel> = []
  private var isStopping = false
  /// Whether what an earlier daemon left behind has been taken over.
  private var hasAdopted = false
  /// Whether what waits for the desktop has been told its present state.
  private var hasAppliedDesktop = true
  /// Commits since the last `sync`.
  private var isUnsynced = false
  /// Whether the timer stands at the right instant.
  private var isArmed = false
  /// Deliveries that were handed over from memory, by the passing id that their channel knows.
  var aliases: [Int64: Int64] = [:]
  var actions: [Action] = []

  /// - Parameter store: opened to write, and prepared for the daemon.
  public init(store: ReminderStore, settings: Settings, zone: Zone) {
    self.store = store
    self.settings = settings
    self.zone = zone
    if settings.choice == .stdout { desktop = .absent(.noBus) }
  }

  /// The occurrence that comes next, for STATUS=; nil where nothing is pending.
  public func next() throws(StoreError) -> DueOccurrence? {
    try store.due(at: .latest, after: .start, limit: 1).first
  }

  /// Takes one event and answers what is to be done about it.
  /// - Parameter moment: what the clocks said when it happened.
  public func handle(_ event: Event, at moment: Moment) -> [Action] {
    actions = []
    do throws(StoreError) {
      try take(event, at: moment)
      recover(at: moment)
      if outage == nil { try advance(after: event, at: moment) }
    } catch { fail(error, at: moment) }
    if outage != nil { deliverFromMemory(at: moment) }
    if isStopping, inFlight.isEmpty { actions.append(.stopped) }
    arm(at: moment)
    return actions
  }

  private func take(_ event: Event, at moment: Moment) throws(StoreError) {
    switch event {
    case .tick: break
    case .storeChanged:
      isArmed = false
      outage?.retryNow(at: moment.now)
      if try store.isNewer() { actions.append(.giveWay) }
    case .clockStepped: review = .start
    case .zoneChanged(let zone):
      self.zone = zone
      review = .start
    case .settingsChanged(let settings):
      self.settings = settings
      isArmed = false
    case .desktop(let state):
      hasAppliedDesktop = hasAppliedDesktop && state == desktop
      desktop = state
    case .outcome(let delivery, let outcome):
      try take(outcome, of: aliases.removeValue(forKey: delivery) ?? delivery, at: moment)
    case .stop: isStopping = true
    }
  }

  private func take(
    _ outcome: Outcome, of delivery: Int64, at moment: Moment
  ) throws(StoreError) {
    guard let channel = inFlight.first(where: { $0.value == delivery })?.key else {
      // A server that was given up has answered after all.
      if outage == nil {
        try commit { () throws(StoreError) in
          try store.record(outcome, of: delivery, at: moment.now, instead: nil)
        }
      }
      return
    }
    inFlight[channel] = nil
    if outcome == .held(.outputClosed) { closed.insert(channel) }
    guard outage == nil else {
      outage?.note(outcome, of: delivery, on: channel, at: moment.now)
      return
    }
    do throws(StoreError) {
      // The record and the next claim share a commit: half the cost of a burst.
      let following = try commit { () throws(StoreError) -> Alert? in
        try store.record(
          outcome, of: delivery, at: moment.now,
          instead: Planner.instead(of: channel, after: outcome, by: settings.choice))
        guard isFree(channel), let following = try store.nextDelivery(on: channel, after: 0)
        else { return nil }
        try store.claim(following.delivery, at: moment.now)
        return following
      }
      if let following { handOver(following, on: channel, at: moment) }
      store.checkpoint(beyond: 8000)  // a long burst must not grow the log without end
    } catch {
      fail(error, at: moment)
      outage?.note(outcome, of: delivery, on: channel, at: moment.now)
    }
  }

  /// Sets right what is out of date, fires what is due, and hands over what waits.
  private func advance(after event: Event, at moment: Moment) throws(StoreError) {
    try adopt()
    try applyDesktop()
    var isMore = false
    // In a burst, every outcome would otherwise ask again what nothing has changed since.
    if !event.isOutcome {
      try reviewPage(at: moment)
      try abandonOld(at: moment)
      isMore = try fireDue(at: moment)
    }
    for channel in Channel.allCases where isFree(channel) {
      let next = try store.nextDelivery(on: channel, after: 0)
      guard let next else { continue }
      let isClaimed = try commit { () throws(StoreError) in
        try store.claim(next.delivery, at: moment.now)
      }
      // False: cancelled in this very moment.
      if isClaimed { handOver(next, on: channel, at: moment) } else { isMore = true }
    }
    if isMore || review != nil { actions.append(.again) }
    if isUnsynced, actions.isEmpty, inFlight.isEmpty || event.isOutcome {
      try store.sync()
      isUnsynced = false
    }
  }

  private func adopt() throws(StoreError) {
    guard !hasAdopted else { return }
    try commit { () throws(StoreError) in
      try store.adoptInterrupted()
      try store.release(.stdout)
      for planned in Planner.deliveries(by: settings.choice, desktop: desktop) {
        try store.adoptUnaccepted(as: planned)
      }
    }
    hasAdopted = true
  }

  /// Lets go what waited for a desktop that is there now, or holds what it can no longer take.
  private func applyDesktop() throws(StoreError) {
    guard !hasAppliedDesktop else { return }
    if case .ready = desktop {
      if try store.hasHeld(on: .desktop) {
        try commit { () throws(StoreError) in try store.release(.desktop) }
      }
    } else if let obstacle = Planner.obstacle(in: desktop) {
      let instead = Planner.instead(of: .desktop, after: .held(obstacle), by: settings.choice)
      try commit { () throws(StoreError) in
        try store.hold(.desktop, for: obstacle, instead: instead)
      }
    }
    hasAppliedDesktop = true
    isArmed = false
  }

  /// Fires what is due, in short transactions, so that the first hand-over does not wait for the
  /// last of a thousand.
  /// - Returns: whether there may be more.
  private func fireDue(at moment: Moment) throws(StoreError) -> Bool {
    let limit = 32
    let due = try store.due(at: moment.now, after: .start, limit: limit)
    guard !due.isEmpty, !isStopping else { return false }
    isArmed = false
    let planned = Planner.deliveries(by: settings.choice, desktop: desktop)
    try commit { () throws(StoreError) in
      for occurrence in due {
        let right = Planner.due(of: occurrence, at: moment, in: zone)
        if right > moment.now {
          try store.move(occurrence, to: right, at: moment)
        } else {
          try store.fire(occurrence, as: planned, at: moment.now, in: zone)
        }
      }
    }
    return due.count == limit
  }

  /// One page of the pass that brings every pending occurrence to its right instant.
  private func reviewPage(at moment: Moment) throws(StoreError) {
    guard let key = review else { return }
    let limit = 500
    let page = try store.due(at: .latest, after: key, limit: limit)
    let wrong = page.compactMap { occurrence -> (occurrence: DueOccurrence, right: Instant)? in
      let right = Planner.due(of: occurrence, at: moment, in: zone)
      return right == occurrence.due ? nil : (occurrence, right)
    }
    if !wrong.isEmpty {
      isArmed = false
      try commit { () throws(StoreError) in
        for (occurrence, right) in wrong {
          try store.move(occurrence, to: right, at: moment)
        }
      }
    }
    review = page.count < limit ? nil : page.last?.pageKey
  }

  private func abandonOld(at moment: Moment) throws(StoreError) {
    guard let limit = moment.now.advanced(by: -settings.keepOpen),
      let first = try store.firstOwedPopup(), first <= limit
    else { return }
    isArmed = false
    try commit { () throws(StoreError) in try store.abandon(firedUpTo: limit, at: moment.now) }
  }

  @discardableResult
  private func commit<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    isUnsynced = true
    return try store.transaction(body)
  }

  func handOver(_ alert: Alert, on channel: Channel, at moment: Moment) {
    var alert = alert
    alert.fired = moment.now
    inFlight[channel] = alert.delivery
    actions.append(.deliver(alert, channel))
  }

  /// Whether the channel can take a delivery now.
  func isFree(_ channel: Channel) -> Bool {
    guard !isStopping, !closed.contains(channel), inFlight[channel] == nil else { return false }
    switch channel {
    case .stdout: return true
    case .desktop: if case .ready = desktop { return true } else { return false }
    }
  }

  /// Sets the one timer: to the next occurrence, to the end of `keep-open`, or to the next try to
  /// write a store that refuses.
  private func arm(at moment: Moment) {
    guard !isArmed || outage != nil else { return }
    do throws(StoreError) {
      var next = try store.due(at: .latest, after: outage?.firedKey ?? .start, limit: 1).first?.due
      // What is due and could not be handed over from memory waits for a channel, not for time.
      if outage != nil, let due = next, due <= moment.now { next = nil }
      let abandon = try store.firstOwedPopup()?.advanced(by: settings.keepOpen)
      isArmed = true
      actions.append(.sleep(until: [next, abandon, outage?.retry].compactMap { $0 }.min()))
    } catch {
      fail(error, at: moment)
      actions.append(.sleep(until: outage?.retry))
    }
  }

  /// From here on in memory, until `recover` succeeds.
  func fail(_ error: StoreError, at moment: Moment) {
    guard outage == nil else { return }
    outage = Outage(error: error, at: moment.now)
    actions.append(.storeFailed(error))
  }
}
