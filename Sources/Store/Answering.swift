import CivilTime
import Reminders

/// What a user says about a reminder, by a button, a hotkey or a command.
package enum Answer: Sendable, Equatable {
  /// It is done; before its time too.
  case done
  /// The popup was closed, which is no more than that.
  case dismissed
  /// Once more at this instant; with `dueBoot` counted as elapsed time, as in `Trigger.interval`.
  case snoozed(until: Instant, bootID: String?, dueBoot: Int64?)
}

extension ReminderStore {
  /// The reminder that was shown or announced last and has not been answered: what `last` means.
  package func lastUnanswered() throws(StoreError) -> Int64? {
    try attempt { () throws(SQLiteError) in
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
            AND o.state = 'scheduled' AND o.fired_ms IS NULL AND o.ended_ms IS NULL)
        ORDER BY shown_ms DESC, id DESC LIMIT 1
        """)
    }
  }

  /// The occurrence that an answer to the reminder is about: the one that was shown last and has
  /// not been answered, else the next that is to come. Nil where it is finished, or there is none.
  package func target(of reminder: Int64) throws(StoreError) -> DueOccurrence? {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT o.id, o.due_ms, r.id, r.uid, r.text, r.kind, r.wall, r.zone, r.rrule,
          r.boot_id, r.due_boot_ms, o.series_ms, o.boot_id, o.due_boot_ms, r.options, o.fired_ms
        FROM occurrence o LEFT JOIN reminder r ON r.id = o.reminder
        WHERE o.reminder = ? AND o.ended_ms IS NULL AND o.state IN ('unanswered', 'scheduled')
        ORDER BY o.state = 'unanswered' DESC, o.fired_ms IS NOT NULL DESC, o.fired_ms DESC,
          o.due_ms, o.id LIMIT 1
        """
      ).row(.integer(reminder), read: dueRow).map { (row) throws(SQLiteError) in
        try dueOccurrence(row)
      }
    }
  }

  /// What a snooze of the reminder is about: what `target(of:)` finds or, unless that is nearer to
  /// now, the occurrence that came last, where its popup was only closed.
  package func snoozeTarget(
    of reminder: Int64, at now: Instant
  ) throws(StoreError) -> DueOccurrence? {
    let open = try target(of: reminder)
    if let open, open.fired != nil { return open }
    guard let (closed, ended) = try dismissed(of: reminder) else { return open }
    if let open, open.due.since(now) < now.since(ended) { return open }
    return closed
  }

  /// The occurrence that ended last, where that was by closing its popup; and when.
  private func dismissed(
    of reminder: Int64
  ) throws(StoreError) -> (DueOccurrence, ended: Instant)? {
    try attempt { () throws(SQLiteError) in
      let last = try database.statement(
        """
        SELECT o.id, o.due_ms, r.id, r.uid, r.text, r.kind, r.wall, r.zone, r.rrule,
          r.boot_id, r.due_boot_ms, o.series_ms, o.boot_id, o.due_boot_ms, r.options, o.fired_ms,
          o.ended_ms, o.state
        FROM occurrence o LEFT JOIN reminder r ON r.id = o.reminder
        WHERE o.reminder = ? AND o.ended_ms IS NOT NULL
        ORDER BY o.ended_ms DESC, o.id DESC LIMIT 1
        """
      ).row(.integer(reminder)) { (row: dueRow($0), ended: $0.instant(16), state: $0.text(17)) }
      guard let last, last.state == OccurrenceState.dismissed.rawValue else { return nil }
      return (try dueOccurrence(last.row), last.ended)
    }
  }

  /// The occurrence that comes next in a series; nil where none does.
  package func upcoming(of reminder: Int64) throws(StoreError) -> DueOccurrence? {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT o.id, o.due_ms, r.id, r.uid, r.text, r.kind, r.wall, r.zone, r.rrule,
          r.boot_id, r.due_boot_ms, o.series_ms, o.boot_id, o.due_boot_ms, r.options, o.fired_ms
        FROM occurrence o LEFT JOIN reminder r ON r.id = o.reminder
        WHERE o.reminder = ? AND o.state = 'scheduled' AND o.fired_ms IS NULL
          AND o.series_ms IS NOT NULL
        ORDER BY o.due_ms LIMIT 1
        """
      ).row(.integer(reminder), read: dueRow).map { (row) throws(SQLiteError) in
        try dueOccurrence(row)
      }
    }
  }

  /// Gives the answer to one occurrence; the series goes on by itself.
  /// - Parameter zone: the one that it keeps to (`DueOccurrence.zone(or:)`).
  /// - Returns: false where it had an answer already.
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
    return try attempt { () throws(SQLiteError) in
      let state =
        try database.statement(
          """
          SELECT state FROM occurrence
          WHERE id = ? AND (ended_ms IS NULL OR state = 'dismissed')
          """
        ).row(.integer(target.occurrence)) { OccurrenceState(rawValue: $0.text(0)) } ?? nil
      guard let state, let next = Lifecycle.next(state, event) else { return false }
      try change(kind, of: target.reminder, [target.occurrence], at: now, words: words) {
        () throws(SQLiteError) in
        try end(target.occurrence, as: next, from: state, at: now)
        var added: [Int64] = []
        // Answered before its time: the one that follows is made now.
        if target.fired == nil, let following = try insertNext(after: target, at: now, in: zone) {
          added.append(following)
        }
        if case .snoozed(let until, let bootID, let dueBoot) = answer,
          let snoozed = try insert(
            OccurrenceRow(
              reminder: target.reminder, place: nil, due: until, bootID: bootID,
              dueBoot: dueBoot), ReminderOptions(), at: now)
        {
          added.append(snoozed)
        }
        return added
      }
      return true
    }
  }

  /// Leaves out the next `count` occurrences of a series.
  /// - Parameter zone: as in `answer`.
  /// - Returns: the one that comes then; nil where the series is over, or `target` had gone.
  package func skip(
    _ target: DueOccurrence, count: Int, at now: Instant, in zone: Zone, words: String?
  ) throws(StoreError) -> Instant? {
    try attempt { () throws(SQLiteError) in
      var following: Instant? = target.due
      for _ in 0..<count {
        following = following.flatMap { target.trigger.next(after: $0, in: zone) }
      }
      var isSkipped = false
      try change(.skipped, of: target.reminder, [target.occurrence], at: now, words: words) {
        () throws(SQLiteError) in
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

  /// Moves an occurrence to a state in which it is history, with all that was still to come of it.
  @discardableResult
  package func end(
    _ occurrence: Int64, as next: OccurrenceState, from state: OccurrenceState, at now: Instant,
    because obstacle: HoldReason? = nil
  ) throws(SQLiteError) -> Bool {
    try database.statement(
      "UPDATE occurrence SET state = ?, ended_ms = ? WHERE id = ? AND state = ?"
    ).run(
      .text(next.rawValue), Value(now), .integer(occurrence), .text(state.rawValue))
    guard database.changes == 1 else { return false }
    let reason = obstacle ?? (next == .cancelled ? .cancelled : .answered)
    try abandonDeliveries(of: occurrence, because: reason, at: now)
    return true
  }

  /// Gives up what waits of an occurrence; what is in a channel's hands is recorded by itself. The mail of
  /// what is shown as well goes all the same, unless it is cancelled: whoever is to read it has not
  /// answered. What is only mailed is over with its answer; put off, it would be mailed twice.
  func abandonDeliveries(
    of occurrence: Int64, because obstacle: HoldReason, at now: Instant
  ) throws(SQLiteError) {
    var isOver = obstacle == .cancelled ? 1 : 0 as Int64
    if obstacle == .answered, try isOnlyMailed(occurrence) { isOver = 1 }
    try database.statement(
      """
      DELETE FROM delivery WHERE occurrence = ? AND at_ms IS NOT NULL
        AND (purpose <> 'mail-retry' OR ?)
      """
    ).run(.integer(occurrence), .integer(isOver))
    try database.statement(
      """
      UPDATE delivery SET state = 'failed', reason = ?, ended_ms = ?
      WHERE occurrence = ? AND state IN ('scheduled', 'held', 'unknown')
        AND at_ms IS NULL AND (channel <> 'mail' OR purpose = 'unanswered' OR ?)
      """
    ).run(.text(obstacle.rawValue), Value(now), .integer(occurrence), .integer(isOver))
  }

  private func isOnlyMailed(_ occurrence: Int64) throws(SQLiteError) -> Bool {
    try database.statement(
      """
      SELECT r.options ->> '$.mail.only' FROM occurrence o JOIN reminder r ON r.id = o.reminder
      WHERE o.id = ?
      """
    ).row(.integer(occurrence)) { $0.integer(0) != 0 } ?? false
  }

  /// Makes the occurrence that follows in the series. That there is none since its rule cannot be read
  /// is a line of its history.
  /// - Returns: its row; nil where the series ends, or it is there already.
  func insertNext(
    after due: DueOccurrence, at now: Instant, in zone: Zone
  ) throws(SQLiteError) -> Int64? {
    guard due.place != nil else { return nil }
    if let rule = due.lostRule {
      try log(.ruleLost, of: due.reminder, occurrence: due.occurrence, at: now, words: rule)
    }
    var following = due.trigger.next(after: due.due, in: zone)
    while let next = following {
      let row = OccurrenceRow(
        reminder: due.reminder, place: due.trigger.place(of: next, in: zone), due: next)
      if let added = try insert(row, due.options, at: now) { return added }
      if try hasPending(of: due.reminder) { return nil }
      // It has had that place already, by a clock that was ahead.
      following = due.trigger.next(after: next, in: zone)
    }
    return nil
  }
}
