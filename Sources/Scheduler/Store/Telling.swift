/// A reminder's whole life.
extension ReminderStore {
  /// Everything known about the reminder `id`; nil where there never was one.
  public func biography(of id: Int64) throws(StoreError) -> Biography? {
    try attempt { () throws(SQLiteError) in
      let found = try database.statement(
        """
        SELECT r.id, r.uid, r.text, r.kind, r.wall, r.zone, r.rrule, r.boot_id,
          r.due_boot_ms, r.created_ms, o.id, o.due_ms, o.fired_ms, o.ended_ms, o.state,
          (SELECT reason FROM delivery d WHERE d.occurrence = o.id
            AND d.state IN ('held', 'unknown') LIMIT 1), r.options
        FROM reminder r JOIN occurrence o ON o.reminder = r.id
        WHERE r.id = ?
        ORDER BY o.ended_ms IS NULL AND o.state = 'unanswered' DESC,
          o.ended_ms IS NULL AND o.state = 'scheduled' DESC, o.id DESC LIMIT 1
        """
      ).row(.integer(id), read: entryRow)
      guard let found else { return nil }
      return Biography(
        entry: try entry(found), deliveries: try deliveries(of: id), events: try events(of: id))
    }
  }

  private func deliveries(of id: Int64) throws(SQLiteError) -> [DeliveryRecord] {
    try database.statement(
      """
      SELECT d.channel, d.attempt, d.state, d.reason, d.possible_repeat, d.product, d.version,
        d.claimed_ms, d.ended_ms, d.purpose, d.occurrence, o.due_ms, o.fired_ms, o.missed
      FROM occurrence o JOIN delivery d ON d.occurrence = o.id
      WHERE o.reminder = ? AND d.at_ms IS NULL ORDER BY d.id
      """
    ).rows(.integer(id)) { row in
      DeliveryRecord(
        channel: Channel(rawValue: row.text(0)) ?? .stdout, attempt: Int(row.integer(1)),
        state: DeliveryState(rawValue: row.text(2)) ?? .failed,
        obstacle: row.optionalText(3).flatMap(Obstacle.init(rawValue:)),
        isPossibleRepeat: row.integer(4) != 0, product: row.optionalText(5),
        version: row.optionalText(6), claimed: row.optionalInstant(7),
        ended: row.optionalInstant(8), purpose: Purpose(text: row.text(9)),
        occurrence: row.integer(10), due: row.instant(11), fired: row.optionalInstant(12),
        missed: Int(row.integer(13)))
    }
  }

  private func events(of id: Int64) throws(SQLiteError) -> [HistoryEvent] {
    try database.statement(
      """
      SELECT e.at_ms, e.kind, e.words, u.kind FROM event e LEFT JOIN event u ON u.id = e.undoes
      WHERE e.reminder = ? ORDER BY e.id
      """
    ).rows(.integer(id)) { row in
      HistoryEvent.Kind(rawValue: row.text(1)).map {
        HistoryEvent(
          at: row.instant(0), kind: $0, words: row.optionalText(2),
          undoes: row.optionalText(3).flatMap(HistoryEvent.Kind.init(rawValue:)))
      }
    }.compactMap { $0 }
  }
}
