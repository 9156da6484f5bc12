import CSQLite
import CivilTime
import Configuration
import Glibc
import System

/// The way back from a backup.
package enum Restore {
  /// Replaces what is in the store with what is in the file at `path`, in one transaction: other programs see
  /// the store as it was, or as it is then. What was in the store is kept aside.
  /// - Returns: where that is, nil if there was nothing; and the reminders whose mails had gone since the
  ///   backup was made, and go again: it knows nothing of that.
  package static func run(
    _ path: String, into paths: Paths, patience: Int32, at now: Instant
  ) throws(StoreError) -> (aside: String?, mailedAgain: [Int64]) {
    let backup = try open(path, apartFrom: paths)
    try paths.makeDataFolder()
    let incoming = try Incoming(backup, from: path, in: paths)
    try paths.expectSpool()
    let isThere = try paths.hasStore()
    var aside: String?
    let store: ReminderStore
    do {
      store = try ReminderStore(writing: paths, patience: patience)
    } catch {
      guard error.isDamage else { throw error }
      aside = try Repair.quarantine(paths, at: now)
      store = try ReminderStore(writing: paths, patience: patience)
    }
    let database = store.database
    try incoming.attach(to: database)
    // No other program writes from here on: what was confirmed before is in the file that is kept, and what
    // comes after is in the store.
    let mailedAgain = try database.transaction { () throws(StoreError) in
      if isThere, aside == nil {
        let name = Repair.names(.replaced, in: paths, at: now).free
        // By a connection of its own: that of a writer's transaction cannot be copied.
        if let before = try ReminderStore(reading: paths, patience: patience) {
          try Backup(before).write(to: name, from: paths, isReplacing: false)
        }
        aside = name
      }
      do throws(StoreError) {
        try database.execute(mailed)
        try replaceContent(of: database, at: now)
        return try database.rows(toBeMailed) { $0.integer(0) }
      } catch {
        // Tables of another kind under the names of ours.
        throw error.primaryCode == SQLITE_ERROR
          ? .copy(.unusable(path: path, .damaged)) : error
      }
    }
    try Backup(store).unpackSpool(into: paths)
    return (aside, mailedAgain)
  }

  /// Where what was in the store is kept that was restored at `instant`; nil if there is nothing any
  /// more.
  package static func replaced(at instant: Instant, in paths: Paths) -> String? {
    Repair.names(.replaced, in: paths, at: instant).last
      ?? Repair.names(.damaged, in: paths, at: instant).last
  }

  /// A backup, looked at closely.
  private static func open(
    _ path: String, apartFrom paths: Paths
  ) throws(StoreError) -> Database {
    // Opened here first, since SQLite's error would not say why it cannot be. A pipe is not waited for.
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    // So a socket is refused (open(2)).
    guard file >= 0 else {
      throw errno == ENXIO ? .copy(.notAFile(path: path)) : .copyFailure(path, errno)
    }
    var found = stat()
    fstat(file, &found)
    Glibc.close(file)
    guard found.st_mode & S_IFMT == S_IFREG else { throw .copy(.notAFile(path: path)) }
    guard !paths.isOwn(found) else { throw .copy(.own(path: path)) }
    let (backup, version): (Database, Int)
    let isSound: Bool
    do throws(StoreError) {
      (backup, version) = try opened(path)
      guard version <= Schema.version else {
        throw .newer(found: version, known: Schema.version)
      }
      isSound = try backup.row("PRAGMA integrity_check(1)") { $0.text(0) } == "ok"
    } catch { throw .copy(.unusable(path: path, error.cause)) }
    guard version > 0 else { throw .copy(.unusable(path: path, .notADatabase)) }
    guard isSound else { throw .copy(.unusable(path: path, .damaged)) }
    return backup
  }

  private static func opened(_ path: String) throws(StoreError) -> (Database, version: Int) {
    let backup = try Database(path: path, access: .reader, busy: 0)
    if let version = try? Schema.found(in: backup) { return (backup, version) }
    let frozen = try Database(path: path, access: .frozen, busy: 0)
    return (frozen, try Schema.found(in: frozen))
  }

  /// Replaces all rows with those of what is attached as `incoming`.
  private static func replaceContent(of database: Database, at now: Instant) throws(StoreError) {
    let tables = try database.rows(
      "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    ) { $0.text(0) }
    // No id means two things, even if what had it is not there any more.
    var used = try database.rows(
      """
      SELECT name, seq FROM main.sqlite_sequence
      UNION ALL SELECT name, seq FROM incoming.sqlite_sequence
      """
    ) { (table: $0.text(0), last: $0.integer(1)) }
    // If the store has given its last id, it starts again after those of the backup.
    used.removeAll { $0.last >= IntegrityCheck.ids.upperBound }
    try database.execute("DELETE FROM main.sqlite_sequence")
    for table in tables {
      let columns = try database.columns(of: table).joined(separator: ", ")
      try database.execute(
        """
        DELETE FROM main.\(table);
        INSERT INTO main.\(table)(\(columns)) SELECT \(columns) FROM incoming.\(table)
        """)
    }
    for (table, last) in used { try database.keepUsed(last, of: table) }
    let last = used.filter { $0.table == "event" }.map(\.last).max() ?? 0
    for (name, value) in [("restored", Value(now)), ("restored_event", .integer(last))] {
      try database.run("INSERT OR REPLACE INTO state(name, value) VALUES(?, ?)", .text(name), value)
    }
  }

  /// Keeps every occurrence whose mail a server has taken: its id, and its reminder's UUID.
  private static let mailed = """
    CREATE TEMP TABLE mailed AS SELECT o.id AS occurrence, r.uid FROM \(SQL.deliveries)
    WHERE d.channel = 'mail' AND d.state = 'accepted' AND d.purpose = 'due' ORDER BY d.id
    """

  /// The reminders of those whose mail is still to come, or waits.
  private static let toBeMailed = """
    SELECT r.id FROM mailed m JOIN occurrence o ON o.id = m.occurrence
      JOIN reminder r ON r.id = o.reminder AND r.uid = m.uid
    WHERE r.options ->> '$.mail' IS NOT NULL
      AND (\(SQL.isPending("o.")) OR EXISTS (SELECT 1 FROM delivery d
        WHERE d.occurrence = o.id AND d.purpose = 'due' AND \(SQL.isOpenMail("d."))))
    GROUP BY r.id ORDER BY min(m.rowid)
    """
}

/// A backup as a store of this version, in which everything makes sense: a copy beside the store, which goes
/// when it is not needed any more.
private final class Incoming {
  private let part: AtomicFile

  init(_ backup: Database, from file: String, in paths: Paths) throws(StoreError) {
    paths.removeOrphans()
    do { part = try AtomicFile(of: paths.store) } catch {
      throw .folder(path: paths.data, errno: error.code)
    }
    let copy = try Database(copying: backup, to: part.path)
    try Schema.migrate(copy)
    guard try IntegrityCheck.issue(of: copy) == nil else {
      throw .copy(.unusable(path: file, .damaged))
    }
  }

  func attach(to database: Database) throws(StoreError) {
    try Statement("ATTACH ? AS incoming", on: database).run([.text(part.path)])
  }
}
