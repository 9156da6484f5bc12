/// The store itself: one that cannot be written, another in its place, none at all, a damaged one.
extension Engine {
  /// From here on in memory, until `recover` succeeds; where the file itself is another one by now, or
  /// is damaged, that may be at once.
  func fail(_ error: StoreError, at moment: Moment) {
    guard outage == nil else {
      outage?.isUnreadable = true
      return
    }
    // One upon another: what was tried did not help.
    let before = lastOutage.flatMap { abs(moment.now.since($0.end)) < 120_000 ? $0.pause : nil }
    outage = Outage(
      error: error, at: moment.now, pause: before.map { min($0 * 2, 60_000) } ?? 1000)
    // What is shown from memory joins no popup: nothing decides anew which one that would be.
    run = PopupRun()
    joining = nil
    if error.isAboutFile, before == nil || !error.isDamage {
      outage?.retryNow(at: moment.now)
      recover(at: moment)
    }
    guard let error = outage?.error else { return }
    outage?.isTold = true
    actions.append(.storeFailed(error))
  }

  /// Whether the store's files are not those any more that are open.
  package var hasLostFiles: Bool { outage == nil && (try? store.loss(in: places)) != .some(nil) }

  /// Opens the store anew where it could not be written otherwise.
  private func reach(after outage: Outage, at moment: Moment) throws(StoreError) {
    switch outage.error.cause {
    case .locked, .full: if store.canWrite { return }
    // A disk that fails may work again, and what is open can be read meanwhile.
    case .unreachable where store.canWrite, .other where store.canWrite:
      if let loss = try store.loss(in: places) { return try reopen(after: loss, at: moment) }
      // SQLite would try such a lock for ten seconds, and nothing be shown meanwhile.
      if outage.error.isOfLocks, store.hasNoLocks { throw outage.error }
      guard outage.pause >= 8000 else { return }
      // Of a file system that was away (a FUSE one, say) what was opened before may stay dead.
      self.outage?.reopened = moment.now
      store = try ReminderStore(serving: places)
      noteReopening()
      return
    default: break
    }
    try reopen(after: outage.error, at: moment)
  }

  private func noteReopening() {
    actions.append(.storeReopened)
    hasReopened = true
  }

  /// Writes what is remembered, if its time has come and the store lets us. Who ends has no other
  /// time: what was shown and is not written is shown again by the next daemon.
  func recover(at moment: Moment) {
    // A clock that was set back must not put the try off.
    guard let outage,
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
      if self.outage?.isTold == true { actions.append(.storeRecovered) }
      lastOutage = (moment.now, outage.pause)
      self.outage = nil
      isArmed = false
    } catch {
      self.outage?.postpone(at: moment.now, because: error)
      if error.cause == .newer { actions.append(.giveWay) }
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
  private func catchUp(_ outage: Outage, at moment: Moment) throws(StoreError) -> [Int64: Int64] {
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

  /// Serves whatever is at the store's place by now; a damaged one is repaired first.
  private func reopen(after error: StoreError, at moment: Moment) throws(StoreError) {
    var isStray = false
    if case .stray = error { isStray = true }
    try store.leave(because: error)
    if !error.isAboutFile { outage?.reopened = moment.now }
    // Closes it: only then can its file be looked at.
    store = try .nowhere()
    do throws(StoreError) {
      guard try places.hasStore() else { throw .gone(path: places.store) }
      let salvaged =
        error.isDamage ? try Repair.run(places, after: error, at: moment.now) : nil
      store = try ReminderStore(serving: places)
      // Two logs for one store, or two memories for one log, may have left anything.
      if isStray, try store.flaw() != nil { throw Sanity.nonsense }
      if let salvaged { actions.append(.storeRepaired(salvaged)) }
      if error.cause == .gone || error.cause == .moved {
        actions.append(isStray ? .logReplaced : .storeReplaced)
        outage?.isTold = false
      }
    } catch {
      store = (try? .readable(places)) ?? store
      // Whoever takes a store away wants nothing of it.
      if error.cause == .gone { upcoming = [] }
      throw error
    }
    try takeOver(at: moment)
    noteReopening()
  }

  /// What is known of the store that was open says nothing of this one.
  func takeOver(at moment: Moment) throws(StoreError) {
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

extension StoreError {
  /// Whether it is about the file that is open, not about the disk: another file, or a repaired one,
  /// may be there already.
  fileprivate var isAboutFile: Bool { cause == .gone || cause == .moved || isDamage }
}
