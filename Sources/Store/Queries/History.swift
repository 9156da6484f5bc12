import CivilTime
import Reminders

extension Entry {
  /// When it came into history.
  package var past: Instant { fired ?? ended ?? due }

  /// The page of history after this entry begins here.
  package var historyKey: PageKey { PageKey(due: past, occurrence: occurrence) }
}

extension OccurrenceRecord {
  /// The columns that `init` reads, of `occurrence`.
  fileprivate static let columns =
    "id, due_ms, fired_ms, ended_ms, state, missed, series_ms IS NULL"

  fileprivate init(_ row: Row) {
    self.init(
      id: row.integer(0), due: row.instant(1), fired: row.optionalInstant(2),
      ended: row.optionalInstant(3), state: row.word(4) ?? .scheduled, missed: row.count(5),
      isSnooze: row.flag(6))
  }
}

extension DeliveryRecord {
  /// The columns that `init` reads, of `delivery d`; its id is column 11.
  static let columns = """
    d.channel, d.attempt, d.state, d.reason, d.possible_repeat, d.product, d.version,
    d.claimed_ms, d.ended_ms, d.purpose, d.occurrence, d.id
    """

  init(_ row: Row) {
    self.init(
      channel: row.word(0) ?? .stdout, attempt: row.count(1), state: row.word(2) ?? .failed,
      holdReason: row.word(3), isPossibleRepeat: row.flag(4), product: row.optionalText(5),
      version: row.optionalText(6), claimed: row.optionalInstant(7),
      ended: row.optionalInstant(8), purpose: Purpose(text: row.text(9)),
      occurrence: row.integer(10))
  }
}

extension HistoryEvent {
  /// The columns that `init` reads: when, what, the words, what it undoes, until when a snooze lasts. The
  /// event's id is column 5.
  static let columns = """
    e.at_ms, e.kind, e.words, u.kind,
    CASE e.kind WHEN 'snoozed' THEN (
      SELECT value ->> 3 FROM json_each(e.after, '$.occurrences')
      WHERE value ->> 2 IS NULL AND value ->> 4 IS NULL
      ORDER BY value ->> 0 DESC LIMIT 1) END, e.id
    """

  /// - Returns: nil if only a later program knows what it is.
  init?(_ row: Row) {
    guard let kind: Kind = row.word(1) else { return nil }
    self.init(
      at: row.instant(0), kind: kind, words: row.optionalText(2), undoes: row.word(3),
      until: row.optionalInstant(4))
  }
}

/// A part of a list of records, in the order of their rows.
package struct RecordPage<Record> {
  package var records: [Record]
  /// The next one begins after this row; nil if this is the last.
  package var last: Int64?

  fileprivate init(_ rows: [(id: Int64, record: Record?)]) {
    records = rows.compactMap(\.record)
    last = rows.count < recordPageSize ? nil : rows.last?.id
  }
}

private let recordPageSize = 500

