import Reminders

/// A part of a list of records, in the order of their rows.
package struct RecordPage<Record> {
  package var records: [Record]
  /// After which row the next one begins; nil where this is the last.
  package var last: Int64?

  fileprivate init(_ rows: [(id: Int64, record: Record?)]) {
    records = rows.compactMap(\.record)
    last = rows.count < recordPageSize ? nil : rows.last?.id
  }
}

private let recordPageSize = 500

/// A reminder's whole life, page by page, however long it is. What has one page is found by the
/// reminder; where there are more, they are found in one pass over the table: no index has a
/// reminder's rows in their order, and to sort all of them for each page takes the square of the time.
extension ReminderStore {
  /// - Parameter last: of the page before; nil for the first.
  package func occurrences(
    of id: Int64, after last: Int64?
  ) throws(StoreError) -> RecordPage<OccurrenceRecord> {
    try attempt { () throws(SQLiteError) in
      let statement =
        last == nil
        ? try database.statement(
          """
          SELECT id, due_ms, fired_ms, ended_ms, state, missed, series_ms IS NULL FROM occurrence
          WHERE reminder = ? AND id > ? ORDER BY id LIMIT ?
          """)
        : try database.statement(
          """
          SELECT id, due_ms, fired_ms, ended_ms, state, missed, series_ms IS NULL FROM occurrence
          WHERE +reminder = ? AND id > ? ORDER BY id LIMIT ?
          """)
      return RecordPage(
        try statement.rows(
          .integer(id), .integer(last ?? .min), .integer(Int64(recordPageSize))
        ) { ($0.integer(0), occurrenceRecord($0)) })
    }
  }

  /// The same of what was handed over, or is to be.
  package func deliveries(
    of id: Int64, after last: Int64?
  ) throws(StoreError) -> RecordPage<DeliveryRecord> {
    try attempt { () throws(SQLiteError) in
      let statement =
        last == nil
        ? try database.statement(
          """
          SELECT d.channel, d.attempt, d.state, d.reason, d.possible_repeat, d.product, d.version,
            d.claimed_ms, d.ended_ms, d.purpose, d.occurrence, d.id
          FROM occurrence o CROSS JOIN delivery d ON d.occurrence = o.id
          WHERE o.reminder = ? AND d.at_ms IS NULL AND d.id > ? ORDER BY d.id LIMIT ?
          """)
        : try database.statement(
          """
          SELECT d.channel, d.attempt, d.state, d.reason, d.possible_repeat, d.product, d.version,
            d.claimed_ms, d.ended_ms, d.purpose, d.occurrence, d.id
          FROM delivery d CROSS JOIN occurrence o ON o.id = d.occurrence
          WHERE +o.reminder = ? AND d.at_ms IS NULL AND d.id > ? ORDER BY d.id LIMIT ?
          """)
      return RecordPage(
        try statement.rows(
          .integer(id), .integer(last ?? 0), .integer(Int64(recordPageSize))
        ) { ($0.integer(11), deliveryRecord($0)) })
    }
  }

  /// The same of what was done to it.
  package func events(
    of id: Int64, after last: Int64?
  ) throws(StoreError) -> RecordPage<HistoryEvent> {
    try attempt { () throws(SQLiteError) in
      RecordPage(
        try database.statement(
          """
          SELECT e.at_ms, e.kind, e.words, u.kind,
            CASE e.kind WHEN 'snoozed' THEN (
              SELECT value ->> 3 FROM json_each(e.after, '$.occurrences')
              WHERE value ->> 2 IS NULL AND value ->> 4 IS NULL
              ORDER BY value ->> 0 DESC LIMIT 1) END, e.id
          FROM event e LEFT JOIN event u ON u.id = e.undoes
          WHERE e.reminder = ? AND e.id > ? ORDER BY e.id LIMIT ?
          """
        ).rows(.integer(id), .integer(last ?? 0), .integer(Int64(recordPageSize))) {
          ($0.integer(5), historyEvent($0, from: 0))
        })
    }
  }
}
