import CivilTime
import Reminders

/// What was undone.
package struct Undone: Sendable, Equatable {
  package var kind: HistoryEvent.Kind
  /// The last one first; none of a pause.
  package var reminders: [Int64]
  /// What the same command did to these stays: they have moved on since.
  package var movedOn: [Int64] = []
}

/// A line of the history that can be undone.
private struct LoggedChange {
  var event: Int64
  var at: Instant
  var reminder: Int64
  var occurrence: Int64?
  var kind: HistoryEvent.Kind
  var before: String
  var after: String
  var words: String

  /// Whether the same command made it as `later`: what one command does has one kind and one time.
  func isMade(with later: LoggedChange) -> Bool {
    guard kind == later.kind, at == later.at else { return false }
    switch kind {
    case .cancelled, .done, .snoozed, .imported, .mailCancelled: return true
    case .created:  // A request makes several.
      return words.hasPrefix(HistoryEvent.requestWord)
        && [HistoryEvent.requestWord, HistoryEvent.beforeDateWord].contains {
          later.words.hasPrefix($0)
        }
    default: return false
    }
  }
}

/// Undo: the rows that a change has logged are put back.
extension ReminderStore {
  /// Undoes the last thing that a user did and has not undone yet, with one command or button: a
  /// creation, a cancellation, an edit, a snooze, a skip, or an answer, of one reminder or several,
  /// an import, a pause or its end. What is due again by that is shown at once.
  ///
  /// What has moved on is refused once, so that it never stands in the way of what was done before it.
  /// - Throws: `nothingToUndo`, `changedSince`, `restoredSince`.
  package func undo(at now: Instant) throws(StoreError) -> Undone {
    var (undone, last) = try undoPage(of: nil, at: now)
    if last == nil, undone.reminders.isEmpty, let reminder = undone.movedOn.first {
      throw .refused(.changedSince(reminder: reminder, undone.kind))
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
  ///   found; if it is not as the command left it, it is all that is looked at.
  /// - Returns: where the next page goes on; nil if there is none.
  private func undoPage(
    of batch: LoggedChange?, at now: Instant
  ) throws(StoreError) -> (Undone, LoggedChange?) {
    try database.transaction { () throws(StoreError) in
      var undone = Undone(kind: batch?.kind ?? .undone, reminders: [])
      var previous = batch
      for _ in 0..<500 {
        guard let change = try lastChange(before: previous) else {
          if previous == nil { throw .refused(.nothingToUndo) }
          return (undone, nil)
        }
        undone.kind = change.kind
        if try !undo(change, at: now) {
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

  /// - Parameter later: of the same command; nil: of any.
  /// - Throws: `restoredSince` if the last change that could be undone was made before that.
  private func lastChange(before later: LoggedChange?) throws(StoreError) -> LoggedChange? {
    let change = try database.row(
      """
      SELECT id, at_ms, reminder, occurrence, kind, before, after, words FROM event e
      WHERE id < ?
        AND kind NOT IN ('undone', 'dismissed', 'refused', 'dropped', 'lost', 'rule-lost')
        AND NOT EXISTS (SELECT 1 FROM event u
          WHERE u.reminder = e.reminder AND u.id > e.id AND u.undoes = e.id)
      ORDER BY id DESC LIMIT 1
      """, .integer(later?.event ?? .max)
    ) { row in
      LoggedChange(
        event: row.integer(0), at: row.instant(1), reminder: row.integer(2),
        occurrence: row.optionalInteger(3), kind: row.word(4) ?? .created,
        before: row.text(5), after: row.text(6), words: row.text(7))
    }
    if let later { return change.flatMap { $0.isMade(with: later) ? $0 : nil } }
    if let restoration = try restoration(), change?.event ?? .min <= restoration.event {
      throw .refused(.restoredSince(restoration.at))
    }
    return change
  }

  /// Undoes a change, or notes that this was refused: either way the next undo is of another.
  private func undo(_ change: LoggedChange, at now: Instant) throws(StoreError) -> Bool {
    let isUndone = try putBack(change, at: now)
    // `refused` is none of HistoryEvent.Kind: nothing has happened to the reminder.
    try database.run(
      "INSERT INTO event(at_ms, reminder, occurrence, kind, undoes) VALUES(?, ?, ?, ?, ?)",
      Value(now), .integer(change.reminder), Value(change.occurrence),
      .text(isUndone ? HistoryEvent.Kind.undone.rawValue : "refused"), .integer(change.event))
    return isUndone
  }

  /// - Returns: false if the rows have changed since.
  private func putBack(_ change: LoggedChange, at now: Instant) throws(StoreError) -> Bool {
    if change.kind == .paused {
      try restorePause(change.before, at: now)
    } else if change.kind == .created || change.before.isEmpty {
      let isUntouched = try database.number(
        "SELECT \(SQL.isPending()) FROM occurrence WHERE id = ?", Value(change.occurrence))
      guard isUntouched == 1, let occurrence = change.occurrence else { return false }
      try end(occurrence, as: .cancelled, from: .scheduled, at: now)
    } else {
      let touched = try database.rows(
        "SELECT value ->> 0 FROM json_each(?, '$.occurrences')", .text(change.after)
      ) { $0.integer(0) }
      guard try image(of: change.reminder, touched) == change.after else { return false }
      try restore(change.before, insteadOf: change.after, of: change.reminder)
      for occurrence in touched { try reviveMail(of: occurrence, cancelledFrom: change.at) }
      if change.kind != .mailCancelled { try revive(change, at: now) }
    }
    return true
  }

  /// Mail that was given up with a change that is undone waits again; what may have been sent, until
  /// the user asks for it.
  private func reviveMail(of occurrence: Int64, cancelledFrom at: Instant) throws(StoreError) {
    try database.run(
      """
      UPDATE delivery SET ended_ms = NULL,
        state = CASE possible_repeat WHEN 0 THEN 'scheduled' ELSE 'held' END,
        reason = CASE possible_repeat WHEN 0 THEN NULL ELSE 'outcome_unknown' END
      WHERE occurrence = ? AND channel = 'mail' AND state = 'failed'
        AND reason IN ('cancelled', 'answered') AND ended_ms >= ?
      """, .integer(occurrence), Value(at))
  }

  /// What was open before the change is open again: what had been shown is shown once more, what
  /// had not fires again.
  private func revive(_ change: LoggedChange, at now: Instant) throws(StoreError) {
    let open = try database.rows(
      """
      SELECT id, state, due_ms, (SELECT options FROM reminder r WHERE r.id = o.reminder)
      FROM occurrence o WHERE \(SQL.isUnfinished())
        AND id IN (SELECT value ->> 0 FROM json_each(?, '$.occurrences'))
      """, .text(change.before)
    ) { (id: $0.integer(0), state: $0.text(1), due: $0.instant(2), options: $0.text(3)) }
    for occurrence in open {
      if occurrence.state == OccurrenceState.unanswered.rawValue {
        try showAgain(occurrence.id, at: now)
        continue
      }
      try database.run(
        "UPDATE occurrence SET fired_ms = NULL WHERE id = ?", .integer(occurrence.id))
      try announce(
        occurrence.id, due: occurrence.due, ReminderOptions(column: occurrence.options), at: now)
    }
  }
}

/// The append-only history: every change that a user made, with its rows as they were before
/// and after, so that it can be shown and undone.
extension ReminderStore {
  /// Makes a change and logs it with its images.
  /// - Parameters:
  ///   - occurrences: those that `body` touches.
  ///   - body: makes the change; returns the occurrences that it added.
  func change(
    _ kind: HistoryEvent.Kind, of reminder: Int64, _ occurrences: [Int64], at now: Instant,
    words: String? = nil, body: () throws(StoreError) -> [Int64]
  ) throws(StoreError) {
    let before = try image(of: reminder, occurrences)
    let added = try body()
    let after = try image(of: reminder, occurrences + added)
    try log(
      kind, of: reminder, occurrence: occurrences.first ?? added.first, at: now, words: words,
      before: before, after: after)
  }

  /// The rows as JSON: the reminder's columns that can be edited, and each occurrence's.
  func image(of reminder: Int64, _ occurrences: [Int64]) throws(StoreError) -> String {
    try database.row(
      """
      SELECT json_object(
        'reminder', (SELECT json_array(text, kind, wall, zone, rrule, boot_id, due_boot_ms, options)
          FROM reminder WHERE id = ?1),
        'occurrences', (SELECT json_group_array(json_array(id, reminder, series_ms, due_ms,
            fired_ms, missed, ended_ms, boot_id, due_boot_ms, state))
          FROM (SELECT * FROM occurrence WHERE id IN (SELECT value FROM json_each(?2))
            ORDER BY id)))
      """, .integer(reminder), Value(occurrences)
    ) { $0.text(0) } ?? "{}"
  }

  /// Puts the rows of `before` back, and takes away the occurrences that only `after` has.
  func restore(_ before: String, insteadOf after: String, of reminder: Int64) throws(StoreError) {
    let added = try database.rows(
      """
      SELECT value ->> 0 FROM json_each(?2, '$.occurrences')
      EXCEPT SELECT value ->> 0 FROM json_each(?1, '$.occurrences')
      """, .text(before), .text(after)
    ) { $0.integer(0) }
    try deleteOccurrences(added)
    try database.run(
      """
      UPDATE occurrence SET (series_ms, due_ms, fired_ms, missed, ended_ms, boot_id, due_boot_ms,
        state) = (SELECT value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
          value ->> 7, value ->> 8, value ->> 9
        FROM json_each(?1, '$.occurrences') WHERE value ->> 0 = occurrence.id)
      WHERE id IN (SELECT value ->> 0 FROM json_each(?1, '$.occurrences'))
      """, .text(before))
    try database.run(
      """
      UPDATE reminder SET (text, kind, wall, zone, rrule, boot_id, due_boot_ms, options) = (
        SELECT v ->> 0, v ->> 1, v ->> 2, v ->> 3, v ->> 4, v ->> 5, v ->> 6, v ->> 7
        FROM (SELECT json_extract(?1, '$.reminder') AS v))
      WHERE id = ?2
      """, .text(before), .integer(reminder))
  }

  /// When the store was restored from a backup last: what is known of it from before is of another.
  package func restored() throws(StoreError) -> Int64? {
    try database.number("SELECT value FROM state WHERE name = 'restored'")
  }

  /// The same, with the last line that its history or the one that was replaced had then; nil if it never
  /// was.
  func restoration() throws(StoreError) -> (at: Instant, event: Int64)? {
    try database.row(
      """
      SELECT r.value, e.value FROM state r JOIN state e
      WHERE r.name = 'restored' AND e.name = 'restored_event'
      """
    ) { ($0.instant(0), $0.integer(1)) }
  }
}
