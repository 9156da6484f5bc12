import CSQLite
import Configuration
import Glibc

/// The store: the only module with SQL. It opens the file, keeps its schema up to date, and has every
/// query: `SQLite` is the connection, `Schema` the tables and what their rows may hold, `Files` what lies in
/// the folder, `Queries` what is asked and recorded, `Changes` what a user changes and undoes, `Backup` the
/// copies, `Recovery` what is read of a damaged file.
///
/// Every move of a state is one statement guarded by the state that it leaves, so that races between the
/// programs are settled by the database. Not thread-safe.
package final class ReminderStore {
  let database: Database
  /// The daemon's, whose connection stays open.
  private var files: WALFiles?

  /// Opens the store to write, makes it if it is missing, and brings it up to date.
  /// - Parameter patience: milliseconds to wait while another program writes.
  package init(writing paths: Paths, patience: Int32) throws(StoreError) {
    try paths.makeDataFolder()
    let state = try StoreFiles(paths: paths).settledState()
    guard state != .emptied else { throw .emptied }
    database = try Database(path: paths.store, access: .writer, busy: patience)
    if try Schema.found(in: database) != Schema.version { try Schema.migrate(database) }
    // Copies that sqlite3(1) makes have none.
    if state == .bare { try database.keepLog() }
    try database.execute("PRAGMA synchronous = FULL")
  }

  /// Opens the store to read.
  /// - Returns: nil if there is none yet.
  package init?(reading paths: Paths, patience: Int32) throws(StoreError) {
    switch try StoreFiles(paths: paths).settledState() {
    case .nothing: return nil
    case .emptied: throw .emptied
    case .bare, .whole: break
    }
    let found: Int
    do {
      let opened = try Database(path: paths.store, access: .reader, busy: patience)
      found = try Schema.found(in: opened)
      database = opened
    } catch {
      // What was closed well has no log, and to make one takes the right, or the room, to write.
      var log = stat()
      let hasLog = lstat(paths.store + "-wal", &log) == 0 && log.st_size > 0
      guard [.unreachable, .full, .readOnly].contains(error.cause), !hasLog else { throw error }
      // A program without a log that was killed left half a change in the file itself: it has to be taken
      // back first (SQLITE_READONLY_ROLLBACK).
      let access: Database.Access = error.code == SQLITE_READONLY | 3 << 8 ? .writer : .frozen
      database = try Database(path: paths.store, access: access, busy: patience)
      found = try Schema.found(in: database)
    }
    if found == 0 { return nil }  // made by a writer that has not got any further yet
    guard found == Schema.version else { throw .newer(found: found, known: Schema.version) }
  }

  /// Opens the store for the daemon, and makes it if it is missing.
  package convenience init(serving paths: Paths) throws(StoreError) {
    try self.init(writing: paths, patience: ReminderStore.daemonPatience)
    try IntegrityCheck.quick(database)
    files = database.path.flatMap { WALFiles(of: $0) }
    try prepareForDaemon()
  }

  /// - Parameter database: with a schema.
  init(_ database: Database) {
    self.database = database
  }

  /// Milliseconds that the daemon waits for another writer before it goes on from memory.
  package static let daemonPatience: Int32 = 500

  /// What can be served of a store that cannot be opened to write (a full disk): what is in it, if it
  /// can be read, otherwise nothing.
  package static func readable(_ paths: Paths) throws(StoreError) -> ReminderStore {
    if let store = try? ReminderStore(reading: paths, patience: daemonPatience) { return store }
    let empty = try Database()
    try Schema.migrate(empty)
    return ReminderStore(empty)
  }

  /// What to say if a later program has changed the file since it was opened; else nil.
  package func laterVersion() throws(StoreError) -> StoreError? {
    let found = try Schema.found(in: database)
    return found > Schema.version ? .newer(found: found, known: Schema.version) : nil
  }

  /// Whether it is a file, and not in memory.
  package var isFile: Bool { database.path != nil }

  /// Whether no locks can be had in its folder at present.
  package var hasNoLocks: Bool { database.hasNoLocks }

  /// Whether its disk can be read.
  package var canRead: Bool { database.canRead }

  /// Whether it was opened to write.
  package var canWrite: Bool { database.canWrite }

  /// Which of its files was taken away, replaced or emptied since it was opened; nil if none was.
  package func loss(in paths: Paths) -> StoreError? {
    guard let files else { return nil }
    if database.hasMoved { return .stray(path: paths.store) }
    return files.stray.map { .stray(path: $0) }
  }

  /// Before the daemon ends because of `loss`. If the store alone has moved or was deleted, what its log holds goes
  /// with it, and the log is empty: otherwise the file that has the store's name now would be given its pages.
  package func truncateMovedLog() {
    if database.hasMoved, files?.isLogOwn == true { _ = database.truncateLog() }
  }

  /// What is wrong with the file or its rows, as `IntegrityCheck` finds it; nil if all is well.
  package func issue() throws(StoreError) -> IntegrityCheck.Issue? {
    try IntegrityCheck.fileIssue(of: database)
  }

  /// Writes, within a transaction, without changing anything. One that writes nothing succeeds on
  /// a full disk too, and so proves nothing.
  package func probeWrite() throws(StoreError) {
    try database.execute("PRAGMA user_version = \(try Schema.found(in: database))")
  }

  /// Why nothing can be stored, as a write finds out that changes nothing; nil if all can. The rights of files
  /// do not tell it: a file system that an error has made read-only, a quota, a disk that fails.
  /// - Parameter patience: milliseconds to wait while another program writes.
  package static func refusal(of paths: Paths, patience: Int32) -> StoreError? {
    do {
      let store = ReminderStore(
        try Database(path: paths.store, access: .writer, busy: patience))
      try store.database.execute("PRAGMA synchronous = FULL")
      try store.database.transaction { () throws(StoreError) in try store.probeWrite() }
      return nil
    } catch {
      return error
    }
  }

  /// Runs `body` as one write transaction.
  package func atomically<Result>(_ body: () throws -> Result) throws -> Result {
    try database.transaction(mapping: { $0 as any Error }, body)
  }

  /// Runs `body`, whose queries all see the store as it is at one instant.
  package func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    try database.run("BEGIN")
    defer { database.rollBack() }
    return try body()
  }

  /// Begins a transaction that lasts as long as a tick of the daemon, unless it has begun: the first write
  /// of a tick does so.
  package func begin() throws(StoreError) {
    if !database.isInTransaction { try database.begin() }
  }

  /// Commits what was written since `begin`, if anything was; if that fails, nothing of it. Keeps within 160 MB
  /// the log that many commits in a row make longer: copying it back waits for the disk, which ten thousand
  /// reminders at once are to do at their end alone.
  package func commit() throws(StoreError) {
    if database.isInTransaction { try database.commit() }
    checkpoint(beyond: 40_000)
  }

  /// Takes back what was written since `begin`.
  package func rollBack() { database.rollBack() }

  /// How many rows this connection has changed since it was opened.
  package var totalChanges: Int64 { sqlite3_total_changes64(database.handle) }

  /// For the daemon, whose connection stays open: its commits survive the program's death at
  /// any moment, and a power cut only after `sync` (https://www.sqlite.org/pragma.html,
  /// synchronous = NORMAL in WAL mode); checkpoints are made by `sync` too, between ticks; the
  /// page cache stays small however much is pending.
  func prepareForDaemon() throws(StoreError) {
    database.takeOverCheckpoints()
    try database.execute(
      """
      PRAGMA synchronous = NORMAL; PRAGMA cache_size = -512;
      PRAGMA journal_size_limit = \(WALTuning.length)
      """)
  }

  /// Makes later commits of all programs faster as long as this store is open. It takes some
  /// milliseconds: for a time when nothing waits.
  package func prepareLog() {
    // Another writer, a full disk: commits are as safe, but not as fast.
    try? database.prepareLog()
  }

  /// Makes everything committed so far survive a power cut, and copies the log back into the
  /// database when it has grown long.
  package func sync() throws(StoreError) {
    try database.syncLog()
    let isLong = database.logPages > 2000
    checkpoint(beyond: 1000)
    // The program that writes it from its beginning cuts it (`journal_size_limit`).
    if isLong { try probeWrite() }
  }

  /// Copies the log back into the database when it is longer than `pages` (4 KiB each).
  package func checkpoint(beyond pages: Int32) {
    if database.logPages > pages { database.checkpoint() }
  }

  /// Leaves closing the store to the end of the program, for one that is about to end and whose store
  /// a daemon has open too: then closing it only frees memory, file by file, and wakes the daemon
  /// meanwhile.
  package func leaveOpen() { ReminderStore.leftOpen = self }

  nonisolated(unsafe) private static var leftOpen: ReminderStore?
}
