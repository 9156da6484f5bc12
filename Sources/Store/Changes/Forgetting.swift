import CivilTime

/// Reminders that are finished, and how they are deleted.
extension ReminderStore {
  /// Deletes up to `limit` occurrences that ended before `end`, or that fired before it and were
  /// never answered, and the reminders of which nothing is left then; not those whose mail waits.
  /// - Returns: the UUIDs of those reminders.
  @discardableResult
  package func prune(endedBefore end: Instant, limit: Int) throws(StoreError) -> [String] {
    var forgotten: [String] = []
    let old = try database.rows(
      """
      SELECT id, reminder FROM (
        SELECT id, reminder FROM occurrence
        WHERE fired_ms IS NOT NULL AND fired_ms < ?1
          AND (state = 'unanswered' AND ended_ms IS NULL OR ended_ms < ?1)
        UNION ALL
        SELECT id, reminder FROM occurrence
        WHERE ended_ms IS NOT NULL AND fired_ms IS NULL AND ended_ms < ?1)
      WHERE id NOT IN (SELECT occurrence FROM delivery WHERE \(SQL.isOpenMail()))
      LIMIT ?2
      """, Value(end), Value(limit)
    ) { ($0.integer(0), $0.integer(1)) }
    for (occurrence, _) in old { try delete(occurrence: occurrence) }
    for reminder in Set(old.map(\.1)) {
      let uid = try database.row("SELECT uid FROM reminder WHERE id = ?", .integer(reminder)) {
        $0.text(0)
      }
      if try deleteIfBare(reminder), let uid { forgotten.append(uid) }
    }
    try database.run(
      "DELETE FROM event WHERE reminder = ? AND at_ms < ?", .integer(ReminderStore.noReminder),
      Value(end))
    return forgotten
  }

  /// The finished reminders of which everything is older than `end`.
  /// - Parameter shownAfter: as in `outstanding`.
  package func finished(before end: Instant, shownAfter: Instant) throws(StoreError) -> [Int64] {
    try database.rows(
      """
      SELECT r.id FROM reminder r
      WHERE NOT EXISTS (SELECT 1 FROM occurrence o WHERE o.reminder = r.id AND (
        o.ended_ms IS NULL AND (o.state = 'scheduled' OR o.fired_ms > ?2)
        OR coalesce(o.ended_ms, o.fired_ms) >= ?1
        OR o.id IN (SELECT occurrence FROM delivery WHERE \(SQL.isOpenMail()))))
      ORDER BY r.id
      """, Value(end), Value(shownAfter)
    ) { $0.integer(0) }
  }

  /// Whether something of a reminder is still to come, or waits for an answer.
  /// - Parameter shownAfter: as in `outstanding`.
  package func isUnfinished(_ reminder: Int64, shownAfter: Instant) throws(StoreError) -> Bool {
    try database.hasRow(
      """
      SELECT 1 FROM occurrence WHERE reminder = ?1 AND ended_ms IS NULL
        AND (state = 'scheduled' OR state = 'unanswered' AND fired_ms > ?2) LIMIT 1
      """, .integer(reminder), Value(shownAfter))
  }

  /// Erases reminders and everything about them: rows, history, and what the files still hold of
  /// their bytes (https://www.sqlite.org/pragma.html#pragma_secure_delete).
  /// - Returns: false if another program kept the log from being emptied; the rows are gone all
  ///   the same, and their bytes go with the next time that it is.
  package func forget(_ reminders: [Int64]) throws(StoreError) -> Bool {
    try database.execute("PRAGMA secure_delete = ON")
    try transaction { () throws(StoreError) in
      for reminder in reminders {
        let occurrences = try database.rows(
          "SELECT id FROM occurrence WHERE reminder = ?", .integer(reminder)
        ) { $0.integer(0) }
        for occurrence in occurrences { try delete(occurrence: occurrence) }
        try deleteIfBare(reminder)
      }
    }
    return database.truncateLog()
  }

  private func delete(occurrence: Int64) throws(StoreError) {
    try database.run(
      "DELETE FROM attempt WHERE delivery IN (SELECT id FROM delivery WHERE occurrence = ?)",
      .integer(occurrence))
    try database.run("DELETE FROM delivery WHERE occurrence = ?", .integer(occurrence))
    try database.run("DELETE FROM occurrence WHERE id = ?", .integer(occurrence))
  }

  /// Deletes a reminder without occurrences.
  /// - Returns: whether it was.
  @discardableResult
  private func deleteIfBare(_ reminder: Int64) throws(StoreError) -> Bool {
    let deleted = try database.run(
      """
      DELETE FROM reminder WHERE id = ?1
        AND NOT EXISTS (SELECT 1 FROM occurrence WHERE reminder = ?1)
      """, .integer(reminder))
    guard deleted == 1 else { return false }
    try database.run("DELETE FROM event WHERE reminder = ?", .integer(reminder))
    return true
  }
}
