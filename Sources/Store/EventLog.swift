import CivilTime
import Reminders

/// The append-only history: every change that a user made, with what it changed as it was before
/// and after, so that it can be told and taken back.
extension ReminderStore {
  /// Adds a line.
  package func log(
    _ kind: HistoryEvent.Kind, of reminder: Int64, occurrence: Int64?, at now: Instant,
    words: String? = nil, before: String? = nil, after: String? = nil, undoes: Int64? = nil
  ) throws(SQLiteError) {
    try database.statement(
      """
      INSERT INTO event(at_ms, reminder, occurrence, kind, words, before, after, undoes)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?)
      """
    ).run(
      Value(now), .integer(reminder), Value(occurrence), .text(kind.rawValue), Value(words),
      Value(before), Value(after), Value(undoes))
  }

  /// Makes a change and logs it with its images.
  /// - Parameters:
  ///   - occurrences: those that `body` touches.
  ///   - body: makes the change; returns the occurrences that it added.
  package func change(
    _ kind: HistoryEvent.Kind, of reminder: Int64, _ occurrences: [Int64], at now: Instant,
    words: String? = nil, body: () throws(SQLiteError) -> [Int64]
  ) throws(SQLiteError) {
    let before = try image(of: reminder, occurrences)
    let added = try body()
    let after = try image(of: reminder, occurrences + added)
    try log(
      kind, of: reminder, occurrence: occurrences.first ?? added.first, at: now, words: words,
      before: before, after: after)
  }

  /// The rows as JSON: the reminder's columns that can be edited, and each occurrence's.
  package func image(of reminder: Int64, _ occurrences: [Int64]) throws(SQLiteError) -> String {
    try database.statement(
      """
      SELECT json_object(
        'reminder', (SELECT json_array(text, kind, wall, zone, rrule, boot_id, due_boot_ms, options)
          FROM reminder WHERE id = ?1),
        'occurrences', (SELECT json_group_array(json_array(id, reminder, series_ms, due_ms,
            fired_ms, missed, ended_ms, boot_id, due_boot_ms, state))
          FROM (SELECT * FROM occurrence WHERE id IN (SELECT value FROM json_each(?2))
            ORDER BY id)))
      """
    ).row(.integer(reminder), .text(JSON.array(occurrences.map(JSON.number)).text)) {
      $0.text(0)
    } ?? "{}"
  }

  /// Puts the rows of `before` back, and takes away the occurrences that only `after` has.
  package func restore(
    _ before: String, insteadOf after: String, of reminder: Int64
  ) throws(SQLiteError) {
    try database.statement(
      """
      DELETE FROM attempt WHERE delivery IN (SELECT id FROM delivery WHERE occurrence IN (
        SELECT value ->> 0 FROM json_each(?2, '$.occurrences')
        EXCEPT SELECT value ->> 0 FROM json_each(?1, '$.occurrences')))
      """
    ).run(.text(before), .text(after))
    try database.statement(
      """
      DELETE FROM delivery WHERE occurrence IN (
        SELECT value ->> 0 FROM json_each(?2, '$.occurrences')
        EXCEPT SELECT value ->> 0 FROM json_each(?1, '$.occurrences'))
      """
    ).run(.text(before), .text(after))
    try database.statement(
      """
      DELETE FROM occurrence WHERE id IN (
        SELECT value ->> 0 FROM json_each(?2, '$.occurrences')
        EXCEPT SELECT value ->> 0 FROM json_each(?1, '$.occurrences'))
      """
    ).run(.text(before), .text(after))
    try database.statement(
      """
      UPDATE occurrence SET (series_ms, due_ms, fired_ms, missed, ended_ms, boot_id, due_boot_ms,
        state) = (SELECT value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
          value ->> 7, value ->> 8, value ->> 9
        FROM json_each(?1, '$.occurrences') WHERE value ->> 0 = occurrence.id)
      WHERE id IN (SELECT value ->> 0 FROM json_each(?1, '$.occurrences'))
      """
    ).run(.text(before))
    try database.statement(
      """
      UPDATE reminder SET (text, kind, wall, zone, rrule, boot_id, due_boot_ms, options) = (
        SELECT v ->> 0, v ->> 1, v ->> 2, v ->> 3, v ->> 4, v ->> 5, v ->> 6, v ->> 7
        FROM (SELECT json_extract(?1, '$.reminder') AS v))
      WHERE id = ?2
      """
    ).run(.text(before), .integer(reminder))
  }
}
