import CivilTime
import Reminders

/// An occurrence that is due or pending, with what is needed to show it.
package struct DueOccurrence: Sendable, Equatable {
  package var occurrence: Int64
  package var due: Instant
  package var reminder: Int64
  package var uid: String
  package var text: String?
  package var trigger: Trigger
  /// Its place in the series; nil if a snooze added it.
  package var place: Int64?
  package var options: ReminderOptions
  /// The rule of a series that cannot be read: this is its last one. Nil if all is well.
  var lostRule: String?
  /// When it fired; nil if it has not.
  package var fired: Instant?
  /// The maker's locale (`UserLocale.text`).
  package var language: String?

  /// The columns that `init` reads, of `reminder r` and `occurrence o`.
  static let columns = """
    o.id, o.due_ms, r.id, r.uid, r.text, \(TriggerColumns.names), o.series_ms, o.boot_id,
    o.due_boot_ms, r.options, o.fired_ms, r.language
    """

  /// The number of these.
  static let columnCount: Int32 = 17
}

extension DueOccurrence {
  init(_ row: Row) throws(StoreError) {
    guard row.integer(2) != 0 else { throw .invalidContent }
    let place = row.optionalLength(11)
    // A snooze counts by itself: elapsed time, or nothing but its instant.
    let columns = place == nil ? nil : TriggerColumns(row, from: 5)
    let trigger = columns?.trigger ?? .interval(bootID: row.text(12), dueBoot: row.length(13))
    self.init(
      occurrence: row.integer(0), due: row.instant(1), reminder: row.integer(2), uid: row.text(3),
      text: row.optionalText(4), trigger: trigger, place: place,
      options: ReminderOptions(column: row.text(14)),
      // Only what looks like none can be one that is lost.
      lostRule: trigger.kind == "interval" ? columns?.lostRule : nil,
      fired: row.optionalInstant(15), language: row.optionalText(16))
  }

  /// A page that ends here ends at this key.
  package var pageKey: PageKey { PageKey(due: due, occurrence: occurrence) }

  /// The zone of its series: its own, or `local` if it floats. If its own cannot
  /// be read, that is the offset which it has at this occurrence: right until its clocks change.
  package func zone(or local: Zone) -> Zone {
    guard let name = seriesZone else { return local }
    return (try? Zone.load(name)) ?? zoneByOffset(name)
  }

  /// The zone that a series keeps to, by name; nil if it floats, or does not repeat on the wall.
  package var seriesZone: String? {
    guard case .series(_, let name) = trigger, place != nil else { return nil }
    return name
  }

  /// What can be known of a zone without its file: place and instant differ by its offset.
  package func zoneByOffset(_ name: String) -> Zone {
    let offset = Int((place ?? 0) / 1000 - due.seconds)
    return Zone(name: name, constant: Zone.offsets.contains(offset) ? offset : 0)
  }
}

/// An occurrence that is to be added.
struct OccurrenceRow {
  var reminder: Int64
  /// Nil: a snooze adds it, beside the series.
  var place: Int64?
  var due: Instant
  /// Of a snooze, which counts elapsed time: as in `Trigger.interval`.
  var bootID: String?
  var dueBoot: Int64?
}

/// Occurrences: when they are due, fire and end, and which one follows.
extension ReminderStore {
  /// What is due at `now` and has not fired, the earliest first, after `key`.
  package func due(
    at now: Instant, after key: PageKey, limit: Int
  ) throws(StoreError) -> [DueOccurrence] {
    try database.rows(
      """
      SELECT \(DueOccurrence.columns) FROM \(Entry.tables)
      WHERE \(SQL.isPending("o.")) AND o.due_ms <= ? AND (o.due_ms, o.id) > (?, ?)
      ORDER BY o.due_ms, o.id LIMIT ?
      """, Value(now), Value(key.due), .integer(key.occurrence), Value(limit),
      read: DueOccurrence.init)
  }

  /// Whether `occurrence` is of the reminder `uid`: after another store has taken the place of one, the
  /// same number may be another's.
  package func isOccurrence(_ occurrence: Int64, of uid: String) throws(StoreError) -> Bool {
    try database.hasRow(
      "SELECT 1 FROM occurrence o JOIN reminder r ON r.id = o.reminder WHERE o.id = ? AND r.uid = ?",
      .integer(occurrence), .text(uid))
  }

  /// The pending occurrences of a reminder's series.
  func pendingOccurrences(of reminder: Int64) throws(StoreError) -> [(id: Int64, due: Instant)] {
    try database.rows(
      """
      SELECT id, due_ms FROM occurrence WHERE reminder = ? AND series_ms IS NOT NULL
        AND \(SQL.isPending())
      """, .integer(reminder)
    ) { ($0.integer(0), $0.instant(1)) }
  }

