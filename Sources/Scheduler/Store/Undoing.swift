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
  /// The last one first.
  public var reminders: [Int64]
  /// What the same command did to these stays: they have moved on since.
  public var movedOn: [Int64] = []
}

extension ReminderStore {
  /// Takes back what a user did last and has not taken back yet, with one command or button: a
  /// creation, a cancellation, an edit, a snooze, a skip, or an answer, of one reminder or several.
  /// What is due again by that is shown at once.
  public func undo(at now: Instant) throws(UndoError) -> Undone {
    var (undone, last) = try undoPage(of: nil, at: now)
    // In pages, so that a million do not stop other writers for seconds.
    while let batch = last {
      let (more, next) = try undoPage(of: batch, at: now)
      undone.reminders += more.reminders
      undone.movedOn += more.movedOn
      last = next
    }
    return undone
  }

  /// - Parameter batch: the last of the same command that was looked at; nil: the first is to be
  ///   found, and must be as the command left it.
  /// - Returns: where the next page goes on; nil where there is none.
  private func undoPage(
    of batch: LoggedChange?, at now: Instant
  ) throws(UndoError) -> (Undone, LoggedChange?) {
    let mapped = { (error: SQLiteError) in UndoError.store(.database(error)) }
    return try database.transaction(mapped) { () throws(UndoError) in
      var undone = Undone(kind: batch?.kind ?? .undone, reminders: [])
      var previous = batch
      for _ in 0..<500 {
        let change: LoggedChange?
        let isTakenBack: Bool
        do throws(SQLiteError) {
          change = try lastChange(before: previous)
          isTakenBack =
            try change.map { (change) throws(SQLiteError) in try takeBack(change, at: now) }
            ?? false
        } catch { throw mapped(error) }
        guard let change else {
          if previous == nil { throw .nothing }
          return (undone, nil)
        }
        if isTakenBack {
          undone.reminders.append(change.reminder)
        } else if previous == nil {
          throw .movedOn(reminder: change.reminder, change.kind)
        } else {
          undone.movedOn.append(change.reminder)
        }
        undone.kind = change.kind
        previous = change
      }
      return (undone, previous)
    }
  }

  /// A line of the history that can be taken back.
  private struct LoggedChange {
    var event: Int64
    var at: Instant
    var reminder: Int64
    var occurrence: Int64
    var kind: HistoryEvent.Kind
    var before: String
    var after: String
  }

  /// - Parameter later: of the same command; nil: of any. What one command does has one time.
  private func lastChange(before later: LoggedChange?) throws(SQLiteError) -> LoggedChange? {
    let change = try database.statement(
      """
      SELECT id, at_ms, reminder, occurrence, kind, before, after FROM event e
      WHERE id < ? AND kind NOT IN ('undone', 'dismissed')
        AND NOT EXISTS (SELECT 1 FROM event u WHERE u.reminder = e.reminder AND u.undoes = e.id)
      ORDER BY id DESC LIMIT 1
      """
    ).row(.integer(later?.event ?? .max)) { row in
      LoggedChange(
        event: row.integer(0), at: row.instant(1), reminder: row.integer(2),
        occurrence: row.integer(3), kind: HistoryEvent.Kind(rawValue: row.text(4)) ?? .created,
        before: row.text(5), after: row.text(6))
    }
    guard let later, let change else { return change }
    let isOfSeveral = [.cancelled, .done, .snoozed].contains(change.kind)
    return isOfSeveral && change.kind == later.kind && change.at == later.at ? change : nil
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
