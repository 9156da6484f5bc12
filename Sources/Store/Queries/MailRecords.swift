import CivilTime
import Configuration
import Glibc
import Reminders

/// A mail as `remindctl mail list`, `log` and `show` print it.
package struct MailRecord: Sendable, Equatable {
  /// The `delivery` row.
  package var delivery: Int64
  package var reminder: Int64
  /// The reminder's UUID.
  package var uid: String
  package var text: String?
  package var purpose: Purpose
  /// To whom, and from which account.
  package var recipient: String
  package var account: String
  /// The template that made it; nil: none did.
  package var template: String?
  package var state: DeliveryState
  package var reason: HoldReason?
  package var attempts: Int
  /// When the last attempt began; nil: there was none.
  package var tried: Instant?
  package var ended: Instant?
  /// When it is tried again; nil: not before the user does something.
  package var again: Instant?
  /// What the server said when it took it, or when it was tried last; empty: nothing.
  package var reply: String?
}

extension MailRecord {
  fileprivate static let selection = """
    SELECT d.id, r.id, r.uid, r.text, d.purpose,
      CASE d.purpose WHEN 'confirmation' THEN r.options ->> '$.mail.request.confirmation.to'
        ELSE r.options ->> '$.mail.to' END,
      r.options ->> '$.mail.account',
      CASE d.purpose
        WHEN 'confirmation' THEN r.options ->> '$.mail.request.confirmation.template'
        ELSE r.options ->> '$.mail.request.template' END AS template,
      d.state, d.reason, d.attempt, d.claimed_ms, d.ended_ms,
      (SELECT a.at_ms FROM delivery a WHERE a.occurrence = d.occurrence
        AND a.channel = 'any' AND a.purpose = 'mail-retry' AND \(SQL.isOpen("d."))),
      coalesce(d.version, (SELECT t.reply FROM attempt t WHERE t.delivery = d.id
        ORDER BY t.number DESC LIMIT 1))
    FROM \(SQL.deliveries)
    """

  fileprivate init(_ row: Row) {
    self.init(
      delivery: row.integer(0), reminder: row.integer(1), uid: row.text(2),
      text: row.optionalText(3), purpose: Purpose(text: row.text(4)), recipient: row.text(5),
      account: row.text(6), template: row.optionalText(7), state: row.word(8) ?? .failed,
      reason: row.word(9), attempts: row.count(10), tried: row.optionalInstant(11),
      ended: row.optionalInstant(12), again: row.optionalInstant(13), reply: row.optionalText(14))
  }
}

/// One attempt to send a mail, as `mail show` prints it.
package struct MailAttempt: Sendable, Equatable {
  /// From 1.
  package var number: Int
  package var began: Instant
  package var ended: Instant
  package var result: MailResult
}

/// Which mails are meant; what is nil, or empty, leaves none out.
package struct MailFilter: Sendable {
  /// Those that wait; otherwise those that are through.
  package var isWaiting: Bool
  /// States (`DeliveryState`), and reasons of those that are not accepted (`HoldReason`).
  package var words: [String] = []
  /// Tried, or through, from then on.
  package var since: Instant?
  package var account: String?
  package var template: String?

  package init(waiting isWaiting: Bool) { self.isWaiting = isWaiting }
}

/// What a user asks of mails, and of those that wait.
extension ReminderStore {
  /// A page of mails: those that wait in their order, those that are through the last first.
  /// - Parameter last: the page before ended here; nil: the first.
  package func mails(
    _ filter: MailFilter, after last: MailRecord?, limit: Int
  ) throws(StoreError) -> [MailRecord] {
    let key = last?.ended ?? last?.tried ?? Instant(milliseconds: last == nil ? .max : 0)
    let (page, time, order) =
      filter.isWaiting
      ? ("\(SQL.isOpenMail("d.")) AND d.id > ?1", "coalesce(d.claimed_ms, o.fired_ms)", "d.id")
      : (
        """
        d.state IN ('accepted', 'failed') AND d.channel = 'mail'
        AND (\(ReminderStore.past), d.id) < (?2, ?1)
        """, ReminderStore.past, "\(ReminderStore.past) DESC, d.id DESC"
      )
    return try database.rows(
      """
      \(MailRecord.selection) WHERE \(page)
        AND (?3 IS NULL OR d.state IN (SELECT value FROM json_each(?3))
          OR d.state <> 'accepted' AND d.reason IN (SELECT value FROM json_each(?3)))
        AND (?4 IS NULL OR \(time) >= ?4)
        AND (?5 IS NULL OR r.options ->> '$.mail.account' = ?5)
        AND (?7 IS NULL OR template = ?7)
      ORDER BY \(order) LIMIT ?6
      """,
      .integer(last?.delivery ?? (filter.isWaiting ? .min : .max)), Value(key),
      filter.words.isEmpty ? .null : Value(filter.words), Value(filter.since?.milliseconds),
      Value(filter.account), Value(limit), Value(filter.template), read: MailRecord.init)
  }

