import CivilTime
import Reminders

/// Mails: deliveries to a mailbox. Their alarms (`mail-retry`) say when one that waits is tried again.
extension ReminderStore {
  /// Lets mail of an occurrence go once more, its alarm's time having come; not what may be another's
  /// already.
  package func releaseMail(of occurrence: Int64) throws(SQLiteError) {
    try database.statement(
      """
      UPDATE delivery SET possible_repeat = max(possible_repeat, state = 'unknown'),
        state = 'scheduled'
      WHERE occurrence = ? AND channel = 'mail'
        AND (state = 'unknown' OR state = 'held' AND reason <> 'outcome_unknown')
      """
    ).run(.integer(occurrence))
  }

  /// Lets go what waits for one of `reasons` to go away, whatever its alarm says, and what has none; not
  /// what may be another's already.
  /// - Parameters:
  ///   - reasons: nil: whatever it waits for.
  ///   - accounts: of these alone; nil: of all.
  package func releaseMail(
    heldFor reasons: [HoldReason]?, of accounts: [String]? = nil
  ) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        UPDATE delivery SET state = 'scheduled'
        WHERE state NOT IN ('accepted', 'failed') AND channel = 'mail' AND state = 'held'
          AND reason <> 'outcome_unknown'
          AND (?1 IS NULL OR reason IN (SELECT value FROM json_each(?1))
            OR NOT EXISTS (SELECT 1 FROM delivery a
              WHERE a.occurrence = delivery.occurrence AND a.channel = 'any'
                AND a.purpose = 'mail-retry'))
          AND (?2 IS NULL OR (SELECT r.options ->> '$.mail.account' FROM occurrence o
            JOIN reminder r ON r.id = o.reminder WHERE o.id = delivery.occurrence)
            IN (SELECT value FROM json_each(?2)))
        """
      ).run(
        Value(reasons.map { JSON.array($0.map { .string($0.rawValue) }).text }),
        Value(accounts.map { JSON.array($0.map(JSON.string)).text }))
      // Alarms that nothing waits for any more.
      try database.statement(
        """
        DELETE FROM delivery WHERE at_ms IS NOT NULL AND purpose = 'mail-retry'
          AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.occurrence = delivery.occurrence
            AND d.channel = 'mail' AND d.state IN ('held', 'unknown'))
        """
      ).run()
    }
  }

  /// Has what waits for `reason` go on at `at`, unless it does before.
  /// - Returns: how many mails' occurrences those are.
  package func wakeMail(heldFor reason: HoldReason, at: Instant) throws(StoreError) -> Int {
    try attempt { () throws(SQLiteError) in
      let waiting = try database.statement(
        """
        SELECT DISTINCT occurrence FROM delivery
        WHERE state NOT IN ('accepted', 'failed') AND channel = 'mail' AND state = 'held'
          AND reason = ?
        """
      ).rows(.text(reason.rawValue)) { $0.integer(0) }
      for occurrence in waiting { try addMailAlarm(to: occurrence, at: at) }
      return waiting.count
    }
  }

  /// The earlier of it and of one that is there counts.
  func addMailAlarm(to occurrence: Int64, at: Instant) throws(SQLiteError) {
    try addAlarm(.mailRetry, to: occurrence, at: at)
    try database.statement(
      """
      UPDATE delivery SET at_ms = min(at_ms, ?2)
      WHERE occurrence = ?1 AND channel = 'any' AND purpose = 'mail-retry'
      """
    ).run(.integer(occurrence), Value(at))
  }

  /// Whether a mail waits for `reason` to go away.
  package func hasMail(heldFor reason: HoldReason) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT 1 FROM delivery
        WHERE state NOT IN ('accepted', 'failed') AND channel = 'mail' AND state = 'held'
          AND reason = ? LIMIT 1
        """
      ).row(.text(reason.rawValue)) { _ in true } ?? false
    }
  }

  /// Has mail sent that waits for whatever reason, of one reminder or of all.
  /// - Returns: how many mails those are.
  package func retryMail(of reminder: Int64?) throws(StoreError) -> Int {
    try transaction { () throws(StoreError) in
      try attempt { () throws(SQLiteError) in
        try database.statement(
          """
          UPDATE delivery SET possible_repeat = max(possible_repeat, state = 'unknown'),
            state = 'scheduled'
          WHERE state NOT IN ('accepted', 'failed') AND channel = 'mail'
            AND state IN ('held', 'unknown')
            AND (?1 IS NULL OR occurrence IN (SELECT id FROM occurrence WHERE reminder = ?1))
          """
        ).run(Value(reminder))
        let count = database.changes
        try database.statement(
          """
          DELETE FROM delivery WHERE at_ms IS NOT NULL AND purpose = 'mail-retry'
            AND (?1 IS NULL OR occurrence IN (SELECT id FROM occurrence WHERE reminder = ?1))
          """
        ).run(Value(reminder))
        if count > 0 {
          try database.statement(
            """
            INSERT INTO state(name, value) VALUES('mail_asked', 1)
            ON CONFLICT(name) DO UPDATE SET value = value + 1
            """
          ).run()
        }
        return count
      }
    }
  }

  /// How often somebody had mail sent that waited.
  package func mailAsked() throws(StoreError) -> Int64? {
    try attempt { () throws(SQLiteError) in
      try database.number("SELECT value FROM state WHERE name = 'mail_asked'")
    }
  }

  /// How many mails that wait may have been sent.
  /// - Parameter reminder: of this one alone; nil: of all.
  package func doubtfulMails(of reminder: Int64?) throws(StoreError) -> Int {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT count(*) FROM delivery WHERE state NOT IN ('accepted', 'failed') AND channel = 'mail'
          AND state IN ('held', 'unknown') AND reason = 'outcome_unknown'
          AND (?1 IS NULL OR occurrence IN (SELECT id FROM occurrence WHERE reminder = ?1))
        """
      ).row(Value(reminder)) { $0.count(0) } ?? 0
    }
  }

  /// How many of an account's mails go next, nothing being in their way.
  /// - Parameter reminder: of this one alone; nil: of all.
  package func mailsToGo(by account: String, of reminder: Int64?) throws(StoreError) -> Int {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT count(*) FROM delivery d JOIN occurrence o ON o.id = d.occurrence
          JOIN reminder r ON r.id = o.reminder
        WHERE d.state NOT IN ('accepted', 'failed') AND d.channel = 'mail'
          AND d.state = 'scheduled' AND r.options ->> '$.mail.account' = ?1
          AND (?2 IS NULL OR r.id = ?2)
        """
      ).row(.text(account), Value(reminder)) { $0.count(0) } ?? 0
    }
  }

  /// When an account's mails were sent after `limit`, the earliest first.
  package func mailsSent(by account: String, after limit: Instant) throws(StoreError) -> [Instant] {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT d.claimed_ms FROM delivery d JOIN occurrence o ON o.id = d.occurrence
          JOIN reminder r ON r.id = o.reminder
        WHERE d.channel = 'mail' AND d.claimed_ms > ? AND d.state IN ('accepted', 'unknown')
          AND r.options ->> '$.mail.account' = ? ORDER BY d.claimed_ms
        """
      ).rows(Value(limit), .text(account)) { $0.instant(0) }
    }
  }

  /// Whether what a snooze has put off, now to come again as `occurrence`, had been mailed at its time.
  package func wasMailed(before occurrence: Int64, of reminder: Int64) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        WITH RECURSIVE before(id) AS (
          SELECT ?1
          UNION
          SELECT e.occurrence FROM before JOIN event e ON e.reminder = ?2 AND e.kind = 'snoozed'
            AND e.occurrence <> before.id AND EXISTS (SELECT 1 FROM json_each(e.after, '$.occurrences')
              WHERE value ->> 0 = before.id))
        SELECT 1 FROM before JOIN delivery d ON d.occurrence = before.id
        WHERE d.channel = 'mail' AND d.purpose = 'due' AND coalesce(d.reason, '') <> 'cancelled'
        LIMIT 1
        """
      ).row(.integer(occurrence), .integer(reminder)) { _ in true } ?? false
    }
  }

  /// Has shown what was to be mailed and never will be.
  package func add(_ planned: [PlannedDelivery], inPlaceOf delivery: Int64) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      let row = try database.statement("SELECT occurrence, purpose FROM delivery WHERE id = ?")
        .row(.integer(delivery)) { ($0.integer(0), Purpose(text: $0.text(1))) }
      guard let (occurrence, purpose) = row else { return }
      for planned in planned { try add(planned, for: purpose, to: occurrence) }
    }
  }
}
