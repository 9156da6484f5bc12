import CivilTime
import Reminders

/// Why nothing was taken back.
package enum UndoError: Error, Equatable {
  /// There is nothing that could be taken back.
  case nothing
  /// What happened last to this reminder is another thing by now: it fired, or was changed again.
  /// The next undo goes past it.
  case movedOn(reminder: Int64, HistoryEvent.Kind)
  /// Nothing has changed since the store was restored from a backup, then: what was done before that is
  /// not what was done last.
  case restored(at: Instant)
  case store(StoreError)
}

/// What was taken back.
package struct Undone: Sendable, Equatable {
  package var kind: HistoryEvent.Kind
  /// The last one first; none of a pause.
  package var reminders: [Int64]
  /// What the same command did to these stays: they have moved on since.
  package var movedOn: [Int64] = []
}

extension ReminderStore {
  /// Takes back what a user did last and has not taken back yet, with one command or button: a
  /// creation, a cancellation, an edit, a snooze, a skip, or an answer, of one reminder or several,
  /// an import, a pause or its end. What is due again by that is shown at once.
  ///
  /// What has moved on is refused once, so that it never stands in the way of what was done before it.
  package func undo(at now: Instant) throws(UndoError) -> Undone {
    var (undone, last) = try undoPage(of: nil, at: now)
    if last == nil, undone.reminders.isEmpty, let reminder = undone.movedOn.first {
      throw .movedOn(reminder: reminder, undone.kind)
    }
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
  ///   found; where it is not as the command left it, it is all that is looked at.
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
        if previous == nil { try expectNoRestoration() }
        do throws(SQLiteError) {
          change = try lastChange(before: previous)
          isTakenBack =
            try change.map { (change) throws(SQLiteError) in try settle(change, at: now) }
            ?? false
        } catch { throw mapped(error) }
        guard let change else {
          if previous == nil { throw .nothing }
          return (undone, nil)
        }
        undone.kind = change.kind
        if !isTakenBack {
          undone.movedOn.append(change.reminder)
          if previous == nil, change.kind != .imported { return (undone, nil) }
        } else if change.kind != .paused {
          undone.reminders.append(change.reminder)
        }
        previous = change
      }
      return (undone, previous)
    }
  }

  /// - Throws: `restored` where the last change that could be taken back was made before that.
  private func expectNoRestoration() throws(UndoError) {
    let (last, restoration): (LoggedChange?, (at: Instant, event: Int64)?)
    do throws(SQLiteError) {
      restoration = try self.restoration()
      last = restoration == nil ? nil : try lastChange(before: nil)
    } catch { throw .store(.database(error)) }
    guard let restoration, last.map({ $0.event <= restoration.event }) ?? true else { return }
    throw .restored(at: restoration.at)
  }

  /// A line of the history that can be taken back.
  private struct LoggedChange {
    var event: Int64
    var at: Instant
    var reminder: Int64
    var occurrence: Int64?
    var kind: HistoryEvent.Kind
    var before: String
    var after: String
    var words: String

    /// Whether the same command made it as `later`, of the same kind and at the same time: one that makes
    /// several, a request.
    func isMade(with later: LoggedChange) -> Bool {
      words.hasPrefix(HistoryEvent.requestWord)
        && [HistoryEvent.requestWord, HistoryEvent.beforeDateWord].contains {
          later.words.hasPrefix($0)
        }
    }
  }

  /// - Parameter later: of the same command; nil: of any. What one command does has one time.
  private func lastChange(before later: LoggedChange?) throws(SQLiteError) -> LoggedChange? {
    let change = try database.statement(
      """
      SELECT id, at_ms, reminder, occurrence, kind, before, after, words FROM event e
      WHERE id < ?
        AND kind NOT IN ('undone', 'dismissed', 'refused', 'dropped', 'lost', 'rule-lost')
        AND NOT EXISTS (SELECT 1 FROM event u
          WHERE u.reminder = e.reminder AND u.id > e.id AND u.undoes = e.id)
      ORDER BY id DESC LIMIT 1
      """
    ).row(.integer(later?.event ?? .max)) { row in
      LoggedChange(
        event: row.integer(0), at: row.instant(1), reminder: row.integer(2),
        occurrence: row.optionalInteger(3),
        kind: HistoryEvent.Kind(rawValue: row.text(4)) ?? .created,
        before: row.text(5), after: row.text(6), words: row.text(7))
    }
    guard let later, let change else { return change }
    let isOfSeveral = [.cancelled, .done, .snoozed, .imported, .mailCancelled].contains(change.kind)
    guard change.kind == later.kind, change.at == later.at else { return nil }
    return isOfSeveral || change.kind == .created && change.isMade(with: later) ? change : nil
  }

  /// Takes a change back, or notes that this was refused: either way the next undo is of another.
  private func settle(_ change: LoggedChange, at now: Instant) throws(SQLiteError) -> Bool {
    let isTakenBack = try takeBack(change, at: now)
    // `refused` is none of HistoryEvent.Kind: nothing has happened to the reminder.
    try database.statement(
      "INSERT INTO event(at_ms, reminder, occurrence, kind, undoes) VALUES(?, ?, ?, ?, ?)"
    ).run(
      Value(now), .integer(change.reminder), Value(change.occurrence),
      .text(isTakenBack ? HistoryEvent.Kind.undone.rawValue : "refused"), .integer(change.event))
    return isTakenBack
  }

  /// - Returns: false where the rows are not what the change made of them any more.
  private func takeBack(_ change: LoggedChange, at now: Instant) throws(SQLiteError) -> Bool {
    if change.kind == .paused {
      try restorePause(change.before, at: now)
    } else if change.kind == .created || change.before.isEmpty {
      let isUntouched = try database.statement(
        "SELECT state = 'scheduled' AND fired_ms IS NULL FROM occurrence WHERE id = ?"
      ).row(Value(change.occurrence)) { $0.integer(0) != 0 }
      guard isUntouched == true, let occurrence = change.occurrence else { return false }
      try end(occurrence, as: .cancelled, from: .scheduled, at: now)
    } else {
      let touched = try database.statement(
        "SELECT value ->> 0 FROM json_each(?, '$.occurrences')"
      ).rows(.text(change.after)) { $0.integer(0) }
      guard try image(of: change.reminder, touched) == change.after else { return false }
      try restore(change.before, insteadOf: change.after, of: change.reminder)
      for occurrence in touched { try reviveMail(of: occurrence, cancelledFrom: change.at) }
      if change.kind != .mailCancelled { try revive(change, at: now) }
    }
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