  /// When a mail that is through came so far.
  private static let past = "coalesce(d.ended_ms, d.claimed_ms, 0)"

  /// Every mail of a reminder that has become due, in their order.
  package func mails(of reminder: Int64) throws(StoreError) -> [MailRecord] {
    try database.rows(
      "\(MailRecord.selection) WHERE o.reminder = ? AND d.channel = 'mail' ORDER BY d.id",
      .integer(reminder), read: MailRecord.init)
  }

  /// All attempts of a delivery, in their order.
  package func attempts(of delivery: Int64) throws(StoreError) -> [MailAttempt] {
    try database.rows(
      """
      SELECT number, at_ms, ended_ms, verdict, reason, reply FROM attempt
      WHERE delivery = ? ORDER BY number
      """, .integer(delivery)
    ) { row in
      MailAttempt(
        number: row.count(0), began: row.instant(1), ended: row.instant(2),
        result: MailResult(row.word(3) ?? .failed, row.word(4), text: row.text(5)))
    }
  }

  /// Has mail sent that waits for any reason, of one reminder or of all.
  /// - Returns: how many mails those are.
  package func retryMail(of reminder: Int64?) throws(StoreError) -> Int {
    try database.transaction { () throws(StoreError) in
      let count = try release(
        Deliveries.mails(of: reminder).and("state IN ('held', 'unknown')"))
      try removeAlarms(
        """
        purpose = 'mail-retry'
        AND (?1 IS NULL OR occurrence IN (SELECT id FROM occurrence WHERE reminder = ?1))
        """, Value(reminder))
      if count > 0 {
        try database.run(
          """
          INSERT INTO state(name, value) VALUES('mail_asked', 1)
          ON CONFLICT(name) DO UPDATE SET value = value + 1
          """)
      }
      return count
    }
  }

  /// Whether an occurrence is a request whose mail is on its way, or may have gone: after a snooze its
  /// recipient would have it twice.
  package func isRequestPerhapsSent(_ occurrence: Int64) throws(StoreError) -> Bool {
    try database.hasRow(
      """
      SELECT 1 FROM occurrence o JOIN reminder r ON r.id = o.reminder
        JOIN delivery d ON d.occurrence = o.id
      WHERE o.id = ? AND d.channel = 'mail' AND d.state <> 'failed' AND d.purpose = 'due'
        AND r.options -> '$.mail.request' IS NOT NULL
        AND (d.state = 'accepted' OR d.possible_repeat OR d.closed_ms IS NOT NULL)
      LIMIT 1
      """, .integer(occurrence))
  }

  /// Reminders whose mail is to come, or waits, and that lack a file for it.
  package func mailsWithoutFiles(_ paths: Paths) throws(StoreError) -> [(id: Int64, path: String)] {
    try database.rows(
      """
      SELECT r.id, r.uid, r.options, (SELECT max(d.id) FROM occurrence o
          JOIN delivery d ON d.occurrence = o.id
          WHERE o.reminder = r.id AND \(SQL.isOpenMail("d.")) AND d.possible_repeat
            AND EXISTS (SELECT 1 FROM attempt a WHERE a.delivery = d.id
              AND coalesce(a.reason, '') <> 'interrupted'))
      FROM reminder r WHERE r.options ->> '$.mail' IS NOT NULL AND (
        EXISTS (SELECT 1 FROM occurrence o WHERE o.reminder = r.id AND o.ended_ms IS NULL
          AND o.state = 'scheduled')
        OR EXISTS (SELECT 1 FROM occurrence o JOIN delivery d ON d.occurrence = o.id
          WHERE o.reminder = r.id AND \(SQL.isOpenMail("d."))))
      """
    ) { (row) throws(StoreError) -> (id: Int64, path: String)? in
      let uid = row.text(1)
      let written = row.optionalInteger(3).map { [paths.mail(of: uid, delivery: $0)] } ?? []
      let files =
        (ReminderOptions(column: row.text(2)).mail?.attachments ?? []).map(\.path) + written
      return files.first { access($0, R_OK) != 0 }.map { (row.integer(0), $0) }
    }
  }
}
