import CSQLite
import Glibc

/// What SQLite answered instead of OK.
public struct SQLiteError: Error, Equatable {
  /// The extended result code (https://www.sqlite.org/rescode.html).
  public let code: Int32
  /// SQLite's own English sentence.
  public let message: String
  /// The statement that was run, if it got that far.
  public let sql: String?

  /// The primary code: the low byte of `code`.
  public var primary: Int32 { code & 0xff }

  /// Whether a rule of the schema was broken.
  var isConstraint: Bool { primary == SQLITE_CONSTRAINT }
}

extension SQLiteError {
  /// What a connection has met last.
  init(of connection: OpaquePointer, sql: String) {
    let code = sqlite3_extended_errcode(connection)
    // The shared memory's file could not grow: what a full disk refuses first.
    let isFull =
      code == SQLITE_IOERR | 19 << 8 && sqlite3_system_errno(connection) != EIO
    self.init(
      code: isFull ? SQLITE_FULL : code,
      message: String(
        cString: isFull ? sqlite3_errstr(SQLITE_FULL) : sqlite3_errmsg(connection)), sql: sql)
  }
}
