import CivilTime
import Reminders
import System

extension ReminderStore {
  /// Stores a reminder and its first occurrence. It is durable when this returns.
  package func create(_ new: NewReminder, at now: Instant) throws(StoreError) -> Entry {
    let uid = new.uid ?? UUID.random()
    let columns = TriggerColumns(new.trigger)
    return try transaction { () throws(StoreError) in
      try attempt { () throws(SQLiteError) in
        try database.statement(
          """
          INSERT INTO reminder(uid, text, kind, wall, zone, rrule, boot_id, due_boot_ms, language,
            options, created_ms, key, asked)
          VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """
        ).run(
          .text(uid), Value(new.text), .text(new.trigger.kind), Value(columns.wall),
          Value(columns.zone), Value(columns.rrule), Value(columns.bootID),
          Value(columns.dueBoot), Value(new.language),
          .text(new.options.isEmpty ? "{}" : new.options.json.text), Value(now),
          Value(new.key?.text), Value(new.key?.asked))
        let id = database.lastInsertedID
        let occurrence = try insert(
          OccurrenceRow(reminder: id, place: new.place, due: new.due), new.options, at: now)
        try log(.created, of: id, occurrence: occurrence ?? 0, at: now, words: new.words)
        return Entry(
          id: id, uid: uid, text: new.text, trigger: new.trigger, created: now,
          occurrence: occurrence ?? 0, due: new.due, fired: nil, state: .scheduled,
          obstacle: nil, options: new.options)
      }
    }
  }

  /// Adds an occurrence to a series, with the alarms that announce it.
  /// - Returns: its row; nil where the series has one in that place already.
  func insert(
    _ row: OccurrenceRow, _ options: ReminderOptions, at now: Instant
  ) throws(SQLiteError) -> Int64? {
    try database.statement(
      """
      INSERT INTO occurrence(reminder, series_ms, due_ms, boot_id, due_boot_ms)
      VALUES(?, ?, ?, ?, ?) ON CONFLICT(reminder, series_ms) DO NOTHING
      """
    ).run(
      .integer(row.reminder), Value(row.place), Value(row.due), Value(row.bootID),
      Value(row.dueBoot))
    guard database.changes == 1 else { return nil }
    let occurrence = database.lastInsertedID
    try announce(occurrence, due: row.due, options, at: now)
    return occurrence
  }
}

/// An occurrence that is to be added.
struct OccurrenceRow {
  var reminder: Int64
  /// Nil: a snooze adds it, beside the series.
  package var place: Int64?
  package var due: Instant
  /// Of a snooze, which counts elapsed time: as in `Trigger.interval`.
  package var bootID: String?
  package var dueBoot: Int64?
}

extension ReminderStore {
  /// What a request with this key has made.
  /// - Returns: nil where there was none; otherwise its reminder, and whether it asked for the same.
  package func made(by key: RequestKey) throws(StoreError) -> (reminder: Int64, isSame: Bool)? {
    try attempt { () throws(SQLiteError) in
      try database.statement("SELECT id, asked FROM reminder WHERE key = ?")
        .row(.text(key.text)) { ($0.integer(0), $0.text(1) == key.asked) }
    }
  }
}
