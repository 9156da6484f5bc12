import CivilTime
import Reminders

/// Alarms: deliveries that lie in the future and have no channel yet. Announcements before the
/// time, showings again and again, showings once more.
extension ReminderStore {
  /// Adds one; a second for the same purpose changes nothing.
  func addAlarm(_ purpose: Purpose, to occurrence: Int64, at: Instant) throws(SQLiteError) {
    try database.statement(
      """
      INSERT INTO delivery(occurrence, channel, purpose, state, at_ms)
      VALUES(?, 'any', ?, 'scheduled', ?) ON CONFLICT(occurrence, channel, purpose) DO NOTHING
      """
    ).run(.integer(occurrence), .text(purpose.text), Value(at))
  }

  /// Adds the announcements of an occurrence that is due at `due`, but those that are past.
  package func announce(
    _ occurrence: Int64, due: Instant, _ options: ReminderOptions, at now: Instant
  ) throws(SQLiteError) {
    for early in options.before {
      if let at = due.advanced(by: -early), at > now {
        try addAlarm(.before(early), to: occurrence, at: at)
      }
    }
  }

  /// When the earliest is to be delivered; nil where there is none.
  package func nextAlarm() throws(StoreError) -> Instant? {
    try attempt { () throws(SQLiteError) in
      try database.number("SELECT min(at_ms) FROM delivery WHERE at_ms IS NOT NULL")
        .map(Instant.init(stored:))
    }
  }

  /// Turns up to `limit` alarms whose time has come into deliveries.
  /// - Parameter planned: the deliveries for one with these options, and for this purpose.
  /// - Returns: how many there were.
  package func ring(
    at now: Instant, limit: Int, as planned: (ReminderOptions, Purpose) -> [PlannedDelivery]
  ) throws(StoreError) -> Int {
    try attempt { () throws(SQLiteError) in
      let due = try database.statement(
        """
        SELECT d.id, d.occurrence, d.purpose, r.options, o.fired_ms IS NULL
        FROM delivery d LEFT JOIN occurrence o ON o.id = d.occurrence
          LEFT JOIN reminder r ON r.id = o.reminder
        WHERE d.at_ms IS NOT NULL AND d.at_ms <= ? ORDER BY d.at_ms, o.due_ms, r.id LIMIT ?
        """
      ).rows(Value(now), .integer(Int64(limit))) { row in
        (
          id: row.integer(0), occurrence: row.integer(1), purpose: Purpose(text: row.text(2)),
          options: row.optionalText(3), isPending: row.integer(4) != 0
        )
      }
      for alarm in due {
        guard let options = alarm.options else { throw IntegrityCheck.orphan }
        try database.statement("DELETE FROM delivery WHERE id = ?").run(.integer(alarm.id))
        // An announcement whose own time has been overtaken has nothing left to announce.
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
  }

  /// Shows once more what has been shown and has not been answered.
  func showAgain(_ occurrence: Int64, at now: Instant) throws(SQLiteError) {
    let shown = try database.statement(
      "SELECT count(*) FROM delivery WHERE occurrence = ? AND purpose LIKE 'again:%'"
    ).row(.integer(occurrence)) { Int($0.integer(0)) }
    try addAlarm(.again((shown ?? 0) + 1), to: occurrence, at: now)
  }

  /// Shows once more everything that fired after `limit`, was shown, and waits for an answer.
  /// - Returns: how many those are.
  @discardableResult
  package func showUnansweredAgain(
    firedAfter limit: Instant, at now: Instant
  ) throws(StoreError) -> Int {
    try attempt { () throws(SQLiteError) in
      let open = try database.statement(
        """
        SELECT id FROM occurrence o
        WHERE fired_ms IS NOT NULL AND fired_ms > ? AND state = 'unanswered' AND ended_ms IS NULL
          AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.occurrence = o.id
            AND d.channel <> 'mail' AND d.purpose NOT IN ('mail-retry', 'unanswered')
            AND d.state NOT IN ('accepted', 'failed'))
        ORDER BY fired_ms
        """
      ).rows(Value(limit)) { $0.integer(0) }
      for occurrence in open { try showAgain(occurrence, at: now) }
      return open.count
    }
  }
}
