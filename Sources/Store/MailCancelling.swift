import CivilTime
import Reminders

/// Why no mail was cancelled.
package enum MailCancelError: Error, Equatable {
  /// There is no such reminder.
  case noReminder(Int64)
  /// It has no mail that waits.
  case noneWaits(Int64, WhyNone)
  /// One is just being sent: it cannot be called back.
  case beingSent(Int64)
  case store(StoreError)

  /// Why none waits.
  package enum WhyNone: Sendable, Equatable {
    /// It is not mailed at all.
    case never
    /// Its time is still to come.
    case notDue
    /// Each was sent, or given up.
    case through
  }
}

/// Mails that are given up while their reminder goes on.
extension ReminderStore {
  /// Gives up the mails of all of `ids` that wait; where one has none, or one that is being sent, none
  /// of them. What was only to be mailed is cancelled with its mail.
  /// - Returns: the reminders, and how many mails of each those were.
  package func cancelMail(
    of ids: [Int64], at now: Instant
  ) throws(MailCancelError) -> [(entry: Entry, count: Int)] {
    let mapped = { (error: SQLiteError) in MailCancelError.store(.database(error)) }
    return try database.transaction(mapped) { () throws(MailCancelError) in
      var cancelled: [(entry: Entry, count: Int)] = []
      for id in ids {
        let life: Biography?
        do throws(StoreError) { life = try biography(of: id) } catch { throw .store(error) }
        guard let life else { throw .noReminder(id) }
        do throws(SQLiteError) {
          cancelled.append((life.entry, try cancelMail(of: life, at: now)))
        } catch {
          throw mapped(error)
        }
        if cancelled.last?.count == 0 { throw refusal(of: life) }
      }
      return cancelled
    }
  }

  private func refusal(of life: Biography) -> MailCancelError {
    let id = life.entry.id
    let mails = life.deliveries.filter { $0.channel == .mail }
    if mails.contains(where: { $0.state == .claimed }) { return .beingSent(id) }
    guard life.entry.options.mail != nil || !mails.isEmpty else { return .noneWaits(id, .never) }
    let isToCome = life.occurrences.contains { $0.state == .scheduled && $0.fired == nil }
    return .noneWaits(id, isToCome ? .notDue : .through)
  }

  /// - Returns: how many mails those were; 0 also where one is being sent.
  private func cancelMail(of life: Biography, at now: Instant) throws(SQLiteError) -> Int {
    let id = life.entry.id
    let open = try database.statement(
      """
      SELECT o.id, d.closed_ms IS NOT NULL, o.state = 'scheduled' AND r.options ->> '$.mail.only' FROM reminder r
        JOIN occurrence o ON o.reminder = r.id JOIN delivery d ON d.occurrence = o.id
      WHERE r.id = ? AND d.channel = 'mail' AND d.state NOT IN ('accepted', 'failed')
      """
    ).rows(.integer(id)) { row in
      (occurrence: row.integer(0), isGoing: row.integer(1) != 0, isAll: row.integer(2) != 0)
    }
    // What is in the mailbox's hands, and has not gone, is left there.
    guard !open.contains(where: \.isGoing) else { return 0 }
    let occurrences = Set(open.map(\.occurrence)).sorted()
    guard !open.isEmpty else { return 0 }
    try change(.mailCancelled, of: id, occurrences, at: now) { () throws(SQLiteError) in
      for occurrence in occurrences {
        try database.statement(
          """
          UPDATE delivery SET state = 'failed', reason = 'cancelled', ended_ms = ?
          WHERE occurrence = ? AND channel = 'mail' AND state NOT IN ('accepted', 'failed')
          """
        ).run(Value(now), .integer(occurrence))
        try database.statement(
          "DELETE FROM delivery WHERE occurrence = ? AND channel = 'any' AND purpose = 'mail-retry'"
        ).run(.integer(occurrence))
      }
      for (occurrence, _, isAll) in open where isAll {
        try end(occurrence, as: .cancelled, from: .scheduled, at: now)
      }
      return []
    }
    return open.count
  }

  /// What was given up with a change that is taken back waits again; what may have been sent, until
  /// somebody asks for it.
  func reviveMail(of occurrence: Int64, cancelledFrom at: Instant) throws(SQLiteError) {
    try database.statement(
      """
      UPDATE delivery SET ended_ms = NULL,
        state = CASE possible_repeat WHEN 0 THEN 'scheduled' ELSE 'held' END,
        reason = CASE possible_repeat WHEN 0 THEN NULL ELSE 'outcome_unknown' END
      WHERE occurrence = ? AND channel = 'mail' AND state = 'failed'
        AND reason IN ('cancelled', 'answered') AND ended_ms >= ?
      """
    ).run(.integer(occurrence), Value(at))
  }
}
