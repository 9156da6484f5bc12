import CivilTime
import Reminders

/// What an edit means for mails that wait.
extension ReminderStore {
  /// Whether a mail of the reminder was written that waits still, or is under way: its bytes are what
  /// they are.
  package func hasWrittenMail(of reminder: Int64) throws(StoreError) -> Bool {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT 1 FROM occurrence o JOIN delivery d ON d.occurrence = o.id
        WHERE o.reminder = ? AND d.channel = 'mail' AND d.state NOT IN ('accepted', 'failed')
          AND (d.attempt > 0 OR d.state = 'claimed') LIMIT 1
        """
      ).row(.integer(reminder)) { _ in true } ?? false
    }
  }

  /// The mails of the reminder that wait and were never tried: bytes of theirs may have been written for
  /// a time that did not come.
  package func untriedMails(of reminder: Int64) throws(StoreError) -> [Int64] {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT d.id FROM occurrence o JOIN delivery d ON d.occurrence = o.id
        WHERE o.reminder = ? AND d.channel = 'mail' AND d.state NOT IN ('accepted', 'failed')
          AND d.attempt = 0
        """
      ).rows(.integer(reminder)) { $0.integer(0) }
    }
  }

  /// Has mails that wait and were never tried go by other options, or not at all.
  /// - Parameter target: as it was before, with its options.
  func changeMail(
    of target: DueOccurrence, to new: ReminderOptions.Mail?, at now: Instant
  ) throws(SQLiteError) {
    let old = target.options.mail
    if new == nil { try giveUpMail(of: target.reminder, at: now) }
    if new != nil { try tryMailAnew(of: target.reminder) }
    if old?.isOnly == true, new?.isOnly != true { try showUnshown(of: target.reminder) }
    guard target.fired != nil, old?.ifUnanswered != new?.ifUnanswered else { return }
    try database.statement(
      "DELETE FROM delivery WHERE occurrence = ? AND at_ms IS NOT NULL AND purpose = 'unanswered'"
    ).run(.integer(target.occurrence))
    guard let wait = new?.ifUnanswered, let at = now.advanced(by: wait) else { return }
    try addAlarm(.unanswered, to: target.occurrence, at: at)
  }

  private func giveUpMail(of reminder: Int64, at now: Instant) throws(SQLiteError) {
    try database.statement(
      """
      UPDATE delivery SET state = 'failed', reason = 'cancelled', ended_ms = ?2
      WHERE occurrence IN (SELECT id FROM occurrence WHERE reminder = ?1) AND channel = 'mail'
        AND state NOT IN ('accepted', 'failed')
      """
    ).run(.integer(reminder), Value(now))
    try database.statement(
      """
      DELETE FROM delivery WHERE at_ms IS NOT NULL AND purpose IN ('mail-retry', 'unanswered')
        AND occurrence IN (SELECT id FROM occurrence WHERE reminder = ?)
      """
    ).run(.integer(reminder))
  }

  /// It may have waited for what is another one now: its account, its recipient.
  private func tryMailAnew(of reminder: Int64) throws(SQLiteError) {
    try database.statement(
      """
      UPDATE delivery SET state = 'scheduled', reason = NULL
      WHERE occurrence IN (SELECT id FROM occurrence WHERE reminder = ?) AND channel = 'mail'
        AND state = 'held'
      """
    ).run(.integer(reminder))
  }

  /// What was only to be mailed, and waits, is taken up once more, by all of its channels.
  private func showUnshown(of reminder: Int64) throws(SQLiteError) {
    try database.statement(
      """
      UPDATE occurrence SET fired_ms = NULL
      WHERE reminder = ? AND state = 'scheduled' AND ended_ms IS NULL AND fired_ms IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.occurrence = occurrence.id
          AND d.channel NOT IN ('mail', 'any') AND d.state <> 'failed')
      """
    ).run(.integer(reminder))
  }
}
