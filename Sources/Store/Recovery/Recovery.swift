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
}

/// Copies what can still be read of a damaged store into a new one.
struct Recovery {
  private let new: Database

  /// - Parameter path: of a file that is to be made.
  init(into path: String) throws(StoreError) {
    new = try Database(path: path, access: .writer, busy: 0)
    try Schema.migrate(new)
  }

  /// Copies all rows, corrects those that do not fit together any more, and makes the copy safe against a power
  /// cut.
  func copy(
    from old: DamagedFile, aside: String, at now: Instant
  ) throws(StoreError) -> RecoveryReport {
    let report = try new.transaction { () throws(StoreError) in
      var rows = RecoveredRows(new, used: try copyRows(from: old))
      try rows.correct(at: now)
      var report = try reconcile(aside: aside, at: now)
      try rows.setCounters()
      report.withoutOptions = rows.withoutOptions
      report.withoutRule = rows.withoutRule
      return report
    }
    guard new.truncateLog() else { throw .database(code: SQLITE_BUSY, message: "checkpoint") }
    return report
  }

  /// A row is known by the number of its columns: the page that says of which table it is may be
  /// what is damaged.
  /// - Returns: the last ids that were given, by table.
  private func copyRows(from old: DamagedFile) throws(StoreError) -> [String: Int64] {
    var used: [String: Int64] = [:]
    var tables: [Int: Statement] = [:]
    for name in ["reminder", "occurrence", "delivery", "attempt", "event"] {
      let count = Int(
        try new.number("SELECT count(*) FROM pragma_table_info(?)", .text(name)) ?? 0)
      let parameters = Array(repeating: "?", count: count).joined(separator: ", ")
      tables[count] = try Statement(
        "INSERT INTO \(name) VALUES(\(parameters))", on: new, keep: true)
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
          case .integer(let last) = row.values[1]
        {
          used[name] = max(used[name] ?? 0, last)
        }
      }
    }
    return used
  }

  private func reconcile(aside: String, at now: Instant) throws(StoreError) -> RecoveryReport {
    var report = RecoveryReport(aside: aside)
    // Occurrences that were over already need no reminder made up for them.
    try new.execute(
      """
      DELETE FROM delivery WHERE occurrence NOT IN (SELECT id FROM occurrence);
      DELETE FROM delivery WHERE occurrence IN (SELECT id FROM occurrence
        WHERE reminder NOT IN (SELECT id FROM reminder) AND NOT (\(SQL.isUnfinished())));
      DELETE FROM attempt WHERE delivery NOT IN (SELECT id FROM delivery);
      DELETE FROM occurrence WHERE reminder NOT IN (SELECT id FROM reminder)
        AND NOT (\(SQL.isUnfinished()));
      """)
    // An instant is all that is left of these.
    report.withoutText = try new.run(
      """
      INSERT INTO reminder(id, uid, kind, created_ms)
      SELECT reminder, lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4'
        || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-'
        || hex(randomblob(6))), 'interval', ?
      FROM occurrence WHERE reminder NOT IN (SELECT id FROM reminder) GROUP BY reminder
      """, Value(now))
    // And these are due as soon as they can be: a time on the wall is resolved again, the rest is due.
    report.withoutTime = try new.run(
      """
      INSERT INTO occurrence(reminder, series_ms, due_ms)
      SELECT id, ?1, ?1 FROM reminder WHERE id NOT IN (SELECT reminder FROM occurrence)
        AND NOT EXISTS (SELECT 1 FROM event e WHERE e.reminder = reminder.id
          AND e.kind IN ('cancelled', 'done', 'dismissed'))
      """, Value(now))
    // Fired, and nothing says on which channel: it fires again.
    try new.execute(
      """
      UPDATE occurrence SET fired_ms = NULL
      WHERE state = 'scheduled' AND fired_ms IS NOT NULL AND ended_ms IS NULL
        AND id NOT IN (SELECT occurrence FROM delivery);
      DELETE FROM reminder WHERE id NOT IN (SELECT reminder FROM occurrence)
      """)
    let all = try new.number("SELECT count(*) FROM reminder") ?? 0
    report.reminders = Int(all) - report.withoutText - report.withoutTime
    return report
  }
}
