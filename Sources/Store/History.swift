import CivilTime
import Reminders

extension ReminderStore {
  /// What is over or was shown, the newest first, back to `since`: occurrences that fired, by the
  /// time at which they did, and those that ended before. What an edit put another in the place of
  /// is no history; what was still to come of one that was cancelled, is in the row of that.
  /// - Parameter key: where the page before ended.
  package func history(
    since: Instant, before key: PageKey, limit: Int, tag: String? = nil
  ) throws(StoreError) -> [Entry] {
    try attempt { () throws(SQLiteError) in
      // Each half steps by its own index, so that a page costs the same wherever it lies. For a look at
      // an index of some rows SQLite wants to see the index's own condition.
      try database.statement(
        """
        SELECT r.id, r.uid, r.text, r.kind, r.wall, r.zone, r.rrule, r.boot_id,
          r.due_boot_ms, r.created_ms, o.id, o.due_ms, o.fired_ms, o.ended_ms, o.state,
          (SELECT reason FROM delivery d WHERE d.occurrence = o.id
            AND d.state IN ('held', 'unknown') LIMIT 1), r.options,
          EXISTS (SELECT 1 FROM event e WHERE e.reminder = r.id AND e.at_ms = o.ended_ms
            AND e.before IS NOT NULL AND e.kind IN ('skipped', 'edited', 'imported')
            AND e.kind = 'skipped')
        FROM (
          SELECT * FROM (SELECT id, fired_ms AS at_ms FROM occurrence
            WHERE fired_ms IS NOT NULL AND fired_ms >= ?1 AND (fired_ms, id) < (?2, ?3)
              AND (?4 IS NULL OR ?4 =
                (SELECT options ->> '$.tag' FROM reminder WHERE id = occurrence.reminder))
            ORDER BY fired_ms DESC, id DESC LIMIT ?5)
          UNION ALL
          SELECT * FROM (SELECT id, ended_ms FROM occurrence
            WHERE ended_ms IS NOT NULL AND fired_ms IS NULL AND ended_ms >= ?1
              AND (ended_ms, id) < (?2, ?3)
              AND NOT EXISTS (SELECT 1 FROM event e WHERE e.reminder = occurrence.reminder
                AND e.at_ms = occurrence.ended_ms AND e.before IS NOT NULL
                AND e.kind IN ('skipped', 'edited', 'imported')
                AND (e.kind = 'edited' OR e.kind = 'imported'
                  AND EXISTS (SELECT 1 FROM occurrence x
                    WHERE x.reminder = e.reminder AND x.id > occurrence.id)))
              AND NOT (state = 'cancelled' AND EXISTS (SELECT 1 FROM occurrence x
                WHERE x.reminder = occurrence.reminder AND x.ended_ms = occurrence.ended_ms
                  AND x.state = 'cancelled'
                  AND (x.fired_ms IS NOT NULL OR x.id < occurrence.id)))
              AND (?4 IS NULL OR ?4 =
                (SELECT options ->> '$.tag' FROM reminder WHERE id = occurrence.reminder))
            ORDER BY ended_ms DESC, id DESC LIMIT ?5)) AS past
        JOIN occurrence o ON o.id = past.id LEFT JOIN reminder r ON r.id = o.reminder
        ORDER BY past.at_ms DESC, o.id DESC LIMIT ?5
        """
      ).rows(
        Value(since), Value(key.due), .integer(key.occurrence), Value(tag),
        .integer(Int64(limit))
      ) { (row: entryRow($0), isSkipped: $0.integer(17) != 0) }.map { (found) throws(SQLiteError) in
        var entry = try entry(found.row)
        entry.isSkipped = found.isSkipped
        return entry
      }
    }
  }
}

extension Entry {
  /// When it came into history.
  package var past: Instant { fired ?? ended ?? due }

  /// Where the page of history behind this entry begins.
  package var historyKey: PageKey { PageKey(due: past, occurrence: occurrence) }
}
