import CSQLite
import CivilTime

/// What could be read of a damaged store.
package struct RecoveryReport: Sendable, Equatable {
  /// Where the damaged file is now.
  package var aside: String
  /// Reminders that are there again, whole.
  package var reminders = 0
  /// Reminders that will come, but of which the text is lost.
  package var withoutText = 0
  /// Reminders of which the time is lost: they are due at once.
  package var withoutTime = 0
  /// The ids of those whose options could not be read: they have the usual ones.
  package var withoutOptions: [Int64] = []
  /// The ids of the series whose rules could not be read: they do not repeat any more.
  package var withoutRule: [Int64] = []

  /// Whether nothing was read.
  var isEmpty: Bool { reminders + withoutText + withoutTime == 0 }
}

/// Copies what can still be read of a damaged store into a new one. Rows that make no sense are deleted there, or
/// corrected.
struct Recovery {
  let database: Database
  /// The last ids that were given, by table, as the store knew it.
  var used: [String: Int64] = [:]
  var report: RecoveryReport

  /// - Parameter path: of a file that is to be made.
  init(into path: String, aside: String) throws(StoreError) {
    database = try Database(path: path, access: .writer, busy: 0)
    report = RecoveryReport(aside: aside)
    try Schema.migrate(database)
  }

  /// Copies all rows, corrects those that do not fit together any more, and makes the copy safe against a power
  /// cut.
  mutating func copy(
    from old: DamagedFile, at now: Instant
  ) throws(StoreError) -> RecoveryReport {
    try database.begin()
    try copyRows(from: old)
    try correct(at: now)
    try reconcile(at: now)
    try setCounters()
    try database.commit()
    guard database.truncateLog() else { throw .database(code: SQLITE_BUSY, message: "checkpoint") }
    return report
  }

  /// A row is known by the number of its columns: the page that says of which table it is may be
  /// what is damaged.
  private mutating func copyRows(from old: DamagedFile) throws(StoreError) {
    var tables: [Int: Statement] = [:]
    for (name, _) in Recovery.references {
      let count = try database.columns(of: name).count
      let parameters = Array(repeating: "?", count: count).joined(separator: ", ")
      tables[count] = try Statement(
        "INSERT INTO \(name) VALUES(\(parameters))", on: database, keep: true)
    }
    for number in 0..<old.pageCount {
      for row in old.rows(on: UInt32(number + 1)) {
        if let table = tables[row.values.count] {
          // SQLite keeps the id before the row.
          do { try table.run([.integer(row.id)] + row.values.dropFirst()) } catch {
            // What breaks a rule of the table is garbage.
            guard error.primaryCode == SQLITE_CONSTRAINT else { throw error }
          }
        } else if row.values.count == 2, case .text(let name) = row.values[0],
          case .integer(let last) = row.values[1], Recovery.usual.contains(last)
        {
          used[name] = max(used[name] ?? 0, last)
        }
      }
    }
  }

  private mutating func reconcile(at now: Instant) throws(StoreError) {
    // Occurrences that were over already need no reminder made up for them.
    try database.execute(
      """
      DELETE FROM delivery WHERE occurrence NOT IN (SELECT id FROM occurrence);
      DELETE FROM delivery WHERE occurrence IN (SELECT id FROM occurrence
        WHERE reminder NOT IN (SELECT id FROM reminder) AND NOT (\(SQL.isUnfinished())));
      DELETE FROM attempt WHERE delivery NOT IN (SELECT id FROM delivery);
      DELETE FROM occurrence WHERE reminder NOT IN (SELECT id FROM reminder)
        AND NOT (\(SQL.isUnfinished()));
      """)
    // An instant is all that is left of these.
    report.withoutText = try database.run(
      """
      INSERT INTO reminder(id, uid, kind, created_ms)
      SELECT reminder, lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4'
        || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-'
        || hex(randomblob(6))), 'interval', ?
      FROM occurrence WHERE reminder NOT IN (SELECT id FROM reminder) GROUP BY reminder
      """, Value(now))
    // And these are due as soon as they can be: a time on the wall is resolved again, the rest is due.
    report.withoutTime = try database.run(
      """
      INSERT INTO occurrence(reminder, series_ms, due_ms)
      SELECT id, ?1, ?1 FROM reminder WHERE id NOT IN (SELECT reminder FROM occurrence)
        AND NOT EXISTS (SELECT 1 FROM event e WHERE e.reminder = reminder.id
          AND e.kind IN ('cancelled', 'done', 'dismissed'))
      """, Value(now))
    // Fired, and nothing says on which channel: it fires again.
    try database.execute(
      """
      UPDATE occurrence SET fired_ms = NULL
      WHERE state = 'scheduled' AND fired_ms IS NOT NULL AND ended_ms IS NULL
        AND id NOT IN (SELECT occurrence FROM delivery);
      DELETE FROM reminder WHERE id NOT IN (SELECT reminder FROM occurrence)
      """)
    let all = try database.count("SELECT count(*) FROM reminder")
    report.reminders = all - report.withoutText - report.withoutTime
  }
}
