import CivilTime
import Reminders

/// Where a page of a list ends: the next one begins after it.
package struct PageKey: Sendable, Equatable {
  package var due: Instant
  package var occurrence: Int64

  /// Before everything.
  package static let start = PageKey(due: Instant(milliseconds: .min), occurrence: .min)
  /// Behind everything.
  package static let end = PageKey(due: Instant(milliseconds: .max), occurrence: .max)
}

extension Entry {
  /// Where the page behind this entry begins.
  package var pageKey: PageKey { PageKey(due: due, occurrence: occurrence) }
}

/// How many reminders there are of which kind; each that is not finished is of one kind.
package struct Counts: Sendable, Equatable {
  /// Not fired yet.
  package var pending: Int
  /// Fired, and not shown yet: it is being shown, or waits for an obstacle to go away.
  package var held: Int
  /// Shown, and not answered.
  package var unanswered: Int

  /// Where there is no store yet.
  package static let none = Counts(pending: 0, held: 0, unanswered: 0)
}

extension ReminderStore {
  /// What has fired and is not finished: shown and not answered, or a channel has not taken it
  /// yet; by due time.
  /// - Parameters:
  ///   - shownAfter: what was shown before is history by now, unless it is still owed.
  ///   - state: only what is in this state; nil: all.
  package func outstanding(
    after key: PageKey, limit: Int, shownAfter: Instant, tag: String? = nil,
    state: OccurrenceState? = nil
  ) throws(StoreError) -> [Entry] {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT r.id, r.uid, r.text, r.kind, r.wall, r.zone, r.rrule, r.boot_id,
          r.due_boot_ms, r.created_ms, o.id, o.due_ms, o.fired_ms, o.ended_ms, o.state,
          (SELECT reason FROM delivery d WHERE d.occurrence = o.id
            AND d.state IN ('held', 'unknown') LIMIT 1), r.options
        FROM occurrence o LEFT JOIN reminder r ON r.id = o.reminder
        WHERE o.id IN (
          SELECT occurrence FROM delivery
          WHERE state NOT IN ('accepted', 'failed') AND at_ms IS NULL
          UNION ALL SELECT id FROM occurrence
          WHERE fired_ms IS NOT NULL AND fired_ms > ? AND state IN ('scheduled', 'unanswered'))
        AND o.ended_ms IS NULL AND o.fired_ms IS NOT NULL
        AND o.state IN ('scheduled', 'unanswered') AND (o.due_ms, o.id) > (?, ?)
        AND (?4 IS NULL OR r.options ->> '$.tag' = ?4) AND (?5 IS NULL OR o.state = ?5)
        ORDER BY o.due_ms, o.id LIMIT ?6
        """
      ).rows(
        Value(shownAfter), Value(key.due), .integer(key.occurrence), Value(tag),
        Value(state?.rawValue), .integer(Int64(limit)), read: entryRow
      ).map { (row) throws(SQLiteError) in try entry(row) }
    }
  }

  /// What has not fired yet, by due time.
  package func pending(
    after key: PageKey, limit: Int, tag: String? = nil
  ) throws(StoreError) -> [Entry] {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT r.id, r.uid, r.text, r.kind, r.wall, r.zone, r.rrule, r.boot_id,
          r.due_boot_ms, r.created_ms, o.id, o.due_ms, o.fired_ms, o.ended_ms, o.state, NULL,
          r.options
        FROM occurrence o LEFT JOIN reminder r ON r.id = o.reminder
        WHERE o.state = 'scheduled' AND o.fired_ms IS NULL AND (o.due_ms, o.id) > (?, ?)
        AND (?3 IS NULL OR r.options ->> '$.tag' = ?3)
        ORDER BY o.due_ms, o.id LIMIT ?4
        """
      ).rows(
        Value(key.due), .integer(key.occurrence), Value(tag), .integer(Int64(limit)),
        read: entryRow
      ).map { (row) throws(SQLiteError) in try entry(row) }
    }
  }

  /// One occurrence, whatever has become of it; nil where there is none.
  package func entry(ofOccurrence occurrence: Int64) throws(StoreError) -> Entry? {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT r.id, r.uid, r.text, r.kind, r.wall, r.zone, r.rrule, r.boot_id,
          r.due_boot_ms, r.created_ms, o.id, o.due_ms, o.fired_ms, o.ended_ms, o.state,
          (SELECT reason FROM delivery d WHERE d.occurrence = o.id
            AND d.state IN ('held', 'unknown') LIMIT 1), r.options
        FROM occurrence o LEFT JOIN reminder r ON r.id = o.reminder WHERE o.id = ?
        """
      ).row(.integer(occurrence), read: entryRow).map { (row) throws(SQLiteError) in
        try entry(row)
      }
    }
  }

  /// The zones by name that what is still to come keeps to, each once.
  package func zonesToCome() throws(StoreError) -> [String] {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT DISTINCT r.zone FROM occurrence o JOIN reminder r ON r.id = o.reminder
        WHERE o.state = 'scheduled' AND o.fired_ms IS NULL AND r.zone IS NOT NULL ORDER BY r.zone
        """
      ).rows { $0.text(0) }
    }
  }

  /// - Parameter shownAfter: as in `outstanding`.
  package func counts(shownAfter: Instant) throws(StoreError) -> Counts {
    try attempt { () throws(SQLiteError) in
      let pending = try database.number(
        "SELECT count(*) FROM occurrence WHERE state = 'scheduled' AND fired_ms IS NULL")
      var counts = Counts(pending: Int(pending ?? 0), held: 0, unanswered: 0)
      // The same as in `outstanding`.
      let fired = try database.statement(
        """
        SELECT state, count(*) FROM occurrence
        WHERE id IN (
          SELECT occurrence FROM delivery
          WHERE state NOT IN ('accepted', 'failed') AND at_ms IS NULL
          UNION ALL SELECT id FROM occurrence
          WHERE fired_ms IS NOT NULL AND fired_ms > ? AND state IN ('scheduled', 'unanswered'))
        AND ended_ms IS NULL AND fired_ms IS NOT NULL AND state IN ('scheduled', 'unanswered')
        GROUP BY state
        """
      ).rows(Value(shownAfter)) { (state: $0.text(0), count: Int($0.integer(1))) }
      for (state, count) in fired {
        if state == OccurrenceState.scheduled.rawValue {
          counts.held = count
        } else {
          counts.unanswered = count
        }
      }
      return counts
    }
  }

  /// How many have not fired that should have before `limit`: no daemon ran, or it could not
  /// write.
  package func overdue(before limit: Instant) throws(StoreError) -> Int {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT count(*) FROM occurrence
        WHERE state = 'scheduled' AND fired_ms IS NULL AND due_ms < ?
        """
      ).row(Value(limit)) { Int($0.integer(0)) } ?? 0
    }
  }

  /// The columns of an `Entry`, its options not yet read.
  typealias EntryRow = (entry: Entry, options: String)

  /// Reads the columns that `pending` selects, in its order.
  func entryRow(_ row: Row) -> EntryRow {
    let entry = Entry(
      id: row.integer(0), uid: row.text(1), text: row.optionalText(2),
      trigger: TriggerColumns(row, from: 3).trigger, created: row.instant(9),
      occurrence: row.integer(10), due: row.instant(11), fired: row.optionalInstant(12),
      ended: row.optionalInstant(13),
      state: OccurrenceState(rawValue: row.text(14)) ?? .scheduled,
      obstacle: row.optionalText(15).flatMap(HoldReason.init(rawValue:)))
    return (entry, row.text(16))
  }

  func entry(_ row: EntryRow) throws(SQLiteError) -> Entry {
    guard row.entry.id != 0 else { throw IntegrityCheck.orphan }
    var entry = row.entry
    entry.options = try options(row.options)
    return entry
  }
}
