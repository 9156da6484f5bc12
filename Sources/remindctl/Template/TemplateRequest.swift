import Configuration
import Reminders
import Scheduler
import System

/// Stores a filled template: a mail to each of its recipients.
struct TemplateRequest {
  private let filled: FilledTemplate
  private let arguments: Arguments
  private let context: Context
  private let account: MailAccount
  private let recipients: [MailAddress]
  private let files: [(path: String, size: Int64)]
  /// Nil: it goes at once.
  private let time: Request?
  private let date: DateReminder?

  init(
    _ filled: FilledTemplate, at time: Request?, _ arguments: Arguments, _ context: Context
  ) throws {
    self.filled = filled
    self.arguments = arguments
    self.context = context
    self.time = time
    date = try DateReminder(filled, arguments, context)
    account = try context.sendingAccount(arguments.value(.account) ?? filled.template.account)
    recipients = try TemplateRequest.recipients(filled, account, arguments)
    let confirmed = (filled.confirmation?.recipient).flatMap { MailAddress($0) }
    try context.expect(account, mayWriteTo: recipients + [confirmed].compactMap(\.self))
    files = try MailOptions.files(
      filled.template.attachments + arguments.values(.attach), account.name, context)
  }

  /// Those of the command line, else those of the template, else the user.
  private static func recipients(
    _ filled: FilledTemplate, _ account: MailAccount, _ arguments: Arguments
  ) throws -> [MailAddress] {
    if let address = try MailOptions.recipient(arguments) { return [address] }
    let recipients = filled.recipients
    return recipients.isEmpty ? [account.oneself].compactMap(\.self) : recipients
  }

  /// Stores it, unless this is a dry run, and says what comes of it.
  func report() throws -> CommandResult {
    let key = try key()
    guard !arguments.has(.dryRun) else {
      let told = echo(to: recipients.map(\.text))
      return CommandResult(output: told.output(arguments), remarks: [Messages.nothingStored])
    }
    let store = try context.writer()
    let places = try context.places()
    var made: [NewReminder] = []
    var isStored = false
    defer {
      if !isStored { for new in made { places.removeMail(of: new.uid ?? "") } }
    }
    for (index, recipient) in recipients.enumerated() {
      let uid = UUID.random()
      var options = mailOptions(to: recipient, isFirst: index == 0)
      try options.copyFiles(for: uid, context)
      made.append(new(options.mail, uid: uid))
    }
    if let date { made.append(date.reminder(context)) }
    let (entries, isRepeated) = try context.change(store) {
      try context.make(made, by: key, in: store)
    }
    isStored = !isRepeated
    var told = echo(to: entries.compactMap(\.options.mail?.recipient))
    told.entries = entries
    if key != nil { told.isRepeated = isRepeated }
    var report = CommandResult(hasChanged: !isRepeated)
    let call = try DaemonStarter(isQuiet: arguments.has(.json), context)
    told.isServed = call?.hasStarted ?? true
    report.output = told.output(arguments)
    if let call {
      report.remarks.append(call.isStored)
      if !told.isServed, arguments.has(.requireDaemon) { report.code = .noDaemon }
    }
    return report
  }

  /// The key covers the template's name, the values and the time, but not the text that the template makes
  /// of them: tomorrow it may be another one.
  private func key() throws -> RequestKey? {
    let values = filled.letter.values.map { "\($0.name)=\($0.text)" }
    return try arguments.key(
      said: ["request", filled.template.name, time?.words ?? ""] + values, files: files.map(\.path))
  }

  /// - Parameter isFirst: only the first of several mails is confirmed.
  private func mailOptions(to recipient: MailAddress, isFirst: Bool) -> MailOptions {
    var mail = ReminderOptions.Mail(account: account.name, recipient: recipient.text)
    mail.isOnly = true
    mail.letter = isFirst ? filled.letter : filled.letter.unconfirmed
    return MailOptions(mail, files: files)
  }

  /// - Parameter recipients: those of its stored mails.
  private func echo(to recipients: [String]) -> RequestEcho {
    RequestEcho(
      filled, account: account.name, files: files, recipients: recipients, time, date, context)
  }

  private func new(_ mail: ReminderOptions.Mail, uid: String) -> NewReminder {
    let name = HistoryEvent.requestWord + "\(filled.template.name) (\(filled.template.locale))"
    var new = NewReminder(
      text: filled.filling.subject,
      trigger: time?.trigger
        ?? .interval(bootID: context.moment.bootID, dueBoot: context.moment.boot),
      due: time?.due ?? context.now, in: context.local.zone,
      words: time.map { "\(name) \($0.words)" } ?? name, language: context.language.locale.text)
    new.options.mail = mail
    new.uid = uid
    return new
  }
}