  /// The occurrences of a reminder that are to come or wait for an answer.
  func unfinishedOccurrences(
    of reminder: Int64
  ) throws(StoreError) -> [(id: Int64, state: OccurrenceState)] {
    try database.rows(
      "SELECT id, state FROM occurrence WHERE reminder = ? AND \(SQL.isUnfinished())",
      .integer(reminder)
    ) { ($0.integer(0), $0.word(1) ?? .scheduled) }
  }

  /// Adds an occurrence to a series, with the alarms that announce it.
  /// - Returns: its row; nil if the series has one in that place already.
  func insert(
    _ row: OccurrenceRow, _ options: ReminderOptions, at now: Instant
  ) throws(StoreError) -> Int64? {
    let added = try database.run(
      """
      INSERT INTO occurrence(reminder, series_ms, due_ms, boot_id, due_boot_ms)
      VALUES(?, ?, ?, ?, ?) ON CONFLICT(reminder, series_ms) DO NOTHING
      """, .integer(row.reminder), Value(row.place), Value(row.due), Value(row.bootID),
      Value(row.dueBoot))
    guard added == 1 else { return nil }
    let occurrence = database.lastInsertedID
    try announce(occurrence, due: row.due, options, at: now)
    return occurrence
  }

  /// Adds the occurrence that follows in the series. If there is none because its rule cannot be read,
  /// that is a line of its history.
  /// - Returns: its row; nil if the series ends, or it is there already.
  func insertNext(
    after due: DueOccurrence, at now: Instant, in zone: Zone
  ) throws(StoreError) -> Int64? {
    guard due.place != nil else { return nil }
    if let rule = due.lostRule {
      try log(.ruleLost, of: due.reminder, occurrence: due.occurrence, at: now, words: rule)
    }
    var following = due.trigger.next(after: due.due, in: zone)
    while let next = following {
      let row = OccurrenceRow(
        reminder: due.reminder, place: due.trigger.place(of: next, in: zone), due: next)
      if let added = try insert(row, due.options, at: now) { return added }
      if try !pendingOccurrences(of: due.reminder).isEmpty { return nil }
      // It has had that place already, by a clock that was ahead.
      following = due.trigger.next(after: next, in: zone)
    }
    return nil
  }

  /// Gives a reminder another time or rule: a new first occurrence, in place of those of the old time.
  /// - Returns: the new one's row.
  func reschedule(
    _ trigger: Trigger, _ new: OccurrenceRow, _ options: ReminderOptions,
    ending old: [(id: Int64, state: OccurrenceState)], at now: Instant
  ) throws(StoreError) -> [Int64] {
    let columns = TriggerColumns(trigger)
    try database.run(
      """
      UPDATE reminder SET kind = ?, wall = ?, zone = ?, rrule = ?, boot_id = ?, due_boot_ms = ?
      WHERE id = ?
      """, .text(columns.kind), Value(columns.wall), Value(columns.zone), Value(columns.rrule),
      Value(columns.bootID), Value(columns.dueBoot), .integer(new.reminder))
    for occurrence in old {
      try end(occurrence.id, as: .cancelled, from: occurrence.state, at: now)
    }
    // One that is over may have its place in the series.
    try database.run(
      "UPDATE occurrence SET series_ms = NULL WHERE reminder = ? AND series_ms = ?",
      .integer(new.reminder), Value(new.place))
    return try insert(new, options, at: now).map { [$0] } ?? []
  }

  /// Marks an occurrence as fired, writes its deliveries, and makes the one that follows in its
  /// series, so that no end of this program can break a series off. Of a series that was missed
  /// for a while the newest fires, with the number of those missed; what is later than its
  /// `maxLate` expires.
  /// - Parameter zone: the one that it keeps to (`DueOccurrence.zone(or:)`).
  /// - Returns: false if it has been cancelled or moved meanwhile; then nothing was written.
  @discardableResult
  package func fire(
    _ due: DueOccurrence, as planned: [PlannedDelivery], at now: Instant, in zone: Zone
  ) throws(StoreError) -> Bool {
    var fired = due
    var missed = 0
    if due.place != nil,
      let passed = due.trigger.missed(after: due.due, through: now, in: zone)
    {
      fired.due = passed.newest
      fired.place = due.trigger.place(of: passed.newest, in: zone)
      missed = passed.count
    }
    if due.trigger.recurrence != nil { missed += try supersede(due, at: now) }
    let changed = try database.run(
      """
      UPDATE occurrence SET fired_ms = ?, due_ms = ?, series_ms = ?, missed = ?
      WHERE id = ? AND \(SQL.isPending()) AND due_ms = ?
      """, Value(now), Value(fired.due), Value(fired.place), Value(missed),
      .integer(due.occurrence), Value(due.due))
    guard changed == 1 else { return false }
    for delivery in planned { try add(delivery, for: .due, to: due.occurrence) }
    if let wait = due.options.mail?.ifUnanswered, let at = now.advanced(by: wait) {
      try addAlarm(.unanswered, to: due.occurrence, at: at)
    }
    if let maxLate = due.options.maxLate, now.since(fired.due) > maxLate {
      try end(due.occurrence, as: .expired, from: .scheduled, at: now, because: .tooLate)
    }
    _ = try insertNext(after: fired, at: now, in: zone)
    return true
  }

