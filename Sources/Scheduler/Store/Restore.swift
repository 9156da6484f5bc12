import CSQLite
import Glibc

/// The way back from a backup.
public enum Restore {
  /// Puts what is in the file at `path` into the store's place, in one transaction: others see the
  /// store as it was, or as it is then. What was in the store is kept aside.
  /// - Returns: where that is, nil where there was nothing; and the reminders whose mails had gone since the
  ///   backup was made, and go again: it knows nothing of that.
  public static func run(
    _ path: String, into places: Places, patience: Int32, at now: Instant
  ) throws(BackupError) -> (aside: String?, mailedAgain: [Int64]) {
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
    let mailedAgain: [Int64]
    do throws(StoreError) {
      let mailed = try store.mailed()
      try store.replaceContent(by: backup, at: now)
      mailedAgain = try store.toBeMailed(of: mailed)
    } catch { throw .store(error) }
    try store.unpackSpool(into: places)
    return (aside, mailedAgain)
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

  /// Every occurrence whose mail a server has taken: its id, and its reminder's UUID.
  fileprivate func mailed() throws(StoreError) -> [(occurrence: Int64, uid: String)] {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT o.id, r.uid FROM delivery d JOIN occurrence o ON o.id = d.occurrence
          JOIN reminder r ON r.id = o.reminder
        WHERE d.channel = 'mail' AND d.state = 'accepted' AND d.purpose = 'due' ORDER BY d.id
        """
      ).rows { ($0.integer(0), $0.text(1)) }
    }
  }

  /// The reminders of those whose mail is still to come, or waits.
  fileprivate func toBeMailed(
    of mailed: [(occurrence: Int64, uid: String)]
  ) throws(StoreError) -> [Int64] {
    try attempt { () throws(SQLiteError) in
      var reminders: [Int64] = []
      for (occurrence, uid) in mailed {
        let reminder = try database.statement(
          """
          SELECT r.id FROM occurrence o JOIN reminder r ON r.id = o.reminder
          WHERE o.id = ? AND r.uid = ? AND r.options ->> '$.mail' IS NOT NULL
            AND (o.state = 'scheduled' AND o.fired_ms IS NULL OR EXISTS (SELECT 1 FROM delivery d
              WHERE d.occurrence = o.id AND d.channel = 'mail' AND d.purpose = 'due'
                AND d.state NOT IN ('accepted', 'failed')))
          """
        ).row(.integer(occurrence), .text(uid)) { $0.integer(0) }
        if let reminder, !reminders.contains(reminder) { reminders.append(reminder) }
      }
      return reminders
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
