import CivilTime
import Configuration
import Localization
import Reminders
import Store
import System

extension Command {
  /// Stores a filled template: a mail to each of its recipients.
  func runRequest() throws -> CommandResult {
    try args.expectWords(atMost: 1)
    let time = try Request(in: [(.requestIn, .in), (.requestAt, .at)], of: args, context)
    let filled = try FilledTemplate(args.words.first, args, at: time?.due, context)
    let request = try TemplateRequest(filled, at: time, args, context)
    // The key covers the template's name, the values and the time, but not the text that the template
    // makes of them: tomorrow it may be another one.
    let values = filled.mail.values.map { "\($0.name)=\($0.text)" }
    let key = try key(
      said: ["request", filled.template.name, time?.words ?? ""] + values,
      files: request.files.map(\.path))
    guard !args.has(.dryRun) else {
      return answer(
        json: request.members(nil), text: request.lines(nil).lines,
        remarks: [Messages.nothingStored])
    }
    let stored = try insert(request.reminders, mails: request.mails, by: key)
    let call = try DaemonStarter(isQuiet: isJSON, context)
    var report = answer(
      json: request.members(stored.entries)
        + (key == nil ? [] : [("repeated", .boolean(stored.isRepeated))])
        + [("daemon", JSON.daemon(isRunning: call?.hasStarted ?? true))],
      text: stored.isRepeated
        ? context.repeated(stored.entries) : request.lines(stored.entries).lines,
      hasChanged: !stored.isRepeated)
    addServing(call, to: &report)
    return report
  }
}

/// What a filled template stores.
private struct TemplateRequest {
  private let filled: FilledTemplate
  private let context: Context
  private let account: MailAccount
  private let recipients: [MailAddress]
  let files: [(path: String, size: Int64)]
  /// Nil: it goes at once.
  private let time: Request?
  /// The reminder before one of its dates.
  private let date: NewReminder?

  init(
    _ filled: FilledTemplate, at time: Request?, _ arguments: Arguments, _ context: Context
  ) throws {
    self.filled = filled
    self.context = context
    self.time = time
    date = try filled.reminderBeforeDate(arguments, context)
    account = try context.sendingAccount(arguments.value(.account) ?? filled.template.account)
    // Those of the command line, else those of the template, else the user.
    recipients =
      try MailOptions.recipient(arguments).map { [$0] } ?? filled.recipients(orOf: account)
    let confirmed = (filled.confirmation?.recipient).flatMap { MailAddress($0) }
    try context.check(account, mayWriteTo: recipients + [confirmed].compactMap(\.self))
    files = try MailOptions.files(
      filled.template.attachments + arguments.values(.attach), account.name, context)
  }

  /// A mail to each of its recipients.
  var mails: [MailOptions] {
    recipients.enumerated().map { index, recipient in
      var mail = ReminderOptions.Mail(account: account.name, recipient: recipient.text)
      mail.isOnly = true
      // Only the first of several mails is confirmed.
      mail.letter = index == 0 ? filled.mail : filled.mail.unconfirmed
      return MailOptions(mail, files: files)
    }
  }

  /// What is stored: one for each mail, then the one before a date.
  var reminders: [NewReminder] {
    let template = filled.template
    let name = HistoryEvent.requestWord + "\(template.name) (\(template.locale))"
    let moment = context.moment
    let new = NewReminder(
      text: filled.filling.subject,
      trigger: time?.trigger ?? .interval(bootID: moment.bootID, dueBoot: moment.boot),
      due: time?.due ?? context.now, in: context.local.zone,
      words: time.map { "\(name) \($0.words)" } ?? name, language: context.language.locale.text)
    return recipients.map { _ in new } + [date].compactMap(\.self)
  }

  /// Those of the stored mails, which an earlier request may have made.
  private func recipients(_ entries: [Entry]?) -> [String] {
    entries?.compactMap(\.options.mail?.recipient) ?? recipients.map(\.text)
  }

  /// - Parameter entries: what is stored; nil in a dry run.
  func lines(_ entries: [Entry]?) -> [String] {
    var lines: [String] = []
    func add(_ index: Int, _ said: String) {
      lines.append(entries.map { "\($0[index].id)  \(said)" } ?? said)
    }
    let recipients = recipients(entries)
    for (index, recipient) in recipients.enumerated() {
      let subject = Text.line(filled.filling.subject)
      let said =
        if let time {
          Messages.created(
            text: subject, when: context.when(time.due), distance: time.distance(context))
        } else {
          tr("{text}, mailed at once", ["text": subject])
        }
      add(index, said)
      lines.append("   " + Messages.onlyMailed(to: VisibleText.line(recipient)))
    }
    let notes = filled.mail.lines
    lines += (notes.prefix(1) + MailOptions.lines(of: files) + notes.dropFirst()).map { "   " + $0 }
    if let date {
      let said = Messages.created(
        text: Text.line(date.text ?? ""), when: context.when(date.due),
        distance: context.distance(to: date.due))
      add(recipients.count, said)
    }
    return lines
  }

  /// - Parameter entries: what is stored; nil in a dry run.
  func members(_ entries: [Entry]?) -> JSON.Members {
    let zone = context.local.zone
    let mail = filled.mail
    let due = self.time?.due ?? context.now
    func time(at due: Instant) -> JSON.Members {
      [("due", .string(due.rfc3339(in: zone))), ("due_ms", .instant(due))]
    }
    let recipients = recipients(entries)
    var all = (entries ?? []).map { JSON.object($0.members(in: zone)) }[...]
    let requests = all.prefix(recipients.count)
    all = all.dropFirst(recipients.count)
    let members: JSON.Members =
      [("template", .string(mail.template)), ("locale", .string(mail.locale))] + time(at: due) + [
        ("account", .string(account.name)), ("subject", .string(mail.subject)),
        ("recipients", .texts(recipients)),
        ("confirmation", mail.confirmation.map { ["to": .string($0.recipient)] } ?? .null),
        ("requests", .array(Array(requests))),
      ]
    return members
      + JSON.members([
        "reminder": date.map { date in
          all.first ?? .object([("text", .orNull(date.text))] + time(at: date.due))
        }
      ])
  }
}

extension TemplatedMail {
  /// Its template, and the recipient of its confirmation: a sentence each.
  var lines: [String] {
    [tr("By the template {template} ({locale}).", ["template": template, "locale": locale])]
      + [confirmation.map { Messages.confirmed(to: VisibleText.line($0.recipient)) }]
      .compactMap(\.self)
  }
}
