import Reminders
import Scheduler

/// What `edit` is to make of a reminder's mail.
struct MailChange {
  /// As it is then; nil: it is not mailed.
  var options: MailOptions?

  /// - Returns: nil if mail is not mentioned.
  init?(
    of old: ReminderOptions.Mail?, by arguments: Arguments, _ context: Context
  ) throws {
    let given = (Option.mails + [.noMail]).filter(arguments.has)
    guard !given.isEmpty else { return nil }
    let channels = try MailOptions.channels(arguments)
    if arguments.has(.noMail) || channels == ["desktop"] {
      if given.count > 1 { throw Failure.usage(.notTogether(given[0].name, given[1].name)) }
      return
    }
    let isAsked = [Option.mail, .mailTo].contains(where: arguments.has) || !channels.isEmpty
    guard isAsked || old != nil else {
      throw Failure.usage(.needs(given[0].name, Option.mail.name))
    }
    let account = try context.sendingAccount(arguments.value(.account) ?? old?.account)
    // If another account may not write to the former recipient, it goes to oneself.
    let before = old.flatMap { MailAddress($0.recipient) }.flatMap { address in
      account.allows(address) || !arguments.has(.account) ? address : nil
    }
    guard let recipient = try MailOptions.recipient(arguments) ?? before ?? account.oneself else {
      return nil
    }
    try context.expect(account, mayWriteTo: [recipient])
    var mail = ReminderOptions.Mail(account: account.name, recipient: recipient.text)
    mail.isOnly = channels.isEmpty ? old?.isOnly ?? false : channels == ["mail"]
    mail.ifUnanswered = old?.ifUnanswered
    mail.letter = old?.letter
    try AlertValues(arguments, context).change(.ifUnanswered, &mail.ifUnanswered) {
      text in
      try AlertValues(arguments, context).length(text, of: .ifUnanswered)
    }
    if mail.isOnly, mail.ifUnanswered != nil {
      throw Failure.usage(.notTogether("\(Option.channel.name) mail", Option.ifUnanswered.name))
    }
    mail.attachments = arguments.has(.attach) ? [] : old?.attachments ?? []
    var options = MailOptions(mail)
    if arguments.values(.attach) != [""] {
      options.files = try MailOptions.files(arguments.values(.attach), account.name, context)
    }
    self.options = options
  }
}