  /// Ends what has fired of the same series before and is still open: a newer one replaces it.
  /// - Returns: how many of those no channel has accepted, with those missed before them.
  private func supersede(_ due: DueOccurrence, at now: Instant) throws(StoreError) -> Int {
    let older = try database.rows(
      """
      SELECT id, state, missed FROM occurrence
      WHERE reminder = ? AND id <> ? AND series_ms IS NOT NULL AND fired_ms IS NOT NULL
        AND \(SQL.isUnfinished())
      """, .integer(due.reminder), .integer(due.occurrence)
    ) { (id: $0.integer(0), state: $0.text(1), missed: $0.count(2)) }
    var missed = 0
    for occurrence in older {
      if occurrence.state == OccurrenceState.scheduled.rawValue { missed += 1 + occurrence.missed }
      try database.run(
        """
        UPDATE occurrence SET ended_ms = ?,
          state = CASE state WHEN 'scheduled' THEN 'expired' ELSE state END WHERE id = ?
        """, Value(now), .integer(occurrence.id))
      try abandonDeliveries(of: occurrence.id, because: .superseded, at: now)
    }
    return missed
  }

  /// Moves an occurrence to a state in which it is history, and gives up what waits of it.
  @discardableResult
  func end(
    _ occurrence: Int64, as next: OccurrenceState, from state: OccurrenceState, at now: Instant,
    because reason: HoldReason? = nil
  ) throws(StoreError) -> Bool {
    let changed = try database.run(
      "UPDATE occurrence SET state = ?, ended_ms = ? WHERE id = ? AND state = ?",
      .text(next.rawValue), Value(now), .integer(occurrence), .text(state.rawValue))
    guard changed == 1 else { return false }
    try abandonDeliveries(
      of: occurrence, because: reason ?? (next == .cancelled ? .cancelled : .answered), at: now)
    return true
  }

  /// Moves what has not fired to another instant, and with it the start of a series of elapsed
  /// time: its grid keeps its distances.
  package func move(
    _ occurrence: DueOccurrence, to due: Instant, at moment: ClockReading
  ) throws(StoreError) {
    try database.run(
      "UPDATE occurrence SET due_ms = ? WHERE id = ? AND \(SQL.isPending())",
      Value(due), .integer(occurrence.occurrence))
    try database.run(
      "UPDATE delivery SET at_ms = at_ms + ? WHERE occurrence = ? AND at_ms IS NOT NULL",
      .integer(due.since(occurrence.due)), .integer(occurrence.occurrence))
    guard let shift = occurrence.trigger.shift(at: moment) else { return }
    try database.run(
      "UPDATE reminder SET wall = ? WHERE id = ?",
      Value(TriggerColumns(occurrence.trigger.moved(by: shift)).wall),
      .integer(occurrence.reminder))
  }

  /// Whether anything fired later than now: then the clock was ahead.
  package func hasFired(after now: Instant) throws(StoreError) -> Bool {
    try database.number("SELECT max(fired_ms) FROM occurrence WHERE fired_ms IS NOT NULL")
      .map { $0 > now.milliseconds } ?? false
  }

  /// Takes the pending occurrence of a series on the wall, which has gone on by a clock that was ahead,
  /// back to the first place after `now` that it has not had: it would stay away for as long as the
  /// clock was ahead. What was shown or left out keeps its place, and is not shown again.
  /// - Parameter zone: the one that it keeps to (`DueOccurrence.zone(or:)`).
  package func takeBack(
    _ pending: DueOccurrence, at now: Instant, in zone: Zone
  ) throws(StoreError) {
    guard case .series = pending.trigger, pending.place != nil else { return }
    let last = try database.number(
      "SELECT max(fired_ms) FROM occurrence WHERE reminder = ? AND series_ms IS NOT NULL",
      .integer(pending.reminder))
    guard let last, last > now.milliseconds else { return }
    var next = pending.trigger.next(after: now, in: zone)
    while let due = next, due < pending.due {
      // One that has this place already keeps it.
      let changed = try database.run(
        """
        UPDATE OR IGNORE occurrence SET due_ms = ?, series_ms = ? WHERE id = ? AND \(SQL.isPending())
        """, Value(due), Value(pending.trigger.place(of: due, in: zone)),
        .integer(pending.occurrence))
      if changed == 1 {
        return try announceAgain(pending.occurrence, due: due, pending.options, at: now)
      }
      next = pending.trigger.next(after: due, in: zone)
    }
  }
}
