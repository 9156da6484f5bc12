/// Why nothing was taken back.
public enum UndoError: Error, Equatable {
  /// There is nothing that could be taken back.
  case nothing
  /// What happened last to this reminder is another thing by now: it fired, or was changed again.
  case movedOn(reminder: Int64, HistoryEvent.Kind)
  case store(StoreError)
}

/// What was taken back.
public struct Undone: Sendable, Equatable {
  public var kind: HistoryEvent.Kind
  public var reminder: Int64
}

extension ReminderStore {
  /// Takes back what a user did last and has not taken back yet: a creation, a cancellation, an
  /// edit, a snooze, a skip, or an answer. What is due again by that is shown at once.
  public func undo(at now: Instant) throws(UndoError) -> Undone {
    let mapped = { (error: SQLiteError) in UndoError.store(.database(error)) }
    return try database.transaction(mapped) { () throws(UndoError) in
      let last: LoggedChange?
      let isTakenBack: Bool
      do throws(SQLiteError) {
        last = try lastChange()
        isTakenBack =
          try last.map { (last) throws(SQLiteError) in try takeBack(last, at: now) } ?? false
      } catch { throw mapped(error) }
      guard let last else { throw .nothing }
      guard isTakenBack else { throw .movedOn(reminder: last.reminder, last.kind) }
      return Undone(kind: last.kind, reminder: last.reminder)
    }
  }

  /// A line of the history that can be taken back.
  private struct LoggedChange {
    var event: Int64
    var reminder: Int64
    var occurrence: Int64
    var kind: HistoryEvent.Kind
    var before: String
    var after: String
  }

  private func lastChange() throws(SQLiteError) -> LoggedChange? {
    try database.statement(
      """
      SELECT id, reminder, occurrence, kind, before, after FROM event e
      WHERE kind NOT IN ('undone', 'dismissed')
        AND NOT EXISTS (SELECT 1 FROM event u WHERE u.undoes IS NOT NULL AND u.undoes = e.id)
      ORDER BY id DESC LIMIT 1
      """
    ).row { row in
      LoggedChange(
        event: row.integer(0), reminder: row.integer(1), occurrence: row.integer(2),
        kind: HistoryEvent.Kind(rawValue: row.text(3)) ?? .created, before: row.text(4),
        after: row.text(5))
    }
  }

  /// - Returns: false where the rows are not what the change made of them any more.
  private func takeBack(_ change: LoggedChange, at now: Instant) throws(SQLiteError) -> Bool {
    if change.kind == .created {
      let isUntouched = try database.statement(
        "SELECT state = 'scheduled' AND fired_ms IS NULL FROM occurrence WHERE id = ?"
      ).row(.integer(change.occurrence)) { $0.integer(0) != 0 }
      guard isUntouched == true else { return false }
      try end(change.occurrence, as: .cancelled, from: .scheduled, at: now)
    } else {
      let touched = try database.statement(
        "SELECT value ->> 0 FROM json_each(?, '$.occurrences')"
      ).rows(.text(change.after)) { $0.integer(0) }
      guard try image(of: change.reminder, touched) == change.after else { return false }
      try restore(change.before, insteadOf: change.after, of: change.reminder)
      try revive(change, at: now)
    }
    try log(
      .undone, of: change.reminder, occurrence: change.occurrence, at: now, undoes: change.event)
    return true
  }

  /// What was open before the change is open again: what had been shown is shown once more, what
  /// had not goes its way anew.
  private func revive(_ change: LoggedChange, at now: Instant) throws(SQLiteError) {
    let open = try database.statement(
      """
      SELECT id, state, due_ms, (SELECT options FROM reminder r WHERE r.id = o.reminder)
      FROM occurrence o WHERE ended_ms IS NULL AND state IN ('scheduled', 'unanswered')
        AND id IN (SELECT value ->> 0 FROM json_each(?, '$.occurrences'))
      """
    ).rows(.text(change.before)) {
      (id: $0.integer(0), state: $0.text(1), due: $0.instant(2), options: $0.text(3))
    }
    for occurrence in open {
      if occurrence.state == OccurrenceState.unanswered.rawValue {
        try showAgain(occurrence.id, at: now)
        continue
      }
      try database.statement("UPDATE occurrence SET fired_ms = NULL WHERE id = ?")
        .run(.integer(occurrence.id))
      try announce(
        occurrence.id, due: occurrence.due, options(occurrence.options), at: now)
    }
  }
}
