import Reminders

/// A reminder's whole life.
extension ReminderStore {
  /// A reminder as it stands: with the occurrence that waits for an answer, else with what is to come,
  /// else with the last; nil where there never was one.
  package func entry(of id: Int64) throws(StoreError) -> Entry? {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT r.id, r.uid, r.text, r.kind, r.wall, r.zone, r.rrule, r.boot_id,
          r.due_boot_ms, r.created_ms, o.id, o.due_ms, o.fired_ms, o.ended_ms, o.state,
          (SELECT reason FROM delivery d WHERE d.occurrence = o.id
            AND d.state IN ('held', 'unknown') LIMIT 1), r.options
        FROM occurrence o LEFT JOIN reminder r ON r.id = o.reminder
        WHERE o.id = (SELECT id FROM occurrence WHERE reminder = ?
          ORDER BY ended_ms IS NULL AND state = 'unanswered' DESC,
            ended_ms IS NULL AND state = 'scheduled' DESC, id DESC LIMIT 1)
        """
      ).row(.integer(id), read: entryRow).map { (row) throws(SQLiteError) in try entry(row) }
    }
  }

  /// What is known about the reminder `id`, the last of it; nil where there never was one.
  package func biography(of id: Int64) throws(StoreError) -> Biography? {
    guard let entry = try entry(of: id) else { return nil }
    return try attempt { () throws(SQLiteError) in
      var life = Biography(
        entry: entry, occurrences: try occurrences(of: id),
        deliveries: try deliveries(of: id, first: entry.occurrence), events: try events(of: id))
      let most = Biography.most
      if [life.occurrences.count, life.deliveries.count, life.events.count].contains(most) {
        life.earlier =
          try recordCount(of: id) - life.occurrences.count { $0.fired != nil }
          - life.deliveries.count - life.events.count
      }
      return life
    }
  }

  /// How many records `biography` would have without a bound, of what has happened.
  private func recordCount(of id: Int64) throws(SQLiteError) -> Int {
    try database.statement(
      """
      SELECT (SELECT count(*) FROM occurrence WHERE reminder = ?1 AND fired_ms IS NOT NULL)
        + (SELECT count(*) FROM event WHERE reminder = ?1 AND kind <> 'refused')
        + (SELECT count(*) FROM occurrence o JOIN delivery d ON d.occurrence = o.id
          WHERE o.reminder = ?1 AND d.at_ms IS NULL)
      """
    ).row(.integer(id)) { $0.count(0) } ?? 0
  }

  /// What is to come, and the last that came, in the order in which they were made.
  private func occurrences(of id: Int64) throws(SQLiteError) -> [OccurrenceRecord] {
    try database.statement(
      """
      SELECT id, due_ms, fired_ms, ended_ms, state, missed, series_ms IS NULL FROM occurrence
      WHERE id IN (SELECT id FROM occurrence WHERE reminder = ?
        ORDER BY fired_ms IS NULL AND ended_ms IS NULL DESC, coalesce(fired_ms, ended_ms) DESC,
          id DESC LIMIT ?)
      ORDER BY id
      """
    ).rows(.integer(id), .integer(Int64(Biography.most)), read: occurrenceRecord)
  }

  /// Reads the columns that `occurrences` selects, in its order.
  func occurrenceRecord(_ row: Row) -> OccurrenceRecord {
    OccurrenceRecord(
      id: row.integer(0), due: row.instant(1), fired: row.optionalInstant(2),
      ended: row.optionalInstant(3),
      state: OccurrenceState(rawValue: row.text(4)) ?? .scheduled,
      missed: row.count(5), isSnooze: row.integer(6) != 0)
  }

  /// Those of one occurrence, and the last of all.
  private func deliveries(
    of id: Int64, first occurrence: Int64
  ) throws(SQLiteError) -> [DeliveryRecord] {
    try database.statement(
      """
      SELECT d.channel, d.attempt, d.state, d.reason, d.possible_repeat, d.product, d.version,
        d.claimed_ms, d.ended_ms, d.purpose, d.occurrence
      FROM delivery d WHERE id IN (SELECT d.id FROM occurrence o JOIN delivery d ON d.occurrence = o.id
        WHERE o.reminder = ? AND d.at_ms IS NULL ORDER BY o.id = ? DESC, d.id DESC LIMIT ?)
      ORDER BY d.id
      """
    ).rows(
      .integer(id), .integer(occurrence), .integer(Int64(Biography.most)), read: deliveryRecord)
  }

  /// Reads the columns that `deliveries` selects, in its order.
  func deliveryRecord(_ row: Row) -> DeliveryRecord {
    DeliveryRecord(
      channel: Channel(rawValue: row.text(0)) ?? .stdout, attempt: row.count(1),
      state: DeliveryState(rawValue: row.text(2)) ?? .failed,
      obstacle: row.optionalText(3).flatMap(HoldReason.init(rawValue:)),
      isPossibleRepeat: row.integer(4) != 0, product: row.optionalText(5),
      version: row.optionalText(6), claimed: row.optionalInstant(7),
      ended: row.optionalInstant(8), purpose: Purpose(text: row.text(9)),
      occurrence: row.integer(10))
  }

  private func events(of id: Int64) throws(SQLiteError) -> [HistoryEvent] {
    try database.statement(
      """
      SELECT e.at_ms, e.kind, e.words, u.kind,
        CASE e.kind WHEN 'snoozed' THEN (
          SELECT value ->> 3 FROM json_each(e.after, '$.occurrences')
          WHERE value ->> 2 IS NULL AND value ->> 4 IS NULL
          ORDER BY value ->> 0 DESC LIMIT 1) END
      FROM event e LEFT JOIN event u ON u.id = e.undoes
      WHERE e.reminder = ? AND e.kind <> 'refused' ORDER BY e.id DESC LIMIT ?
      """
    ).rows(.integer(id), .integer(Int64(Biography.most))) { historyEvent($0, from: 0) }
      .reversed().compactMap { $0 }
  }

  /// Reads when, what, the words, what it undoes and until when; nil where a later program knows
  /// what it is.
  func historyEvent(_ row: Row, from column: Int32) -> HistoryEvent? {
    HistoryEvent.Kind(rawValue: row.text(column + 1)).map { kind in
      HistoryEvent(
        at: row.instant(column), kind: kind, words: row.optionalText(column + 2),
        undoes: row.optionalText(column + 3).flatMap(HistoryEvent.Kind.init(rawValue:)),
        until: row.optionalInstant(column + 4))
    }
  }
}
