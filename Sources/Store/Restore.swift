import CSQLite
import CivilTime
import Configuration
import Glibc
import System

/// The way back from a backup.
package enum Restore {
  /// Puts what is in the file at `path` into the store's place, in one transaction: others see the
  /// store as it was, or as it is then. What was in the store is kept aside.
  /// - Returns: where that is, nil where there was nothing; and the reminders whose mails had gone since the
  ///   backup was made, and go again: it knows nothing of that.
  package static func run(
    _ path: String, into places: Places, patience: Int32, at now: Instant
  ) throws(BackupError) -> (aside: String?, mailedAgain: [Int64]) {
    let backup = try open(path, apartFrom: places)
    do { try places.makeDataFolder() } catch { throw .store(error) }
    let incoming = try Incoming(backup, from: path, in: places)
    let store: ReminderStore
    let isThere: Bool
    var aside: String?
    do throws(StoreError) {
      try places.expectSpool()
      isThere = try places.hasStore()
      do throws(StoreError) {
        store = try ReminderStore(writing: places, patience: patience)
      } catch {
        guard error.isDamage else { throw error }
        aside = try Repair.quarantine(places, at: now)
        store = try ReminderStore(writing: places, patience: patience)
      }
    } catch { throw .store(error) }
    try BackupError.attempt { () throws(SQLiteError) in try incoming.attach(to: store.database) }
    var mailedAgain: [Int64] = []
    // Nobody else writes from here on: what was confirmed before is in the file that is kept, and what
    // comes after is in the store.
    let failed = { (error: SQLiteError) in BackupError.store(.database(error)) }
    try store.database.transaction(failed) { () throws(BackupError) in
      if isThere, aside == nil {
        let name = Repair.quarantineName(.replaced, in: places, at: now)
        try keep(places, as: name, patience)
        aside = name
      }
      do throws(SQLiteError) {
        let mailed = try store.mailed()
        try store.replaceContent(at: now)
        mailedAgain = try store.toBeMailed(of: mailed)
      } catch {
        // Tables of another kind under the names of ours.
        guard error.primary == SQLITE_ERROR else { throw .store(.database(error)) }
        throw .unusable(path: path, .damaged)
      }
    }
    try store.unpackSpool(into: places)
    return (aside, mailedAgain)
  }

  /// Where what was in the store is kept that was restored at `instant`; nil where there is nothing any
  /// more.
  package static func replaced(at instant: Instant, in places: Places) -> String? {
    Repair.lastName(.replaced, in: places, at: instant)
      ?? Repair.lastName(.damaged, in: places, at: instant)
  }

  /// By a connection of its own: that of a writer's transaction cannot be copied.
  private static func keep(
    _ places: Places, as name: String, _ patience: Int32
  ) throws(BackupError) {
    let store: ReminderStore?
    do { store = try ReminderStore(reading: places, patience: patience) } catch {
      throw .store(error)
    }
    try store?.backUp(to: name, from: places, isReplacing: false)
  }

  /// A backup, looked at closely.
  private static func open(
    _ path: String, apartFrom places: Places
  ) throws(BackupError) -> Database {
    // Its own words for a file that is not there.
    // A pipe is not waited for.
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    // So a socket is refused (open(2)).
    guard file >= 0 else {
      throw errno == ENXIO ? .notAFile(path: path) : .file(path: path, errno: errno)
    }
    var found = stat()
    fstat(file, &found)
    Glibc.close(file)
    guard found.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    guard !places.isOwn(found) else { throw .own(path: path) }
    let (backup, version): (Database, Int)
    let isSound: Bool
    do throws(StoreError) {
      (backup, version) = try opened(path)
      guard version <= Schema.version else {
        throw .newer(found: version, known: Schema.version)
      }
      do {
        isSound =
          try backup.statement("PRAGMA integrity_check(1)").row { $0.text(0) } == "ok"
      } catch { throw .database(error) }
    } catch { throw .unusable(path: path, error.cause) }
    guard version > 0 else { throw .unusable(path: path, .notADatabase) }
    guard isSound else { throw .unusable(path: path, .damaged) }
    return backup
  }

  private static func opened(_ path: String) throws(StoreError) -> (Database, version: Int) {
    let frozen: Database
    do {
      let backup = try Database(path: path, access: .reader, busy: 0)
      if let version = try? Schema.found(in: backup) { return (backup, version) }
      frozen = try Database(path: path, access: .frozen, busy: 0)
    } catch { throw .database(error) }
    return (frozen, try Schema.found(in: frozen))
  }
}

