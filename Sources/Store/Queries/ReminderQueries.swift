import CivilTime
import Reminders
import System

/// A page of a list ends here: the next one begins after it.
package struct PageKey: Sendable, Equatable {
  package var due: Instant
  package var occurrence: Int64

  /// Before everything.
  package static let start = PageKey(due: Instant(milliseconds: .min), occurrence: .min)
  /// After everything.
  package static let end = PageKey(due: Instant(milliseconds: .max), occurrence: .max)
}

/// One occurrence of a reminder together with what the user knows it by: a row of `list`.
package struct Entry: Sendable, Equatable {
  package var id: Int64
  package var uid: String
  package var text: String?
  package var trigger: Trigger
  package var created: Instant
  /// The `occurrence` row.
  package var occurrence: Int64
  package var due: Instant
  package var fired: Instant?
  /// Since when it is history; nil while it is to come or waits for an answer.
  package var ended: Instant?
  package var state: OccurrenceState
  /// Why a delivery of it waits; nil if none does.
  package var holdReason: HoldReason?
  package var options = ReminderOptions()
  /// Of one that was cancelled: whether it was only left out of its series. `history` knows.
  package var isSkipped = false
}

extension Entry {
  /// The page after this entry begins here.
  package var pageKey: PageKey { PageKey(due: due, occurrence: occurrence) }

  /// When it came into history.
  package var past: Instant { fired ?? ended ?? due }

  /// The page of history after this entry begins here.
  package var historyKey: PageKey { PageKey(due: past, occurrence: occurrence) }

  /// The columns that `init` reads, of `reminder r` and `occurrence o`; `reason` comes last.
  static let columns = """
    r.id, r.uid, r.text, \(TriggerColumns.names), r.created_ms, o.id, o.due_ms, o.fired_ms,
    o.ended_ms, o.state, r.options
    """

  /// Why a delivery of it waits; what has not fired has none.
  static let reason = """
    (SELECT reason FROM delivery d WHERE d.occurrence = o.id
      AND d.state IN ('held', 'unknown') LIMIT 1)
    """

  /// The tables of `columns`. Every query starts from the occurrence, so that one without its reminder is met.
  static let tables = "occurrence o LEFT JOIN reminder r ON r.id = o.reminder"

  init(_ row: Row) throws(StoreError) {
    guard row.integer(0) != 0 else { throw .invalidContent }
    self.init(
      id: row.integer(0), uid: row.text(1), text: row.optionalText(2),
      trigger: TriggerColumns(row, from: 3).trigger, created: row.instant(9),
      occurrence: row.integer(10), due: row.instant(11), fired: row.optionalInstant(12),
      ended: row.optionalInstant(13), state: row.word(14) ?? .scheduled, holdReason: row.word(16),
      options: ReminderOptions(column: row.text(15)))
  }
}

/// How many reminders there are of which kind; each that is not finished is of one kind.
package struct Counts: Sendable, Equatable {
  /// Not fired yet.
  package var pending = 0
  /// Fired, and not shown yet: it is being shown, or held.
  package var held = 0
  /// Shown, and not answered.
  package var unanswered = 0

  /// Without a store.
  package static let none = Counts()
}

/// Reminders: how they are stored, and the lists of them.
extension ReminderStore {
  /// Stores a reminder and its first occurrence. It is durable when this returns.
  package func create(_ new: NewReminder, at now: Instant) throws(StoreError) -> Entry {
    let uid = new.uid ?? UUID.random()
    return try database.transaction { () throws(StoreError) in
      let id = try insertReminder(
        uid, new.text, new.trigger, new.options, language: new.language, key: new.key, at: now)
      let occurrence = try insert(
        OccurrenceRow(reminder: id, place: new.place, due: new.due), new.options, at: now)
      try log(.created, of: id, occurrence: occurrence ?? 0, at: now, words: new.words)
      return Entry(
        id: id, uid: uid, text: new.text, trigger: new.trigger, created: now,
        occurrence: occurrence ?? 0, due: new.due, state: .scheduled, options: new.options)
    }
  }

