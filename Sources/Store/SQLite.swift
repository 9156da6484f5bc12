import CSQLite
import Glibc

/// One connection. Not thread-safe: its owner's thread or queue alone uses it.
package final class Database {
  package let handle: OpaquePointer
  /// Milliseconds for which it waits for another writer.
  package let patience: Int32
  // A few dozen at most. A dictionary's type alone, made at run time, costs more than a search.
  private var prepared: Prepared?
  /// Pages in the write-ahead log after this connection's last commit.
  var logPages: Int32 = 0
  /// What keeps the log's name for the other programs.
  var logLock: Int32?

  /// How the file is opened. `reader` makes no IN_CLOSE_WRITE when it closes, so that listing
  /// does not wake the daemon. `frozen` is for a file that nobody can write and that has no log:
  /// it is read without locks, which need a file beside it (https://www.sqlite.org/wal.html#readonly).
  enum Access { case reader, frozen, writer }

  private static let configured: Void = {
    csqlite_configure()
    LogFile.spareSyncs()
    SharedMemory.fillHoles()
  }()

  /// - Parameter busy: milliseconds to wait for another writer before SQLITE_BUSY.
  init(path: String, access: Access, busy: Int32) throws(SQLiteError) {
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
      let error = SQLiteError(
        code: opened.map { sqlite3_extended_errcode($0) } ?? result,
        message: String(cString: opened.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(result)),
        sql: nil)
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
      let code = SQLITE_READONLY
      sqlite3_close_v2(handle)
      throw SQLiteError(code: code, message: String(cString: sqlite3_errstr(code)), sql: nil)
    }
  }

  deinit {
    if let logLock { close(logLock) }
    prepared = nil
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

  /// Whether it was opened to write, and is a file.
  package var canWrite: Bool {
    sqlite3_db_readonly(handle, "main") == 0 && sqlite3_db_filename(handle, "main")[0] != 0
  }

  /// The file; nil in memory.
  package var path: String? {
    guard let name = sqlite3_db_filename(handle, "main"), name[0] != 0 else { return nil }
    return String(cString: name)
  }

  /// Whether the file's name is another file's by now, or nobody's: what is written here would be
  /// lost. One stat(2).
  package var hasMoved: Bool {
    var moved: Int32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    guard moved != 0, let name = sqlite3_db_filename(handle, "main") else { return false }
    // A folder that may not be looked into any more says nothing of the file in it.
    return access(name, F_OK) == 0 || errno == ENOENT || errno == ENOTDIR
  }

  /// The statement for a text that stands in the program; prepared once for each connection.
  func statement(_ sql: StaticString) throws(SQLiteError) -> Statement {
    var known = prepared
    while let one = known {
      if one.sql == sql.utf8Start { return one.statement }
      known = one.next
    }
    let made = try Statement(sql.description, on: handle, keep: true)
    prepared = Prepared(sql: sql.utf8Start, statement: made, next: prepared)
    return made
  }

  /// Runs statements that return nothing and take no values.
  package func execute(_ sql: String) throws(SQLiteError) {
    let result = sqlite3_exec(handle, sql, nil, nil, nil)
    if result != SQLITE_OK { throw failure(sql) }
  }

  /// The one number that `sql` answers, or nil where it answers no row or NULL.
  package func number(_ sql: StaticString) throws(SQLiteError) -> Int64? {
    try statement(sql).row { $0.optionalInteger(0) } ?? nil
  }

  /// Rows that the last statement inserted, changed or deleted.
  package var changes: Int { Int(sqlite3_changes(handle)) }

  /// The id of the row that was inserted last.
  var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Runs `body` in one write transaction: all of it, or nothing where it throws. Within another one
  /// it is a part of that.
  package func transaction<Result, Failure: Error>(
    _ mapped: (SQLiteError) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard sqlite3_get_autocommit(handle) != 0 else { return try body() }
    do { try statement("BEGIN IMMEDIATE").run() } catch { throw mapped(error) }
    // Now that nobody else can write, nobody puts another file in its place either.
    guard !hasMoved else {
      try? execute("ROLLBACK")
      let code = SQLITE_READONLY | 4 << 8  // SQLITE_READONLY_DBMOVED
      throw mapped(
        SQLiteError(code: code, message: String(cString: sqlite3_errstr(code)), sql: nil))
    }
    let result: Result
    do { result = try body() } catch {
      // A full disk may have rolled back already; there is nothing to add to the first error.
      if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
      throw error
    }
    do { try statement("COMMIT").run() } catch {
      if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
      throw mapped(error)
    }
    return result
  }

  func failure(_ sql: String) -> SQLiteError { SQLiteError(of: handle, sql: sql) }
}

/// A statement that was prepared for a text that stands in the program, and those before it.
private final class Prepared {
  let sql: UnsafePointer<UInt8>
  let statement: Statement
  let next: Prepared?

  init(sql: UnsafePointer<UInt8>, statement: Statement, next: Prepared?) {
    self.sql = sql
    self.statement = statement
    self.next = next
  }
}
