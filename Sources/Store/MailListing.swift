import CivilTime
import Reminders

/// A mail as `remindctl mail list`, `log` and `show` tell of it.
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
  /// Which made it; nil: none did.
  package var template: String?
  package var state: DeliveryState
  package var reason: HoldReason?
  package var attempts: Int
  /// When the last attempt began; nil: there was none.
  package var tried: Instant?
  package var ended: Instant?
  /// When it is tried again; nil: not before somebody does something.
  package var again: Instant?
  /// What the server said when it took it, or when it was tried last; empty: nothing.
  package var reply: String?
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

extension ReminderStore {
  /// A page of mails: those that wait in their order, those that are through the last first.
  /// - Parameter last: where the page before ended; nil: the first.
  package func mails(
    _ filter: MailFilter, after last: MailRecord?, limit: Int
  ) throws(StoreError) -> [MailRecord] {
    let words = filter.words.isEmpty ? nil : JSON.array(filter.words.map(JSON.string)).text
    let key = last?.ended ?? last?.tried ?? Instant(milliseconds: last == nil ? .max : 0)
    return try attempt { () throws(SQLiteError) in
      try statement(filter.isWaiting ? Self.waiting : Self.through).rows(
        .integer(last?.delivery ?? (filter.isWaiting ? .min : .max)), Value(key), Value(words),
        Value(filter.since?.milliseconds), Value(filter.account), .integer(Int64(limit)),
        Value(filter.template), read: mailRecord)
    }
  }

  /// Every mail of a reminder that has become due, in their order.
  package func mails(of reminder: Int64) throws(StoreError) -> [MailRecord] {
    try attempt { () throws(SQLiteError) in
      try statement("WHERE o.reminder = ? AND d.channel = 'mail' ORDER BY d.id")
        .rows(.integer(reminder), read: mailRecord)
    }
  }

  /// - Parameter which: the rows, and their order.
  private func statement(_ which: StaticString) throws(SQLiteError) -> Statement {
    try Statement(
      """
      SELECT d.id, r.id, r.uid, r.text, d.purpose,
        CASE d.purpose WHEN 'confirmation' THEN r.options ->> '$.mail.request.confirmation.to'
          ELSE r.options ->> '$.mail.to' END,
        r.options ->> '$.mail.account',
        CASE d.purpose
          WHEN 'confirmation' THEN r.options ->> '$.mail.request.confirmation.template'
          ELSE r.options ->> '$.mail.request.template' END AS template,
        d.state, d.reason, d.attempt, d.claimed_ms, d.ended_ms,
        coalesce(d.version, (SELECT t.reply FROM attempt t WHERE t.delivery = d.id
          ORDER BY t.number DESC LIMIT 1)),
        (SELECT a.at_ms FROM delivery a WHERE a.occurrence = d.occurrence
          AND a.channel = 'any' AND a.purpose = 'mail-retry'
          AND d.state NOT IN ('accepted', 'failed'))
      FROM delivery d JOIN occurrence o ON o.id = d.occurrence JOIN reminder r ON r.id = o.reminder
      \(which)
      """, on: database.handle, keep: false)
  }

  private static let waiting: StaticString = """
    WHERE d.state NOT IN ('accepted', 'failed') AND d.channel = 'mail' AND d.id > ?1
      AND (?3 IS NULL OR d.state IN (SELECT value FROM json_each(?3))
        OR d.reason IN (SELECT value FROM json_each(?3)))
      AND (?4 IS NULL OR coalesce(d.claimed_ms, o.fired_ms) >= ?4)
      AND (?5 IS NULL OR r.options ->> '$.mail.account' = ?5)
      AND (?7 IS NULL OR template = ?7)
    ORDER BY d.id LIMIT ?6
    """

  private static let through: StaticString = """
    WHERE d.state IN ('accepted', 'failed') AND d.channel = 'mail'
      AND (coalesce(d.ended_ms, d.claimed_ms, 0), d.id) < (?2, ?1)
      AND (?3 IS NULL OR d.state IN (SELECT value FROM json_each(?3))
        OR d.state = 'failed' AND d.reason IN (SELECT value FROM json_each(?3)))
      AND (?4 IS NULL OR coalesce(d.ended_ms, d.claimed_ms, 0) >= ?4)
      AND (?5 IS NULL OR r.options ->> '$.mail.account' = ?5)
      AND (?7 IS NULL OR template = ?7)
    ORDER BY coalesce(d.ended_ms, d.claimed_ms, 0) DESC, d.id DESC LIMIT ?6
    """

  /// Reads the columns that `mails` selects, in its order.
  private func mailRecord(_ row: Row) -> MailRecord {
    MailRecord(
      delivery: row.integer(0), reminder: row.integer(1), uid: row.text(2),
      text: row.optionalText(3), purpose: Purpose(text: row.text(4)), recipient: row.text(5),
      account: row.text(6), template: row.optionalText(7),
      state: DeliveryState(rawValue: row.text(8)) ?? .failed,
      reason: row.optionalText(9).flatMap(HoldReason.init(rawValue:)), attempts: row.count(10),
      tried: row.optionalInstant(11), ended: row.optionalInstant(12),
      again: row.optionalInstant(14), reply: row.optionalText(13))
  }
}
