import Reminders

/// `reminder.options`, which SQLite's own JSON functions read.
extension ReminderStore {
  /// The options in a row's column.
  package func options(_ text: String) throws(SQLiteError) -> ReminderOptions {
    guard text != "{}" else { return ReminderOptions() }
    var options =
      try database.statement(
        """
        SELECT ?1 ->> '$.urgency', ?1 ->> '$.sound', ?1 ->> '$.timeout_ms', ?1 ->> '$.nag_ms',
          ?1 ->> '$.nag_times', ?1 ->> '$.max_late_ms', ?1 ->> '$.tag', ?1 ->> '$.icon',
          ?1 ->> '$.speak', ?1 ->> '$.mail.account', ?1 ->> '$.mail.to', ?1 ->> '$.mail.only',
          ?1 ->> '$.mail.if_unanswered_ms'
        WHERE json_valid(?1)
        """
      ).row(.text(text)) { row in
        var options = ReminderOptions()
        options.urgency = row.optionalText(0).flatMap(ReminderOptions.Urgency.init(rawValue:))
        options.sound = row.optionalText(1)
        options.timeout = row.optionalLength(2)
        options.nag = row.optionalLength(3).map {
          ReminderOptions.Nag(
            every: $0, times: row.optionalLength(4).map(Int.init) ?? ReminderOptions.Nag.usualTimes
          )
        }
        options.maxLate = row.optionalLength(5)
        options.tag = row.optionalText(6)
        options.icon = row.optionalText(7)
        options.speak = row.optionalInteger(8).map { $0 != 0 }
        if let account = row.optionalText(9), let recipient = row.optionalText(10) {
          options.mail = ReminderOptions.Mail(account: account, recipient: recipient)
          options.mail?.isOnly = row.optionalInteger(11) ?? 0 != 0
          options.mail?.ifUnanswered = row.optionalLength(12)
        }
        return options
      } ?? ReminderOptions()
    options.before = try database.statement(
      "SELECT value FROM json_each(?1, '$.before_ms') WHERE json_valid(?1)"
    ).rows(.text(text)) { $0.length(0) }
    guard options.mail != nil else { return options }
    options.mail?.attachments = try database.statement(
      """
      SELECT value ->> '$.file', value ->> '$.name' FROM json_each(?1, '$.mail.attachments')
      """
    ).rows(.text(text)) { ($0.optionalText(0), $0.optionalText(1)) }.compactMap { path, name in
      path.flatMap { path in name.map { MailMessage.Attachment(path: path, name: $0) } }
    }
    options.mail?.letter = try letter(text)
    return options
  }
}
