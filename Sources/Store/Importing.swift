import CivilTime
import Reminders

/// A reminder as a calendar file has it.
package struct CalendarReminder: Sendable {
  /// What it is known by when the file, or a later one of its calendar, is read again.
  package var uid: String
  package var text: String?
  package var trigger: Trigger
  /// The first instant from now on at which it is due.
  package var due: Instant
  package var options: ReminderOptions
  /// Instances that only its pending one goes past (`skip`), no matter to the series itself.
  package var skipped: [Recurrence.Start] = []

  package init(
    uid: String, text: String?, trigger: Trigger, due: Instant, options: ReminderOptions
  ) {
    self.uid = uid
    self.text = text
    self.trigger = trigger
    self.due = due
    self.options = options
  }
}

/// What has become of a reminder by an import.
package enum ImportOutcome: Sendable, Equatable {
  case new
  case changed
  /// It is as the last import has made it, whatever the user has done to it since.
  case unchanged
}

extension ReminderStore {
  /// Every reminder's id by its `uid`.
  package func identities() throws(StoreError) -> [String: Int64] {
    try attempt { () throws(SQLiteError) in
      var identities: [String: Int64] = [:]
      for (uid, id) in try database.statement("SELECT uid, id FROM reminder").rows(read: {
        ($0.text(0), $0.integer(1))
      }) {
        identities[uid] = id
      }
      return identities
    }
  }

  /// What an import of `reminder` would do.
  /// - Parameter id: of the reminder with its `uid`; nil where there is none.
  package func outcome(
    of reminder: CalendarReminder, id: Int64?, in zone: Zone
  ) throws(StoreError) -> ImportOutcome {
    guard let id else { return .new }
    return try attempt { () throws(SQLiteError) in
      let found = try imported(id)
      if found.isTakenBack, found.isFirst { return .new }
      let differs =
        found.isTakenBack
        || !found.state.isSame(as: ImportedState(reminder), reminder, in: zone)
      return differs ? .changed : .unchanged
    }
  }

  /// Makes a reminder of a calendar's, or changes the one that it is already.
  /// - Parameters:
  ///   - id: of the reminder with its `uid`; nil where there is none.
  ///   - zone: of floating wall times.
  ///   - words: the file, for `show`.
  /// - Returns: what was done, and its id.
  package func put(
    _ reminder: CalendarReminder, id: Int64?, at now: Instant, in zone: Zone, words: String,
    language: String?
  ) throws(StoreError) -> (ImportOutcome, id: Int64) {
    let outcome = try outcome(of: reminder, id: id, in: zone)
    return try attempt { () throws(SQLiteError) in
      guard let id else {
        return (.new, try insert(reminder, at: now, in: zone, words: words, language: language))
      }
      if outcome != .unchanged { try update(id, to: reminder, at: now, in: zone, words: words) }
      return (outcome, id)
    }
  }

