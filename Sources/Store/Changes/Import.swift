import CivilTime
import Reminders

/// A reminder as a calendar file has it.
package struct CalendarReminder: Sendable {
  /// By which it is known when the file, or a later one of its calendar, is read again.
  package var uid: String
  package var text: String?
  package var trigger: Trigger
  /// The first instant from now on at which it is due.
  package var due: Instant
  package var options: ReminderOptions
  /// Instances that only its pending one goes past (`skip`); the series itself keeps them.
  package var skippedStarts: [Recurrence.Start] = []
  /// Milliseconds from the reminder to the time it is about, if the text has to state them.
  package var ahead: Int64?
  /// All of it is past; `due` is its last time.
  package var isPast = false

  package init(
    uid: String, text: String?, trigger: Trigger, due: Instant, options: ReminderOptions
  ) {
    self.uid = uid
    self.text = text
    self.trigger = trigger
    self.due = due
    self.options = options
  }

  /// Its first occurrence.
  /// - Parameter zone: of floating wall times.
  fileprivate func occurrence(of id: Int64, in zone: Zone) -> OccurrenceRow {
    OccurrenceRow(
      reminder: id, place: trigger.place(of: due, in: trigger.zone(or: zone)), due: due)
  }
}

/// The outcome of an import for one reminder.
package enum ImportOutcome: Sendable, Equatable {
  case new
  case changed
  /// It is as the last import has made it, whatever the user has done to it since.
  case unchanged
}

/// What an import compares with: the columns of a reminder that a calendar sets.
private struct ImportedReminder {
  var text: String?
  var columns: TriggerColumns
  var options: String
  /// Of elapsed time: when it is due.
  var due: Instant?
  /// Its import was undone: what the file says is news again.
  var isUndone: Bool
  /// This import made the reminder.
  var isFirst: Bool

  /// Reads text, kind, wall, zone, rrule, options, due_ms, and the two flags.
  init(_ row: Row) {
    text = row.optionalText(0)
    columns = TriggerColumns(
      kind: row.text(1), wall: row.optionalText(2), zone: row.optionalText(3),
      rrule: row.optionalText(4))
    options = row.text(5)
    due = row.optionalInstant(6)
    isUndone = row.flag(7)
    isFirst = row.flag(8)
  }

  /// - Parameter zone: of floating wall times.
  func isSame(as new: CalendarReminder, in zone: Zone) -> Bool {
    text == new.text && options == new.options.column && isSameTime(as: new, in: zone)
  }

  func isSameTime(as reminder: CalendarReminder, in zone: Zone) -> Bool {
    let new = TriggerColumns(reminder.trigger)
    let isSameStart =
      columns.kind == new.kind && columns.wall == new.wall && columns.zone == new.zone
    if isSameStart, columns.rrule == new.rrule { return true }
    // A file has whole seconds.
    if columns.kind == "interval", let due { return abs(due.since(reminder.due)) < 1000 }
    guard isSameStart, let mine = columns.trigger.recurrence,
      var theirs = reminder.trigger.recurrence
    else { return false }
    if var details = theirs.details, !reminder.skippedStarts.isEmpty {
      details.leftOut.removeAll(where: reminder.skippedStarts.contains)
      theirs =
        (try? Recurrence(
          theirs.rule, from: theirs.start, details: details.isEmpty ? nil : details)) ?? theirs
    }
    let there = columns.zone.flatMap { try? Zone.load($0) } ?? zone
    return mine.details == theirs.details
      && mine.rule.ending(in: there) == theirs.rule.ending(in: there)
  }
}

/// Imports of a calendar's reminders.
extension ReminderStore {
  /// Every reminder's id by its `uid`.
  package func identities() throws(StoreError) -> [String: Int64] {
    let rows = try database.rows("SELECT uid, id FROM reminder") { ($0.text(0), $0.integer(1)) }
    return Dictionary(rows) { $1 }
  }

  /// What an import of `reminder` would do.
  /// - Parameter id: of the reminder with its `uid`; nil if there is none.
  package func outcome(
    of reminder: CalendarReminder, id: Int64?, in zone: Zone
  ) throws(StoreError) -> ImportOutcome {
    guard let id, let found = try imported(id) else { return id == nil ? .new : .changed }
    if found.isUndone { return found.isFirst ? .new : .changed }
    return found.isSame(as: reminder, in: zone) ? .unchanged : .changed
  }

