import CivilTime
import Store

/// A store that cannot be written: what is due comes from memory until it can, or until another start finds
/// the store again.
extension Engine {
  /// From here on in memory, until `recover` succeeds.
  func fail(_ error: StoreError, at moment: ClockReading) {
    if error.needsRestart, leaving == nil,
      !error.isDamage || store.canRead && places.suspectDamage()
    {
      leaving = error
      store.leave()
    }
    guard outage == nil else {
      outage?.isUnreadable = true
      return
    }
    // One upon another: what was tried did not help.
    let before = lastOutage.flatMap { abs(moment.now.since($0.end)) < 120_000 ? $0.pause : nil }
    outage = Outage(
      error: error, at: moment.now, pause: before.map { min($0 * 2, 60_000) } ?? 1000)
    // What is shown from memory joins no popup: nothing decides again which one that would be.
    run = PopupRun()
    joining = nil
    if leaving == nil { actions.append(.storeFailed(error)) }
  }

  /// Whether files of the store have been taken away or replaced since they were opened.
  package var hasLostFiles: Bool { leaving == nil && store.loss(in: places) != nil }

  /// Opens the store to write if only reading worked at the start.
  private func reach(after outage: Outage, at moment: ClockReading) throws(StoreError) {
    guard store.canWrite else {
      self.outage?.reopened = moment.now
      store = try ReminderStore(serving: places)
      store.prepareLog()
      return try takeOver(at: moment)
    }
    // SQLite would try such a lock for ten seconds, and nothing be shown meanwhile.
    if outage.error.isOfLocks, store.hasNoLocks { throw outage.error }
  }

  /// Writes what is remembered, if its time has come and the store lets us. When the daemon stops there is no
  /// other time: the next one shows again what was shown and not written.
  func recover(at moment: ClockReading) {
    // A clock that was set back must not put the try off.
    guard leaving == nil, let outage,
      isStopping || moment.now >= outage.retry || outage.retry.since(moment.now) > 60_000
    else { return }
    do throws(StoreError) {
      try reach(after: outage, at: moment)
      // The log may be what fills the disk: copied back, it is written from its beginning again.
      store.checkpoint(beyond: 0)
      // First: afterwards what we claim here could not be told from what another daemon had claimed.
      try adopt(at: moment)
      let rows = try store.transaction { () throws(StoreError) in
        try store.prove()
        return try catchUp(outage, at: moment)
      }
      settle(rows)
      try store.sync()
      actions.append(.storeRecovered)
      lastOutage = (moment.now, outage.pause)
      self.outage = nil
      isArmed = false
    } catch {
      self.outage?.postpone(at: moment.now, because: error)
      if error.needsRestart { fail(error, at: moment) }
      if error.cause == .newer { leaving = error }
    }
  }

  /// What was remembered has rows from here on: if only the sync fails now, it must not be written, or
  /// taken for another daemon's, once more.
  private func settle(_ rows: [Int64: Int64]) {
    for (channel, alerts) in inFlight {
      guard let row = rows[alerts[0].delivery] else { continue }
      inFlight[channel]?[0].delivery = row
      aliases[alerts[0].delivery] = row
    }
    outage?.settle()
  }

  /// - Returns: the rows of what was fired from memory, by passing id.
  private func catchUp(_ outage: Outage, at moment: ClockReading) throws(StoreError) -> [Int64:
    Int64]
  {
    var rows: [Int64: Int64] = [:]
    for (passing, entry) in outage.fired
    where try store.isOccurrence(entry.due.occurrence, of: entry.due.uid) {
      let zone = zones(of: [entry.due], at: moment.now)(entry.due)
      rows[passing] = try store.fireLate(
        entry.due, on: entry.channel, at: entry.at, in: zone,
        with: Planner.mails(entry.due.options, for: .due))
    }
    for alert in outage.alerts + inFlight.values.joined() + mail.inHand
    where try store.isDelivery(alert.delivery, of: alert.uid) {
      try store.claim(alert.delivery, at: moment.now)
    }
    for noted in outage.outcomes {
      let delivery = rows[noted.alert.delivery] ?? noted.alert.delivery
      guard try store.isDelivery(delivery, of: noted.alert.uid) else { continue }
      try store.record(
        noted.outcome, of: delivery, at: noted.at,
        instead: Planner.instead(of: noted.channel, after: noted.outcome, by: settings.choice))
    }
    for noted in outage.mailed where try store.isDelivery(noted.alert.delivery, of: noted.alert.uid)
    {
      try write(noted.result, of: noted.alert, at: noted.at)
    }
    return rows
  }

  /// A backup was restored, or the store was opened to write: what is known of it is read again.
  func takeOver(at moment: ClockReading) throws(StoreError) {
    hasAdopted = false
    upcoming = []
    hasAppliedDesktop = false
    isArmed = false
    review = .start
    missingZones = MissingZones()
    outdated = []
    updatedTo = 0
    updates = [:]
    pauseEnd = try store.pauseEnd()
    for (delivery, alerts) in overdue
    where try !store.isDelivery(delivery, of: alerts[0].uid) { overdue[delivery] = nil }
    for account in mail.busy {
      guard let alert = mail[account].inHand, alert.delivery > 0,
        try !store.isDelivery(alert.delivery, of: alert.uid)
      else { continue }
      mail[account].inHand?.delivery = stray(for: alert.delivery)
    }
    for (channel, alerts) in inFlight {
      guard let first = alerts.first, first.delivery > 0,
        try !store.isDelivery(first.delivery, of: first.uid)
      else { continue }
      inFlight[channel]?[0].delivery = stray(for: first.delivery)
    }
  }

  /// For what has no row here, whatever row has its number: its outcome goes by this id.
  private func stray(for delivery: Int64) -> Int64 {
    let stray = passingID()
    aliases[delivery] = stray
    return stray
  }
}
