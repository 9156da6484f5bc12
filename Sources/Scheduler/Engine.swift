// Scheduler decides what the daemon does and when: events go in, actions come out. It reads no clock, owns no timer and
// shows nothing. `Engine` routes the events; `Policy`, `ClockReview`, `Lanes` and `PopupBook` are values that each
// know one subject, and a `Ledger` keeps what must not be forgotten.

import CivilTime
import Configuration
import Reminders
import Store

/// Routes events and owns the order of a tick. Not thread-safe: one queue owns it.
package final class Engine {
  package typealias Event = EngineEvent
  package typealias Action = EngineAction
  package typealias Settings = EngineSettings

  private var ledger: any Ledger
  private var policy: Policy
  private var review = ClockReview()
  private var lanes: Lanes
  private var popups = PopupBook()
  private var phase = Phase.serving
  /// The instant that the timer stands at.
  private var armed: Instant?
  private let paths: Paths

  private enum Phase {
    case serving
    /// A later program owns the store: another start is asked for.
    case leaving
    /// Nothing more is handed over.
    case stopping
  }

  /// How many due occurrences are fired at once, so that the first hand-over does not wait for the last of a thousand.
  private static let dueAtOnce = 128
  /// How many alarms ring at once.
  private static let alarmsAtOnce = 32

  /// - Parameters:
  ///   - store: opened to write, and prepared for the daemon; or what can be read.
  ///   - failure: why it could not be opened to write.
  package init(
    store: ReminderStore, failure: StoreError? = nil, settings: Settings, zone: Zone, paths: Paths
  ) {
    ledger = StoreLedger(store, failure: failure)
    policy = Policy(settings, in: zone)
    lanes = Lanes(settings)
    self.paths = paths
  }

  /// The store that is served. At a start without room it is one that can only be read, or an empty one in
  /// memory, until it can be opened to write.
  package var store: ReminderStore { ledger.store }

  /// What is known of the notification server.
  package var desktop: DesktopState { lanes.desktop.state }

  /// Whether something was shown that only this program knows of: the store could not be written.
  package var isRemembering: Bool { ledger.isRemembering }

  /// Whether the store cannot even be read: of what is due, only the next few are known.
  package var isUnreadable: Bool { ledger.isUnreadable }

  /// Whether files of the store have been taken away or replaced since they were opened.
  package var hasLostFiles: Bool { (try? ledger.check(in: paths)) == nil }

  /// The occurrence that comes next, for STATUS=; nil where nothing is pending.
  package func next() throws(StoreError) -> DueOccurrence? {
    try store.due(at: .latest, after: .start, limit: 1).first
  }

  // MARK: - The tick

  /// Takes one event and answers what is to be done about it.
  ///
  /// The order of a tick:
  /// 1. If the store refused until now and it is time to try again, what is remembered is written.
  /// 2. In one transaction: the event goes to the machine that it concerns; what is out of date is set right;
  ///    alarms ring, what is due is fired; and each lane that is free claims what comes next. An outcome skips all but
  ///    the first and the last. What a mail may do, and what is taken over at the start, is committed at once.
  /// 3. If that fails, all of it is taken back, the ledger becomes an `OutageJournal`, and the same is done once more
  ///    in memory.
  /// 4. If there is no more to do, no hand-over was begun, and an outcome came or neither desktop nor output is busy,
  ///    all is made safe against a power cut. A slow mail does not put that off.
  /// 5. The timer is set to the earliest instant that a machine wants. A busy lane wants none: its outcome will come.
  ///
  /// - Parameter moment: what the clocks said when it happened.
  package func handle(_ event: Event, at moment: ClockReading) -> [Action] {
    if case .stop = event { phase = .stopping }
    if case .settingsChanged(let settings) = event { policy.change(settings: settings) }
    var tick = Tick(
      event: event, moment: moment, paths: paths, ledger: ledger,
      planner: policy.planner(for: desktop, at: moment.now))
    recover(&tick)
    var before = (policy, review, lanes, popups, tick)
    var isMore = false
    do {
      if !event.isResult { try ledger.check(in: paths) }
      try takeOver(&tick)
      before = (policy, review, lanes, popups, tick)
      isMore = try advance(&tick)
      try ledger.commit(at: moment.now)
    } catch {
      (policy, review, lanes, popups, tick) = before
      fail(error, &tick)
      // What is shown from memory joins no popup: nothing decides again which one that would be.
      popups.endRun()
      // Nothing that is done in memory fails.
      isMore = (try? advance(&tick)) ?? false
    }
    if isMore { tick.actions.append(.again) }
    do {
      if !isMore, !lanes.isShowing || event.isResult, !tick.isHandingOver, try ledger.sync(tick) {
        tick.actions.append(.changed)
      }
    } catch { fail(error, &tick) }
    if phase != .stopping {
      arm(&tick)
    } else if lanes.isIdle {
      tick.actions.append(.stopped)
    }
    return tick.actions
  }

  /// - Returns: whether there is more to do at once.
  private func advance(_ tick: inout Tick) throws -> Bool {
    try route(tick.event, &tick)
    try lanes.desktop.tryOnceMore(tick)
    var isMore = false
    // In a burst, every outcome would otherwise ask again what nothing has changed since.
    if !tick.event.isOutcome {
      if try policy.endSilence(tick) { try lanes.desktop.align(tick) }
      isMore = try review.advance(in: policy.zone, &tick)
      try tick.abandonOld()
      try lanes.output.tryAgain(tick)
      if phase != .stopping {
        isMore = try tick.ringAlarms(limit: Engine.alarmsAtOnce) || isMore
        isMore = try fireDue(&tick) || isMore
      }
    }
    let isSeen = tick.planner.holdReason == nil
    try lanes.output.hold(isSeen: isSeen || phase == .stopping, &tick)
    guard phase != .stopping else { return isMore }
    for channel in [Channel.desktop, .stdout] where lanes.isFree(channel) {
      isMore = try handOverNext(on: channel, &tick) || isMore
    }
    // What became of a popup or a line sets no mail free.
    if !tick.event.isOutcome { isMore = try handOverMail(&tick) || isMore }
    return isMore
  }

  private func route(_ event: Event, _ tick: inout Tick) throws {
    switch event {
    case .tick, .stop: break
    case .storeChanged:
      if phase == .serving, let later = try tick.read({ try $0.laterVersion() }) ?? nil {
        phase = .leaving
        tick.actions.append(.restart(because: later))
      }
      try policy.readPause(tick)
      tick.planner = policy.planner(for: desktop, at: tick.now)
      try popups.tidy(isFree: lanes.isFree(.desktop), &tick)
      try lanes.mail.readAsked(tick)
      if try policy.releaseCritical(tick) { try lanes.desktop.align(tick) }
    case .clockStepped: review.restart()
    case .zoneChanged(let zone):
      review.restart(isZoneNew: !zone.agrees(with: policy.zone))
      policy.change(zone: zone)
      tick.planner = policy.planner(for: desktop, at: tick.now)
    case .settingsChanged(let settings): try lanes.mail.change(to: settings.accounts, tick)
    case .lookAgain: try lanes.mail.release(tick)
    case .desktop(let state): try change(to: state, &tick)
    case .outcome(let id, let outcome): try record(outcome, of: id, &tick)
    case .mailBegins(let id):
      let alert = phase == .stopping ? nil : lanes.alert(id)
      let isPermitted = try alert.map { try lanes.mail.isPermitted($0, tick) } ?? false
      tick.actions.append(.letMail(id, go: isPermitted))
    case .mailed(let id, let result):
      guard let alert = lanes.finish(id)?.handOver.alerts[0] else { break }
      try lanes.mail.record(result, of: alert, &tick)
    case .ended(let reason): try lanes.mail.wake(heldFor: reason, &tick)
    case .popup(let popup, let event):
      if case .closed = event { try lanes.desktop.makeRoom(tick) }
      guard let shown = try tick.read({ try $0.shown(in: popup) }), !shown.isEmpty else { break }
      let zones = review.zones(of: shown.map(\.target), or: policy.zone, &tick)
      try popups.handle(event, of: popup, showing: shown, in: zones, &tick)
    case .userReturned:
      lanes.desktop.userReturned()
      // What was shown while the user was away is shown once more.
      if let limit = tick.now.advanced(by: -policy.settings.keepOpen) {
        try tick.edit { try $0.showUnansweredAgain(firedAfter: limit, at: tick.now) }
      }
      // A login opens the keyring.
      try lanes.mail.wake(heldFor: .keyringLocked, &tick)
    }
  }

  private func arm(_ tick: inout Tick) {
    var wake: Instant?
    do { wake = try ledger.nextWake(tick) } catch {
      fail(error, &tick)
      wake = try? ledger.nextWake(tick)
    }
    let others = [policy.nextWake(at: tick.now), review.nextWake, lanes.output.nextWake]
    wake = ([wake] + others).compactMap(\.self).min()
    if let past = wake, past <= tick.now, !tick.actions.contains(.again) {
      // What was due is done or is told to be gone on with; a mistake must not be a busy loop.
      // What has come due as an outcome came is yet to be looked at.
      if tick.event.isOutcome {
        tick.actions.append(.again)
      } else {
        wake = tick.now.advanced(by: 60_000)
      }
    }
    guard wake != armed || !tick.event.isResult else { return }
    armed = wake
    tick.actions.append(.sleep(until: wake))
  }

  // MARK: - When the store refuses

  /// From here on in memory, until `recover` succeeds.
  private func fail(_ error: any Error, _ tick: inout Tick) {
    guard let error = error as? StoreError else { preconditionFailure("\(error)") }
    let (next, action) = ledger.failed(error, tick)
    (ledger, tick.ledger) = (next, next)
    if let action { tick.actions.append(action) }
  }

  /// Writes what is remembered, if its time has come and the store lets us. When the daemon stops there is no
  /// other time: the next one shows again what was shown and not written.
  private func recover(_ tick: inout Tick) {
    let before = ledger
    do {
      guard let (journal, next) = try before.recovery(isLast: phase == .stopping, tick) else {
        return
      }
      (ledger, tick.ledger) = (next, next)
      // First: afterwards what we claim here could not be told from what another daemon had claimed.
      try takeOver(&tick, beside: journal.unwritten)
      let rows = try journal.replay(into: next, in: policy.zone, tick)
      try lanes.desktop.align(tick)
      try next.commit(at: tick.now)
      // What was remembered has rows from here on: if only the sync fails now, it must not be written, or
      // taken for another daemon's, once more.
      lanes.renumber { rows[$0.delivery] }
      journal.replayed(at: tick.now)
      try next.store.sync()
      tick.actions.append(.storeRecovered)
    } catch {
      (ledger, tick.ledger) = (before, before)
      fail(error, &tick)
    }
  }

  /// If the store is another one than before: reads again what is known of it.
  /// - Parameter unwritten: what this daemon has claimed and does not have in hand any more.
  private func takeOver(_ tick: inout Tick, beside unwritten: [Alert] = []) throws {
    guard let another = try ledger.another(after: tick.event) else { return }
    (review, popups) = (ClockReview(), PopupBook())
    try policy.readPause(tick)
    tick.planner = policy.planner(for: desktop, at: tick.now)
    try lanes.renumber { alert in
      try alert.delivery <= 0 || store.isDelivery(alert.delivery, of: alert.uid)
        ? nil : HandOver.noRow
    }
    try lanes.mail.readAsked(tick)
    try another.adopt(but: lanes.alerts + unwritten, tick)
    try lanes.desktop.align(tick)
  }

  /// Fires what is due.
  /// - Returns: whether there may be more.
  private func fireDue(_ tick: inout Tick) throws -> Bool {
    let due = try tick.due(limit: Engine.dueAtOnce)
    guard !due.isEmpty else { return false }
    let zones = review.zones(of: due, or: policy.zone, &tick)
    try tick.fire(due, in: zones)
    try popups.tidy(isFree: lanes.isFree(.desktop), &tick)
    return due.count == Engine.dueAtOnce
  }

  // MARK: - To whom

  /// Claims the next popup or line, and hands it over.
  /// - Returns: whether there may be more.
  private func handOverNext(on channel: Channel, _ tick: inout Tick) throws -> Bool {
    let limit = channel == .desktop ? 500 : 1
    let waiting = try ledger.waiting(on: channel, limit: limit, tick).map(tick.planner.filled)
    guard !waiting.isEmpty else { return false }
    let (alerts, areTogether) =
      channel == .desktop ? popups.next(of: waiting, at: tick.now) : (waiting, false)
    var claimed: [Alert] = []
    for var alert in alerts {
      if tick.planner.isTooLate(alert, at: tick.now) {
        try ledger.expire(alert, on: channel, at: tick.now)
      } else if try ledger.claim(alert, on: channel, at: tick.now) {
        alert.fired = tick.now
        claimed.append(alert)
      }
    }
    // All were cancelled meanwhile, or expired.
    guard !claimed.isEmpty else { return true }
    guard areTogether else {
      lanes.begin(HandOver(claimed), on: channel == .desktop ? .desktop : .output)
      tick.actions.append(.deliver(claimed[0], channel))
      return false
    }
    let joined = try popups.joined(tick)
    let shown = joined?.alerts ?? []
    lanes.begin(HandOver(claimed, joining: shown), on: .desktop)
    tick.actions.append(
      .deliverTogether(shown + claimed, id: claimed[0].delivery, replacing: joined?.popup))
    return false
  }

  /// Claims the next mail, and hands it over.
  /// - Returns: whether there may be more.
  private func handOverMail(_ tick: inout Tick) throws -> Bool {
    let (alert, isMore) = try lanes.mail.claimNext(notOf: lanes.busyAccounts, &tick)
    if let alert {
      lanes.begin(HandOver([alert]), on: .mail(account: alert.account))
      tick.actions.append(.deliver(alert, .mail))
    }
    return isMore
  }

  private func record(_ outcome: Outcome, of id: Int64, _ tick: inout Tick) throws {
    if try popups.recordUpdate(outcome, of: id, &tick) { return }
    guard let (lane, handOver, isLate) = lanes.finish(id) else { return }
    let channel = lane == .desktop ? Channel.desktop : .stdout
    if lane == .output { lanes.output.record(outcome, &tick) }
    if case .unknown = outcome { lanes.giveUp(handOver) }
    if outcome == .held(.refused) { lanes.desktop.refuse() }
    guard
      try ledger.record(outcome, of: handOver.alerts, on: channel, tick.planner, at: tick.now),
      lane == .desktop
    else { return }
    if case .accepted(let server?, let notification?) = outcome {
      let popup = PopupID(server: server.uniqueName, notification: notification)
      try popups.show(handOver, as: popup, tick)
      try lanes.desktop.releaseRefused(tick)
      if isLate { try popups.showLate(popup, &tick) }
    }
    try popups.tidy(isFree: lanes.isFree(.desktop), &tick)
  }

  private func change(to state: DesktopState, _ tick: inout Tick) throws {
    let before = desktop
    lanes.change(to: state)
    tick.planner = policy.planner(for: state, at: tick.now)
    switch (before, state) {
    case (_, .ready(let server?)):
      try popups.changeServer(to: server, &tick)
      try popups.tidy(isFree: lanes.isFree(.desktop), &tick)
    // No server is there, and so no popup is; before we were let in, that says nothing of them.
    case (_, .ready(nil)), (_, .absent(.noServer)), (.ready(.some), .absent(.noBus)):
      try popups.changeServer(to: nil, &tick)
    case (_, .absent), (_, .hung), (_, .probing): break
    }
    try lanes.desktop.align(tick)
  }
}
