import CivilTime
import Configuration
import Reminders
import Store

/// The ledger in memory, while the store cannot be written (a full disk): what was handed over, so that nothing is
/// shown twice and everything is recorded when the store works again. A restart in this time may repeat it; nothing
/// is lost. What is due is fired one by one, when a channel is free for it.
final class OutageJournal: Ledger {
  private var ledger: StoreLedger
  private var error: StoreError
  /// When the store is tried again; nil: another start has to serve it.
  private var retry: Backoff?
  private var entries: [Entry] = []
  /// Where the reading of due occurrences goes on.
  private var dueKey = PageKey.start
  /// The last delivery of each channel that was handed over without a claim.
  private var claimed: [Channel: Int64] = [:]
  private(set) var isUnreadable: Bool
  /// When the store was opened in vain.
  private var reopened: Instant?

  /// What happened and could not be written.
  private enum Entry {
    /// Handed over without having been fired, under an id that is its occurrence's number, below zero.
    case fired(DueOccurrence, Channel, at: Instant)
    case claimed(Alert, at: Instant)
    case outcome(Outcome, Alert, Channel, at: Instant)
    case mailed(MailResult, Alert, at: Instant)
  }

  init(of ledger: StoreLedger, _ error: StoreError, retry: Backoff?) {
    self.ledger = ledger
    self.error = error
    self.retry = retry
    isUnreadable = error.isOfLocks || !ledger.store.isFile
  }

  var store: ReminderStore { ledger.store }
  var isRemembering: Bool { retry != nil }

  /// What was handed over or is over, and stands in no store yet.
  var unwritten: [Alert] {
    entries.compactMap { entry in
      switch entry {
      case .fired: nil
      case .claimed(let alert, _), .outcome(_, let alert, _, _), .mailed(_, let alert, _): alert
      }
    }
  }

  func check(in paths: Paths) throws {
    if retry != nil, let loss = store.loss(in: paths) { throw loss }
  }

  func another(after event: EngineEvent) throws -> StoreLedger? { nil }
  func edit<Result>(_ body: (ReminderStore) throws -> Result) throws -> Result? { nil }
  func read<Result>(_ body: (ReminderStore) throws -> Result) throws -> Result? { nil }

  /// First what has fired, then what has not.
  func waiting(on channel: Channel, limit: Int, _ tick: Tick) throws -> [Alert] {
    guard channel != .mail else { return [] }
    let fired = readable {
      try $0.nextDeliveries(on: channel, after: claimed[channel] ?? 0, limit: 1)
    }
    if let alert = fired?.first { return [alert] }
    // What is only mailed waits until its row can be written.
    while let due = nextDue(by: tick.now), !tick.planner.isShown(due.options, for: .due) {
      dueKey = due.pageKey
    }
    guard let due = nextDue(by: tick.now),
      tick.planner.shown(due.options).first(where: { $0.holdReason == nil })?.channel == channel
    else { return [] }
    return [
      Alert(
        delivery: -due.occurrence, reminder: due.reminder, uid: due.uid, text: due.text,
        due: due.due, fired: tick.now, options: due.options, language: due.language)
    ]
  }

  func claim(_ alert: Alert, on channel: Channel, at now: Instant) throws -> Bool {
    if alert.delivery > 0 {
      entries.append(.claimed(alert, at: now))
    } else if let due = nextDue(by: now) {
      entries.append(.fired(due, channel, at: now))
    }
    pass(alert, on: channel, at: now)
    return true
  }

  func expire(_ alert: Alert, on channel: Channel, at now: Instant) throws {
    pass(alert, on: channel, at: now)
  }

  /// Goes on to what comes after it.
  private func pass(_ alert: Alert, on channel: Channel, at now: Instant) {
    if alert.delivery > 0 {
      claimed[channel] = alert.delivery
    } else if let due = nextDue(by: now) {
      dueKey = due.pageKey
    }
  }

  func record(
    _ outcome: Outcome, of alerts: [Alert], on channel: Channel, _ planner: Planner, at now: Instant
  ) throws -> Bool {
    for alert in alerts { entries.append(.outcome(outcome, alert, channel, at: now)) }
    return false
  }

