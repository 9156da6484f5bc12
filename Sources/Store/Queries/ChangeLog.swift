import CivilTime
import Reminders

/// The append-only history: every change that a user made, with its rows as they were before
/// and after, so that it can be shown and undone.
extension ReminderStore {
  /// The reminder's id in the log for a change of none.
  static let noReminder: Int64 = 0

  /// Adds a line.
  func log(
    _ kind: HistoryEvent.Kind, of reminder: Int64, occurrence: Int64?, at now: Instant,
    words: String? = nil, before: String? = nil, after: String? = nil
  ) throws(StoreError) {
    try database.run(
      """
      INSERT INTO event(at_ms, reminder, occurrence, kind, words, before, after)
      VALUES(?, ?, ?, ?, ?, ?, ?)
      """, Value(now), .integer(reminder), Value(occurrence), .text(kind.rawValue), Value(words),
      Value(before), Value(after))
  }

  /// The number of the event that was logged last.
  package func lastEvent() throws(StoreError) -> Int64 {
    try database.number("SELECT max(id) FROM event") ?? 0
  }

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
    let added = """
      (SELECT value ->> 0 FROM json_each(?2, '$.occurrences')
        EXCEPT SELECT value ->> 0 FROM json_each(?1, '$.occurrences'))
      """
    for deletion in [
      "DELETE FROM attempt WHERE delivery IN (SELECT id FROM delivery WHERE occurrence IN \(added))",
      "DELETE FROM delivery WHERE occurrence IN \(added)",
      "DELETE FROM occurrence WHERE id IN \(added)",
    ] { try database.run(deletion, .text(before), .text(after)) }
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
