import CSQLite
import CivilTime
import Reminders
import System

/// Who holds the daemon's lock, as it wrote into the lock's file.
package struct LockHolder: Sendable, Equatable {
  package var process: Int32
  package var since: Instant
  package var version: String
}

/// Why the store could not be read or written, or why it refused what was asked of it.
package enum StoreError: Error, Equatable {
  /// The data folder could not be made or entered: path and errno.
  case folder(path: String, errno: Int32)
  /// The store, or its folder, is another user's, or the store is a link, whose target cannot be watched.
  case foreign(path: String, Foreign)
  /// The store, a file of SQLite's beside it or the daemon's lock was taken away or replaced since it was opened.
  case stray(path: String)
  /// The file was written by a later program: its `user_version`, and the last one known here.
  case newer(found: Int, known: Int)
  /// Another daemon serves it; what that wrote about itself.
  case taken(by: LockHolder?)
  /// The daemon's lock could not be opened or locked: errno; nil if what has its name is no file.
  case lock(path: String, errno: Int32?)
  /// Its folder cannot be watched.
  case unwatchable(INotify.Shortage)
  /// SQLite's answer: the extended result code (https://www.sqlite.org/rescode.html), its own English
  /// sentence, and the statement that was run, if it got that far.
  case database(code: Int32, message: String, sql: String? = nil)
  /// The store is well; what was asked for cannot be done, and nothing was changed.
  case refused(Refusal)
  /// A copy could not be made, or not be taken back.
  case copy(CopyProblem)

  /// What is wrong with a file that is not the user's own.
  package enum Foreign: Sendable, Equatable {
    case owner
    case link
    case folder
    /// A named pipe, a socket or a device; a link in the place of SQLite's files.
    case special
    /// The folder of what goes with mails is no folder, or a link to one.
    case noFolder
  }

  /// Why a change was refused.
  package enum Refusal: Sendable, Equatable {
    /// These ids name no reminder, or one that is finished.
    case notPending([Unknown])
    /// There is nothing to undo.
    case nothingToUndo
    /// What happened last to this reminder is another thing by now: it fired, or was changed again.
    /// The next undo goes past it.
    case changedSince(reminder: Int64, ChangeKind)
    /// Nothing has changed since the store was restored from a backup, then: what was done before that is
    /// not what was done last.
    case restoredSince(Instant)
    /// There is no such reminder.
    case unknownReminder(Int64)
    /// It has no mail that waits.
    case noMailWaits(Int64, WhyNone)
    /// One is being sent: it cannot be called back.
    case mailBeingSent(Int64)
  }

  /// A reminder that is not there (nil), or that is finished, with its state.
  package struct Unknown: Sendable, Equatable {
    package var id: Int64
    package var state: OccurrenceState?
  }

  /// Why no mail waits.
  package enum WhyNone: Sendable, Equatable {
    /// It is not mailed at all.
    case never
    /// Its time is still to come.
    case notDue
    /// Each was sent, or given up.
    case through
  }

  /// Why a store was not copied to a file, or back from one.
  package enum CopyProblem: Sendable, Equatable {
    /// There is a file of that name.
    case exists(path: String)
    /// A folder, a device, a pipe or a socket has that name: it is left alone.
    case notAFile(path: String)
    /// It is one of the files with which the programs work.
    case own(path: String)
    /// The file of the copy could not be read or written: errno.
    case file(path: String, errno: Int32)
    /// The file is not, or not any more, a store that this program could use.
    case unusable(path: String, Cause)
  }

  /// What the user can do about it.
  package enum Cause: String, Sendable {
    case locked, full, unreachable, foreign, moved, damaged, newer, other
    case readOnly = "read-only"
    case notADatabase = "not-a-database"
  }

  /// This error, as the user meets it.
  package var cause: Cause {
    switch self {
    case .folder, .unwatchable, .lock: .unreachable
    case .taken: .locked
    case .foreign(_, .folder), .foreign(_, .special), .foreign(_, .noFolder): .unreachable
    case .foreign: .foreign
    case .stray: .moved
    case .newer: .newer
    case .refused, .copy: .other
    case .database(let code, _, _):
      switch code & 0xff {
      case SQLITE_BUSY, SQLITE_LOCKED: .locked
      case SQLITE_FULL: .full
      // Another file has taken its place since it was opened (SQLITE_READONLY_DBMOVED).
      case SQLITE_READONLY where code == SQLITE_READONLY | 4 << 8: .moved
      case SQLITE_READONLY, SQLITE_PERM: .readOnly
      case SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_AUTH: .unreachable
      case SQLITE_NOTADB: .notADatabase
      // What is written here breaks no rule, unless something stands there that never was written.
      case SQLITE_CORRUPT, SQLITE_CONSTRAINT: .damaged
      default: .other
      }
    }
  }

  /// SQLite's extended result code; SQLITE_OK for any other error.
  var code: Int32 { if case .database(let code, _, _) = self { code } else { SQLITE_OK } }

  /// The primary result code: the low byte of `code`.
  var primaryCode: Int32 { code & 0xff }

  /// Whether locks fail, without which nothing is read either.
  package var isOfLocks: Bool { primaryCode == SQLITE_PROTOCOL }

  /// Whether the daemon has to start again to serve the store: its files are others or damaged, or it is not the
  /// store that refused (busy, full, read-only, no locks, no disk) but a statement, which waiting does not help.
  package var needsRestart: Bool { cause == .moved || isDamage || cause == .other && !isOfLocks }

  /// Whether the file is not what was written into it: `Repair` looks at it.
  package var isDamage: Bool { cause == .damaged || cause == .notADatabase }

  /// A result code with SQLite's sentence for it.
  static func sqlite(_ code: Int32, _ sql: String? = nil) -> StoreError {
    .database(code: code, message: String(cString: sqlite3_errstr(code)), sql: sql)
  }

  /// For what makes no sense: the store is repaired like one whose bytes are damaged. One case is an
  /// occurrence without its reminder, whose page may be zeros, in which SQLite finds no row and no fault.
  package static let invalidContent = StoreError.database(
    code: SQLITE_CORRUPT, message: "it holds what remindctl never writes")

  /// For a file that was emptied while its log was not.
  static let emptied = StoreError.database(code: SQLITE_CORRUPT, message: "it has been emptied")
}
