import CivilTime
import Reminders

/// Alarms: deliveries that lie in the future and have no channel yet. Announcements before the
/// time, showings again and again, showings once more, mails that are tried again.
extension ReminderStore {
  /// Adds one; a second for the same purpose changes nothing.
  func addAlarm(_ purpose: Purpose, to occurrence: Int64, at: Instant) throws(StoreError) {
    try database.run(
      """
      INSERT INTO delivery(occurrence, channel, purpose, state, at_ms)
      VALUES(?, 'any', ?, 'scheduled', ?) ON CONFLICT(occurrence, channel, purpose) DO NOTHING
      """, .integer(occurrence), .text(purpose.text), Value(at))
  }

  /// Adds the announcements of an occurrence that is due at `due`, except those that are past.
  func announce(
    _ occurrence: Int64, due: Instant, _ options: ReminderOptions, at now: Instant
  ) throws(StoreError) {
    for early in options.before {
      if let at = due.advanced(by: -early), at > now {
        try addAlarm(.before(early), to: occurrence, at: at)
      }
    }
  }

  /// The same for one whose time or options have changed.
  func announceAgain(
    _ occurrence: Int64, due: Instant, _ options: ReminderOptions, at now: Instant
  ) throws(StoreError) {
    try database.run(
      "DELETE FROM delivery WHERE occurrence = ? AND at_ms IS NOT NULL", .integer(occurrence))
    try announce(occurrence, due: due, options, at: now)
  }

  /// When the earliest is to be delivered; nil if there is none.
  package func nextAlarm() throws(StoreError) -> Instant? {
    try database.number("SELECT min(at_ms) FROM delivery WHERE at_ms IS NOT NULL")
      .map(Instant.init(stored:))
  }

  /// Turns up to `limit` alarms whose time has come into deliveries.
  /// - Parameter planned: the deliveries for one with these options, and for this purpose.
  /// - Returns: how many there were.
  package func ring(
    at now: Instant, limit: Int, as planned: (ReminderOptions, Purpose) -> [PlannedDelivery]
  ) throws(StoreError) -> Int {
    let due = try database.rows(
      """
      SELECT d.id, d.occurrence, d.purpose, r.options, o.fired_ms IS NULL FROM \(Alert.tables)
      WHERE d.at_ms IS NOT NULL AND d.at_ms <= ? ORDER BY d.at_ms, o.due_ms, r.id LIMIT ?
      """, Value(now), Value(limit)
    ) {
      (
        id: $0.integer(0), occurrence: $0.integer(1), purpose: Purpose(text: $0.text(2)),
        options: $0.optionalText(3), isPending: $0.flag(4)
      )
    }
    for alarm in due {
      guard let options = alarm.options else { throw .nonsense }
      try database.run("DELETE FROM delivery WHERE id = ?", .integer(alarm.id))
      // An announcement of an occurrence that has fired meanwhile has nothing left to announce.
      guard alarm.isPending || !alarm.purpose.isAnnouncement else { continue }
      if alarm.purpose == .mailRetry {
        try releaseMail(of: alarm.occurrence)
        continue
      }
      for delivery in planned(try self.options(options), alarm.purpose) {
        try add(delivery, for: alarm.purpose, to: alarm.occurrence)
      }
    }
    return due.count
  }

  /// Has one that was shown come again by another rule from now on, or no more.
  func insist(
    on occurrence: Int64, by nag: ReminderOptions.Nag?, at now: Instant
  ) throws(StoreError) {
    try database.run(
      "DELETE FROM delivery WHERE occurrence = ? AND at_ms IS NOT NULL AND purpose LIKE 'nag:%'",
      .integer(occurrence))
    let nags = try database.number(
      "SELECT count(DISTINCT purpose) FROM delivery WHERE occurrence = ? AND purpose LIKE 'nag:%'",
      .integer(occurrence))
    let shown = 1 + Int(nags ?? 0)
    guard let nag, shown < nag.times, let at = now.advanced(by: nag.every) else { return }
    try addAlarm(.nag(shown + 1), to: occurrence, at: at)
  }

  /// Shows once more what has been shown and has not been answered.
  func showAgain(_ occurrence: Int64, at now: Instant) throws(StoreError) {
    let shown = try database.number(
      "SELECT count(*) FROM delivery WHERE occurrence = ? AND purpose LIKE 'again:%'",
      .integer(occurrence))
    try addAlarm(.again(Int(shown ?? 0) + 1), to: occurrence, at: now)
  }

  /// Shows once more everything that fired after `limit`, was shown, and waits for an answer.
  /// - Returns: how many those are.
  @discardableResult
  package func showUnansweredAgain(
    firedAfter limit: Instant, at now: Instant
  ) throws(StoreError) -> Int {
    let open = try database.rows(
      """
      SELECT id FROM occurrence o
      WHERE fired_ms IS NOT NULL AND fired_ms > ? AND state = 'unanswered' AND ended_ms IS NULL
        AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.occurrence = o.id
          AND d.channel <> 'mail' AND d.purpose NOT IN ('mail-retry', 'unanswered')
          AND \(SQL.isOpen("d.")))
      ORDER BY fired_ms
      """, Value(limit)
    ) { $0.integer(0) }
    for occurrence in open { try showAgain(occurrence, at: now) }
    return open.count
  }
}
