import CivilTime

/// What could be saved of a damaged store.
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
    do { new = try Database(path: path, access: .writer, busy: 0) } catch {
      throw .database(error)
    }
    try Schema.migrate(new)
  }

  /// Copies all rows, and sets right what does not fit together any more.
  package func copy(from old: DamagedFile, aside: String, at now: Instant) throws(StoreError)
    -> RecoveryReport
  {
    try new.transaction(StoreError.database) { () throws(StoreError) in
      do throws(SQLiteError) {
        var rows = RecoveredRows(new)
        rows.used = try copyRows(from: old)
        try rows.run(at: now)
        var report = try reconcile(aside: aside, at: now)
        try rows.count()
        report.withoutOptions = rows.withoutOptions
        report.withoutRule = rows.withoutRule
        return report
      } catch { throw .database(error) }
    }
  }

  /// Makes the copy safe against a power cut.
  package func finish() throws(StoreError) {
    guard new.truncateLog() else {
      throw .database(SQLiteError(code: 5, message: "checkpoint", sql: nil))
    }
  }

  /// A row is known by the number of its columns: the page that says of which table it is may be
  /// what is damaged.
  /// - Returns: the last ids that were given, by table.
  private func copyRows(from old: DamagedFile) throws(SQLiteError) -> [String: Int64] {
    var used: [String: Int64] = [:]
    let tables = try ["reminder", "occurrence", "delivery", "attempt", "event"].map {
      (name) throws(SQLiteError) in
      let count = try new.statement("SELECT count(*) FROM pragma_table_info(?)").row(.text(name)) {
        Int($0.integer(0))
      }
      let places = Array(repeating: "?", count: count ?? 0).joined(separator: ", ")
      return (
        count: count ?? 0,
        insert: try Statement(
          "INSERT INTO \(name) VALUES(\(places))", on: new.handle, keep: true)
      )
    }
    for number in 0..<old.pageCount {
      for row in old.rows(on: UInt32(number + 1)) {
        if let table = tables.first(where: { $0.count == row.values.count }) {
          // The id stands for itself in front of the row, where SQLite keeps it.
          try insert([.integer(row.id)] + row.values.dropFirst(), by: table.insert)
        } else if row.values.count == 2, case .text(let name) = row.values[0],
          case .integer(let last) = row.values[1]
        {
          used[name] = max(used[name] ?? 0, last)
        }
      }
    }
    return used
  }

  /// What breaks a rule of the table is garbage.
  private func insert(_ values: [Value], by statement: Statement) throws(SQLiteError) {
    do throws(SQLiteError) { try statement.run(values) } catch {
      guard error.isConstraint else { throw error }
    }
  }

  private func reconcile(aside: String, at now: Instant) throws(SQLiteError) -> RecoveryReport {
    var report = RecoveryReport(aside: aside)
    // Of what was over already nothing needs to be made up.
    try new.execute(
      """
      DELETE FROM delivery WHERE occurrence NOT IN (SELECT id FROM occurrence);
      DELETE FROM delivery WHERE occurrence IN (SELECT id FROM occurrence
        WHERE reminder NOT IN (SELECT id FROM reminder)
          AND (ended_ms IS NOT NULL OR state NOT IN ('scheduled', 'unanswered')));
      DELETE FROM attempt WHERE delivery NOT IN (SELECT id FROM delivery);
      DELETE FROM occurrence WHERE reminder NOT IN (SELECT id FROM reminder)
        AND (ended_ms IS NOT NULL OR state NOT IN ('scheduled', 'unanswered'));
      """)
    // An instant is all that is left of these.
    try new.statement(
      """
      INSERT INTO reminder(id, uid, kind, created_ms)
      SELECT reminder, lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4'
        || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-'
        || hex(randomblob(6))), 'interval', ?
      FROM occurrence WHERE reminder NOT IN (SELECT id FROM reminder) GROUP BY reminder
      """
    ).run(Value(now))
    report.withoutText = new.changes
    // And these are due as soon as they can be: what is on the wall is read again, the rest is due.
    try new.statement(
      """
      INSERT INTO occurrence(reminder, series_ms, due_ms)
      SELECT id, ?1, ?1 FROM reminder WHERE id NOT IN (SELECT reminder FROM occurrence)
        AND NOT EXISTS (SELECT 1 FROM event e WHERE e.reminder = reminder.id
          AND e.kind IN ('cancelled', 'done', 'dismissed'))
      """
    ).run(Value(now))
    report.withoutTime = new.changes
    // Taken up, and nothing says by which channel: it is taken up again.
    try new.execute(
      """
      UPDATE occurrence SET fired_ms = NULL
      WHERE state = 'scheduled' AND fired_ms IS NOT NULL AND ended_ms IS NULL
        AND id NOT IN (SELECT occurrence FROM delivery)
      """)
    try new.execute("DELETE FROM reminder WHERE id NOT IN (SELECT reminder FROM occurrence)")
    let all = try new.number("SELECT count(*) FROM reminder") ?? 0
    report.reminders = Int(all) - report.withoutText - report.withoutTime
    return report
  }
}
