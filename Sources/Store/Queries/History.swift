import CivilTime
import Reminders

/// The end of a reminder's history: that of a series may go on for years.
package struct History: Sendable, Equatable {
  /// How many of each there are at most; as many as the deliveries of one occurrence that insists.
  package static let most = ReminderOptions.Nag.mostTimes

  /// As it stands.
  package var entry: Entry
  /// What is to come, and the last.
  package var occurrences: [OccurrenceRecord]
  /// Those of the entry's occurrence, and the last.
  package var deliveries: [DeliveryRecord]
  /// The last.
  package var events: [HistoryEvent]
  /// How many of what has happened were left out.
  package var earlier = 0

  /// Still to come, or shown and not answered.
  package var isUnfinished: Bool {
    entry.ended == nil && (entry.state == .scheduled || entry.state == .unanswered)
  }
}

/// History: the list of what is over, and all that happened to one reminder.
extension ReminderStore {
  /// What is over or was shown, the newest first, back to `since`: occurrences that fired, by the
  /// time at which they did, and those that ended before. One that an edit replaced
  /// is no history; what was still to come of one that was cancelled, is in the row of that.
  /// - Parameter key: the page before ended here.
  package func history(
    since: Instant, before key: PageKey, limit: Int, tag: String? = nil
  ) throws(StoreError) -> [Entry] {
    let isReplacing = "e.before IS NOT NULL AND e.kind IN ('skipped', 'edited', 'imported')"
    let hasTag = """
      (?4 IS NULL OR ?4 =
        (SELECT options ->> '$.tag' FROM reminder WHERE id = occurrence.reminder))
      """
    // Each half steps by its own index, so that a page costs the same however far back it lies.
    return try database.rows(
      """
      SELECT \(Entry.columns), \(Entry.reason),
        EXISTS (SELECT 1 FROM event e WHERE e.reminder = r.id AND e.at_ms = o.ended_ms
          AND \(isReplacing) AND e.kind = 'skipped')
      FROM (
        SELECT * FROM (SELECT id, fired_ms AS at_ms FROM occurrence
          WHERE fired_ms IS NOT NULL AND fired_ms >= ?1 AND (fired_ms, id) < (?2, ?3)
            AND \(hasTag)
          ORDER BY fired_ms DESC, id DESC LIMIT ?5)
        UNION ALL
        SELECT * FROM (SELECT id, ended_ms FROM occurrence
          WHERE ended_ms IS NOT NULL AND fired_ms IS NULL AND ended_ms >= ?1
            AND (ended_ms, id) < (?2, ?3)
            AND NOT EXISTS (SELECT 1 FROM event e WHERE e.reminder = occurrence.reminder
              AND e.at_ms = occurrence.ended_ms AND \(isReplacing)
              AND (e.kind = 'edited' OR e.kind = 'imported'
                AND EXISTS (SELECT 1 FROM occurrence x
                  WHERE x.reminder = e.reminder AND x.id > occurrence.id)))
            AND NOT (state = 'cancelled' AND EXISTS (SELECT 1 FROM occurrence x
              WHERE x.reminder = occurrence.reminder AND x.ended_ms = occurrence.ended_ms
                AND x.state = 'cancelled'
                AND (x.fired_ms IS NOT NULL OR x.id < occurrence.id)))
            AND \(hasTag)
          ORDER BY ended_ms DESC, id DESC LIMIT ?5)) AS past
      JOIN occurrence o ON o.id = past.id LEFT JOIN reminder r ON r.id = o.reminder
      ORDER BY past.at_ms DESC, o.id DESC LIMIT ?5
      """, Value(since), Value(key.due), .integer(key.occurrence), Value(tag), Value(limit)
    ) { (row) throws(StoreError) in
      var entry = try Entry(row)
      entry.isSkipped = row.flag(17)
      return entry
    }
  }

  /// What is known about the reminder `id`, the last of it; nil if there never was one.
  package func history(of id: Int64) throws(StoreError) -> History? {
    guard let entry = try entry(of: id) else { return nil }
    var history = History(
      entry: entry, occurrences: try last(of: entry), deliveries: try last(of: entry),
      events: try last(of: entry))
    let told = [history.occurrences.count, history.deliveries.count, history.events.count]
    if told.contains(History.most) {
      let toCome = history.occurrences.count { $0.fired == nil }
      history.earlier = try recordCount(of: id) + toCome - told.reduce(0, +)
    }
    return history
  }

  /// How many records `history` would have without a bound, of what has happened.
  private func recordCount(of id: Int64) throws(StoreError) -> Int {
    try database.count(
      """
      SELECT (SELECT count(*) FROM occurrence WHERE reminder = ?1 AND fired_ms IS NOT NULL)
        + (SELECT count(*) FROM event WHERE reminder = ?1 AND kind <> 'refused')
        + (SELECT count(*) FROM occurrence o JOIN delivery d ON d.occurrence = o.id
          WHERE o.reminder = ?1 AND d.at_ms IS NULL)
      """, .integer(id))
  }

  /// The last records of a reminder, in the order in which they were made.
  private func last<Record: HistoryRecord>(of entry: Entry) throws(StoreError) -> [Record] {
    let source = Record.source
    return try database.rows(
      """
      SELECT \(source.columns) FROM \(source.tables)
      WHERE \(source.id) IN (SELECT \(source.id) FROM \(source.tables)
        WHERE \(source.reminder) = ?1 AND NOT (\(source.isLeftOut))
        ORDER BY \(source.newestFirst) LIMIT ?2)
      ORDER BY \(source.id)
      """, .integer(entry.id), Value(History.most), .integer(entry.occurrence), read: Record.init)
  }

  /// A page of a reminder's records of one kind, in the order of their rows, however many there are. The first
  /// page is found by the reminder; the others are found in one pass over the table (`+` keeps SQLite from the
  /// index): no index has a reminder's rows in their order, and to sort all of them for each page takes the
  /// square of the time.
  /// - Parameter last: the row with which the page before ended; nil for the first.
  /// - Returns: also the row after which the next one begins; nil if this is the last.
  package func page(
    of kind: any HistoryRecord.Type, of reminder: Int64, after last: Int64?
  ) throws(StoreError) -> (records: [any HistoryRecord], last: Int64?) {
    let source = kind.source
    let length = 500
    let (byReminder, byRow) = last == nil ? ("", "+") : ("+", "")
    let rows = try database.rows(
      """
      SELECT \(source.columns) FROM \(source.tables)
      WHERE \(byReminder)\(source.reminder) = ? AND \(byRow)\(source.id) > ?
        AND NOT (\(source.isLeftOut))
      ORDER BY \(source.id) LIMIT ?
      """, .integer(reminder), .integer(last ?? .min), Value(length)
    ) { (id: $0.integer(0), record: kind.init($0)) }
    return (rows.compactMap(\.record), rows.count < length ? nil : rows.last?.id)
  }
}
