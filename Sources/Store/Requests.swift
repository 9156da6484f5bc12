import CivilTime
import Reminders

/// Requests: mails that a template made, and what follows when the server has taken them.
extension ReminderStore {
  /// What a template made of a row's mail; nil where none did.
  /// - Parameter text: the row's options, valid JSON.
  package func letter(_ text: String) throws(SQLiteError) -> TemplatedMail? {
    let values = try database.statement(
      "SELECT key, atom FROM json_each(?1, '$.mail.request.values')"
    ).rows(.text(text)) { (name: $0.text(0), text: $0.optionalText(1) ?? "") }
    return try database.statement(
      """
      SELECT q ->> '$.template', q ->> '$.locale', q ->> '$.subject', q ->> '$.text',
        q ->> '$.confirmation.to', q ->> '$.confirmation.template', q ->> '$.confirmation.locale',
        q ->> '$.confirmation.subject', q ->> '$.confirmation.text', q ->> '$.reply_to'
      FROM (SELECT ?1 -> '$.mail.request' AS q) WHERE json_type(q) = 'object'
      """
    ).row(.text(text)) { row in
      func text(_ column: Int32) -> String { row.optionalText(column) ?? "" }
      let confirmation = row.optionalText(4).map {
        TemplatedMail.Confirmation(
          recipient: $0, template: text(5), locale: text(6), subject: text(7), text: text(8))
      }
      return TemplatedMail(
        template: text(0), locale: text(1), subject: text(2), text: text(3), values: values,
        replyTo: row.optionalText(9), confirmation: confirmation)
    }
  }

  /// Ends a request whose mail the server has taken, and has whoever asked told of it, once: nothing of
  /// that where the delivery is no request's, or was not taken. It belongs into the transaction that
  /// records that.
  func finishRequest(of delivery: Int64, at now: Instant) throws(StoreError) {
    try attempt { () throws(SQLiteError) in
      let sent = try database.statement(
        """
        SELECT d.occurrence, o.state, r.options ->> '$.mail.request.confirmation.to' IS NOT NULL
        FROM delivery d JOIN occurrence o ON o.id = d.occurrence
          JOIN reminder r ON r.id = o.reminder
        WHERE d.id = ? AND d.channel = 'mail' AND d.purpose = 'due' AND d.state = 'accepted'
          AND r.options -> '$.mail.request' IS NOT NULL
        """
      ).row(.integer(delivery)) { row in
        (occurrence: row.integer(0), state: row.text(1), isConfirmed: row.integer(2) != 0)
      }
      // What the user took back meanwhile is nothing to write home about.
      guard let sent, sent.state != OccurrenceState.cancelled.rawValue else { return }
      try end(sent.occurrence, as: .done, from: .unanswered, at: now)
      guard sent.isConfirmed else { return }
      try database.statement(
        """
        INSERT INTO delivery(occurrence, channel, purpose, state)
        VALUES(?, 'mail', 'confirmation', 'scheduled')
        ON CONFLICT(occurrence, channel, purpose) DO NOTHING
        """
      ).run(.integer(sent.occurrence))
    }
  }

  /// The mail that a confirmation answers, and when it was taken; nil where `delivery` is none.
  package func mailAnswered(
    by delivery: Int64
  ) throws(StoreError) -> (delivery: Int64, ended: Instant)? {
    try attempt { () throws(SQLiteError) in
      try database.statement(
        """
        SELECT first.id, first.ended_ms FROM delivery d JOIN delivery first
          ON first.occurrence = d.occurrence AND first.channel = 'mail' AND first.purpose = 'due'
        WHERE d.id = ? AND d.purpose = 'confirmation' AND first.ended_ms IS NOT NULL
        """
      ).row(.integer(delivery)) { ($0.integer(0), $0.instant(1)) }
    }
  }
}
