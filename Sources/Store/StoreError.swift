import CSQLite
import System

/// Why the store could not be read or written.
package enum StoreError: Error, Equatable {
  /// The data folder could not be made or entered: path and errno.
  case folder(path: String, errno: Int32)
  /// The store, or its folder, is somebody else's, or the store is a link: nobody would hear when it
  /// is written.
  case foreign(path: String, Foreign)
  /// The store, a file of SQLite's beside it or the daemon's lock was taken away or replaced since it was opened.
  case stray(path: String)
  /// The file was written by a later program: its `user_version`, and the last one known here.
  case newer(found: Int, known: Int)
  /// Its folder cannot be watched.
  case unwatchable(INotify.Shortage)
  /// SQLite's answer.
  case database(SQLiteError)

  /// What is wrong with a file that is not the user's own.
  package enum Foreign: Sendable, Equatable {
    case owner
    case link
    case folder
    /// It is no file at all: a named pipe, a socket or a device; a link in the place of SQLite's files.
    case special
    /// The folder of what goes with mails is no folder, or a link to one.
    case noFolder
  }

  /// What the user can do about it.
  package enum Cause: Sendable {
    case locked, full, readOnly, unreachable, foreign, moved, notADatabase, damaged, newer
    case other
  }

  /// This error, as the user meets it.
  package var cause: Cause {
    switch self {
    case .folder, .unwatchable: .unreachable
    case .foreign(_, .folder), .foreign(_, .special), .foreign(_, .noFolder): .unreachable
    case .foreign: .foreign
    case .stray: .moved
    case .newer: .newer
    case .database(let error):
      switch error.primary {
      case SQLITE_BUSY, SQLITE_LOCKED: .locked
      case SQLITE_FULL: .full
      // Another file has taken its place since it was opened (SQLITE_READONLY_DBMOVED).
      case SQLITE_READONLY where error.code == SQLITE_READONLY | 4 << 8: .moved
      case SQLITE_READONLY, SQLITE_PERM: .readOnly
      case SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_AUTH: .unreachable
      case SQLITE_NOTADB: .notADatabase
      // What is written here breaks no rule, unless something stands there that never was written.
      case SQLITE_CORRUPT, SQLITE_CONSTRAINT: .damaged
      default: .other
      }
    }
  }

  /// Whether locks fail, without which nothing is read either.
  package var isOfLocks: Bool {
    if case .database(let error) = self { error.primary == SQLITE_PROTOCOL } else { false }
  }

  /// Whether SQLite cannot take back what somebody else has left half done, for it may not write
  /// (SQLITE_READONLY_ROLLBACK).
  var isHalfChanged: Bool {
    if case .database(let error) = self { error.code == SQLITE_READONLY | 3 << 8 } else { false }
  }

  /// Whether the daemon has to start again to serve the store.
  package var needsRestart: Bool { cause == .moved || isDamage }

  /// Whether the file is not what was written into it: `Repair` looks at it.
  package var isDamage: Bool { cause == .damaged || cause == .notADatabase }
}
