import CivilTime
import Configuration
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

  /// `{"schema":1,"event":"shown",…}`: a line of `watch --json`, and what a hook is told.
  /// - Parameter zone: whose times are written out.
  package func json(in zone: Zone) -> JSON {
    let members =
      switch self {
      case .event(let event, let subject):
        [("event", .string(event.kind.rawValue))] + subject.members + event.members
      case .delivery(let record, let subject):
        [("event", .string(record.news))] + subject.members
          + JSON.members(["at_ms": JSON(record.time(of: subject))]) + record.members
      case .pause(let end):
        JSON.members([
          "event": .string(end == nil ? "resumed" : "paused"),
          "until": JSON(end?.rfc3339(in: zone)), "until_ms": JSON(end),
        ])
      }
    return .object([JSON.schema] + members)
  }
}

extension JSON {
  /// The version of the shapes that the programs print: only ever added to within one number.
  package static let schema = (name: "schema", value: JSON.number(1))
}

extension DeliveryRecord {
  /// When it came this far; one that is held waits since it fired.
  package func time(of subject: Change.Subject) -> Instant? {
    ended ?? (state == .held ? subject.fired : claimed)
  }

  /// What watchers call it.
  fileprivate var news: String {
    switch state {
    case .accepted: "shown"
    case .held: "held"
    case .unknown: "perhaps-shown"
    case .failed: "not-shown"
    case .scheduled, .claimed: "waiting"
    }
  }
}

/// How far a watcher has come.
package struct WatchPosition: Sendable {
  fileprivate var event: Int64 = 0
  fileprivate var delivery: Int64 = 0
  fileprivate var pause: Instant?
  /// Deliveries that were not through yet, by how far they had come.
  fileprivate var open: [Int64: DeliveryRecord.Progress] = [:]

  /// Before everything: if there is no store yet.
  package static let start = WatchPosition()
}

/// What has happened since a watcher looked last.
extension ReminderStore {
  /// The reminder's id in the log for a change of none.
  static let noReminder: Int64 = 0

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

  /// The present; what has happened until now is not reported any more.
  package func watchPosition() throws(StoreError) -> WatchPosition {
    var position = WatchPosition(pause: try pauseEnd())
    position.event = try lastEvent()
    position.delivery = try database.number("SELECT max(id) FROM delivery") ?? 0
    let open = try database.rows(
      """
      SELECT \(DeliveryRecord.source.columns) FROM delivery d
      WHERE \(SQL.isOpen("d.")) AND d.at_ms IS NULL
      """, read: DeliveryRecord.init)
    for record in open { position.open[record.id] = record.progress }
    return position
  }

  /// How things were at an instant in a store that was not watched yet.
  package func watchPosition(before instant: Instant) throws(StoreError) -> WatchPosition {
    var position = WatchPosition(pause: try pauseEnd())
    position.event =
      try database.number("SELECT max(id) FROM event WHERE at_ms < ?", Value(instant)) ?? 0
    position.delivery =
      try database.number(
        "SELECT max(id) FROM delivery WHERE coalesce(ended_ms, claimed_ms) < ?", Value(instant))
      ?? 0
    return position
  }

  /// Whether it has ever been so far: if not, it is another store than the one that was watched.
  package func hasReached(_ position: WatchPosition) throws(StoreError) -> Bool {
    let last = try database.number("SELECT seq FROM sqlite_sequence WHERE name = 'event'")
    return last ?? 0 >= position.event
  }

  /// What has happened since, in its order; `position` is the present afterwards.
  package func changes(since position: inout WatchPosition) throws(StoreError) -> [Change] {
    var changes: [(at: Instant, change: Change)] = []
    var seen = position
    seen.pause = try pauseEnd()
    for (id, event, subject) in try events(after: seen.event) {
      seen.event = id
      // One that only a later program knows is no change.
      if let event { changes.append((event.at, .event(event, of: subject))) }
    }
    let known = try watched(
      "json_each(?) AS known JOIN delivery d ON d.id = known.value", "true",
      Value(position.open.keys.sorted()))
    let new = try watched("delivery d", "d.id > ? AND d.at_ms IS NULL", .integer(position.delivery))
    // Those of a reminder that was forgotten are gone.
    seen.open = [:]
    for (record, subject) in known + new {
      if record.state.isOpen { seen.open[record.id] = record.progress }
      seen.delivery = max(seen.delivery, record.id)
      guard position.open[record.id] != record.progress, record.state.isTold else { continue }
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

  private func events(
    after id: Int64
  ) throws(StoreError) -> [(id: Int64, event: HistoryEvent?, subject: Change.Subject)] {
    try database.rows(
      """
      SELECT \(HistoryEvent.source.columns), \(Change.Subject.columns)
      FROM \(HistoryEvent.source.tables) JOIN reminder r ON r.id = e.reminder
        LEFT JOIN occurrence o ON o.id = e.occurrence
      WHERE e.id > ? ORDER BY e.id
      """, .integer(id)
    ) { ($0.integer(0), HistoryEvent($0), Change.Subject($0, from: 6)) }
  }

  private func watched(
    _ source: String, _ condition: String, _ value: Value
  ) throws(StoreError) -> [(record: DeliveryRecord, subject: Change.Subject)] {
    try database.rows(
      """
      SELECT \(DeliveryRecord.source.columns), \(Change.Subject.columns)
      FROM \(source) JOIN occurrence o ON o.id = d.occurrence
        JOIN reminder r ON r.id = o.reminder
      WHERE \(condition) ORDER BY d.id
      """, value
    ) { (DeliveryRecord($0), Change.Subject($0, from: 12)) }
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

  fileprivate var members: JSON.Members {
    JSON.members([
      "id": .number(id), "uid": .string(uid), "text": .string(text ?? Product.defaultTitle),
      "due_ms": JSON(due), "fired_ms": JSON(fired),
    ])
  }
}

extension DeliveryRecord {
  fileprivate struct Progress: Equatable {
    var state: DeliveryState
    var holdReason: HoldReason?
  }

  fileprivate var progress: Progress { Progress(state: state, holdReason: holdReason) }
}

extension DeliveryState {
  /// Whether it can still become something else.
  fileprivate var isOpen: Bool { self != .accepted && self != .failed }

  /// Whether a watcher wants to know: that one waits for its turn, or is under way, is no news.
  fileprivate var isTold: Bool { self != .scheduled && self != .claimed }
}
