import CivilTime
import Reminders

/// Mails: deliveries to a mailbox. Their alarms (`mail-retry`) say when one that waits is tried again.
extension ReminderStore {
  /// How often a delivery has been tried.
  func attempt(of delivery: Int64) throws(StoreError) -> Int {
    try attempt { () throws(SQLiteError) in
      try database.statement("SELECT attempt FROM delivery WHERE id = ?")
        .row(.integer(delivery)) { $0.count(0) } ?? 0
    }
  }

  /// Writes what follows from an attempt to send a mail, or from none that was to be made.
  /// - Parameter server: which one took it.
  package func record(
    _ step: MailPolicy.Step, ofMail delivery: Int64, by server: Server?, at now: Instant
  ) throws(StoreError) {
    switch step {
    case .done:
      try record(.accepted(server: server, notification: nil), of: delivery, at: now, instead: nil)
      try finishRequest(of: delivery, at: now)
    case .again(let obstacle, let at):
      try leaveMail(delivery, in: .held, obstacle, again: at, at: now)
    case .hold(let obstacle): try leaveMail(delivery, in: .held, obstacle, again: nil, at: now)
    case .unsure(.some(let at)):
      try leaveMail(delivery, in: .unknown, .outcomeUnknown, again: at, at: now)
    case .unsure(nil):
      try leaveMail(delivery, in: .held, .outcomeUnknown, again: nil, at: now)
    case .over(let obstacle): try leaveMail(delivery, in: .failed, obstacle, again: nil, at: now)
    }
  }

  /// One that was cancelled meanwhile, or answered where it is only mailed, is over.
  private func leaveMail(
    _ delivery: Int64, in state: DeliveryState, _ obstacle: Obstacle, again: Instant?,
    at now: Instant
  ) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      let over = try whyOver(delivery)
      let state = over == nil ? state : .failed
      try database.statement(
        """
        UPDATE delivery SET state = ?2, reason = ?3, ended_ms = ?4,
          possible_repeat = max(possible_repeat, ?5), closed_ms = NULL
        WHERE id = ?1 AND channel = 'mail' AND state IN ('scheduled', 'claimed', 'unknown')
        """
      ).run(
        .integer(delivery), .text(state.rawValue), .text((over ?? obstacle).rawValue),
        state == .failed ? Value(now) : .null, .integer(obstacle == .outcomeUnknown ? 1 : 0))
      guard database.changes == 1, let again else { return }
      let occurrence = try database.statement(
        "SELECT occurrence FROM delivery WHERE id = ? AND state <> 'failed'"
      ).row(.integer(delivery)) { $0.integer(0) }
      if let occurrence { try addMailAlarm(to: occurrence, at: again) }
    }
  }

  /// Lets mail of an occurrence go once more, its alarm's time having come; not what may be another's
  /// already.
  func releaseMail(of occurrence: Int64) throws(SQLiteError) {
    try database.statement(
      """
      UPDATE delivery SET possible_repeat = max(possible_repeat, state = 'unknown'),
        state = 'scheduled'
      WHERE occurrence = ? AND channel = 'mail'
        AND (state = 'unknown' OR state = 'held' AND reason <> 'outcome_unknown')
      """
    ).run(.integer(occurrence))
  }

  /// Lets go what waits for one of `obstacles` to go away, whatever its alarm says, and what has none; not
  /// what may be another's already.
  /// - Parameters:
  ///   - obstacles: nil: whatever it waits for.
  ///   - accounts: of these alone; nil: of all.
  package func releaseMail(
    heldFor obstacles: [Obstacle]?, of accounts: [String]? = nil
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
        Value(obstacles.map { JSON.array($0.map { .string($0.rawValue) }).text }),
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

  /// Has what waits for `obstacle` go on at `at`, unless it does before.
  /// - Returns: how many mails' occurrences those are.
  func wakeMail(heldFor obstacle: Obstacle, at: Instant) throws(StoreError) -> Int {
    try attempt { () throws(SQLiteError) in
      let waiting = try database.statement(
        """
        SELECT DISTINCT occurrence FROM delivery
        WHERE state NOT IN ('accepted', 'failed') AND channel = 'mail' AND state = 'held'
          AND reason = ?
        """
      ).rows(.text(obstacle.rawValue)) { $0.integer(0) }
      for occurrence in waiting { try addMailAlarm(to: occurrence, at: at) }
      return waiting.count
    }
  }

  /// The earlier of it and of one that is there counts.
  private func addMailAlarm(to occurrence: Int64, at: Instant) throws(SQLiteError) {
    try addAlarm(.mailRetry, to: occurrence, at: at)
    try database.statement(
      """
      UPDATE delivery SET at_ms = min(at_ms, ?2)
      WHERE occurrence = ?1 AND channel = 'any' AND purpose = 'mail-retry'
      """
    ).run(.integer(occurrence), Value(at))
  }

  /// Whether a mail waits for `obstacle` to go away.
  func hasMail(heldFor obstacle: Obstacle) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT 1 FROM delivery
        WHERE state NOT IN ('accepted', 'failed') AND channel = 'mail' AND state = 'held'
          AND reason = ? LIMIT 1
        """
      ).row(.text(obstacle.rawValue)) { _ in true } ?? false
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
  func mailAsked() throws(StoreError) -> Int64? {
    try attempt { () throws(SQLiteError) in
      try database.number("SELECT value FROM state WHERE name = 'mail_asked'")
    }
  }

  /// What an earlier daemon had claimed and not recorded.
  func interruptedMail() throws(StoreError) -> [Alert] {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT d.id, r.id, r.uid, r.text, o.due_ms, o.fired_ms, o.missed, d.purpose,
          d.possible_repeat, r.options, r.language
        FROM delivery d LEFT JOIN occurrence o ON o.id = d.occurrence
          LEFT JOIN reminder r ON r.id = o.reminder
        WHERE d.state NOT IN ('accepted', 'failed') AND d.channel = 'mail'
          AND d.state = 'unknown' AND d.reason = 'interrupted'
        """
      ).rows(read: alertRow).map { (row) throws(SQLiteError) in try alert(row) }
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
  func wasMailed(before occurrence: Int64, of reminder: Int64) throws(StoreError) -> Bool {
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
  func add(_ planned: [PlannedDelivery], inPlaceOf delivery: Int64) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      let row = try database.statement("SELECT occurrence, purpose FROM delivery WHERE id = ?")
        .row(.integer(delivery)) { ($0.integer(0), Purpose(text: $0.text(1))) }
      guard let (occurrence, purpose) = row else { return }
      for planned in planned { try add(planned, for: purpose, to: occurrence) }
    }
  }
}
