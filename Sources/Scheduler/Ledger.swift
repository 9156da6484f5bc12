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
  /// What was handed over or is over, and stands in no store yet.
  var unwritten: [Alert] { get }
  /// Whether there is any hope of writing that.
  var isRemembering: Bool { get }

  /// Throws if the store cannot be written, or if its files were taken away or replaced.
  func check(in paths: Paths) throws

  /// Whether this is another store than the one whose rows are known: the first one, or one restored since.
  func isAnother(after event: EngineEvent) throws -> Bool

  /// Takes over what an earlier daemon, or the store before this one, left behind.
  /// - Parameter own: what this daemon has claimed itself.
  func adopt(but own: [Alert], _ tick: Tick) throws

  /// Writes what can wait until the store can be written, for then it is looked through again.
  /// - Returns: nil if the store refuses, and nothing was done.
  @discardableResult
  func edit<Result>(_ body: (ReminderStore) throws -> Result) throws -> Result?

  /// Reads what matters only while the store can be written.
  /// - Returns: nil if the store refuses.
  func read<Result>(_ body: (ReminderStore) throws -> Result) throws -> Result?

  /// What is due and to be fired now.
  func due(limit: Int, _ tick: Tick) throws -> [DueOccurrence]

  /// Fires what is due.
  /// - Parameter zone: which zone each is resolved by.
  func fire(_ due: [DueOccurrence], in zone: (DueOccurrence) -> Zone, _ tick: Tick) throws

  /// Makes deliveries of the alarms whose time has come.
  /// - Returns: whether there may be more.
  func ringAlarms(limit: Int, _ tick: Tick) throws -> Bool

  /// Gives up popups that are owed for longer than they are kept open.
  func abandonOld(_ tick: Tick) throws

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

  /// Commits, and makes everything survive a power cut.
  func flush(at now: Instant) throws

  /// Makes everything survive a power cut, if anything was changed; then cuts off old history, too.
  /// - Returns: whether anything was.
  func sync(_ tick: Tick) throws -> Bool

  /// When there is something to do.
  func nextWake(_ tick: Tick) throws -> Instant?

  /// After an error: the ledger to go on with, and what is to be said of it.
  func failed(
    _ error: StoreError, _ tick: Tick
  ) -> (next: any Ledger, action: EngineAction?)

  /// The store's ledger, if it is time to try that again.
  /// - Parameter isLast: whether the daemon ends, and there will be no other time.
  func successor(isLast: Bool, _ tick: Tick) throws -> StoreLedger?

  /// Writes what is unwritten.
  /// - Returns: the rows of what had none, by the ids that it went by.
  func replay(into ledger: StoreLedger, in zone: Zone, _ tick: Tick) throws -> [Int64: Int64]

  /// What was replayed is committed.
  func replayed(at now: Instant)
}

extension Ledger {
  /// Whether only another start can serve the store after this error; then it is closed in a way that harms
  /// no file that has its name now.
  func endsService(_ error: StoreError, in paths: Paths) -> Bool {
    guard error.needsRestart, !error.isDamage || store.canRead && paths.suspectDamage() else {
      return false
    }
    store.leave()
    return true
  }
}
