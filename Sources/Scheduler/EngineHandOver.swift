import CivilTime
import Reminders
import Store

/// To whom: one hand-over at a time for each channel, and what became of it.
extension Engine {
  /// Popups that came one upon another.
  struct PopupRun {
    var last = Instant(milliseconds: .min / 2)
    var count = 0
    /// The popup that holds several.
    var together: PopupID?
    /// Whether what comes now joins that popup, or begins it.
    var isJoining = false

    /// Milliseconds within which one popup counts as upon another.
    static let pause: Int64 = 2000
    /// How many may be shown by themselves.
    static let most = 3
  }

  /// Claims what comes next on a channel that is free, and hands it over.
  /// - Returns: whether there may be more.
  func handOverNext(on channel: Channel, at moment: ClockReading) throws(StoreError) -> Bool {
    if channel == .mail { return try handOverMail(at: moment) }
    let waiting = try waiting(on: channel)
    guard !waiting.isEmpty else { return false }
    let alerts = next(of: waiting, on: channel, at: moment)
    let claimed = try commit { () throws(StoreError) -> [Alert] in
      var claimed: [Alert] = []
      for alert in alerts {
        if isTooLate(alert, at: moment) {
          try store.expire(alert.delivery, at: moment.now)
        } else if try store.claim(alert.delivery, at: moment.now) {
          claimed.append(alert)
        }
      }
      return claimed
    }
    // None: cancelled in this very moment, or expired.
    guard !claimed.isEmpty else { return true }
    if channel == .desktop, run.isJoining, !claimed[0].options.isInsistent {
      try handOverTogether(claimed, at: moment)
    } else {
      handOver(claimed, on: channel, at: moment)
    }
    return false
  }

  private func waiting(on channel: Channel) throws(StoreError) -> [Alert] {
    try store.nextDeliveries(on: channel, after: 0, limit: channel == .desktop ? 500 : 1)
      .map(filled)
  }

  /// An alert with the options that the configuration gives it.
  func filled(_ alert: Alert) -> Alert {
    var alert = alert
    alert.options = alert.options.filled(from: settings.defaults)
    return alert
  }

  func isTooLate(_ alert: Alert, at moment: ClockReading) -> Bool {
    guard let maxLate = alert.options.maxLate, alert.purpose == .due else { return false }
    return moment.now.since(alert.due) > maxLate
  }

  /// The first of those that wait; on the desktop, where more than a few come at once or one upon
  /// another, all those that may share a popup.
  private func next(of waiting: [Alert], on channel: Channel, at moment: ClockReading) -> [Alert] {
    guard channel == .desktop, let first = waiting.first, !first.options.isInsistent else {
      return Array(waiting.prefix(1))
    }
    if moment.now.since(run.last) > PopupRun.pause { run = PopupRun() }
    let shareable = waiting.filter { !$0.options.isInsistent }
    run.isJoining = run.count + shareable.count > PopupRun.most
    return run.isJoining ? shareable : [first]
  }

  func handOver(_ alerts: [Alert], on channel: Channel, at moment: ClockReading) {
    let alerts = taken(alerts, on: channel, at: moment)
    actions.append(.deliver(alerts[0], channel))
  }

  /// With those that the group's popup shows and that are still to be answered.
  private func handOverTogether(_ alerts: [Alert], at moment: ClockReading) throws(StoreError) {
    let alerts = taken(alerts, on: .desktop, at: moment)
    let before = try run.together.map { popup throws(StoreError) in
      try store.alerts(in: popup).map(filled)
    }
    // A popup all of whose reminders are answered is on its way off the screen.
    if before?.isEmpty == true { run.together = nil }
    joining = before ?? []
    actions.append(
      .deliverTogether((before ?? []) + alerts, id: alerts[0].delivery, replacing: run.together))
  }

  private func taken(_ alerts: [Alert], on channel: Channel, at moment: ClockReading) -> [Alert] {
    let alerts = alerts.map { alert in
      var alert = alert
      alert.fired = moment.now
      return alert
    }
    inFlight[channel] = alerts
    return alerts
  }

  /// Whether the channel can take a delivery now.
  func isFree(_ channel: Channel) -> Bool {
    guard !isStopping, !closed.contains(channel), inFlight[channel] == nil else { return false }
    switch channel {
    case .stdout: return fullOutput?.isTrying ?? true
    case .desktop: if case .ready = desktop { return true } else { return false }
    case .mail: return isMailFree
    }
  }

