import CLinux
import CSQLite
import Glibc

// The write-ahead log of a connection.

extension Database {
  /// Makes the file keep a write-ahead log, for good. Where another program does the same in this
  /// moment SQLite says BUSY at once, its time-out notwithstanding (both hold a lock that the other
  /// one waits for), so the waiting is done here.
  func keepLog() throws(SQLiteError) {
    var waited: Int32 = 0
    while true {
      do { return try execute("PRAGMA journal_mode = WAL") } catch {
        guard error.primary == SQLITE_BUSY, waited < patience else { throw error }
      }
      usleep(5000)
      waited += 5
    }
  }

  /// From now on commits leave checkpointing to the caller, who sees `logPages`.
  func takeOverCheckpoints() {
    sqlite3_wal_hook(
      handle,
      { context, _, _, pages in
        let me = Unmanaged<Database>.fromOpaque(context!).takeUnretainedValue()
        me.logPages = pages
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Spares the programs that write the store while this connection is open some waits for the disk:
  /// see `LogFile`. Something must have been read: only then the log is open.
  package func prepareLog() throws(SQLiteError) {
    if logLock == nil, let name = sqlite3_db_filename(handle, "main"),
      let path = sqlite3_filename_wal(name)
    {
      logLock = LogFile.keep(String(cString: path))
    }
    guard let logLock else { return }
    try statement("BEGIN IMMEDIATE").run()
    LogFile.fill(logLock)
    try statement("COMMIT").run()
    fdatasync(logLock)
  }

  /// Whether the file system refuses locks, as NFS does without its lock service (fcntl(2), ENOLCK). One
  /// system call, of the log that is kept open.
  package var hasNoLocks: Bool {
    var process: Int32 = 0
    return logLock.map { linux_is_locked($0, &process) < 0 } ?? false
  }

  /// Syncs the write-ahead log to the disk (fdatasync(2), through SQLite's own file layer).
  func syncLog() throws(SQLiteError) {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let found = withUnsafeMutablePointer(to: &file) {
      sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, $0)
    }
    guard found == SQLITE_OK, let file, let methods = file.pointee.pMethods else { return }
    let result = methods.pointee.xSync(file, SQLITE_SYNC_NORMAL | SQLITE_SYNC_DATAONLY)
    guard result == SQLITE_OK else {
      throw SQLiteError(code: result, message: String(cString: sqlite3_errstr(result)), sql: nil)
    }
  }

  /// Whether the disk answers at all: SQLite calls a file damaged also if reading it fails with EIO
  /// (SQLITE_IOERR_CORRUPTFS).
  var canRead: Bool {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let found = withUnsafeMutablePointer(to: &file) {
      sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, $0)
    }
    guard found == SQLITE_OK, let file, let methods = file.pointee.pMethods else { return false }
    var head: (UInt64, UInt64) = (0, 0)
    let result = methods.pointee.xRead(file, &head, 16, 0)
    return result == SQLITE_OK || result == SQLITE_IOERR | 2 << 8  // SQLITE_IOERR_SHORT_READ
  }

  /// Copies what no reader needs any more from the log into the database, without waiting.
  package func checkpoint() {
    // Whatever stops it (a reader, a full disk) leaves the log as it was: the next one will do.
    _ = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
  }

  /// Copies everything from the log into the database and empties it.
  /// - Returns: false where a reader or writer stood in the way.
  func truncateLog() -> Bool {
    sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil) == SQLITE_OK
  }
}
