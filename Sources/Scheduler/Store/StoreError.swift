import CSQLite

/// Why the store could not be read or written.
public enum StoreError: Error, Equatable {
  /// The data folder could not be made or entered: path and errno.
  case folder(path: String, errno: Int32)
  /// The file was written by a later program: its `user_version`, and the last one known here.
  case newer(found: Int, known: Int)
  /// SQLite's answer.
  case database(SQLiteError)

  /// What the user can do about it.
  public enum Cause: Sendable {
    case locked, full, readOnly, unreachable, notADatabase, damaged, newer, other
  }

  /// This error, as the user meets it.
  public var cause: Cause {
    switch self {
    case .folder: .unreachable
    case .newer: .newer
    case .database(let error):
      switch error.primary {
      case SQLITE_BUSY, SQLITE_LOCKED: .locked
      case SQLITE_FULL: .full
      // The shared memory's file could not grow: what a full disk refuses first.
      case SQLITE_IOERR where error.code == SQLITE_IOERR | 19 << 8: .full
      case SQLITE_READONLY, SQLITE_PERM: .readOnly
      case SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_AUTH: .unreachable
      case SQLITE_NOTADB: .notADatabase
      case SQLITE_CORRUPT: .damaged
      default: .other
      }
    }
  }
}