  /// Ends a reminder that the calendar calls done or cancelled, with all that was to come of it.
  /// - Returns: false where it was over already.
  package func finish(
    imported id: Int64, as state: OccurrenceState, at now: Instant, words: String
  ) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      let open = try database.statement(
        """
        SELECT id, state FROM occurrence
        WHERE reminder = ? AND ended_ms IS NULL AND state IN ('scheduled', 'unanswered')
        """
      ).rows(.integer(id)) { (id: $0.integer(0), state: OccurrenceState(rawValue: $0.text(1))) }
      guard !open.isEmpty else { return false }
      try change(.imported, of: id, open.map(\.id), at: now, words: words) {
        () throws(SQLiteError) in
        for occurrence in open {
          try end(occurrence.id, as: state, from: occurrence.state ?? .scheduled, at: now)
        }
        return []
      }
      return true
    }
  }

  /// The reminders with something to come that `file` was the last to speak of.
  package func coming(
    importedFrom file: String
  ) throws(StoreError) -> [(id: Int64, uid: String, text: String?)] {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT id, uid, text FROM reminder r
        WHERE EXISTS(SELECT 1 FROM occurrence o WHERE o.reminder = r.id AND o.state = 'scheduled'
            AND o.ended_ms IS NULL)
          AND (SELECT words FROM event WHERE reminder = r.id AND kind = 'imported'
            ORDER BY id DESC LIMIT 1) = ?
        ORDER BY id
        """
      ).rows(.text(file)) { (id: $0.integer(0), uid: $0.text(1), text: $0.optionalText(2)) }
    }
  }

  /// Whether something of a reminder is still to come, or waits for an answer.
  package func isOpen(_ id: Int64) throws(StoreError) -> Bool {
    try isUnfinished(id, shownAfter: .earliest)
  }

  private func insert(
    _ reminder: CalendarReminder, at now: Instant, in zone: Zone, words: String, language: String?
  ) throws(SQLiteError) -> Int64 {
    let columns = TriggerColumns(reminder.trigger)
    try database.statement(
      """
      INSERT INTO reminder(uid, text, kind, wall, zone, rrule, boot_id, due_boot_ms, language,
        options, created_ms)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    ).run(
      .text(reminder.uid), Value(reminder.text), .text(columns.kind), Value(columns.wall),
      Value(columns.zone), Value(columns.rrule), Value(columns.bootID), Value(columns.dueBoot),
      Value(language), .text(ImportedState.text(reminder.options)), Value(now))
    let id = database.lastInsertedID
    let occurrence = try insert(row(of: reminder, id, in: zone), reminder.options, at: now)
    try log(
      .imported, of: id, occurrence: occurrence, at: now, words: words,
      after: try image(of: id, occurrence.map { [$0] } ?? []))
    return id
  }

  private func row(of reminder: CalendarReminder, _ id: Int64, in zone: Zone) -> OccurrenceRow {
    let zone = reminder.trigger.zone(or: zone)
    return OccurrenceRow(
      reminder: id, place: reminder.trigger.place(of: reminder.due, in: zone), due: reminder.due)
  }

  /// What is still to come of it gives way, unless only text or options are others.
  private func update(
    _ id: Int64, to reminder: CalendarReminder, at now: Instant, in zone: Zone, words: String
  ) throws(SQLiteError) {
    let found = try imported(id)
    let state = ImportedState(reminder)
    let isSameTime =
      !found.isTakenBack && found.state.isSameTime(as: state, reminder, in: zone)
    let pending = try database.statement(
      """
      SELECT id, due_ms FROM occurrence WHERE reminder = ? AND series_ms IS NOT NULL
        AND state = 'scheduled' AND fired_ms IS NULL
      """
    ).rows(.integer(id)) { (id: $0.integer(0), due: $0.instant(1)) }
    let new = row(of: reminder, id, in: zone)
    try change(.imported, of: id, pending.map(\.id), at: now, words: words) {
      () throws(SQLiteError) in
      // No calendar knows of mail.
      try database.statement(
        """
        UPDATE reminder SET text = ?1, options = CASE WHEN options ->> '$.mail' IS NULL THEN ?2
          ELSE json_set(?2, '$.mail', json(options -> '$.mail')) END
        WHERE id = ?3
        """
      ).run(Value(reminder.text), .text(state.options), .integer(id))
      guard !isSameTime else {
        for occurrence in pending {
          try database.statement("DELETE FROM delivery WHERE occurrence = ? AND at_ms IS NOT NULL")
            .run(.integer(occurrence.id))
          try announce(occurrence.id, due: occurrence.due, reminder.options, at: now)
        }
        return []
      }
      let columns = TriggerColumns(reminder.trigger)
      try database.statement(
        """
        UPDATE reminder SET kind = ?, wall = ?, zone = ?, rrule = ?, boot_id = ?, due_boot_ms = ?
        WHERE id = ?
        """
      ).run(
        .text(columns.kind), Value(columns.wall), Value(columns.zone), Value(columns.rrule),
        Value(columns.bootID), Value(columns.dueBoot), .integer(id))
      for occurrence in pending {
        try end(occurrence.id, as: .cancelled, from: .scheduled, at: now)
      }
      try database.statement(
        "UPDATE occurrence SET series_ms = NULL WHERE reminder = ? AND series_ms = ?"
      ).run(.integer(id), Value(new.place))
      return try insert(new, reminder.options, at: now).map { [$0] } ?? []
    }
  }

  /// A reminder as the last import made it, or where there was none as it is.
  private func imported(_ id: Int64) throws(SQLiteError) -> ImportedReminder {
    let last = try database.statement(
      """
      SELECT after ->> '$.reminder[0]', after ->> '$.reminder[1]', after ->> '$.reminder[2]',
        after ->> '$.reminder[3]', after ->> '$.reminder[4]',
        json_remove(after ->> '$.reminder[7]', '$.mail'), NULL,
        EXISTS(SELECT 1 FROM event u WHERE u.reminder = e.reminder AND u.id > e.id
          AND u.undoes = e.id AND u.kind = 'undone'), before IS NULL
      FROM event e WHERE reminder = ? AND kind = 'imported' ORDER BY id DESC LIMIT 1
      """
    ).row(.integer(id)) {
      ImportedReminder(
        state: ImportedState($0), isTakenBack: $0.integer(7) != 0, isFirst: $0.integer(8) != 0)
    }
    if let last { return last }
    let live = try database.statement(
      """
      SELECT text, kind, wall, zone, rrule, json_remove(options, '$.mail'),
        (SELECT due_ms FROM occurrence WHERE reminder = ?1 ORDER BY id DESC LIMIT 1)
      FROM reminder WHERE id = ?1
      """
    ).row(.integer(id)) { ImportedState($0) }
    return ImportedReminder(state: live ?? ImportedState(), isTakenBack: false, isFirst: false)
  }
}
