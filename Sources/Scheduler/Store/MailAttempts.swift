import CivilTime
import Reminders

/// One attempt to send a mail, as `mail show` tells it.
package struct AttemptRecord: Sendable, Equatable {
  /// From 1.
  package var number: Int
  package var began: Instant
  package var ended: Instant
  package var verdict: MailVerdict
  /// Nil where it was accepted.
  package var obstacle: Obstacle?
  /// The words of the server, or of whatever kept it from being asked; empty: none.
  package var reply: String
}

/// What became of each attempt: the row of the delivery itself has the last one alone.
extension ReminderStore {
  /// Writes what became of the attempt that is under way.
  func note(
    _ result: MailResult, because obstacle: Obstacle?, ofMail delivery: Int64, at now: Instant
  ) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        INSERT OR REPLACE INTO attempt(delivery, number, at_ms, ended_ms, verdict, reason, reply)
        SELECT id, attempt, coalesce(claimed_ms, ?2), ?2, ?3, ?4, ?5 FROM delivery WHERE id = ?1
        """
      ).run(
        .integer(delivery), Value(now), .text(result.verdict.rawValue),
        Value(obstacle?.rawValue), .text(result.text))
    }
  }

  /// Whether an attempt has come so far that the bytes were on the disk. What a daemon had in hand when
  /// it was killed may have come to nothing.
  func wasWritten(_ delivery: Int64) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        "SELECT 1 FROM attempt WHERE delivery = ? AND coalesce(reason, '') <> 'interrupted' LIMIT 1"
      ).row(.integer(delivery)) { _ in true } ?? false
    }
  }

  /// All of a delivery, in their order.
  package func attempts(of delivery: Int64) throws(StoreError) -> [AttemptRecord] {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT number, at_ms, ended_ms, verdict, reason, reply FROM attempt
        WHERE delivery = ? ORDER BY number
        """
      ).rows(.integer(delivery)) { row in
        AttemptRecord(
          number: row.count(0), began: row.instant(1), ended: row.instant(2),
          verdict: MailVerdict(rawValue: row.text(3)) ?? .failed,
          obstacle: row.optionalText(4).flatMap(Obstacle.init(rawValue:)), reply: row.text(5))
      }
    }
  }

  /// Of a mail that another one takes the place of.
  func deleteAttempts(at purpose: Purpose, of occurrence: Int64) throws(SQLiteError) {
    try database.statement(
      """
      DELETE FROM attempt WHERE delivery IN (SELECT id FROM delivery
        WHERE occurrence = ? AND channel = 'mail' AND purpose = ? AND state = 'failed')
      """
    ).run(.integer(occurrence), .text(purpose.text))
  }
}
