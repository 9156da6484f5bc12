import CivilTime
import Reminders
import Store

/// When: what is due, what has become due otherwise, and what is over.
extension Engine {
  /// A time in which nothing but critical reminders is shown.
  struct Silence: Equatable {
    var obstacle: HoldReason
    var end: Instant
  }

  /// Fires what is due, in short transactions, so that the first hand-over does not wait for the
  /// last of a thousand.
  /// - Returns: whether there may be more.
  func fireDue(at moment: ClockReading) throws(StoreError) -> Bool {
    let limit = 128
    let due = try store.due(at: moment.now, after: .start, limit: limit)
    guard !due.isEmpty, !isStopping else { return false }
    isArmed = false
    let zones = zones(of: due, at: moment.now)
    let isProgress = try commit { () throws(StoreError) in
      var isProgress = false
      for occurrence in due {
        let zone = zones(occurrence)
        let right = Planner.due(of: occurrence, at: moment, in: zone)
        if right > moment.now {
          try store.move(occurrence, to: right, at: moment)
          isProgress = true
        } else if try store.fire(
          occurrence, as: try planned(occurrence), at: moment.now, in: zone)
        {
          isProgress = true
        }
      }
      return isProgress
    }
    // Not to be shown from memory any more, whatever fails from here on.
    upcoming.removeAll { $0.due <= moment.now }
    // Cancelled in this very moment, it would not be due any more.
    if !isProgress, try store.due(at: moment.now, after: .start, limit: limit) == due {
      throw IntegrityCheck.nonsense
    }
    try tidyPopups(at: moment)
    return due.count == limit
  }

  /// Makes deliveries of the alarms whose time has come.
  /// - Returns: whether there may be more.
  func ringAlarms(at moment: ClockReading) throws(StoreError) -> Bool {
    guard !isStopping, let next = try store.nextAlarm(), next <= moment.now else { return false }
    isArmed = false
    let count = try commit { () throws(StoreError) in
      try store.ring(at: moment.now, limit: 32, as: planned(_:for:))
    }
    // One that belongs to nothing would be due for ever.
    if count == 0, try store.nextAlarm() == next { throw IntegrityCheck.nonsense }
    return count == 32
  }

  /// The deliveries of one that is due. What was mailed and put off is shown again, and not mailed again:
  /// whoever reads the mail has put nothing off.
  private func planned(_ due: DueOccurrence) throws(StoreError) -> [PlannedDelivery] {
    let planned = planned(due.options, for: .due)
    guard due.place == nil, due.options.mail?.isOnly == false,
      try store.wasMailed(before: due.occurrence, of: due.reminder)
    else { return planned }
    return planned.filter { $0.channel != .mail }
  }

  func planned(_ options: ReminderOptions, for purpose: Purpose) -> [PlannedDelivery] {
    Planner.mails(options, for: purpose)
      + (Planner.isShown(options, for: purpose) ? shown(options) : [])
  }

  /// The deliveries that show it.
  func shown(_ options: ReminderOptions) -> [PlannedDelivery] {
    Planner.deliveries(
      by: settings.choice, desktop: desktop,
      during: options.filled(from: settings.defaults).urgency == .critical
        ? nil : silence?.obstacle)
  }

  /// Begins or ends a silence, by the clock, the configuration or the user.
  func applySilence(at moment: ClockReading) throws(StoreError) {
    let before = silence
    if let end = pauseEnd, end > moment.now {
      silence = Silence(obstacle: .paused, end: end)
    } else if let end = settings.quiet.end(at: moment.now, in: zone) {
      silence = Silence(obstacle: .quiet, end: end)
    } else {
      silence = nil
    }
    guard silence != before else { return }
    isArmed = false
    guard silence == nil else { return }
    try commit { () throws(StoreError) in try store.releasePaused() }
    // What is released may be meant for a desktop that has gone meanwhile.
    hasAppliedDesktop = false
    try applyDesktop()
  }

  /// Lets go what waits for the end of a silence and has been made critical meanwhile.
  func breakSilence() throws(StoreError) {
    guard silence != nil, try store.releaseCritical() > 0 else { return }
    isUnsynced = true
    hasAppliedDesktop = false
  }

  /// One page of the pass that brings every pending occurrence to its right instant.
  func reviewPage(at moment: ClockReading) throws(StoreError) {
    guard let key = review else { return }
    let limit = 500
    let page = try store.due(at: .latest, after: key, limit: limit)
    let zones = zones(of: page, at: moment.now)
    let wrong = page.compactMap { occurrence -> (occurrence: DueOccurrence, right: Instant)? in
      let right = Planner.due(of: occurrence, at: moment, in: zones(occurrence))
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
    if try store.hasFired(after: moment.now) {
      isArmed = false
      try commit { () throws(StoreError) in
        for occurrence in page {
          try store.takeBack(occurrence, at: moment.now, in: zones(occurrence))
        }
      }
    }
    review = page.count < limit || page.last?.pageKey == key ? nil : page.last?.pageKey
    zoneMoves? += wrong.count
    if review == nil, let moves = zoneMoves {
      if moves > 0 { actions.append(.zoneMoved(moves)) }
      zoneMoves = nil
    }
  }

  func abandonOld(at moment: ClockReading) throws(StoreError) {
    guard let limit = moment.now.advanced(by: -settings.keepOpen),
      let first = try store.firstOwedPopup(), first <= limit
    else { return }
    isArmed = false
    try commit { () throws(StoreError) in try store.abandon(firedUpTo: limit, at: moment.now) }
  }

  /// Cuts off history, once a day, when something is written anyway.
  func prune(at moment: ClockReading) throws(StoreError) {
    if let pruned, abs(moment.now.since(pruned)) < 24 * 3_600_000 { return }
    pruned = moment.now
    guard let limit = moment.now.advanced(by: -settings.history) else { return }
    let forgotten = try commit { () throws(StoreError) in
      try store.prune(endedBefore: limit, limit: 1000)
    }
    // What programs left behind that were killed in the midst of a copy.
    places.removeOrphans()
    guard places.hasSpool else { return }
    for uid in forgotten { places.removeMail(of: uid) }
    // What a program left behind that was killed between a file and its row.
    let old = places.spooled { moment.now.seconds - $0 > 24 * 3600 }
    for uid in try store.strangers(among: old) { places.removeMail(of: uid) }
  }

  /// What this daemon has claimed itself: the store was opened anew under it.
  private func ownClaims() throws(StoreError) -> [Int64] {
    var own: [Int64] = []
    for alert in inFlight.values.joined() + mail.inHand + (outage?.alerts ?? [])
    where try store.isDelivery(alert.delivery, of: alert.uid) { own.append(alert.delivery) }
    return own
  }

  /// Takes over what an earlier daemon left behind.
  func adopt(at moment: ClockReading) throws(StoreError) {
    guard !hasAdopted else { return }
    pauseEnd = try store.pauseEnd()
    restored = try store.restored()
    try applySilence(at: moment)
    try commit { () throws(StoreError) in
      let own = try ownClaims()
      try store.putBackMail(but: own)
      try store.adoptInterrupted(but: own, at: moment.now)
      if silence == nil { try store.releasePaused() }
      try store.release(.stdout)
      for planned in Planner.deliveries(by: settings.choice, desktop: desktop, during: nil) {
        try store.adoptUnaccepted(as: planned)
      }
      try adoptMail(at: moment)
    }
    // Where a backup was copied into the store's place.
    _ = try? store.unpackSpool(into: places)
    hasAdopted = true
  }
}
