import CivilTime
import Reminders

/// One attempt to send a mail, as `mail show` prints it.
package struct MailAttempt: Sendable, Equatable {
  /// From 1.
  package var number: Int
  package var began: Instant
  package var ended: Instant
  package var result: MailResult
}

/// What became of mails. The row of a delivery has its present state, the table `attempt` each attempt.
extension ReminderStore {
  /// How often a delivery has been tried.
  package func attempt(of delivery: Int64) throws(StoreError) -> Int {
    try attempt { () throws(SQLiteError) in
      try database.statement("SELECT attempt FROM delivery WHERE id = ?")
        .row(.integer(delivery)) { $0.count(0) } ?? 0
    }
  }

  /// Writes what became of a mail, and when it is tried again.
  /// - Parameters:
  ///   - result: as `MailPolicy.settled` has it, or without any attempt.
  ///   - server: which one took it.
  package func record(
    _ result: MailResult, ofMail delivery: Int64, by server: Server?, at now: Instant
  ) throws(StoreError) {
    guard result.verdict != .accepted else {
      try record(.accepted(server: server, notification: nil), of: delivery, at: now, instead: nil)
      return try finishRequest(of: delivery, at: now)
    }
    let unwanted = try whyUnwanted(delivery)
    let state: DeliveryState =
      switch result.verdict {
      case _ where unwanted != nil: .failed
      case .failed: .failed
      // One that may have been taken and is not tried again waits to be asked for.
      case .unknown where result.again != nil: .unknown
      case .accepted, .held, .retry, .unknown: .held
      }
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        UPDATE delivery SET state = ?2, reason = ?3, ended_ms = ?4,
          possible_repeat = max(possible_repeat, ?5), closed_ms = NULL
        WHERE id = ?1 AND channel = 'mail' AND state IN ('scheduled', 'claimed', 'unknown')
        """
      ).run(
        .integer(delivery), .text(state.rawValue), Value((unwanted ?? result.reason)?.rawValue),
        state == .failed ? Value(now) : .null, .integer(result.verdict == .unknown ? 1 : 0))
      guard database.changes == 1, state != .failed, let again = result.again else { return }
      let occurrence = try database.statement("SELECT occurrence FROM delivery WHERE id = ?")
        .row(.integer(delivery)) { $0.integer(0) }
      if let occurrence { try addMailAlarm(to: occurrence, at: again) }
    }
  }

  /// Keeps the result of the attempt that is under way.
  package func addAttempt(
    _ result: MailResult, of delivery: Int64, at now: Instant
  ) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        INSERT OR REPLACE INTO attempt(delivery, number, at_ms, ended_ms, verdict, reason, reply)
        SELECT id, attempt, coalesce(claimed_ms, ?2), ?2, ?3, ?4, ?5 FROM delivery WHERE id = ?1
        """
      ).run(
        .integer(delivery), Value(now), .text(result.verdict.rawValue),
        Value(result.reason?.rawValue), .text(result.text))
    }
  }

  /// Whether an attempt has come so far that the bytes were on the disk. What a daemon had in hand when
  /// it was killed may have come to nothing.
  package func wasWritten(_ delivery: Int64) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        "SELECT 1 FROM attempt WHERE delivery = ? AND coalesce(reason, '') <> 'interrupted' LIMIT 1"
      ).row(.integer(delivery)) { _ in true } ?? false
    }
  }

  /// All attempts of a delivery, in their order.
  package func attempts(of delivery: Int64) throws(StoreError) -> [MailAttempt] {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT number, at_ms, ended_ms, verdict, reason, reply FROM attempt
        WHERE delivery = ? ORDER BY number
        """
      ).rows(.integer(delivery)) { row in
        MailAttempt(
          number: row.count(0), began: row.instant(1), ended: row.instant(2),
          result: MailResult(
            MailResult.Verdict(rawValue: row.text(3)) ?? .failed,
            row.optionalText(4).flatMap(HoldReason.init(rawValue:)), text: row.text(5)))
      }
    }
  }

  /// Deletes those of a mail that another one replaces.
  func deleteAttempts(at purpose: Purpose, of occurrence: Int64) throws(SQLiteError) {
    try database.statement(
      """
      DELETE FROM attempt WHERE delivery IN (SELECT id FROM delivery
        WHERE occurrence = ? AND channel = 'mail' AND purpose = ? AND state = 'failed')
      """
    ).run(.integer(occurrence), .text(purpose.text))
  }

  /// The mails that an earlier daemon had let go and whose results it did not record.
  package func interruptedMail() throws(StoreError) -> [Alert] {
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
}