extension ReminderStore {
  /// Has what is attached as `incoming` in the place of all there was.
  fileprivate func replaceContent(at now: Instant) throws(SQLiteError) {
    let tables = try database.statement(
      "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    ).rows { $0.text(0) }
    // No id means two things, also when what had it is not there any more.
    var used: [(table: String, last: Int64)] = []
    for sql in [
      "SELECT name, seq FROM main.sqlite_sequence",
      "SELECT name, seq FROM incoming.sqlite_sequence",
    ] as [StaticString] {
      used += try database.statement(sql).rows { ($0.text(0), $0.integer(1)) }
    }
    // Where the store has given its last id, it begins anew behind those of the backup.
    used = used.filter { $0.last < IntegrityCheck.ids.upperBound }
    try database.execute("DELETE FROM main.sqlite_sequence")
    for table in tables {
      try database.execute(
        "DELETE FROM main.\(table); INSERT INTO main.\(table) SELECT * FROM incoming.\(table)")
    }
    for (table, last) in used { try database.keepUsed(last, of: table) }
    let last = used.filter { $0.table == "event" }.map(\.last).max() ?? 0
    for (name, value) in [("restored", Value(now)), ("restored_event", .integer(last))] {
      try database.statement("INSERT OR REPLACE INTO state(name, value) VALUES(?, ?)")
        .run(.text(name), value)
    }
  }

  /// When it was restored from a backup last, and the last line that its history or the one that was
  /// replaced had then; nil where it never was.
  func restoration() throws(SQLiteError) -> (at: Instant, event: Int64)? {
    try database.statement(
      """
      SELECT r.value, e.value FROM state r JOIN state e
      WHERE r.name = 'restored' AND e.name = 'restored_event'
      """
    ).row { ($0.instant(0), $0.integer(1)) }
  }

  /// Every occurrence whose mail a server has taken: its id, and its reminder's UUID.
  fileprivate func mailed() throws(SQLiteError) -> [(occurrence: Int64, uid: String)] {
    try database.statement(
      """
      SELECT o.id, r.uid FROM delivery d JOIN occurrence o ON o.id = d.occurrence
        JOIN reminder r ON r.id = o.reminder
      WHERE d.channel = 'mail' AND d.state = 'accepted' AND d.purpose = 'due' ORDER BY d.id
      """
    ).rows { ($0.integer(0), $0.text(1)) }
  }

  /// The reminders of those whose mail is still to come, or waits.
  fileprivate func toBeMailed(
    of mailed: [(occurrence: Int64, uid: String)]
  ) throws(SQLiteError) -> [Int64] {
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

  /// When the store was restored from a backup last: what is known of it from before is of another.
  package func restored() throws(StoreError) -> Int64? {
    try attempt { () throws(SQLiteError) in
      try database.number("SELECT value FROM state WHERE name = 'restored'")
    }
  }
}

/// A backup as a store of this version, in which everything makes sense: a copy beside the store, which goes
/// when it is not needed any more.
private final class Incoming {
  private let part: AtomicFile

  init(_ backup: Database, from file: String, in places: Places) throws(BackupError) {
    places.removeOrphans()
    do { part = try AtomicFile(of: places.store) } catch {
      throw .store(.folder(path: places.data, errno: error.code))
    }
    let copy: Database
    do throws(SQLiteError) {
      copy = try Database(path: part.path, access: .writer, busy: 0)
      try copy.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")
      try copy.take(allOf: backup)
      try copy.execute("PRAGMA journal_mode = DELETE")
    } catch { throw .store(.database(error)) }
    let issue: IntegrityCheck.Issue?
    do {
      try Schema.migrate(copy)
      issue = try IntegrityCheck.issue(of: copy)
    } catch { throw .store(error) }
    guard issue == nil else { throw .unusable(path: file, .damaged) }
  }

  func attach(to database: Database) throws(SQLiteError) {
    let attach = try Statement("ATTACH ? AS incoming", on: database.handle, keep: false)
    try attach.run(.text(part.path))
  }
}
