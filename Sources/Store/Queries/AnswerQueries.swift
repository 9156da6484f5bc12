import CivilTime
import Reminders

/// A user's answer to a reminder, by a button, a hotkey or a command.
package enum Answer: Sendable, Equatable {
  /// It is done; before its time too.
  case done
  /// The popup was closed, which is no more than that.
  case dismissed
  /// Once more at this instant; with `dueBoot` counted as elapsed time, as in `Trigger.interval`.
  case snoozed(until: Instant, bootID: String?, dueBoot: Int64?)
}

/// Answers, and the occurrences that they are about.
extension ReminderStore {
  /// The reminder that was shown or announced last and has not been answered: `last` means it.
  package func lastUnanswered() throws(StoreError) -> Int64? {
    try database.number(
      """
      SELECT reminder FROM (
        SELECT * FROM (SELECT reminder, fired_ms AS shown_ms, id FROM occurrence
          WHERE fired_ms IS NOT NULL AND state = 'unanswered' AND ended_ms IS NULL
          ORDER BY fired_ms DESC, id DESC LIMIT 1)
        UNION ALL
        SELECT o.reminder, d.ended_ms, o.id
        FROM delivery d CROSS JOIN occurrence o ON o.id = d.occurrence
        WHERE d.purpose LIKE 'before:%' AND d.state = 'accepted'
          AND \(SQL.isPending("o.")) AND o.ended_ms IS NULL)
      ORDER BY shown_ms DESC, id DESC LIMIT 1
      """)
  }

  /// The occurrence that an answer to the reminder is about: the one that was shown last and has
  /// not been answered, else the next one. Nil if it is finished, or there is none.
  package func target(of reminder: Int64) throws(StoreError) -> DueOccurrence? {
    try database.row(
      """
      SELECT \(DueOccurrence.columns) FROM \(Entry.tables)
      WHERE o.reminder = ? AND \(SQL.isUnfinished("o."))
      ORDER BY o.state = 'unanswered' DESC, o.fired_ms IS NOT NULL DESC, o.fired_ms DESC,
        o.due_ms, o.id LIMIT 1
      """, .integer(reminder), read: DueOccurrence.init)
  }

  /// What a snooze of the reminder is about: the occurrence that `target(of:)` finds or, unless that is nearer
  /// to now, the last one, if its popup was only closed.
  package func snoozeTarget(
    of reminder: Int64, at now: Instant
  ) throws(StoreError) -> DueOccurrence? {
    let open = try target(of: reminder)
    if let open, open.fired != nil { return open }
    let last = try database.row(
      """
      SELECT \(DueOccurrence.columns), o.ended_ms FROM \(Entry.tables)
      WHERE o.id = (SELECT id FROM occurrence WHERE reminder = ? AND ended_ms IS NOT NULL
        ORDER BY ended_ms DESC, id DESC LIMIT 1) AND o.state = 'dismissed'
      """, .integer(reminder)
    ) { (row) throws(StoreError) in
      (target: try DueOccurrence(row), ended: row.instant(DueOccurrence.columnCount))
    }
    guard let last else { return open }
    if let open, open.due.since(now) < now.since(last.ended) { return open }
    return last.target
  }

  /// The next occurrence of a series; nil if there is none.
  package func upcoming(of reminder: Int64) throws(StoreError) -> DueOccurrence? {
    try database.row(
      """
      SELECT \(DueOccurrence.columns) FROM \(Entry.tables)
      WHERE o.reminder = ? AND \(SQL.isPending("o.")) AND o.series_ms IS NOT NULL
      ORDER BY o.due_ms LIMIT 1
      """, .integer(reminder), read: DueOccurrence.init)
  }

  /// Gives the answer to one occurrence; the series goes on by itself.
  /// - Parameter zone: the one that it keeps to (`DueOccurrence.zone(or:)`).
  /// - Returns: false if it had an answer already.
  package func answer(
    _ target: DueOccurrence, _ answer: Answer, at now: Instant, in zone: Zone,
    words: String? = nil
  ) throws(StoreError) -> Bool {
    let (event, kind): (OccurrenceEvent, HistoryEvent.Kind) =
      switch answer {
      case .done: (.done, .done)
      case .dismissed: (.dismissed, .dismissed)
      case .snoozed: (.snoozed, .snoozed)
      }
    let state: OccurrenceState? =
      try database.row(
        "SELECT state FROM occurrence WHERE id = ? AND (ended_ms IS NULL OR state = 'dismissed')",
        .integer(target.occurrence)
      ) { $0.word(0) }
    guard let state, let next = Lifecycle.next(state, event) else { return false }
    try change(kind, of: target.reminder, [target.occurrence], at: now, words: words) {
      () throws(StoreError) in
      try end(target.occurrence, as: next, from: state, at: now)
      var added: [Int64] = []
      // Answered before its time: the one that follows is made now.
      if target.fired == nil, let following = try insertNext(after: target, at: now, in: zone) {
        added.append(following)
      }
      if case .snoozed(let until, let bootID, let dueBoot) = answer {
        let row = OccurrenceRow(
          reminder: target.reminder, place: nil, due: until, bootID: bootID, dueBoot: dueBoot)
        if let snoozed = try insert(row, ReminderOptions(), at: now) { added.append(snoozed) }
      }
      return added
    }
    return true
  }

  /// Leaves out the next `count` occurrences of a series.
  /// - Parameter zone: as in `answer`.
  /// - Returns: the one that comes then; nil if the series is over, or `target` had gone.
  package func skip(
    _ target: DueOccurrence, count: Int, at now: Instant, in zone: Zone, words: String?
  ) throws(StoreError) -> Instant? {
    var following: Instant? = target.due
    for _ in 0..<count {
      following = following.flatMap { target.trigger.next(after: $0, in: zone) }
    }
    var isSkipped = false
    try change(.skipped, of: target.reminder, [target.occurrence], at: now, words: words) {
      () throws(StoreError) in
      isSkipped = try end(target.occurrence, as: .cancelled, from: .scheduled, at: now)
      guard isSkipped, let following else { return [] }
      let row = OccurrenceRow(
        reminder: target.reminder, place: target.trigger.place(of: following, in: zone),
        due: following)
      return try insert(row, target.options, at: now).map { [$0] } ?? []
    }
    return isSkipped ? following : nil
  }
}

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
        delivery: row.integer(next), target: try DueOccurrence(row),
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
  package func closeEnded(of stale: Stale, at now: Instant) throws(StoreError) {
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
      """, .integer(Int64(popup.notification)), .text(popup.server), read: Alert.init)
  }
}