  /// Makes a reminder of a calendar's, or changes the one that it is already.
  /// - Parameters:
  ///   - id: of the reminder with its `uid`; nil if there is none.
  ///   - zone: of floating wall times.
  ///   - words: the file, for `show`.
  /// - Returns: what was done, and its id.
  package func put(
    _ reminder: CalendarReminder, id: Int64?, at now: Instant, in zone: Zone, words: String,
    language: String?
  ) throws(StoreError) -> (ImportOutcome, id: Int64) {
    let outcome = try outcome(of: reminder, id: id, in: zone)
    if let id {
      if outcome != .unchanged { try update(id, to: reminder, at: now, in: zone, words: words) }
      return (outcome, id)
    }
    let id = try insertReminder(
      reminder.uid, reminder.text, reminder.trigger, reminder.options, language: language, at: now)
    let occurrence = try insert(reminder.occurrence(of: id, in: zone), reminder.options, at: now)
    try log(
      .imported, of: id, occurrence: occurrence, at: now, words: words,
      after: try image(of: id, occurrence.map { [$0] } ?? []))
    return (.new, id)
  }

  /// The reminders with something to come that were in `file`, and in no other file since.
  package func coming(
    importedFrom file: String
  ) throws(StoreError) -> [(id: Int64, uid: String, text: String?)] {
    try database.rows(
      """
      SELECT id, uid, text FROM reminder r
      WHERE EXISTS(SELECT 1 FROM occurrence o WHERE o.reminder = r.id AND o.state = 'scheduled'
          AND o.ended_ms IS NULL)
        AND (SELECT words FROM event WHERE reminder = r.id AND kind = 'imported'
          ORDER BY id DESC LIMIT 1) = ?
      ORDER BY id
      """, .text(file)
    ) { ($0.integer(0), $0.text(1), $0.optionalText(2)) }
  }

  /// What is still to come of it is replaced, unless only text or options have changed.
  private func update(
    _ id: Int64, to reminder: CalendarReminder, at now: Instant, in zone: Zone, words: String
  ) throws(StoreError) {
    let found = try imported(id)
    let isSameTime =
      found.map { !$0.isUndone && $0.isSameTime(as: reminder, in: zone) } ?? false
    let pending = try pendingOccurrences(of: id)
    try change(.imported, of: id, pending.map(\.id), at: now, words: words) {
      () throws(StoreError) in
      // No calendar knows of mail.
      try database.run(
        """
        UPDATE reminder SET text = ?1, options = CASE WHEN options ->> '$.mail' IS NULL THEN ?2
          ELSE json_set(?2, '$.mail', json(options -> '$.mail')) END
        WHERE id = ?3
        """, Value(reminder.text), .text(reminder.options.column), .integer(id))
      guard !isSameTime else {
        for occurrence in pending {
          try announceAgain(occurrence.id, due: occurrence.due, reminder.options, at: now)
        }
        return []
      }
      return try reschedule(
        reminder.trigger, reminder.occurrence(of: id, in: zone), reminder.options,
        ending: pending.map { ($0.id, .scheduled) }, at: now)
    }
  }

  /// A reminder as the last import made it, or if there was none as it is.
  private func imported(_ id: Int64) throws(StoreError) -> ImportedReminder? {
    let last = try database.row(
      """
      SELECT after ->> '$.reminder[0]', after ->> '$.reminder[1]', after ->> '$.reminder[2]',
        after ->> '$.reminder[3]', after ->> '$.reminder[4]',
        json_remove(after ->> '$.reminder[7]', '$.mail'), NULL,
        EXISTS(SELECT 1 FROM event u WHERE u.reminder = e.reminder AND u.id > e.id
          AND u.undoes = e.id AND u.kind = 'undone'), before IS NULL
      FROM event e WHERE reminder = ? AND kind = 'imported' ORDER BY id DESC LIMIT 1
      """, .integer(id), read: ImportedReminder.init)
    if let last { return last }
    return try database.row(
      """
      SELECT text, kind, wall, zone, rrule, json_remove(options, '$.mail'),
        (SELECT due_ms FROM occurrence WHERE reminder = ?1 ORDER BY id DESC LIMIT 1), 0, 0
      FROM reminder WHERE id = ?1
      """, .integer(id), read: ImportedReminder.init)
  }
}
