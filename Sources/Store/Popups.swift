import CivilTime
import Reminders

/// Popups that may still be on a screen.
extension ReminderStore {
  /// One delivery that a popup shows; a popup of a group shows several.
  package struct Shown: Sendable, Equatable {
    package var delivery: Int64
    package var target: DueOccurrence
    package var purpose: Purpose
  }

  /// What an open popup shows; empty where it is none of ours, or was closed.
  package func shown(in popup: PopupID) throws(StoreError) -> [Shown] {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT o.id, o.due_ms, r.id, r.uid, r.text, r.kind, r.wall, r.zone, r.rrule,
          r.boot_id, r.due_boot_ms, o.series_ms, o.boot_id, o.due_boot_ms, r.options, o.fired_ms,
          d.id, d.purpose
        FROM delivery d LEFT JOIN occurrence o ON o.id = d.occurrence
          LEFT JOIN reminder r ON r.id = o.reminder
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
  package func move(_ deliveries: [Int64], to popup: PopupID) throws(StoreError) {
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
  package func close(_ popup: PopupID, at now: Instant) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        UPDATE delivery SET closed_ms = ?
        WHERE notification IS NOT NULL AND closed_ms IS NULL AND notification = ? AND server = ?
        """
      ).run(Value(now), .integer(Int64(popup.notification)), .text(popup.server))
    }
  }

  /// Logs that the server took the popup of these off the screen by itself.
  package func noteDropped(_ shown: [Shown], at now: Instant) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      for one in shown {
        try log(.dropped, of: one.target.reminder, occurrence: one.target.occurrence, at: now)
      }
    }
  }

  /// Notes that every popup of another server than this one is gone with it; an empty name is
  /// nobody's.
  package func closeAll(exceptOf server: String, at now: Instant) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        INSERT INTO event(at_ms, reminder, occurrence, kind)
        SELECT DISTINCT ?, o.reminder, o.id, 'lost'
        FROM delivery d JOIN occurrence o ON o.id = d.occurrence
        WHERE d.notification IS NOT NULL AND d.closed_ms IS NULL AND d.server <> ?
          AND o.state IN ('scheduled', 'unanswered') AND o.ended_ms IS NULL
        ORDER BY o.id
        """
      ).run(Value(now), .text(server))
      try database.statement(
        """
        UPDATE delivery SET closed_ms = ?
        WHERE notification IS NOT NULL AND closed_ms IS NULL AND server <> ?
        """
      ).run(Value(now), .text(server))
    }
  }

  /// An open popup that shows something which has been answered, or shown again.
  package struct Stale {
    package var popup: PopupID
    /// Whether anything else in it is still to be answered.
    package var isAnyOpen: Bool
    /// The deliveries that are over, as a JSON array.
    fileprivate var over: String
  }

  /// All of those.
  package func stale() throws(StoreError) -> [Stale] {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT server, notification, max(is_live),
          json_group_array(id) FILTER (WHERE NOT is_live)
        FROM (
          SELECT d.id, d.server, d.notification,
            o.state IN ('scheduled', 'unanswered') AND o.ended_ms IS NULL
            AND NOT EXISTS (SELECT 1 FROM delivery n WHERE n.occurrence = o.id AND n.id > d.id
              AND n.notification IS NOT NULL AND n.closed_ms IS NULL) AS is_live
          FROM delivery d JOIN occurrence o ON o.id = d.occurrence
          WHERE d.notification IS NOT NULL AND d.closed_ms IS NULL)
        GROUP BY server, notification HAVING min(is_live) = 0
        """
      ).rows {
        Stale(
          popup: PopupID(
            server: $0.text(0), notification: UInt32(truncatingIfNeeded: $0.integer(1))),
          isAnyOpen: $0.integer(2) != 0, over: $0.text(3))
      }
    }
  }

  /// Notes that a popup does not show any more what is over.
  package func close(_ stale: Stale, at now: Instant) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        "UPDATE delivery SET closed_ms = ? WHERE id IN (SELECT value FROM json_each(?))"
      ).run(Value(now), .text(stale.over))
    }
  }

  /// Open popups of reminders that were edited after `event`, and after they were shown.
  package func edited(after event: Int64) throws(StoreError) -> [PopupID] {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT DISTINCT d.server, d.notification
        FROM delivery d JOIN occurrence o ON o.id = d.occurrence
          JOIN event e ON e.reminder = o.reminder
        WHERE d.notification IS NOT NULL AND d.closed_ms IS NULL AND e.id > ?
          AND e.kind IN ('edited', 'imported', 'undone') AND e.at_ms >= coalesce(d.claimed_ms, 0)
        """
      ).rows(.integer(event)) {
        PopupID(server: $0.text(0), notification: UInt32(truncatingIfNeeded: $0.integer(1)))
      }
    }
  }

  /// The number of the event that was logged last.
  package func lastEvent() throws(StoreError) -> Int64 {
    try attempt { () throws(SQLiteError) in
      try database.number("SELECT max(id) FROM event") ?? 0
    }
  }

  /// The language of the reminder that was made last (`UserLocale.text`); nil where it has none.
  package func latestLanguage() throws(StoreError) -> String? {
    try attempt { () throws(SQLiteError) in
      try database.statement("SELECT language FROM reminder ORDER BY id DESC LIMIT 1")
        .row { $0.optionalText(0) } ?? nil
    }
  }

  /// What an open popup should show: what of it is still to be answered and is not being shown by
  /// another one, as it is now, the earliest first.
  package func alerts(in popup: PopupID) throws(StoreError) -> [Alert] {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT d.id, r.id, r.uid, r.text, o.due_ms, coalesce(d.claimed_ms, o.fired_ms), o.missed,
          d.purpose, d.possible_repeat, r.options, r.language
        FROM delivery d JOIN occurrence o ON o.id = d.occurrence
          JOIN reminder r ON r.id = o.reminder
        WHERE d.notification IS NOT NULL AND d.closed_ms IS NULL
          AND d.notification = ? AND d.server = ?
          AND o.state IN ('scheduled', 'unanswered') AND o.ended_ms IS NULL
          AND NOT EXISTS (SELECT 1 FROM delivery n WHERE n.occurrence = o.id AND n.id > d.id
            AND n.channel = 'desktop' AND (n.state = 'claimed'
              OR n.notification IS NOT NULL AND n.closed_ms IS NULL))
        ORDER BY o.due_ms, r.id
        """
      ).rows(.integer(Int64(popup.notification)), .text(popup.server), read: alertRow)
        .map { (row) throws(SQLiteError) in try alert(row) }
    }
  }
}
