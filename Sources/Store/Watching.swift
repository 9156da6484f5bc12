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

/// How far somebody has watched.
package struct WatchPosition: Sendable {
  fileprivate var event: Int64
  fileprivate var delivery: Int64
  fileprivate var pause: Instant?
  /// Deliveries that were not through yet, by how far they had come.
  fileprivate var open: [Int64: Progress]

  fileprivate struct Progress: Equatable {
    var state: DeliveryState
    var obstacle: HoldReason?
  }

  /// Before everything: where there is no store yet.
  package static let start = WatchPosition(event: 0, delivery: 0, pause: nil, open: [:])
}

extension ReminderStore {
  /// The present; what has happened until now is not told any more.
  package func watchPosition() throws(StoreError) -> WatchPosition {
    var position = WatchPosition.start
    position.pause = try pauseEnd()
    try attempt { () throws(SQLiteError) in
      position.event = try database.number("SELECT max(id) FROM event") ?? 0
      position.delivery = try database.number("SELECT max(id) FROM delivery") ?? 0
      let open = try database.statement(
        """
        SELECT id, state, reason FROM delivery
        WHERE state NOT IN ('accepted', 'failed') AND at_ms IS NULL
        """
      ).rows { (id: $0.integer(0), progress: progress($0, from: 1)) }
      for row in open { position.open[row.id] = row.progress }
    }
    return position
  }

  /// Whether it has ever been so far: where not, it is another store than the one that was watched.
  package func hasReached(_ position: WatchPosition) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      let last = try database.number("SELECT seq FROM sqlite_sequence WHERE name = 'event'")
      return last ?? 0 >= position.event
    }
  }

  /// How things were at an instant in a store that nobody has watched yet.
  package func watchPosition(before instant: Instant) throws(StoreError) -> WatchPosition {
    var position = WatchPosition.start
    position.pause = try pauseEnd()
    try attempt { () throws(SQLiteError) in
      position.event =
        try database.statement("SELECT max(id) FROM event WHERE at_ms < ?")
        .row(Value(instant)) { $0.integer(0) } ?? 0
      position.delivery =
        try database.statement(
          "SELECT max(id) FROM delivery WHERE coalesce(ended_ms, claimed_ms) < ?"
        ).row(Value(instant)) { $0.integer(0) } ?? 0
    }
    return position
  }

  /// What has happened since, in its order; `position` is the present afterwards.
  package func changes(since position: inout WatchPosition) throws(StoreError) -> [Change] {
    var changes: [(at: Instant, change: Change)] = []
    var seen = position
    seen.pause = try pauseEnd()
    try attempt { () throws(SQLiteError) in
      for (id, at, change) in try events(after: seen.event) {
        changes.append((at, change))
        seen.event = id
      }
      let known = try deliveries(position.open.keys.sorted())
      let new = try deliveries(after: position.delivery)
      // Those of a reminder that was forgotten are gone.
      seen.open = [:]
      for row in known + new {
        if row.progress.state.isOpen { seen.open[row.id] = row.progress }
        seen.delivery = max(seen.delivery, row.id)
        guard position.open[row.id] != row.progress, row.progress.state.isTold else { continue }
        changes.append((row.at, row.change))
      }
    }
    // Of the same moment: in the order in which they were collected.
    var told = changes.enumerated()
      .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element.change)
    if seen.pause != position.pause { told.append(.pause(until: seen.pause)) }
    position = seen
    return told
  }

  private func events(
    after id: Int64
  ) throws(SQLiteError) -> [(id: Int64, at: Instant, change: Change)] {
    try database.statement(
      """
      SELECT e.id, e.at_ms, e.kind, e.words, u.kind,
        CASE e.kind WHEN 'snoozed' THEN (
          SELECT value ->> 3 FROM json_each(e.after, '$.occurrences')
          WHERE value ->> 2 IS NULL AND value ->> 4 IS NULL
          ORDER BY value ->> 0 DESC LIMIT 1) END,
        r.id, r.uid, r.text, o.due_ms, o.fired_ms
      FROM event e JOIN reminder r ON r.id = e.reminder
        LEFT JOIN occurrence o ON o.id = e.occurrence LEFT JOIN event u ON u.id = e.undoes
      WHERE e.id > ? ORDER BY e.id
      """
    ).rows(.integer(id)) { row in
      historyEvent(row, from: 1).map { event in
        (row.integer(0), event.at, .event(event, of: subject(row, from: 6)))
      }
    }.compactMap { $0 }
  }

  private typealias DeliveryRow = (
    id: Int64, progress: WatchPosition.Progress, at: Instant, change: Change
  )

  private func deliveries(after id: Int64) throws(SQLiteError) -> [DeliveryRow] {
    try database.statement(
      """
      SELECT d.channel, d.attempt, d.state, d.reason, d.possible_repeat, d.product, d.version,
        d.claimed_ms, d.ended_ms, d.purpose, d.occurrence, d.id, r.id, r.uid, r.text, o.due_ms,
        o.fired_ms
      FROM delivery d JOIN occurrence o ON o.id = d.occurrence JOIN reminder r ON r.id = o.reminder
      WHERE d.id > ? AND d.at_ms IS NULL ORDER BY d.id
      """
    ).rows(.integer(id), read: watchedRow)
  }

  private func deliveries(_ ids: [Int64]) throws(SQLiteError) -> [DeliveryRow] {
    try database.statement(
      """
      SELECT d.channel, d.attempt, d.state, d.reason, d.possible_repeat, d.product, d.version,
        d.claimed_ms, d.ended_ms, d.purpose, d.occurrence, d.id, r.id, r.uid, r.text, o.due_ms,
        o.fired_ms
      FROM json_each(?) AS known JOIN delivery d ON d.id = known.value
        JOIN occurrence o ON o.id = d.occurrence JOIN reminder r ON r.id = o.reminder
      ORDER BY d.id
      """
    ).rows(.text(JSON.array(ids.map(JSON.number)).text), read: watchedRow)
  }

  private func watchedRow(_ row: Row) -> DeliveryRow {
    let record = deliveryRecord(row)
    let subject = subject(row, from: 12)
    // One that is held has no time of its own.
    let at = record.ended ?? record.claimed ?? subject.fired ?? Instant(milliseconds: 0)
    return (
      row.integer(11), progress(row, from: 2), at, .delivery(record, of: subject)
    )
  }

  private func progress(_ row: Row, from column: Int32) -> WatchPosition.Progress {
    WatchPosition.Progress(
      state: DeliveryState(rawValue: row.text(column)) ?? .failed,
      obstacle: row.optionalText(column + 1).flatMap(HoldReason.init(rawValue:)))
  }

  private func subject(_ row: Row, from column: Int32) -> Change.Subject {
    Change.Subject(
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
