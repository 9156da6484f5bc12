import CSQLite
import Glibc
import Reminders

/// What SQLite answered instead of OK.
package struct SQLiteError: Error, Equatable {
  /// The extended result code (https://www.sqlite.org/rescode.html).
  package let code: Int32
  /// SQLite's own English sentence.
  package let message: String
  /// The statement that was run, if it got that far.
  package let sql: String?

  /// The primary code: the low byte of `code`.
  package var primary: Int32 { code & 0xff }

  /// Whether a rule of the schema was broken.
  var isConstraint: Bool { primary == SQLITE_CONSTRAINT }
}

extension SQLiteError {
  /// What a connection has met last.
  init(of connection: OpaquePointer, sql: String) {
    let code = sqlite3_extended_errcode(connection)
    let errno = sqlite3_system_errno(connection)
    // The shared memory's file could not grow (SQLITE_IOERR_SHMSIZE), or not be mapped (SQLITE_IOERR_SHMMAP, see
    // `SharedMemory`): what a full disk refuses first. A user's share of a disk may be full as well
    // (SQLITE_IOERR_WRITE).
    let isFull =
      code == SQLITE_IOERR | 19 << 8 && errno != EIO
      || code == SQLITE_IOERR | 21 << 8 && (errno == ENOSPC || errno == EDQUOT)
      || code == SQLITE_IOERR | 3 << 8 && errno == EDQUOT
    let message = String(
      cString: isFull ? sqlite3_errstr(SQLITE_FULL) : sqlite3_errmsg(connection))
    if code == SQLITE_FULL, SQLiteError.hasNoID(connection) {
      self = IntegrityCheck.orphan
    } else if code == SQLITE_ERROR, message == "malformed JSON" {
      // Whatever is typed is looked at before: it stands in a row.
      self.init(code: SQLITE_CORRUPT, message: message, sql: sql)
    } else {
      self.init(code: isFull ? SQLITE_FULL : code, message: message, sql: sql)
    }
  }

  /// Whether it is not the disk that is full but a table, in which the last of all ids is used up
  /// (https://www.sqlite.org/autoinc.html).
  private static func hasNoID(_ connection: OpaquePointer) -> Bool {
    var statement: OpaquePointer?
    let sql = """
      SELECT 1 FROM sqlite_sequence WHERE seq >= \(Int64.max)
      UNION ALL SELECT 1 FROM reminder WHERE id = \(Int64.max)
      UNION ALL SELECT 1 FROM delivery WHERE id = \(Int64.max)
      UNION ALL SELECT 1 FROM event WHERE id = \(Int64.max)
      """
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else {
      return false
    }
    defer { sqlite3_finalize(statement) }
    return sqlite3_step(statement) == SQLITE_ROW
  }
}
