extension ReminderStore {
  /// What is over or was shown, by the time at which that happened, from `since` on: occurrences
  /// that fired, and those that ended before their time.
  /// - Parameter key: where the page before ended.
  public func history(
    since: Instant, after key: PageKey, limit: Int, tag: String? = nil
  ) throws(StoreError) -> [Entry] {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT r.id, r.uid, r.text, r.kind, r.wall, r.zone, r.rrule, r.boot_id,
          r.due_boot_ms, r.created_ms, o.id, o.due_ms, o.fired_ms, o.ended_ms, o.state,
          (SELECT reason FROM delivery d WHERE d.occurrence = o.id
            AND d.state IN ('held', 'unknown') LIMIT 1), r.options
        FROM (
          SELECT id, fired_ms AS at_ms FROM occurrence
          WHERE fired_ms IS NOT NULL AND fired_ms >= ?1
          UNION ALL
          SELECT id, ended_ms FROM occurrence
          WHERE ended_ms IS NOT NULL AND fired_ms IS NULL AND ended_ms >= ?1) AS past
        JOIN occurrence o ON o.id = past.id JOIN reminder r ON r.id = o.reminder
        WHERE (past.at_ms, o.id) > (?2, ?3) AND (?4 IS NULL OR r.options ->> '$.tag' = ?4)
        ORDER BY past.at_ms, o.id LIMIT ?5
        """
      ).rows(
        Value(since), Value(key.due), .integer(key.occurrence), Value(tag),
        .integer(Int64(limit)), read: entryRow
      ).map { (row) throws(SQLiteError) in try entry(row) }
    }
  }
}

extension Entry {
  /// Where a page of history behind this entry begins.
  public var historyKey: PageKey {
    PageKey(due: fired ?? ended ?? due, occurrence: occurrence)
  }
}
