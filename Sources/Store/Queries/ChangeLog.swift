import CivilTime
import Reminders

/// Something that has happened, for those who watch.
package enum Change: Sendable, Equatable {
  /// A user, or an answer on a popup, changed a reminder.
  case event(HistoryEvent, of: Subject)
  /// A delivery has come this far.
  case delivery(DeliveryRecord, of: Subject)
  /// The pause has another end; nil: it is over.
  case pause(until: Instant?)

  /// The reminder that a change is about, as it is now.
  package struct Subject: Sendable, Equatable {
    package var id: Int64
    package var uid: String
    package var text: String?
    /// Of the occurrence that it is about.
    package var due: Instant?
    package var fired: Instant?
  }
}

/// How far a watcher has come.
package struct WatchPosition: Sendable {
  fileprivate var event: Int64
  fileprivate var delivery: Int64
  fileprivate var pause: Instant?
  /// Deliveries that were not through yet, by how far they had come.
  fileprivate var open: [Int64: Progress]

  fileprivate struct Progress: Equatable {
    var state: DeliveryState
    var holdReason: HoldReason?
  }

  /// Before everything: if there is no store yet.
  package static let start = WatchPosition(event: 0, delivery: 0, pause: nil, open: [:])
}

/// What has happened since a watcher looked last.
extension ReminderStore {
  /// The present; what has happened until now is not reported any more.
  package func watchPosition() throws(StoreError) -> WatchPosition {
    var position = WatchPosition.start
    position.pause = try pauseEnd()
    position.event = try lastEvent()
    position.delivery = try database.number("SELECT max(id) FROM delivery") ?? 0
    let open = try database.rows(
      "SELECT id, state, reason FROM delivery WHERE \(SQL.isOpen()) AND at_ms IS NULL"
    ) {
      (
        id: $0.integer(0),
        progress: WatchPosition.Progress(state: $0.word(1) ?? .failed, holdReason: $0.word(2))
      )
    }
    for row in open { position.open[row.id] = row.progress }
    return position
  }

  /// Whether it has ever been so far: if not, it is another store than the one that was watched.
  package func hasReached(_ position: WatchPosition) throws(StoreError) -> Bool {
    let last = try database.number("SELECT seq FROM sqlite_sequence WHERE name = 'event'")
    return last ?? 0 >= position.event
  }

  /// How things were at an instant in a store that was not watched yet.
  package func watchPosition(before instant: Instant) throws(StoreError) -> WatchPosition {
    var position = WatchPosition.start
    position.pause = try pauseEnd()
    position.event =
      try database.number("SELECT max(id) FROM event WHERE at_ms < ?", Value(instant)) ?? 0
    position.delivery =
      try database.number(
        "SELECT max(id) FROM delivery WHERE coalesce(ended_ms, claimed_ms) < ?", Value(instant))
      ?? 0
    return position
  }

  /// What has happened since, in its order; `position` is the present afterwards.
  package func changes(since position: inout WatchPosition) throws(StoreError) -> [Change] {
    var changes: [(at: Instant, change: Change)] = []
    var seen = position
    seen.pause = try pauseEnd()
    for (id, change) in try events(after: seen.event) {
      seen.event = id
      if let change { changes.append(change) }
    }
    let known = try watched(
      "json_each(?) AS known JOIN delivery d ON d.id = known.value", "true",
      Value(position.open.keys.sorted()))
    let new = try watched("delivery d", "d.id > ? AND d.at_ms IS NULL", .integer(position.delivery))
    // Those of a reminder that was forgotten are gone.
    seen.open = [:]
    for (id, record, subject) in known + new {
      let progress = WatchPosition.Progress(state: record.state, holdReason: record.holdReason)
      if record.state.isOpen { seen.open[id] = progress }
      seen.delivery = max(seen.delivery, id)
      guard position.open[id] != progress, record.state.isTold else { continue }
      // One that is held has no time of its own.
      let at = record.ended ?? record.claimed ?? subject.fired ?? Instant(milliseconds: 0)
      changes.append((at, .delivery(record, of: subject)))
    }
    // Of the same moment: in the order in which they were collected.
    var told = changes.enumerated()
      .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element.change)
    if seen.pause != position.pause { told.append(.pause(until: seen.pause)) }
    position = seen
    return told
  }

  /// - Returns: the numbers of the events; no change for one that only a later program knows.
  private func events(
    after id: Int64
  ) throws(StoreError) -> [(id: Int64, change: (at: Instant, change: Change)?)] {
    try database.rows(
      """
      SELECT \(HistoryEvent.columns), \(Change.Subject.columns)
      FROM event e JOIN reminder r ON r.id = e.reminder
        LEFT JOIN occurrence o ON o.id = e.occurrence LEFT JOIN event u ON u.id = e.undoes
      WHERE e.id > ? ORDER BY e.id
      """, .integer(id)
    ) { row in
      (
        row.integer(5),
        HistoryEvent(row).map { ($0.at, .event($0, of: Change.Subject(row, from: 6))) }
      )
    }
  }

  private func watched(
    _ source: String, _ condition: String, _ value: Value
  ) throws(StoreError) -> [(id: Int64, record: DeliveryRecord, subject: Change.Subject)] {
    try database.rows(
      """
      SELECT \(DeliveryRecord.columns), \(Change.Subject.columns)
      FROM \(source) JOIN occurrence o ON o.id = d.occurrence
        JOIN reminder r ON r.id = o.reminder
      WHERE \(condition) ORDER BY d.id
      """, value
    ) { ($0.integer(11), DeliveryRecord($0), Change.Subject($0, from: 12)) }
  }
}

extension Change.Subject {
  /// The columns that `init` reads, of `reminder r` and `occurrence o`.
  fileprivate static let columns = "r.id, r.uid, r.text, o.due_ms, o.fired_ms"

  fileprivate init(_ row: Row, from column: Int32) {
    self.init(
      id: row.integer(column), uid: row.text(column + 1), text: row.optionalText(column + 2),
      due: row.optionalInstant(column + 3), fired: row.optionalInstant(column + 4))
  }
}

extension DeliveryState {
  /// Whether it can still become something else.
  fileprivate var isOpen: Bool {
    switch self {
    case .scheduled, .claimed, .held, .unknown: true
    case .accepted, .failed: false
    }
  }

  /// Whether a watcher wants to know: that one waits for its turn, or is under way, is no news.
  fileprivate var isTold: Bool {
    switch self {
    case .accepted, .held, .unknown, .failed: true
    case .scheduled, .claimed: false
    }
  }
}

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
