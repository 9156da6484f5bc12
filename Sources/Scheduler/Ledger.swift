import CivilTime
import Configuration
import Reminders
import Store

/// Where claims and outcomes are kept: in the store (`StoreLedger`), or in memory while the store refuses
/// (`OutageJournal`). Nothing else asks which of them it is.
protocol Ledger: AnyObject {
  /// The store that is served; at a start without room one that can only be read, or an empty one in memory.
  var store: ReminderStore { get }
  /// Whether the store cannot even be read.
  var isUnreadable: Bool { get }
  /// Whether there is anything that stands in no store yet, and any hope of writing it.
  var isRemembering: Bool { get }

  /// Throws if the store cannot be written, or if its files were taken away or replaced.
  func check(in paths: Paths) throws

  /// The store's ledger, if that is another store than the one whose rows are known: the first one, or one restored
  /// since.
  func another(after event: EngineEvent) throws -> StoreLedger?

  /// Writes what can wait until the store can be written, for then it is looked through again.
  /// - Returns: nil if the store refuses, and nothing was done.
  @discardableResult
  func edit<Result>(_ body: (ReminderStore) throws -> Result) throws -> Result?

  /// Reads what matters only while the store can be written.
  /// - Returns: nil if the store refuses.
  func read<Result>(_ body: (ReminderStore) throws -> Result) throws -> Result?

  /// What waits for a channel to be free, in order.
  func waiting(on channel: Channel, limit: Int, _ tick: Tick) throws -> [Alert]

  /// Marks an alert as being handed over.
  /// - Returns: false if it has been cancelled meanwhile.
  func claim(_ alert: Alert, on channel: Channel, at now: Instant) throws -> Bool

  /// Gives up an alert that has become too late to be of use while it waited.
  func expire(_ alert: Alert, on channel: Channel, at now: Instant) throws

  /// Keeps what became of a hand-over.
  /// - Returns: whether that is in the store.
  func record(
    _ outcome: Outcome, of alerts: [Alert], on channel: Channel, _ planner: Planner, at now: Instant
  ) throws -> Bool

  /// Keeps what became of an attempt to send a mail.
  /// - Returns: the result as `MailPolicy` settles it; nil if it is not in the store.
  func record(
    _ result: MailResult, ofMail alert: Alert, _ planner: Planner, at now: Instant
  ) throws -> MailResult?

  /// Commits what was written in this tick, all at once.
  func commit(at now: Instant) throws

  /// Makes everything survive a power cut, if anything was changed; then cuts off old history, too.
  /// - Returns: whether anything was.
  func sync(_ tick: Tick) throws -> Bool

  /// When there is something to do.
  func nextWake(_ tick: Tick) throws -> Instant?

  /// After an error: the ledger to go on with, and what is to be said of it.
  func failed(
    _ error: StoreError, _ tick: Tick
  ) -> (next: any Ledger, action: EngineAction?)

  /// What is unwritten, and the store's ledger to write it into, if it is time to try that again.
  /// - Parameter isLast: whether the daemon ends, and there will be no other time.
  func recovery(isLast: Bool, _ tick: Tick) throws -> (journal: OutageJournal, next: StoreLedger)?
}

extension Ledger {
  /// Whether only another start can serve the store after this error; then it is closed in a way that harms
  /// no file that has its name now.
  func endsService(_ error: StoreError, in paths: Paths) -> Bool {
    guard error.needsRestart, !error.isDamage || store.canRead && paths.suspectDamage() else {
      return false
    }
    store.truncateMovedLog()
    return true
  }
}
