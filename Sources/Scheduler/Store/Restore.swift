import CSQLite
import Glibc

/// The way back from a backup.
public enum Restore {
  /// Puts what is in the file at `path` into the store's place, in one transaction: others see the
  /// store as it was, or as it is then. What was in the store is kept aside.
  /// - Returns: where that is; nil where there was nothing.
  public static func run(
    _ path: String, into places: Places, patience: Int32, at now: Instant
  ) throws(BackupError) -> String? {
    let backup = try open(path)
    let store: ReminderStore
    var aside: String?
    do throws(StoreError) {
      let isThere = try places.hasStore()
      do throws(StoreError) {
        store = try ReminderStore(writing: places, patience: patience)
      } catch {
        guard error.isDamage else { throw error }
        aside = try Repair.setAside(places, at: now)
        store = try ReminderStore(writing: places, patience: patience)
      }
      if isThere, aside == nil { aside = Repair.asideName(.replaced, in: places, at: now) }
    } catch { throw .store(error) }
    if let aside, access(aside, F_OK) != 0 {
      try store.backUp(to: aside, from: places, isReplacing: false)
    }
    do throws(StoreError) {
      try store.replaceContent(by: backup, at: now)
    } catch { throw .store(error) }
    try store.unpackSpool(into: places)
    return aside
  }

  /// A backup, looked at closely.
  private static func open(_ path: String) throws(BackupError) -> Database {
    // Its own words for a file that is not there.
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .file(path: path, errno: errno) }
    Glibc.close(file)
    do throws(SQLiteError) {
      var backup = try Database(path: path, access: .reader, busy: 0)
      if (try? Schema.found(in: backup)) == nil {
        backup = try Database(path: path, access: .frozen, busy: 0)
      }
      let found = Int(try backup.number("PRAGMA user_version") ?? 0)
      guard found <= Schema.version else { throw SQLiteError(code: 0, message: "", sql: nil) }
      let isSound = try backup.statement("PRAGMA integrity_check(1)").row { $0.text(0) } == "ok"
      guard found > 0, isSound else {
        throw SQLiteError(code: SQLITE_CORRUPT, message: "", sql: nil)
      }
      return backup
    } catch {
      throw .unusable(path: path, error.code == 0 ? .newer : StoreError.database(error).cause)
    }
  }
}

extension ReminderStore {
  /// The last ids that each table has used.
  private func usedIDs() throws(SQLiteError) -> [(table: String, last: Int64)] {
    try database.statement("SELECT name, seq FROM sqlite_sequence").rows {
      ($0.text(0), $0.integer(1))
    }
  }

  fileprivate func replaceContent(by backup: Database, at now: Instant) throws(StoreError) {
    let used = try attempt { () throws(SQLiteError) in try usedIDs() }
    try attempt { () throws(SQLiteError) in try database.take(allOf: backup) }
    try Schema.migrate(database)
    try transaction { () throws(StoreError) in
      try attempt { () throws(SQLiteError) in
        // No id means two things, also when what had it is not there any more.
        for (table, last) in used { try database.keepUsed(last, of: table) }
        try database.statement("INSERT OR REPLACE INTO state(name, value) VALUES('restored', ?)")
          .run(Value(now))
      }
    }
  }

  /// When the store was restored from a backup last: what is known of it from before is of another.
  func restored() throws(StoreError) -> Int64? {
    try attempt { () throws(SQLiteError) in
      try database.number("SELECT value FROM state WHERE name = 'restored'")
    }
  }
}
