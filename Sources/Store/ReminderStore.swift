import CSQLite
import Configuration
import Glibc

/// The store: the only place with SQL, in one file a subject. Every move of a state is one
/// statement guarded by the state that it leaves, so that races between the programs are settled
/// by the database. Not thread-safe.
package final class ReminderStore {
  package let database: Database
  /// The daemon's, whose connection stays open.
  var files: WALFiles?

  /// Opens the store to write, makes it where it is missing, and brings it up to date.
  /// - Parameter patience: milliseconds to wait while another program writes.
  package init(writing places: Places, patience: Int32) throws(StoreError) {
    try places.makeDataFolder()
    let state = try StoreFiles(places: places).settledState()
    guard state != .emptied else { throw IntegrityCheck.emptied }
    database = try ReminderStore.open(places, .writer, patience)
    if try Schema.found(in: database) != Schema.version { try Schema.migrate(database) }
    // Copies that sqlite3(1) makes have none.
    if state == .bare { try attempt { () throws(SQLiteError) in try database.keepLog() } }
    try attempt { () throws(SQLiteError) in try database.execute("PRAGMA synchronous = FULL") }
  }

  /// Opens the store to read.
  /// - Returns: nil where there is none yet.
  package init?(reading places: Places, patience: Int32) throws(StoreError) {
    switch try StoreFiles(places: places).settledState() {
    case .nothing: return nil
    case .emptied: throw IntegrityCheck.emptied
    case .bare, .whole: break
    }
    let opened: (database: Database, version: Int)
    do { opened = try ReminderStore.version(places, .reader, patience) } catch {
      // What was closed well has no log, and to make one takes the right, or the room, to write.
      guard [.unreachable, .full, .readOnly].contains(error.cause), !ReminderStore.hasLog(places)
      else { throw error }
      // Half a change stands in the file itself where it kept no log when its program was killed: it has to
      // be taken back first.
      opened = try ReminderStore.version(
        places, error.isHalfChanged ? .writer : .frozen, patience)
    }
    database = opened.database
    let found = opened.version
    if found == 0 { return nil }  // made by a writer that has not got any further yet
    guard found == Schema.version else { throw .newer(found: found, known: Schema.version) }
  }

  /// - Parameter database: in memory, with a schema.
  init(_ database: Database) {
    self.database = database
  }

  private static func version(
    _ places: Places, _ access: Database.Access, _ patience: Int32
  ) throws(StoreError) -> (database: Database, version: Int) {
    let database = try open(places, access, patience)
    return (database, try Schema.found(in: database))
  }

  /// Whether something was written that is not in the file itself yet.
  private static func hasLog(_ places: Places) -> Bool {
    var status = stat()
    return lstat(places.store + "-wal", &status) == 0 && status.st_size > 0
  }

  private static func open(
    _ places: Places, _ access: Database.Access, _ patience: Int32
  ) throws(StoreError) -> Database {
    do { return try Database(path: places.store, access: access, busy: patience) } catch {
      throw .database(error)
    }
  }

  /// What to say if a later program has changed the file since it was opened; else nil.
  package func laterVersion() throws(StoreError) -> StoreError? {
    let found = try Schema.found(in: database)
    return found > Schema.version ? .newer(found: found, known: Schema.version) : nil
  }

  /// Whether the store's name is another file's by now, or nobody's.
  package var hasMoved: Bool { database.hasMoved }

  /// Whether it is a file, and not nowhere.
  package var isFile: Bool { database.path != nil }

  /// Whether no locks can be had in its folder at present.
  package var hasNoLocks: Bool { database.hasNoLocks }

  /// Whether its disk can be read.
  package var canRead: Bool { database.canRead }

  /// Whether it was opened to write.
  package var canWrite: Bool { database.canWrite }

  /// Writes, within a transaction, without changing anything. One that writes nothing succeeds on
  /// a full disk too, and so proves nothing.
  package func prove() throws(StoreError) {
    let found = try Schema.found(in: database)
    try attempt { () throws(SQLiteError) in
      try database.execute("PRAGMA user_version = \(found)")
    }
  }

  /// Why nothing can be stored, as a write says that changes nothing; nil where all can. The rights of files
  /// do not tell it: a file system that an error has made read-only, a quota, a disk that fails.
  /// - Parameter patience: milliseconds to wait while another program writes.
  package static func refusal(of places: Places, patience: Int32) -> StoreError? {
    do throws(StoreError) {
      let store = ReminderStore(try open(places, .writer, patience))
      try store.attempt { () throws(SQLiteError) in
        try store.database.execute("PRAGMA synchronous = FULL")
      }
      try store.transaction { () throws(StoreError) in try store.prove() }
      return nil
    } catch {
      return error
    }
  }

  /// Runs `body` as one write transaction.
  package func transaction<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try database.transaction(StoreError.database, body)
  }

  /// The same for a body that fails in ways of its own.
  package func transaction<Result, Failure: Error>(
    _ mapped: (StoreError) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try database.transaction({ mapped(.database($0)) }, body)
  }

  /// The one funnel from SQLite's errors to the store's.
  package func attempt<Result>(_ body: () throws(SQLiteError) -> Result) throws(StoreError)
    -> Result
  {
    do { return try body() } catch { throw .database(error) }
  }

  /// For the daemon, whose connection stays open: its commits survive the program's death at
  /// any moment, and a power cut only after `sync` (https://www.sqlite.org/pragma.html,
  /// synchronous = NORMAL in WAL mode); checkpoints are made by `sync` too, between ticks; the
  /// page cache stays small whatever is pending.
  package func prepareForDaemon() throws(StoreError) {
    database.takeOverCheckpoints()
    try attempt { () throws(SQLiteError) in
      try database.execute(
        """
        PRAGMA synchronous = NORMAL; PRAGMA cache_size = -512;
        PRAGMA journal_size_limit = \(LogFile.length)
        """)
    }
  }

  /// Makes later commits faster, whoever makes them, as long as this store is open. It takes some
  /// milliseconds: for a time when nothing waits.
  package func prepareLog() {
    // Another writer, a full disk: commits are as safe, but not as fast.
    try? database.prepareLog()
  }

  /// Makes everything committed so far survive a power cut, and copies the log back into the
  /// database when it has grown long.
  package func sync() throws(StoreError) {
    try attempt { () throws(SQLiteError) in try database.syncLog() }
    let isLong = database.logPages > 2000
    checkpoint(beyond: 1000)
    // Whoever writes it from its beginning cuts it (`journal_size_limit`).
    if isLong { try prove() }
  }

  /// Copies the log back into the database when it is longer than `pages` (4 KiB each).
  package func checkpoint(beyond pages: Int32) {
    if database.logPages > pages { database.checkpoint() }
  }

  /// Keeps within 160 MB the log that many commits in a row make longer. Copying it back waits for the
  /// disk, which ten thousand reminders at once are to do at their end alone.
  package func tendLog() { checkpoint(beyond: 40_000) }

  /// Leaves closing the store to the end of the program, for one that is about to end and whose store
  /// a daemon has open too: then closing it is nothing but freeing memory, file by file, and waking
  /// the daemon meanwhile.
  package func leaveOpen() { ReminderStore.leftOpen = self }

  nonisolated(unsafe) private static var leftOpen: ReminderStore?
}
