/// Where a page of a list ends: the next one begins after it.
public struct PageKey: Sendable, Equatable {
  public var due: Instant
  public var occurrence: Int64

  /// Before everything.
  public static let start = PageKey(due: Instant(milliseconds: .min), occurrence: .min)
}

extension Entry {
  /// Where the page behind this entry begins.
  public var pageKey: PageKey { PageKey(due: due, occurrence: occurrence) }
}

/// How many reminders there are of which kind.
public struct Counts: Sendable, Equatable {
  /// Not fired yet.
  public var pending: Int
  /// Fired, and a delivery waits for an obstacle to go away.
  public var held: Int
}

extension ReminderStore {

  /// What has fired and is not finished (a channel has not taken it yet, or still has to), by due
  /// time. Few at any time.
  public func outstanding(after key: PageKey, limit: Int) throws(StoreError) -> [Entry] {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT r.id, r.uid, r.text, r.kind, r.wall, r.zone, r.rrule, r.boot_id,
          r.due_boot_ms, r.created_ms, o.id, o.due_ms, o.fired_ms, o.state,
          (SELECT reason FROM delivery d WHERE d.occurrence = o.id
            AND d.state IN ('held', 'unknown') LIMIT 1)
        FROM occurrence o JOIN reminder r ON r.id = o.reminder
        WHERE o.id IN (
          SELECT occurrence FROM delivery
          WHERE state IN ('scheduled', 'claimed', 'held', 'unknown'))
        AND o.state IN ('scheduled', 'unanswered') AND (o.due_ms, o.id) > (?, ?)
        ORDER BY o.due_ms, o.id LIMIT ?
        """
      ).rows(Value(key.due), .integer(key.occurrence), .integer(Int64(limit)), read: entry)
    }
  }

  /// What has not fired yet, by due time.
  public func pending(after key: PageKey, limit: Int) throws(StoreError) -> [Entry] {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT r.id, r.uid, r.text, r.kind, r.wall, r.zone, r.rrule, r.boot_id,
          r.due_boot_ms, r.created_ms, o.id, o.due_ms, o.fired_ms, o.state, NULL
        FROM occurrence o JOIN reminder r ON r.id = o.reminder
        WHERE o.state = 'scheduled' AND o.fired_ms IS NULL AND (o.due_ms, o.id) > (?, ?)
        ORDER BY o.due_ms, o.id LIMIT ?
        """
      ).rows(Value(key.due), .integer(key.occurrence), .integer(Int64(limit)), read: entry)
    }
  }

  /// Whether more than `count` have not fired yet; never a full count, which would cost 38 ms at
  /// a million.
  public func hasPending(moreThan count: Int) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT 1 FROM occurrence WHERE state = 'scheduled' AND fired_ms IS NULL LIMIT 1 OFFSET ?
        """
      ).row(.integer(Int64(count))) { _ in true } ?? false
    }
  }

  /// Full counts, 38 ms at a million: for `status` alone.
  public func counts() throws(StoreError) -> Counts {
    try attempt { () throws(SQLiteError) in
      let pending = try database.number(
        "SELECT count(*) FROM occurrence WHERE state = 'scheduled' AND fired_ms IS NULL")
      let held = try database.number(
        """
        SELECT count(DISTINCT occurrence) FROM delivery
        WHERE state IN ('scheduled', 'claimed', 'held', 'unknown') AND state IN ('held', 'unknown')
        """)
      return Counts(pending: Int(pending ?? 0), held: Int(held ?? 0))
    }
  }

  /// Everything known about the reminder `id`; nil where there never was one.
  public func biography(of id: Int64) throws(StoreError) -> Biography? {
    try attempt { () throws(SQLiteError) in
      let entries = try database.statement(
        """
        SELECT r.id, r.uid, r.text, r.kind, r.wall, r.zone, r.rrule, r.boot_id,
          r.due_boot_ms, r.created_ms, o.id, o.due_ms, o.fired_ms, o.state,
          (SELECT reason FROM delivery d WHERE d.occurrence = o.id
            AND d.state IN ('held', 'unknown') LIMIT 1)
        FROM reminder r JOIN occurrence o ON o.reminder = r.id
        WHERE r.id = ? ORDER BY o.id DESC LIMIT 1
        """
      ).rows(.integer(id), read: entry)
      guard let entry = entries.first else { return nil }
      let deliveries = try database.statement(
        """
        SELECT d.channel, d.attempt, d.state, d.reason, d.possible_repeat, d.product, d.version,
          d.claimed_ms, d.ended_ms
        FROM occurrence o JOIN delivery d ON d.occurrence = o.id
        WHERE o.reminder = ? ORDER BY d.id
        """
      ).rows(.integer(id)) { row in
        DeliveryRecord(
          channel: Channel(rawValue: row.text(0)) ?? .stdout, attempt: Int(row.integer(1)),
          state: DeliveryState(rawValue: row.text(2)) ?? .failed,
          obstacle: row.optionalText(3).flatMap(Obstacle.init(rawValue:)),
          isPossibleRepeat: row.integer(4) != 0, product: row.optionalText(5),
          version: row.optionalText(6), claimed: row.optionalInstant(7),
          ended: row.optionalInstant(8))
      }
      let events = try database.statement(
        "SELECT at_ms, kind, words FROM event WHERE reminder = ? ORDER BY id"
      ).rows(.integer(id)) { row in
        HistoryEvent.Kind(rawValue: row.text(1)).map {
          HistoryEvent(at: row.instant(0), kind: $0, words: row.optionalText(2))
        }
      }
      return Biography(
        entry: entry, deliveries: deliveries, events: events.compactMap { $0 })
    }
  }

  private func entry(_ row: Row) -> Entry {
    Entry(
      id: row.integer(0), uid: row.text(1), text: row.optionalText(2),
      trigger: TriggerColumns(row, from: 3).trigger, created: row.instant(9),
      occurrence: row.integer(10), due: row.instant(11), fired: row.optionalInstant(12),
      state: OccurrenceState(rawValue: row.text(13)) ?? .scheduled,
      obstacle: row.optionalText(14).flatMap(Obstacle.init(rawValue:)))
  }
}
