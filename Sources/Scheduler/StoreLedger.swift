import CivilTime
import Configuration
import Mail
import Reminders
import Store

/// The ledger on the disk. What one tick writes is one transaction, which begins with its first write.
final class StoreLedger: Ledger {
  let store: ReminderStore
  /// Why the store could not be opened to write.
  private let failure: StoreError?
  private var origin = Origin.unknown
  /// What comes next, as it was when the timer was set: for a store that cannot be read any more.
  private(set) var upcoming: [DueOccurrence] = []
  /// The next alarm and the first popup that is owed; nil: these and `upcoming` are to be read again.
  private var ahead: (alarm: Instant?, owed: Instant?)?
  /// `ReminderStore.totalChanges` at the last sync.
  private var synced: Int64
  /// When history was last cut off.
  private var pruned: Instant?
  /// When the last outage ended, and how long it waited between two tries in the end.
  private var lastOutage: (end: Instant, backoff: Backoff)?

  /// Where the rows are from that are known.
  private enum Origin: Equatable {
    case unknown
    /// From this store, which was restored from a backup then; nil: never.
    case store(restored: Int64?)
  }

  init(_ store: ReminderStore, failure: StoreError? = nil) {
    self.store = store
    self.failure = failure
    synced = store.totalChanges
  }

  var isUnreadable: Bool { false }
  var isRemembering: Bool { false }

  func check(in paths: Paths) throws {
    if let failure { throw failure }
    if let loss = store.loss(in: paths) { throw loss }
  }

  func another(after event: EngineEvent) throws -> StoreLedger? {
    guard case .storeChanged = event else { return origin == .unknown ? self : nil }
    ahead = nil
    return try origin == .store(restored: store.restored()) ? nil : self
  }

  /// Takes over what an earlier daemon, or the store before this one, left behind.
  /// - Parameter own: what this daemon has claimed itself.
  func adopt(but own: [Alert], _ tick: Tick) throws {
    let planner = tick.planner
    let restored = try store.restored()
    try edit { store in
      var ids: [Int64] = []
      for alert in own where try store.isDelivery(alert.delivery, of: alert.uid) {
        ids.append(alert.delivery)
      }
      try store.adoptInterrupted(but: ids, at: tick.now)
      if planner.silence == nil { try store.release(.silenced) }
      try store.release(.held(on: .stdout))
      for planned in planner.shown(during: nil) { try store.adoptUnaccepted(as: planned) }
      // The user's own mail may come twice, what is another's waits for the user.
      for alert in try store.interruptedMail() {
        _ = try record(MailResult(.unknown, .interrupted), ofMail: alert, planner, at: tick.now)
      }
      try store.releaseMail(heldFor: HoldReason.mailConditions)
    }
    try commit(at: tick.now)
    // If a backup was copied into the store's place.
    _ = try? Backup(store).unpackSpool(into: tick.paths)
    (origin, upcoming, ahead) = (.store(restored: restored), [], nil)
  }

  func edit<Result>(_ body: (ReminderStore) throws -> Result) throws -> Result? {
    try store.begin()
    ahead = nil
    return try body(store)
  }

  func read<Result>(_ body: (ReminderStore) throws -> Result) throws -> Result? {
    try body(store)
  }

  func waiting(on channel: Channel, limit: Int, _ tick: Tick) throws -> [Alert] {
    try store.nextDeliveries(on: channel, after: 0, limit: limit)
  }

  func claim(_ alert: Alert, on channel: Channel, at now: Instant) throws -> Bool {
    try store.begin()
    return try store.claim(alert.delivery, at: now)
  }

  func expire(_ alert: Alert, on channel: Channel, at now: Instant) throws {
    try edit { try $0.expire(alert.delivery, at: now) }
  }

