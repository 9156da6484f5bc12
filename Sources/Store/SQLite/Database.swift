import CSQLite
import Glibc

/// One connection, and the queries on it. Not thread-safe: its owner's thread or queue alone uses it.
package final class Database {
  let handle: OpaquePointer
  /// Milliseconds for which it waits for another writer.
  let patience: Int32
  // A few dozen at most. A dictionary's type alone, made at run time, costs more than a search.
  private var prepared: [Statement] = []
  /// Pages in the write-ahead log after this connection's last commit.
  var logPages: Int32 = 0
  /// The lock on the log's name, for the other programs (`WALTuning`).
  var logLock: Int32?

  /// How the file is opened. `reader` makes no IN_CLOSE_WRITE when it closes, so that listing
  /// does not wake the daemon. `frozen` is for a file that cannot be written and that has no log:
  /// it is read without locks, which need a file beside it (https://www.sqlite.org/wal.html#readonly).
  enum Access { case reader, frozen, writer }

  private static let configured: Void = {
    csqlite_configure()
    WALTuning.replaceSystemCalls()
  }()

  /// - Parameter busy: milliseconds to wait for another writer before SQLITE_BUSY.
  init(path: String, access: Access, busy: Int32) throws(StoreError) {
    Database.configured
    var opened: OpaquePointer?
    let flags =
      switch access {
      case .reader: SQLITE_OPEN_READONLY
      case .frozen: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      case .writer: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    let name = access == .frozen ? Database.frozenURI(path) : path
    let result = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard result == SQLITE_OK, let opened else {
      let error = StoreError.database(
        code: opened.map { sqlite3_extended_errcode($0) } ?? result,
        message: String(cString: opened.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(result)))
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    patience = busy
    csqlite_distrust(handle)
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, busy)
    // SQLite opens a file that may only be read without a word, and then even BEGIN IMMEDIATE works.
    if access == .writer, sqlite3_db_readonly(handle, "main") == 1 {
      sqlite3_close_v2(handle)
      throw .sqlite(SQLITE_READONLY)
    }
  }

  convenience init() throws(StoreError) {
    try self.init(path: ":memory:", access: .writer, busy: 0)
  }

  deinit {
    if let logLock { close(logLock) }
    prepared = []
    sqlite3_close_v2(handle)
  }

  /// A file's name for `Access.frozen` (https://www.sqlite.org/uri.html).
  private static func frozenURI(_ path: String) -> String {
    var uri = "file://"
    for scalar in path.unicodeScalars {
      switch scalar {
      case "%": uri += "%25"
      case "?": uri += "%3f"
      case "#": uri += "%23"
      default: uri.unicodeScalars.append(scalar)
      }
    }
    return uri + "?immutable=1"
  }

  /// The file; nil in memory.
  var path: String? {
    guard let name = sqlite3_db_filename(handle, "main"), name[0] != 0 else { return nil }
    return String(cString: name)
  }

  /// Whether it was opened to write, and is a file.
  var canWrite: Bool {
    sqlite3_db_readonly(handle, "main") == 0 && sqlite3_db_filename(handle, "main")[0] != 0
  }

  /// Whether the file was deleted or replaced: what is written here would be lost. One stat(2).
  var hasMoved: Bool {
    var moved: Int32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    guard moved != 0, let name = sqlite3_db_filename(handle, "main") else { return false }
    // A folder that cannot be searched any more does not tell.
    return access(name, F_OK) == 0 || errno == ENOENT || errno == ENOTDIR
  }

  /// The statement for `sql`, prepared once for each connection.
  func statement(_ sql: String) throws(StoreError) -> Statement {
    if let known = prepared.last(where: { $0.sql == sql }) { return known }
    let made = try Statement(sql, on: self, keep: true)
    prepared.append(made)
    return made
  }

  /// Runs one statement with `values`; rows that it answers are passed over.
  /// - Returns: how many rows it has inserted, changed or deleted.
  @discardableResult
  func run(_ sql: String, _ values: Value...) throws(StoreError) -> Int {
    try statement(sql).run(values)
    return changes
  }

  func row<Result>(
    _ sql: String, _ values: Value..., read: (Row) throws(StoreError) -> Result?
  ) throws(StoreError) -> Result? {
    try statement(sql).row(values, read: read)
  }

  func rows<Result>(
    _ sql: String, _ values: Value..., read: (Row) throws(StoreError) -> Result?
  ) throws(StoreError) -> [Result] {
    try statement(sql).rows(values, read: read)
  }

  func hasRow(_ sql: String, _ values: Value...) throws(StoreError) -> Bool {
    try statement(sql).row(values) { _ in true } ?? false
  }

  /// The one number of the answer; nil if there is no row, or NULL in it.
  func number(_ sql: String, _ values: Value...) throws(StoreError) -> Int64? {
    try statement(sql).row(values) { $0.optionalInteger(0) }
  }

  /// How many rows a `SELECT count(*)` finds.
  func count(_ sql: String, _ values: Value...) throws(StoreError) -> Int {
    try statement(sql).row(values) { Int($0.integer(0)) } ?? 0
  }

  /// Runs statements that take no values.
  func execute(_ sql: String) throws(StoreError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
  }

  /// Rows that the last statement inserted, changed or deleted.
  var changes: Int { Int(sqlite3_changes(handle)) }

  var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Runs `body` in one write transaction: all of it, or nothing if it throws. Within another one
  /// it is a part of that.
  func transaction<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    try transaction(mapping: { $0 }, body)
  }

  /// The same for a body that fails in ways of its own.
  func transaction<Result, Failure: Error>(
    mapping mapped: (StoreError) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard !isInTransaction else { return try body() }
    do { try begin() } catch { throw mapped(error) }
    let result: Result
    do { result = try body() } catch {
      rollBack()
      throw error
    }
    do { try commit() } catch { throw mapped(error) }
    return result
  }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  func begin() throws(StoreError) {
    try run("BEGIN IMMEDIATE")
    // Now that no other program can write, none can replace the file either.
    guard !hasMoved else {
      rollBack()
      throw .sqlite(SQLITE_READONLY | 4 << 8)  // SQLITE_READONLY_DBMOVED
    }
  }

  /// Commits what was written since `begin`; if that fails, nothing of it.
  func commit() throws(StoreError) {
    do { try run("COMMIT") } catch {
      rollBack()
      throw error
    }
  }

  /// Takes back what was written since `begin`. A full disk may have done so already; there is nothing to add
  /// to the first error.
  func rollBack() {
    if isInTransaction { try? execute("ROLLBACK") }
  }

  /// A new file with what `other` holds at this moment (https://www.sqlite.org/backup.html). It has no name yet that
  /// a program knows, so it is not synced.
  convenience init(copying other: Database, to path: String) throws(StoreError) {
    try self.init(path: path, access: .writer, busy: 0)
    try execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")
    guard let copy = sqlite3_backup_init(handle, "main", other.handle, "main") else {
      throw failure("backup")
    }
    var waited: Int32 = 0
    var result = sqlite3_backup_step(copy, -1)
    while result == SQLITE_BUSY || result == SQLITE_LOCKED, waited < 5000 {
      usleep(5000)
      waited += 5
      result = sqlite3_backup_step(copy, -1)
    }
    let end = sqlite3_backup_finish(copy)
    guard result == SQLITE_DONE, end == SQLITE_OK else {
      throw .sqlite(result == SQLITE_DONE ? end : result)
    }
    // One file alone can be read on a disk that cannot be written.
    try execute("PRAGMA journal_mode = DELETE")
  }

  func failure(_ sql: String) -> StoreError {
    let code = sqlite3_extended_errcode(handle)
    let errno = sqlite3_system_errno(handle)
    // The shared memory's file could not grow (SQLITE_IOERR_SHMSIZE), or not be mapped (SQLITE_IOERR_SHMMAP, see
    // `WALTuning.replaceSystemCalls`): what a full disk refuses first. A user's share of a disk may be full as well
    // (SQLITE_IOERR_WRITE).
    let isFull =
      code == SQLITE_IOERR | 19 << 8 && errno != EIO
      || code == SQLITE_IOERR | 21 << 8 && (errno == ENOSPC || errno == EDQUOT)
      || code == SQLITE_IOERR | 3 << 8 && errno == EDQUOT
    if isFull { return .sqlite(SQLITE_FULL, sql) }
    let message = String(cString: sqlite3_errmsg(handle))
    if code == SQLITE_FULL, hasNoID { return .invalidContent }
    // JSON that the user types is checked before: this one stands in a row.
    let isStored = code == SQLITE_ERROR && message == "malformed JSON"
    return .database(code: isStored ? SQLITE_CORRUPT : code, message: message, sql: sql)
  }

  /// Whether it is not the disk that is full but a table, in which the last of all ids is used up
  /// (https://www.sqlite.org/autoinc.html).
  private var hasNoID: Bool {
    let sql = """
      SELECT 1 FROM sqlite_sequence WHERE seq >= \(Int64.max)
      UNION ALL SELECT 1 FROM reminder WHERE id = \(Int64.max)
      UNION ALL SELECT 1 FROM delivery WHERE id = \(Int64.max)
      UNION ALL SELECT 1 FROM event WHERE id = \(Int64.max)
      """
    return (try? Statement(sql, on: self).row { _ in true }) == true
  }
}