/// History: the list of what is over, and the whole life of one reminder.
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
      var entry = try entry(row)
      entry.isSkipped = row.flag(17)
      return entry
    }
  }

  /// What is known about the reminder `id`, the last of it; nil if there never was one.
  package func biography(of id: Int64) throws(StoreError) -> Biography? {
    guard let entry = try entry(of: id) else { return nil }
    let most = Biography.most
    var life = Biography(
      entry: entry, occurrences: try occurrences(of: id),
      deliveries: try deliveries(of: id, first: entry.occurrence), events: try events(of: id))
    if [life.occurrences.count, life.deliveries.count, life.events.count].contains(most) {
      life.earlier =
        try recordCount(of: id) - life.occurrences.count { $0.fired != nil }
        - life.deliveries.count - life.events.count
    }
    return life
  }

  /// How many records `biography` would have without a bound, of what has happened.
  private func recordCount(of id: Int64) throws(StoreError) -> Int {
    Int(
      try database.number(
        """
        SELECT (SELECT count(*) FROM occurrence WHERE reminder = ?1 AND fired_ms IS NOT NULL)
          + (SELECT count(*) FROM event WHERE reminder = ?1 AND kind <> 'refused')
          + (SELECT count(*) FROM occurrence o JOIN delivery d ON d.occurrence = o.id
            WHERE o.reminder = ?1 AND d.at_ms IS NULL)
        """, .integer(id)) ?? 0)
  }

  /// The next, and the last that came, in the order in which they were made.
  private func occurrences(of id: Int64) throws(StoreError) -> [OccurrenceRecord] {
    try database.rows(
      """
      SELECT \(OccurrenceRecord.columns) FROM occurrence
      WHERE id IN (SELECT id FROM occurrence WHERE reminder = ?
        ORDER BY fired_ms IS NULL AND ended_ms IS NULL DESC, coalesce(fired_ms, ended_ms) DESC,
          id DESC LIMIT ?)
      ORDER BY id
      """, .integer(id), Value(Biography.most), read: OccurrenceRecord.init)
  }

  /// Those of one occurrence, and the last of all.
  private func deliveries(
    of id: Int64, first occurrence: Int64
  ) throws(StoreError) -> [DeliveryRecord] {
    try database.rows(
      """
      SELECT \(DeliveryRecord.columns)
      FROM delivery d WHERE id IN (SELECT d.id FROM occurrence o JOIN delivery d ON d.occurrence = o.id
        WHERE o.reminder = ? AND d.at_ms IS NULL ORDER BY o.id = ? DESC, d.id DESC LIMIT ?)
      ORDER BY d.id
      """, .integer(id), .integer(occurrence), Value(Biography.most), read: DeliveryRecord.init)
  }

  private func events(of id: Int64) throws(StoreError) -> [HistoryEvent] {
    try database.rows(
      """
      SELECT \(HistoryEvent.columns) FROM event e LEFT JOIN event u ON u.id = e.undoes
      WHERE e.reminder = ? AND e.kind <> 'refused' ORDER BY e.id DESC LIMIT ?
      """, .integer(id), Value(Biography.most), read: HistoryEvent.init
    ).reversed().compactMap { $0 }
  }

  // A reminder's whole life, page by page, however long it is. The first page is found by the
  // reminder; the others are found in one pass over the table (`+` keeps SQLite from the index): no index
  // has a reminder's rows in their order, and to sort all of them for each page takes the square of the time.

  /// A page of a reminder's occurrences.
  /// - Parameter last: of the page before; nil for the first.
  package func occurrences(
    of id: Int64, after last: Int64?
  ) throws(StoreError) -> RecordPage<OccurrenceRecord> {
    RecordPage(
      try database.rows(
        """
        SELECT \(OccurrenceRecord.columns) FROM occurrence
        WHERE \(last == nil ? "" : "+")reminder = ? AND id > ? ORDER BY id LIMIT ?
        """, .integer(id), .integer(last ?? .min), Value(recordPageSize)
      ) { ($0.integer(0), OccurrenceRecord($0)) })
  }

  /// A page of its deliveries.
  package func deliveries(
    of id: Int64, after last: Int64?
  ) throws(StoreError) -> RecordPage<DeliveryRecord> {
    let source =
      last == nil
      ? "occurrence o CROSS JOIN delivery d ON d.occurrence = o.id WHERE o.reminder"
      : "delivery d CROSS JOIN occurrence o ON o.id = d.occurrence WHERE +o.reminder"
    return RecordPage(
      try database.rows(
        """
        SELECT \(DeliveryRecord.columns) FROM \(source) = ? AND d.at_ms IS NULL AND d.id > ?
        ORDER BY d.id LIMIT ?
        """, .integer(id), .integer(last ?? 0), Value(recordPageSize)
      ) { ($0.integer(11), DeliveryRecord($0)) })
  }

  /// A page of the changes made to it.
  package func events(
    of id: Int64, after last: Int64?
  ) throws(StoreError) -> RecordPage<HistoryEvent> {
    RecordPage(
      try database.rows(
        """
        SELECT \(HistoryEvent.columns) FROM event e LEFT JOIN event u ON u.id = e.undoes
        WHERE e.reminder = ? AND e.id > ? ORDER BY e.id LIMIT ?
        """, .integer(id), .integer(last ?? 0), Value(recordPageSize)
      ) { ($0.integer(5), HistoryEvent($0)) })
  }
}
