import CSQLite
import Configuration
import Glibc
import System

/// Why a store was not copied to a file, or back from one.
package enum BackupError: Error, Equatable {
  /// There is a file of that name.
  case exists(path: String)
  /// What has that name is a folder, a device, a pipe or a socket: it is left alone.
  case notAFile(path: String)
  /// It is one of the files with which the programs work.
  case own(path: String)
  /// What the disk said of the copy: errno.
  case file(path: String, errno: Int32)
  /// The file is not, or not any more, a store that this program could use.
  case unusable(path: String, StoreError.Cause)
  /// The store itself cannot be read or written.
  case store(StoreError)

  /// The funnel from SQLite's errors to these.
  package static func attempt<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(BackupError) -> Result {
    do { return try body() } catch { throw .store(.database(error)) }
  }
}

/// The name under which a new file is to stand.
package enum NewName {
  /// The name itself, or that of the file to which a link of this name leads: that one is replaced,
  /// as a copy written through the link would do, and the link stays.
  /// - Parameters:
  ///   - isReplacing: whether a file of that name may be replaced; nothing but a file ever is, and none
  ///     with which the programs work.
  package static func resolved(
    _ path: String, isReplacing: Bool, apartFrom places: Places
  ) throws(BackupError) -> String {
    var found = stat()
    guard lstat(path, &found) == 0 else {
      if places.isOwn(new: path) { throw .own(path: path) }
      return path
    }
    let isLink = found.st_mode & S_IFMT == S_IFLNK
    guard !isLink || stat(path, &found) == 0 else { throw .file(path: path, errno: errno) }
    guard found.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    guard !places.isOwn(found) else { throw .own(path: path) }
    guard isReplacing else { throw .exists(path: path) }
    guard isLink else { return path }
    guard let target = realpath(path, nil) else { throw .file(path: path, errno: errno) }
    defer { free(target) }
    return String(cString: target)
  }
}

extension ReminderStore {
  /// Copies the store, as it is at this moment, into one file of its owner's alone (mode 0600). Others
  /// may write meanwhile, and the daemon may fire. The file has its name only when it is whole and on
  /// the disk.
  /// - Parameters:
  ///   - places: where the store lies; the files of its mails are in the copy, too.
  ///   - isReplacing: whether a file of that name may be replaced.
  /// - Returns: how many files of mails are in it.
  @discardableResult
  package func backUp(
    to path: String, from places: Places, isReplacing: Bool
  ) throws(BackupError) -> Int {
    let path = try NewName.resolved(path, isReplacing: isReplacing, apartFrom: places)
    do { try places.expectSpool() } catch { throw .store(error) }
    // Made here, since SQLite's error would not say why it cannot be.
    let part: AtomicFile
    do { part = try AtomicFile(of: path) } catch { throw .file(path: path, errno: error.code) }
    let files: Int
    do throws(BackupError) { files = try fill(part.path, from: places) } catch {
      // The disk of the copy; its name while it is made tells nobody anything.
      guard case .store(.database(let error)) = error, error.primary == SQLITE_FULL else {
        throw error
      }
      throw .file(path: path, errno: ENOSPC)
    }
    guard fsync(part.descriptor) == 0 else { throw .file(path: path, errno: errno) }
    do { try part.move(to: path, isReplacing: isReplacing) } catch {
      throw error.code == EEXIST ? .exists(path: path) : .file(path: path, errno: error.code)
    }
    LogFile.syncFolder(of: path)
    return files
  }

  /// - Returns: how many files of mails are in it.
  private func fill(_ path: String, from places: Places) throws(BackupError) -> Int {
    let copy = try copied(to: path)
    let files = try copy.pack(places)
    try check(copy)
    return files
  }

  private func copied(to path: String) throws(BackupError) -> Database {
    try BackupError.attempt { () throws(SQLiteError) in
      let copy = try Database(path: path, access: .writer, busy: 0)
      // It is nobody's before it has its name, and is synced as a whole.
      try copy.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")
      try copy.take(allOf: database)
      // Alone in its file, so that it can be read where nothing can be written.
      try copy.execute("PRAGMA journal_mode = DELETE")
      return copy
    }
  }

  private func check(_ copy: Database) throws(BackupError) {
    try BackupError.attempt { () throws(SQLiteError) in
      // Pages are copied as they are: what is damaged here would be damaged there, and found too late.
      guard try copy.statement("PRAGMA quick_check(1)").row(read: { $0.text(0) }) == "ok" else {
        throw IntegrityCheck.orphan
      }
    }
    let issue: IntegrityCheck.Issue?
    do { issue = try IntegrityCheck.issue(of: copy) } catch { throw .store(error) }
    guard issue == nil else { throw .store(IntegrityCheck.nonsense) }
  }

  /// How many reminders there are in all, those that are over included.
  package func reminderCount() throws(StoreError) -> Int {
    try attempt { () throws(SQLiteError) in
      Int(try database.number("SELECT count(*) FROM reminder") ?? 0)
    }
  }
}

extension Database {
  /// Makes this database what `other` is at this moment (https://www.sqlite.org/backup.html), in one
  /// transaction.
  package func take(allOf other: Database) throws(SQLiteError) {
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
      let code = result == SQLITE_DONE ? end : result
      throw SQLiteError(code: code, message: String(cString: sqlite3_errstr(code)), sql: nil)
    }
  }

  /// Keeps an id from being used again.
  func keepUsed(_ last: Int64, of table: String) throws(SQLiteError) {
    guard ["reminder", "delivery", "event"].contains(table), IntegrityCheck.ids.contains(last)
    else {
      return
    }
    try statement("DELETE FROM sqlite_sequence WHERE name = ?1 AND seq < ?2")
      .run(.text(table), .integer(last))
    try statement(
      """
      INSERT INTO sqlite_sequence(name, seq) SELECT ?1, ?2
      WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)
      """
    ).run(.text(table), .integer(last))
  }
}
