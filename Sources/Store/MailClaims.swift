import CivilTime
import Reminders

/// Mails in a mailbox's hands. While one is `claimed`, its `closed_ms` says since when its bytes may be on
/// their way; before that nothing has gone.
extension ReminderStore {
  /// The next mail that waits for its turn.
  /// - Parameter busy: accounts whose mails are left out.
  package func nextMail(notOf busy: [String]) throws(StoreError) -> Alert? {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT d.id, r.id, r.uid, r.text, o.due_ms, o.fired_ms, o.missed, d.purpose,
          d.possible_repeat, r.options, r.language
        FROM delivery d LEFT JOIN occurrence o ON o.id = d.occurrence
          LEFT JOIN reminder r ON r.id = o.reminder
        WHERE d.state NOT IN ('accepted', 'failed') AND d.channel = 'mail' AND d.state = 'scheduled'
          AND coalesce(r.options ->> '$.mail.account', '') NOT IN (SELECT value FROM json_each(?))
        ORDER BY d.id LIMIT 1
        """
      ).row(.text(JSON.array(busy.map(JSON.string)).text), read: alertRow)
        .map { (row) throws(SQLiteError) in try alert(row) }
    }
  }

  /// Hands one to its mailbox. Nothing of it goes yet, but the attempt counts.
  /// - Returns: false if it has been cancelled meanwhile.
  package func claimMail(_ delivery: Int64, at now: Instant) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        UPDATE delivery
        SET state = 'claimed', attempt = attempt + 1, claimed_ms = ?, closed_ms = NULL
        WHERE id = ? AND channel = 'mail' AND state = 'scheduled'
        """
      ).run(Value(now), .integer(delivery))
      return database.changes == 1
    }
  }

  /// Lets a mail's bytes go. After `sync` it is uncertain until its result is recorded.
  /// - Returns: false if it is not wanted any more.
  package func permitMail(_ delivery: Int64, at now: Instant) throws(StoreError) -> Bool {
    guard try whyUnwanted(delivery) == nil else { return false }
    return try attempt { () throws(SQLiteError) in
      try database.statement(
        "UPDATE delivery SET closed_ms = ? WHERE id = ? AND channel = 'mail' AND state = 'claimed'"
      ).run(Value(now), .integer(delivery))
      return database.changes == 1
    }
  }

  /// Puts back what an earlier daemon claimed and never let go.
  /// - Parameter own: what this daemon has claimed itself.
  package func putBackMail(but own: [Int64]) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        UPDATE delivery SET state = 'scheduled'
        WHERE state NOT IN ('accepted', 'failed') AND channel = 'mail' AND state = 'claimed'
          AND closed_ms IS NULL AND id NOT IN (SELECT value FROM json_each(?))
        """
      ).run(.text(JSON.array(own.map(JSON.number)).text))
    }
  }

  /// Why a mail is not wanted any more: it was cancelled, or it is only mailed and was answered first; nil
  /// if it is wanted.
  package func whyUnwanted(_ delivery: Int64) throws(StoreError) -> HoldReason? {
    let state = try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT o.state FROM delivery d JOIN occurrence o ON o.id = d.occurrence
          JOIN reminder r ON r.id = o.reminder
        WHERE d.id = ? AND (o.state = 'cancelled' OR o.state IN ('done', 'snoozed')
          AND d.purpose <> 'confirmation' AND r.options ->> '$.mail.only')
        """
      ).row(.integer(delivery)) { $0.text(0) }
    }
    return state.map { $0 == OccurrenceState.cancelled.rawValue ? .cancelled : .answered }
  }

  /// Whether an occurrence is a request whose mail is on its way, or may have gone: after a snooze its
  /// recipient would have it twice.
  package func isRequestPerhapsSent(_ occurrence: Int64) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT 1 FROM occurrence o JOIN reminder r ON r.id = o.reminder
          JOIN delivery d ON d.occurrence = o.id
        WHERE o.id = ? AND d.channel = 'mail' AND d.state <> 'failed' AND d.purpose = 'due'
          AND r.options -> '$.mail.request' IS NOT NULL
          AND (d.state = 'accepted' OR d.possible_repeat OR d.closed_ms IS NOT NULL)
        LIMIT 1
        """
      ).row(.integer(occurrence)) { _ in true } ?? false
    }
  }
}
