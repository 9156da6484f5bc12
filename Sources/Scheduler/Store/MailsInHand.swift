import CivilTime
import Reminders
import System

/// Mails in the mailbox's hands: some are taken up together, and go one after another. While one is
/// `claimed`, its `closed_ms` says since when its bytes may be on their way; before that nothing has gone.
extension ReminderStore {
  /// Why a mail is not wanted any more: it was cancelled or, where it is only mailed, answered first; nil
  /// where it is.
  func whyOver(_ delivery: Int64) throws(SQLiteError) -> Obstacle? {
    let state = try database.statement(
      """
      SELECT o.state FROM delivery d JOIN occurrence o ON o.id = d.occurrence
        JOIN reminder r ON r.id = o.reminder
      WHERE d.id = ? AND (o.state = 'cancelled' OR o.state IN ('done', 'snoozed')
        AND d.purpose <> 'confirmation' AND r.options ->> '$.mail.only')
      """
    ).row(.integer(delivery)) { $0.text(0) }
    return state.map { $0 == OccurrenceState.cancelled.rawValue ? .cancelled : .answered }
  }

  /// Whether an occurrence is a request's whose mail is on its way, or may have gone: put off, whoever gets
  /// it would have it twice.
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

  /// Takes one up: nothing of it goes yet.
  /// - Returns: false where it has been cancelled meanwhile.
  func takeUpMail(_ delivery: Int64) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        "UPDATE delivery SET state = 'claimed', closed_ms = NULL WHERE id = ? AND state = 'scheduled'"
      ).run(.integer(delivery))
      return database.changes == 1
    }
  }

  /// Its turn has come: the attempt counts.
  /// - Returns: false where it is not wanted any more.
  func beginMail(_ delivery: Int64, at now: Instant) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      guard try whyOver(delivery) == nil else { return false }
      try database.statement(
        """
        UPDATE delivery SET attempt = attempt + 1, claimed_ms = ?
        WHERE id = ? AND channel = 'mail' AND state = 'claimed'
        """
      ).run(Value(now), .integer(delivery))
      return database.changes == 1
    }
  }

  /// From now on nobody can say that it was not sent.
  /// - Returns: false where it is not wanted any more.
  func letMailGo(_ delivery: Int64, at now: Instant) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      guard try whyOver(delivery) == nil else { return false }
      try database.statement(
        """
        UPDATE delivery SET closed_ms = ? WHERE id = ? AND channel = 'mail' AND state = 'claimed'
        """
      ).run(Value(now), .integer(delivery))
      return database.changes == 1
    }
  }

  /// Mails that wait for their turn, in order.
  /// - Parameter busy: accounts whose are left out.
  func nextMails(notOf busy: [String], limit: Int) throws(StoreError) -> [Alert] {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT d.id, r.id, r.uid, r.text, o.due_ms, o.fired_ms, o.missed, d.purpose,
          d.possible_repeat, r.options, r.language
        FROM delivery d LEFT JOIN occurrence o ON o.id = d.occurrence
          LEFT JOIN reminder r ON r.id = o.reminder
        WHERE d.state NOT IN ('accepted', 'failed') AND d.channel = 'mail' AND d.state = 'scheduled'
          AND coalesce(r.options ->> '$.mail.account', '') NOT IN (SELECT value FROM json_each(?))
        ORDER BY d.id LIMIT ?
        """
      ).rows(
        .text(JSON.array(busy.map(JSON.string)).text), .integer(Int64(limit)), read: alertRow
      ).map { (row) throws(SQLiteError) in try alert(row) }
    }
  }

  /// Puts back what was taken up and never went.
  /// - Parameter deliveries: what is in somebody's hands, or follows it.
  func putBackMail(but deliveries: [Int64] = []) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        UPDATE delivery SET state = 'scheduled'
        WHERE state NOT IN ('accepted', 'failed') AND channel = 'mail' AND state = 'claimed'
          AND closed_ms IS NULL AND id NOT IN (SELECT value FROM json_each(?))
        """
      ).run(.text(JSON.array(deliveries.map(JSON.number)).text))
    }
  }

  /// Notes in which boot mails are taken up: `closed_ms` is committed without a sync, so it says
  /// nothing after a power cut.
  func noteMailBoot(_ bootID: String) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        INSERT INTO state(name, value) VALUES('mail_boot', ?)
        ON CONFLICT(name) DO UPDATE SET value = excluded.value WHERE value <> excluded.value
        """
      ).run(.integer(Self.mark(of: bootID)))
    }
  }

  /// Whether what is taken up was so in this boot.
  func isMailOf(boot bootID: String) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      try database.number("SELECT value FROM state WHERE name = 'mail_boot'")
    } == Self.mark(of: bootID)
  }

  private static func mark(of bootID: String) -> Int64 {
    var fingerprint = Fingerprint()
    fingerprint.add(bootID.utf8)
    return Int64(bitPattern: fingerprint.value)
  }
}
