import Configuration
import Reminders
import Store
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
      return CommandResult(output: output(nil), remarks: [Messages.nothingStored])
    }
    let store = try context.writer()
    let paths = try context.paths()
    var made: [NewReminder] = []
    var isStored = false
    defer {
      if !isStored { for new in made { paths.removeMail(of: new.uid ?? "") } }
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
    let call = try DaemonStarter(isQuiet: arguments.has(.json), context)
    var report = CommandResult(hasChanged: !isRepeated)
    let isServed = call?.hasStarted ?? true
    report.output = output(
      Stored(
        entries: entries, isRepeated: key == nil ? nil : isRepeated, isServed: isServed))
    if let call {
      report.remarks.append(call.isStored)
      if !isServed, arguments.has(.requireDaemon) { report.code = .noDaemon }
    }
    return report
  }

  /// The key covers the template's name, the values and the time, but not the text that the template makes
  /// of them: tomorrow it may be another one.
  private func key() throws -> RequestKey? {
    let values = filled.mail.values.map { "\($0.name)=\($0.text)" }
    return try arguments.key(
      said: ["request", filled.template.name, time?.words ?? ""] + values, files: files.map(\.path))
  }

  /// - Parameter isFirst: only the first of several mails is confirmed.
  private func mailOptions(to recipient: MailAddress, isFirst: Bool) -> MailOptions {
    var mail = ReminderOptions.Mail(account: account.name, recipient: recipient.text)
    mail.isOnly = true
    mail.letter = isFirst ? filled.mail : filled.mail.unconfirmed
    return MailOptions(mail, files: files)
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

// What is printed of it

extension TemplateRequest {
  /// What became of it.
  private struct Stored {
    /// One for each mail, then the one before a date.
    let entries: [Entry]
    /// Whether an earlier request with the same key made them; nil: it has no key.
    let isRepeated: Bool?
    /// Whether a daemon will send it.
    let isServed: Bool
  }

  /// - Parameter stored: nil in a dry run.
  private func output(_ stored: Stored?) -> Output {
    if arguments.has(.json) { return json(stored) }
    if let stored, stored.isRepeated == true { return .text(context.repeated(stored.entries)) }
    return .text(lines(stored).reduce(into: "") { $0 += $1 + "\n" })
  }

  /// Those of the stored mails, which an earlier request may have made.
  private func recipients(_ stored: Stored?) -> [String] {
    stored?.entries.compactMap(\.options.mail?.recipient) ?? recipients.map(\.text)
  }

  private func lines(_ stored: Stored?) -> [String] {
    var lines: [String] = []
    func add(_ index: Int, _ said: String) {
      lines.append(stored.map { "\($0.entries[index].id)  \(said)" } ?? said)
    }
    for (index, recipient) in recipients(stored).enumerated() {
      let subject = Text.line(filled.filling.subject)
      let said =
        if let time {
          Messages.created(
            text: subject, when: context.when(time.due), distance: time.distance(context))
        } else {
          Messages.sentAtOnce(subject)
        }
      add(index, said)
      lines.append("   " + Messages.onlyMailed(to: VisibleText.line(recipient)))
    }
    lines.append("   " + filled.mail.lines[0])
    lines += MailOptions.lines(of: files).map { "   " + $0 }
    lines += filled.mail.lines.dropFirst().map { "   " + $0 }
    if let date {
      let said = Messages.created(
        text: Text.line(date.text), when: context.when(date.due),
        distance: context.distance(to: date.due))
      add(recipients.count, said)
    }
    return lines
  }

  private func json(_ stored: Stored?) -> Output {
    let zone = context.local.zone
    let mail = filled.mail
    let due = time?.due ?? context.now
    let (entries, recipients) = (stored?.entries ?? [], recipients(stored))
    var members: [(name: String, value: JSON)] = [
      ("template", .string(mail.template)), ("locale", .string(mail.locale)),
      ("due", .string(due.rfc3339(in: zone))), ("due_ms", .number(due.milliseconds)),
      ("account", .string(account.name)), ("subject", .string(mail.subject)),
      ("recipients", .array(recipients.map(JSON.string))),
      ("confirmation", mail.confirmation.map { ["to": .string($0.recipient)] } ?? .null),
      ("requests", .array(entries.prefix(recipients.count).map { .object($0.members(in: zone)) })),
    ]
    if let date {
      let entry = entries.dropFirst(recipients.count).first
      members.append(
        (
          "reminder",
          entry.map { .object($0.members(in: zone)) }
            ?? .object([
              ("text", .string(date.text)), ("due", .string(date.due.rfc3339(in: zone))),
              ("due_ms", .number(date.due.milliseconds)),
            ])
        ))
    }
    if let isRepeated = stored?.isRepeated { members.append(("repeated", .boolean(isRepeated))) }
    if let stored { members.append(("daemon", JSON.daemon(isRunning: stored.isServed))) }
    return JSON.document(members)
  }
}

extension TemplatedMail {
  /// Its template, and the recipient of its confirmation: a sentence each.
  var lines: [String] {
    [Messages.fromTemplate(template, locale)]
      + [confirmation.map { Messages.confirmed(to: VisibleText.line($0.recipient)) }]
      .compactMap(\.self)
  }
}