  /// What became of a hand-over.
  func take(_ outcome: Outcome, of delivery: Int64, at moment: ClockReading) throws(StoreError) {
    if let popup = updates[delivery] { return try take(outcome, ofUpdate: delivery, popup) }
    guard let (channel, alerts) = inFlight.first(where: { $0.value[0].delivery == delivery })
    else {
      // A server that was given up has answered after all.
      guard outage == nil, let alerts = overdue.removeValue(forKey: delivery) else { return }
      try record(outcome, of: alerts, on: .desktop, at: moment)
      if case .accepted(let server?, let notification?) = outcome {
        let popup = PopupID(server: server.uniqueName, notification: notification)
        // Cancelled meanwhile: nothing of ours is to be seen in it.
        if try store.shown(in: popup).isEmpty { actions.append(.withdraw(popup)) }
        if try store.edited(after: 0).contains(popup) { outdated.insert(popup) }
        try tidyPopups(at: moment)
      }
      return
    }
    inFlight[channel] = nil
    noteEnd(outcome, on: channel)
    noteRoom(outcome, on: channel, at: moment.now)
    guard outage == nil else {
      for alert in alerts { outage?.note(outcome, of: alert, on: channel, at: moment.now) }
      return
    }
    do throws(StoreError) {
      try record(outcome, of: alerts, on: channel, at: moment)
    } catch {
      fail(error, at: moment)
      for alert in alerts { outage?.note(outcome, of: alert, on: channel, at: moment.now) }
    }
  }

  private func record(
    _ outcome: Outcome, of alerts: [Alert], on channel: Channel, at moment: ClockReading
  ) throws(StoreError) {
    defer { if channel == .desktop { joining = nil } }
    let instead = Planner.instead(of: channel, after: outcome, by: settings.choice)
    var following: Alert?
    try commit { () throws(StoreError) in
      for alert in alerts {
        try store.record(outcome, of: alert.delivery, at: moment.now, instead: instead)
        if case .accepted = outcome {
          try store.scheduleNag(after: alert, on: channel, at: moment.now)
        }
      }
      // On standard output the record and the next claim share a commit: half a burst's cost.
      guard channel == .stdout, isFree(channel), let next = try waiting(on: channel).first,
        !isTooLate(next, at: moment)
      else { return }
      try store.claim(next.delivery, at: moment.now)
      following = next
    }
    if case .unknown = outcome { overdue[alerts[0].delivery] = alerts }
    if outcome == .held(.refused) { hasRoom = false }
    // A nag may have been set.
    if alerts.contains(where: { $0.options.nag != nil }) { isArmed = false }
    if case .accepted(let server?, let notification?) = outcome {
      try shown(
        alerts, as: PopupID(server: server.uniqueName, notification: notification), at: moment)
      try releaseRefused()
    }
    if channel == .desktop { try tidyPopups(at: moment) }
    if let following { handOver([following], on: channel, at: moment) }
  }

  private func shown(
    _ alerts: [Alert], as popup: PopupID, at moment: ClockReading
  ) throws(StoreError) {
    guard !alerts[0].options.isInsistent else { return }
    run.last = moment.now
    run.count += alerts.count
    if let joining {
      if !joining.isEmpty, run.together != popup {
        // The popup that they were in was closed just now: the server has made another.
        try commit { () throws(StoreError) in
          try store.move(joining.map(\.delivery), to: popup)
        }
      }
      run.together = popup
    }
  }

  /// The desktop has come, gone, or stopped answering.
  func take(_ state: DesktopState, at moment: ClockReading) throws(StoreError) {
    hasAppliedDesktop = hasAppliedDesktop && state == desktop
    let before = desktop
    desktop = state
    guard outage == nil else { return }
    switch (before, state) {
    case (_, .ready(let server?)):
      overdue = [:]
      updates = [:]
      if run.together?.server != server.uniqueName { run = PopupRun() }
      try closeAll(exceptOf: server.uniqueName, at: moment)
      try tidyPopups(at: moment)
    // Nobody is there, and popups are nobody's; before we were let in, that says nothing of them.
    case (_, .ready(nil)), (_, .absent(.noServer)), (.ready(.some), .absent(.noBus)):
      try closeAll(exceptOf: "", at: moment)
    case (_, .absent), (_, .hung), (_, .probing): break
    }
  }

  private func closeAll(exceptOf server: String, at moment: ClockReading) throws(StoreError) {
    try commit { () throws(StoreError) in try store.closeAll(exceptOf: server, at: moment.now) }
  }

  /// Hands a server that answers what it, or another, did not answer three times.
  func tryOnceMore() throws(StoreError) {
    guard triesOnceMore, case .ready = desktop else { return }
    let released = try store.releaseUnanswered(withInterrupted: isUserBack)
    (triesOnceMore, isUserBack) = (false, false)
    if released > 0 { isUnsynced = true }
  }

  /// Lets go what waited for a desktop that is there now, or holds what it can no longer take.
  func applyDesktop() throws(StoreError) {
    guard !hasAppliedDesktop else { return }
    if case .ready = desktop {
      if try store.hasHeld(on: .desktop) {
        try commit { () throws(StoreError) in try store.release(.desktop) }
      }
    } else if let obstacle = Planner.obstacle(in: desktop) {
      let instead = Planner.instead(of: .desktop, after: .held(obstacle), by: settings.choice)
      try commit { () throws(StoreError) in
        // A server that hangs will not answer for what it has in hand, either.
        try store.hold(
          .desktop, for: obstacle, instead: instead, withClaimed: desktop == .hung)
      }
    }
    hasAppliedDesktop = true
    isArmed = false
  }
}
