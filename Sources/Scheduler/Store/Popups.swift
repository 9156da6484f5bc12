/// Popups that may still be on a screen.
extension ReminderStore {
  /// One delivery that a popup shows; a popup of a group shows several.
  public struct Shown: Sendable, Equatable {
    public var delivery: Int64
    public var target: DueOccurrence
    public var purpose: Purpose
  }

  /// What an open popup shows; empty where it is none of ours, or was closed.
  public func shown(in popup: PopupID) throws(StoreError) -> [Shown] {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT o.id, o.due_ms, r.id, r.uid, r.text, r.kind, r.wall, r.zone, r.rrule,
          r.boot_id, r.due_boot_ms, o.series_ms, o.boot_id, o.due_boot_ms, r.options, o.fired_ms,
          d.id, d.purpose
        FROM delivery d JOIN occurrence o ON o.id = d.occurrence
          JOIN reminder r ON r.id = o.reminder
        WHERE d.notification IS NOT NULL AND d.closed_ms IS NULL
          AND d.notification = ? AND d.server = ? ORDER BY d.id
        """
      ).rows(.integer(Int64(popup.notification)), .text(popup.server)) { row in
        (due: dueRow(row), delivery: row.integer(16), purpose: Purpose(text: row.text(17)))
      }.map { (row) throws(SQLiteError) in
        Shown(
          delivery: row.delivery, target: try dueOccurrence(row.due), purpose: row.purpose)
      }
    }
  }

  /// Notes that these are shown by another popup than before.
  public func move(_ deliveries: [Int64], to popup: PopupID) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      for delivery in deliveries {
        try database.statement(
          """
          UPDATE delivery SET server = ?, notification = ?, closed_ms = NULL
          WHERE id = ? AND state = 'accepted'
          """
        ).run(.text(popup.server), .integer(Int64(popup.notification)), .integer(delivery))
      }
    }
  }

  /// Notes that a popup has left the screen.
  public func close(_ popup: PopupID, at now: Instant) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        UPDATE delivery SET closed_ms = ?
        WHERE notification IS NOT NULL AND closed_ms IS NULL AND notification = ? AND server = ?
        """
      ).run(Value(now), .integer(Int64(popup.notification)), .text(popup.server))
    }
  }

  /// Notes that every popup of another server than this one is gone with it.
  public func closeAll(exceptOf server: String, at now: Instant) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        UPDATE delivery SET closed_ms = ?
        WHERE notification IS NOT NULL AND closed_ms IS NULL AND server <> ?
        """
      ).run(Value(now), .text(server))
    }
  }

  /// Popups all of whose reminders have been answered, or shown again, and that are still open.
  public func stale() throws(StoreError) -> [PopupID] {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT d.server, d.notification
        FROM delivery d JOIN occurrence o ON o.id = d.occurrence
        WHERE d.notification IS NOT NULL AND d.closed_ms IS NULL
        GROUP BY d.server, d.notification
        HAVING max(o.state IN ('scheduled', 'unanswered') AND o.ended_ms IS NULL
          AND NOT EXISTS (SELECT 1 FROM delivery n WHERE n.occurrence = o.id AND n.id > d.id
            AND n.notification IS NOT NULL AND n.closed_ms IS NULL)) = 0
        """
      ).rows {
        PopupID(server: $0.text(0), notification: UInt32(truncatingIfNeeded: $0.integer(1)))
      }
    }
  }
}