  /// - Returns: the new reminder's id.
  func insertReminder(
    _ uid: String, _ text: String?, _ trigger: Trigger, _ options: ReminderOptions,
    language: String?, key: RequestKey? = nil, at now: Instant
  ) throws(StoreError) -> Int64 {
    let columns = TriggerColumns(trigger)
    try database.run(
      """
      INSERT INTO reminder(uid, text, kind, wall, zone, rrule, boot_id, due_boot_ms, language,
        options, created_ms, key, asked)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, .text(uid), Value(text), .text(columns.kind), Value(columns.wall), Value(columns.zone),
      Value(columns.rrule), Value(columns.bootID), Value(columns.dueBoot), Value(language),
      .text(options.column), Value(now), Value(key?.text), Value(key?.asked))
    return database.lastInsertedID
  }

  /// The reminder that a request with this key has made.
  /// - Returns: nil if there was none; otherwise its reminder, and whether it asked for the same.
  package func made(by key: RequestKey) throws(StoreError) -> (reminder: Int64, isSame: Bool)? {
    try database.row("SELECT id, asked FROM reminder WHERE key = ?", .text(key.text)) {
      ($0.integer(0), $0.text(1) == key.asked)
    }
  }

  /// What has fired and is not finished: shown and not answered, or a channel has not taken it
  /// yet; by due time.
  /// - Parameters:
  ///   - shownAfter: what was shown before is history by now, unless it is still owed.
  ///   - state: only what is in this state; nil: all.
  package func outstanding(
    after key: PageKey, limit: Int, shownAfter: Instant, tag: String? = nil,
    state: OccurrenceState? = nil
  ) throws(StoreError) -> [Entry] {
    try database.rows(
      """
      SELECT \(Entry.columns), \(Entry.reason) FROM \(Entry.tables)
      WHERE \(isOutstanding("o.")) AND (o.due_ms, o.id) > (?2, ?3)
        AND (?4 IS NULL OR r.options ->> '$.tag' = ?4) AND (?5 IS NULL OR o.state = ?5)
      ORDER BY o.due_ms, o.id LIMIT ?6
      """, Value(shownAfter), Value(key.due), .integer(key.occurrence), Value(tag),
      Value(state?.rawValue), Value(limit), read: Entry.init)
  }

  /// The first value is since when what was shown counts.
  private func isOutstanding(_ alias: String = "") -> String {
    """
    \(alias)id IN (
        SELECT occurrence FROM delivery WHERE \(SQL.isOpen()) AND at_ms IS NULL
        UNION ALL SELECT id FROM occurrence
        WHERE fired_ms IS NOT NULL AND fired_ms > ?1 AND state IN ('scheduled', 'unanswered'))
      AND \(SQL.isUnfinished(alias)) AND \(alias)fired_ms IS NOT NULL
    """
  }

  /// What has not fired yet, by due time.
  package func pending(
    after key: PageKey, limit: Int, tag: String? = nil
  ) throws(StoreError) -> [Entry] {
    try database.rows(
      """
      SELECT \(Entry.columns), NULL FROM \(Entry.tables)
      WHERE \(SQL.isPending("o.")) AND (o.due_ms, o.id) > (?, ?)
        AND (?3 IS NULL OR r.options ->> '$.tag' = ?3)
      ORDER BY o.due_ms, o.id LIMIT ?4
      """, Value(key.due), .integer(key.occurrence), Value(tag), Value(limit), read: Entry.init)
  }

  /// One occurrence in any state; nil if there is none.
  package func entry(ofOccurrence occurrence: Int64) throws(StoreError) -> Entry? {
    try database.row(
      "SELECT \(Entry.columns), \(Entry.reason) FROM \(Entry.tables) WHERE o.id = ?",
      .integer(occurrence), read: Entry.init)
  }

  /// A reminder as it stands: with the occurrence that waits for an answer, else with the next one,
  /// else with the last; nil if there never was one.
  package func entry(of id: Int64) throws(StoreError) -> Entry? {
    try database.row(
      """
      SELECT \(Entry.columns), \(Entry.reason) FROM \(Entry.tables)
      WHERE o.id = (SELECT id FROM occurrence WHERE reminder = ?
        ORDER BY ended_ms IS NULL AND state = 'unanswered' DESC,
          ended_ms IS NULL AND state = 'scheduled' DESC, id DESC LIMIT 1)
      """, .integer(id), read: Entry.init)
  }

  /// The zones by name that pending reminders keep to, each once.
  package func zonesToCome() throws(StoreError) -> [String] {
    try database.rows(
      """
      SELECT DISTINCT r.zone FROM occurrence o JOIN reminder r ON r.id = o.reminder
      WHERE \(SQL.isPending("o.")) AND r.zone IS NOT NULL ORDER BY r.zone
      """
    ) { $0.text(0) }
  }

  /// - Parameter shownAfter: as in `outstanding`.
  package func counts(shownAfter: Instant) throws(StoreError) -> Counts {
    try database.row(
      """
      SELECT (SELECT count(*) FROM occurrence WHERE \(SQL.isPending())),
        count(*) FILTER (WHERE state = 'scheduled'), count(*) FILTER (WHERE state = 'unanswered')
      FROM occurrence WHERE \(isOutstanding())
      """, Value(shownAfter)
    ) { Counts(pending: $0.count(0), held: $0.count(1), unanswered: $0.count(2)) } ?? .none
  }

  /// How many have not fired that should have before `limit`: no daemon ran, or it could not
  /// write.
  package func overdue(before limit: Instant) throws(StoreError) -> Int {
    try database.count(
      "SELECT count(*) FROM occurrence WHERE \(SQL.isPending()) AND due_ms < ?", Value(limit))
  }

  /// How many reminders there are in all, those that are over included.
  package func reminderCount() throws(StoreError) -> Int {
    try database.count("SELECT count(*) FROM reminder")
  }

  /// The language of the reminder that was made last (`UserLocale.text`); nil if it has none.
  package func latestLanguage() throws(StoreError) -> String? {
    try database.row("SELECT language FROM reminder ORDER BY id DESC LIMIT 1") {
      $0.optionalText(0)
    }
  }
}

extension ReminderOptions {
  /// As the column `options` holds them.
  var column: String { isEmpty ? "{}" : json.text }

  /// What cannot be read (in an edited store) asks for nothing.
  init(column: String) {
    self =
      column == "{}"
      ? ReminderOptions() : JSON(parsing: column).map(ReminderOptions.init) ?? ReminderOptions()
  }
}
