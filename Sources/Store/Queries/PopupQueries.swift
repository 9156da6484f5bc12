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

  /// What an open popup shows; empty if it is not ours, or was closed.
  package func shown(in popup: PopupID) throws(StoreError) -> [Shown] {
    try database.rows(
      """
      SELECT \(DueOccurrence.columns), d.id, d.purpose FROM \(Alert.tables)
      WHERE \(SQL.isOnScreen("d.")) AND d.notification = ? AND d.server = ? ORDER BY d.id
      """, .integer(Int64(popup.notification)), .text(popup.server)
    ) { (row) throws(StoreError) in
      let next = DueOccurrence.columnCount
      return Shown(
        delivery: row.integer(next), target: try dueOccurrence(row),
        purpose: Purpose(text: row.text(next + 1)))
    }
  }

  /// Notes that these are shown by another popup than before.
  package func move(_ deliveries: [Int64], to popup: PopupID) throws(StoreError) {
    for delivery in deliveries {
      try database.run(
        """
        UPDATE delivery SET server = ?, notification = ?, closed_ms = NULL
        WHERE id = ? AND state = 'accepted'
        """, .text(popup.server), .integer(Int64(popup.notification)), .integer(delivery))
    }
  }

  /// Notes that a popup has left the screen.
  package func close(_ popup: PopupID, at now: Instant) throws(StoreError) {
    try database.run(
      """
      UPDATE delivery SET closed_ms = ?
      WHERE \(SQL.isOnScreen()) AND notification = ? AND server = ?
      """, Value(now), .integer(Int64(popup.notification)), .text(popup.server))
  }

  /// Logs that the server took the popup of these off the screen by itself.
  package func noteDropped(_ shown: [Shown], at now: Instant) throws(StoreError) {
    for one in shown {
      try log(.dropped, of: one.target.reminder, occurrence: one.target.occurrence, at: now)
    }
  }

  /// Notes that every popup of another server than this one is gone with it; no server has an empty name.
  package func closeAll(exceptOf server: String, at now: Instant) throws(StoreError) {
    try database.run(
      """
      INSERT INTO event(at_ms, reminder, occurrence, kind)
      SELECT DISTINCT ?, o.reminder, o.id, 'lost'
      FROM delivery d JOIN occurrence o ON o.id = d.occurrence
      WHERE \(SQL.isOnScreen("d.")) AND d.server <> ? AND \(SQL.isUnfinished("o."))
      ORDER BY o.id
      """, Value(now), .text(server))
    try database.run(
      "UPDATE delivery SET closed_ms = ? WHERE \(SQL.isOnScreen()) AND server <> ?",
      Value(now), .text(server))
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
    try database.rows(
      """
      SELECT server, notification, max(is_live),
        json_group_array(id) FILTER (WHERE NOT is_live)
      FROM (
        SELECT d.id, d.server, d.notification, \(SQL.isUnfinished("o."))
          AND NOT EXISTS (SELECT 1 FROM delivery n WHERE n.occurrence = o.id AND n.id > d.id
            AND \(SQL.isOnScreen("n."))) AS is_live
        FROM delivery d JOIN occurrence o ON o.id = d.occurrence
        WHERE \(SQL.isOnScreen("d.")))
      GROUP BY server, notification HAVING min(is_live) = 0
      """
    ) { Stale(popup: popup($0), isAnyOpen: $0.flag(2), over: $0.text(3)) }
  }

  /// Notes that a popup does not show any more what is over.
  package func close(_ stale: Stale, at now: Instant) throws(StoreError) {
    try database.run(
      "UPDATE delivery SET closed_ms = ? WHERE id IN (SELECT value FROM json_each(?))",
      Value(now), .text(stale.over))
  }

  /// Open popups of reminders that were edited after `event`, and after they were shown.
  package func edited(after event: Int64) throws(StoreError) -> [PopupID] {
    try database.rows(
      """
      SELECT DISTINCT d.server, d.notification
      FROM delivery d JOIN occurrence o ON o.id = d.occurrence
        JOIN event e ON e.reminder = o.reminder
      WHERE \(SQL.isOnScreen("d.")) AND e.id > ?
        AND e.kind IN ('edited', 'imported', 'undone') AND e.at_ms >= coalesce(d.claimed_ms, 0)
      """, .integer(event), read: popup)
  }

  private func popup(_ row: Row) -> PopupID {
    PopupID(server: row.text(0), notification: UInt32(truncatingIfNeeded: row.integer(1)))
  }

  /// What an open popup should show: the alerts in it that are still to be answered and are not being shown by
  /// another one, as they are now, the earliest first.
  package func alerts(in popup: PopupID) throws(StoreError) -> [Alert] {
    try database.rows(
      """
      SELECT \(Alert.columns(fired: "coalesce(d.claimed_ms, o.fired_ms)"))
      FROM \(SQL.deliveries)
      WHERE \(SQL.isOnScreen("d.")) AND d.notification = ? AND d.server = ?
        AND \(SQL.isUnfinished("o."))
        AND NOT EXISTS (SELECT 1 FROM delivery n WHERE n.occurrence = o.id AND n.id > d.id
          AND n.channel = 'desktop' AND (n.state = 'claimed' OR \(SQL.isOnScreen("n."))))
      ORDER BY o.due_ms, r.id
      """, .integer(Int64(popup.notification)), .text(popup.server), read: alert)
  }
}
