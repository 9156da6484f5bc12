import Scheduler

/// A template that was filled in, on its way into the store: a mail to each of its recipients.
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

  init(_ filled: FilledTemplate, _ arguments: Arguments, _ context: Context) throws(Failure) {
    self.filled = filled
    self.arguments = arguments
    self.context = context
    time = try Request(in: [(.requestIn, .in), (.requestAt, .at)], of: arguments, context)
    date = try DateReminder(filled, arguments, context)
    account = try context.sendingAccount(arguments.value(.account) ?? filled.template.account)
    recipients = try TemplateRequest.recipients(filled, account, arguments)
    let confirmed = (filled.confirmation?.recipient).flatMap { MailAddress($0) }
    try context.expect(account, mayWriteTo: recipients + [confirmed].compactMap(\.self))
    files = try MailWish.files(
      filled.template.attachments + arguments.values(.attach), account.name, context)
  }

  /// Those of the command line, of the template, or oneself.
  private static func recipients(
    _ filled: FilledTemplate, _ account: MailAccount, _ arguments: Arguments
  ) throws(Failure) -> [MailAddress] {
    if let text = arguments.value(.requestTo) {
      guard let address = MailAddress(text) else { throw .usage(.notAnAddress(text)) }
      return [address]
    }
    let recipients = filled.recipients
    return recipients.isEmpty ? [account.oneself].compactMap(\.self) : recipients
  }

  /// Stores it, unless this is a dry run, and says what comes of it.
  func report() throws(Failure) -> Report {
    let key = try key()
    guard !arguments.has(.dryRun) else {
      let mails = recipients.map { wish(to: $0, isFirst: true).mail }
      let told = RequestEcho(filled, account: account, files: files, mails, time, date, context)
      return Report(output: told.output(arguments), remarks: [Words.nothingStored])
    }
    let store = try context.writer()
    let places = try context.places()
    var made: [NewReminder] = []
    var entries: [Entry] = []
    var isRepeated = false
    do throws(Failure) {
      for (index, recipient) in recipients.enumerated() {
        // Before its files are copied: so they are taken away again where not all of them can be.
        made.append(new(wish(to: recipient, isFirst: index == 0).mail))
        var copied = wish(to: recipient, isFirst: index == 0)
        try copied.copyFiles(for: made[index].uid ?? "", context)
        made[index].options.mail = copied.mail
      }
      if let date { made.append(date.reminder(context)) }
      for index in made.indices { made[index].key = key?.part(index) }
      (entries, isRepeated) = try context.change(store) { () throws(Failure) in
        let earlier = try context.earlier(by: key, of: made.count, in: store)
        guard earlier.isEmpty else { return (earlier, true) }
        return try context.attempt { () throws(StoreError) in
          var entries: [Entry] = []
          for new in made { entries.append(try store.create(new, at: context.now)) }
          return (entries, false)
        }
      }
    } catch {
      for new in made { places.removeMail(of: new.uid ?? "") }
      throw error
    }
    if isRepeated { for new in made { places.removeMail(of: new.uid ?? "") } }
    var told = RequestEcho(
      filled, account: account, files: files, entries.compactMap(\.options.mail), time, date,
      context)
    told.entries = entries
    if key != nil { told.isRepeated = isRepeated }
    var report = Report(hasChanged: !isRepeated)
    let call = try DaemonCall(arguments, context)
    told.isServed = call?.hasStarted ?? true
    report.output = told.output(arguments)
    if let call {
      report.remarks.append(call.isStored)
      if !told.isServed, arguments.has(.requireDaemon) { report.code = .noDaemon }
    }
    return report
  }

  /// What was asked for is the template's name, its values and the time; what the template makes of that
  /// may be another text tomorrow.
  private func key() throws(Failure) -> RequestKey? {
    let values = filled.letter.values.map { "\($0.name)=\($0.text)" }
    return try arguments.key(
      said: ["request", filled.template.name, time?.words ?? ""] + values, files: files.map(\.path))
  }

  /// - Parameter isFirst: whoever asked is told once, when the first of several has gone.
  private func wish(to recipient: MailAddress, isFirst: Bool) -> MailWish {
    var mail = ReminderOptions.Mail(account: account.name, recipient: recipient.text)
    mail.isOnly = true
    mail.letter = isFirst ? filled.letter : filled.letter.unconfirmed
    return MailWish(mail, files: files)
  }

  private func new(_ mail: ReminderOptions.Mail) -> NewReminder {
    let name = HistoryEvent.requestWord + "\(filled.template.name) (\(filled.template.locale))"
    var new = NewReminder(
      text: filled.filling.subject,
      trigger: time?.trigger
        ?? .interval(bootID: context.moment.bootID, dueBoot: context.moment.boot),
      due: time?.due ?? context.now, in: context.local.zone,
      words: time.map { "\(name) \($0.words)" } ?? name, language: context.speaker.locale.text)
    new.options.mail = mail
    new.uid = UUID.random()
    return new
  }
}