  func record(
    _ result: MailResult, ofMail alert: Alert, _ planner: Planner, at now: Instant
  ) throws -> MailResult? {
    entries.append(.mailed(result, alert, at: now))
    return nil
  }

  func commit(at now: Instant) throws {}
  func sync(_ tick: Tick) throws -> Bool { false }

  /// What is due and could not be handed over waits for a channel, not for time.
  func nextWake(_ tick: Tick) throws -> Instant? {
    let due = nextDue(by: .latest).flatMap { $0.due > tick.now ? $0.due : nil }
    return [due, retry?.next].compactMap(\.self).min()
  }

  func failed(
    _ error: StoreError, _ tick: Tick
  ) -> (next: any Ledger, action: EngineAction?) {
    store.rollBack()
    self.error = error
    isUnreadable = error.isOfLocks || error.needsRestart || !store.isFile
    retry?.fail(at: tick.now)
    guard retry != nil, endsService(error, in: tick.paths) || error.cause == .newer else {
      return (self, nil)
    }
    retry = nil
    return (self, .restart(because: error))
  }

  func recovery(isLast: Bool, _ tick: Tick) throws -> (journal: OutageJournal, next: StoreLedger)? {
    // If another program could write, so can we. But what was heard may be our own closing of the store.
    if case .storeChanged = tick.event {
      let later = reopened.flatMap { $0 <= tick.now ? $0.advanced(by: 1000) : nil }
      retry?.hasten(to: max(tick.now, later ?? tick.now))
    }
    guard let retry, isLast || retry.isDue(at: tick.now) else { return nil }
    if !store.canWrite {
      reopened = tick.now
      let store = try ReminderStore(serving: tick.paths)
      store.prepareLog()
      ledger = StoreLedger(store)
    } else if error.isOfLocks, store.hasNoLocks {
      // SQLite would try such a lock for ten seconds, and nothing be shown meanwhile.
      throw error
    }
    // The log may be what fills the disk: copied back, it is written from its beginning again.
    store.checkpoint(beyond: 0)
    return (self, ledger)
  }

  /// Writes what is unwritten.
  /// - Returns: the rows of what had none, by the ids that it went by.
  func replay(into ledger: StoreLedger, in zone: Zone, _ tick: Tick) throws -> [Int64: Int64] {
    var rows: [Int64: Int64] = [:]
    try ledger.edit { store in
      try store.probeWrite()
      for entry in entries {
        switch entry {
        case .fired(let due, let channel, let at):
          guard try store.isOccurrence(due.occurrence, of: due.uid) else { continue }
          rows[-due.occurrence] = try store.fireLate(
            due, on: channel, at: at, in: due.zone(or: zone),
            with: tick.planner.mails(due.options, for: .due))
        case .claimed(let alert, let at):
          guard try store.isDelivery(alert.delivery, of: alert.uid) else { continue }
          try store.claim(alert.delivery, at: at)
        case .outcome(let outcome, let alert, let channel, let at):
          let delivery = rows[alert.delivery] ?? alert.delivery
          guard try store.isDelivery(delivery, of: alert.uid) else { continue }
          try store.record(
            outcome, of: delivery, at: at,
            instead: tick.planner.instead(of: channel, after: outcome))
        case .mailed(let result, let alert, let at):
          guard try store.isDelivery(alert.delivery, of: alert.uid) else { continue }
          _ = try ledger.record(result, ofMail: alert, tick.planner, at: at)
        }
      }
    }
    return rows
  }

  /// What was replayed is committed.
  func replayed(at now: Instant) {
    entries = []
    ledger.recovered(after: retry, at: now)
  }

  /// What is due by then and has not been handed over; of a store that cannot be read,
  /// of the next few that were known.
  private func nextDue(by now: Instant) -> DueOccurrence? {
    if let rows = readable({ try $0.due(at: now, after: dueKey, limit: 1) }) { return rows.first }
    return ledger.upcoming.first {
      $0.due <= now && (dueKey.due, dueKey.occurrence) < ($0.due, $0.occurrence)
    }
  }

  /// Nil where nothing can be read, which is not tried again before the store is tried.
  private func readable<Row>(_ read: (ReminderStore) throws -> [Row]) -> [Row]? {
    guard !isUnreadable else { return nil }
    do { return try read(store) } catch {
      isUnreadable = true
      return nil
    }
  }
}