  func record(
    _ outcome: Outcome, of alerts: [Alert], on channel: Channel, _ planner: Planner, at now: Instant
  ) throws -> Bool {
    try store.begin()
    let instead = planner.instead(of: channel, after: outcome)
    for alert in alerts {
      try store.record(outcome, of: alert.delivery, at: now, instead: instead)
      guard case .accepted = outcome else { continue }
      try store.scheduleNag(after: alert, on: channel, at: now)
      if alert.options.nag != nil { ahead = nil }
    }
    return true
  }

  func record(
    _ result: MailResult, ofMail alert: Alert, _ planner: Planner, at now: Instant
  ) throws -> MailResult? {
    let account = planner.account(of: alert)
    return try edit { store in
      // A confirmation's time begins when the mail that it answers has gone.
      let due = try store.mailAnswered(by: alert.delivery)?.ended ?? alert.due
      let recipient = alert.mailContent.flatMap { MailAddress($0.recipient) }
      let settled = MailPolicy.settled(
        result, attempt: try store.attempt(of: alert.delivery), of: alert.delivery, due: due,
        isOwn: recipient.flatMap { account?.isOwn($0) } ?? false, at: now)
      let server = account.map {
        Server(uniqueName: "", product: $0.server, version: result.text, capabilities: [])
      }
      try store.addAttempt(result, of: alert.delivery, at: now)
      try store.record(settled, ofMail: alert.delivery, by: server, at: now)
      return settled
    }
  }

  func commit(at now: Instant) throws {
    try store.commit()
    // Not to be shown from memory any more, if that is all that is left.
    if ahead == nil { upcoming.removeAll { $0.due <= now } }
  }

  func sync(_ tick: Tick) throws -> Bool {
    guard store.totalChanges != synced else { return false }
    try prune(tick)
    try store.sync()
    (synced, ahead) = (store.totalChanges, nil)
    return true
  }

  /// Cuts off history, once a day, when something is written anyway.
  private func prune(_ tick: Tick) throws {
    let (now, paths) = (tick.now, tick.paths)
    if let pruned, abs(now.since(pruned)) < 24 * 3_600_000 { return }
    pruned = now
    guard let limit = now.advanced(by: -tick.planner.settings.history) else { return }
    let forgotten = try store.atomically {
      try store.prune(endedBefore: limit, limit: 1000)
    }
    // What programs left behind that were killed in the midst of a copy.
    paths.removeOrphans()
    guard paths.hasSpool else { return }
    for uid in forgotten { paths.removeMail(of: uid) }
    // What a program left behind that was killed between a file and its row.
    let old = paths.spooled { now.seconds - $0 > 24 * 3600 }
    for uid in try store.orphans(among: old) { paths.removeMail(of: uid) }
  }

  func nextWake(_ tick: Tick) throws -> Instant? {
    if ahead == nil {
      // The rows beside the first are on the pages that are read anyway, as a rule.
      upcoming = try store.due(at: .latest, after: .start, limit: 8)
      ahead = (try store.nextAlarm(), try store.firstOwedPopup())
    }
    let abandoned = ahead?.owed?.advanced(by: tick.planner.settings.keepOpen)
    return [upcoming.first?.due, ahead?.alarm, abandoned].compactMap(\.self).min()
  }

  func failed(
    _ error: StoreError, _ tick: Tick
  ) -> (next: any Ledger, action: EngineAction?) {
    store.rollBack()
    if endsService(error, in: tick.paths) {
      return (OutageJournal(of: self, error, retry: nil), .restart(because: error))
    }
    var retry = Backoff(first: 1000, cap: 60_000, failedAt: tick.now)
    // One upon another: what was tried did not help.
    if let last = lastOutage, abs(tick.now.since(last.end)) < 120_000 {
      retry = last.backoff
      retry.fail(at: tick.now)
    }
    return (OutageJournal(of: self, error, retry: retry), .storeFailed(error))
  }

  /// An outage of this store is over.
  func recovered(after backoff: Backoff?, at now: Instant) {
    lastOutage = backoff.map { (now, $0) }
  }

  func recovery(isLast: Bool, _ tick: Tick) throws -> (journal: OutageJournal, next: StoreLedger)? {
    nil
  }
}
