import Scheduler

extension Verb {
  static let mail = Verb(
    "mail", operands: Words.Help.mailOperands, summary: Words.Help.mailSummary,
    details: Words.Help.mailDetails, options: [.param, .locale, .account, .source, .json],
    examples: ["mail check", "mail list --json"]
  ) { arguments, context throws(Failure) in
    guard let word = arguments.words.first else { throw .usage(.missingMailWord) }
    guard let errand = MailErrand(rawValue: word) else {
      throw .usage(.needlessWord(word, verb: arguments.verb.name))
    }
    return .done(try errand.report(arguments, context))
  }
}

/// What can be asked of mail.
enum MailErrand: String, CaseIterable {
  /// Connects, and logs in.
  case check
  /// Sends one mail to its owner.
  case test
  /// What waits.
  case list
  /// What is through.
  case log
  /// Sends what waits.
  case retry
  /// The templates of requests.
  case templates
  /// What a request would send.
  case preview

  /// The most that is told of.
  private static let limit = 1000

  fileprivate func report(_ arguments: Arguments, _ context: Context) throws(Failure) -> Report {
    let operands = arguments.words.dropFirst()
    let most = self == .list || self == .log ? 0 : 1
    if let word = operands.dropFirst(most).first {
      throw .usage(.needlessWord(word, verb: arguments.verb.name))
    }
    switch self {
    case .check: return try check(operands.first, arguments, context)
    case .test: return try test(operands.first, arguments, context)
    case .list: return try list(waiting: true, arguments, context)
    case .log: return try list(waiting: false, arguments, context)
    case .retry: return try retry(operands.first, arguments, context)
    case .templates: return try TemplateList(arguments, context).report(operands.first)
    case .preview: return try TemplatePreview.report(operands.first, arguments, context)
    }
  }

  private func check(
    _ name: String?, _ arguments: Arguments, _ context: Context
  ) throws(Failure) -> Report {
    let account = try context.account(name)
    let result = try MailHelper(account, context).ask([.check(id: "1")], context)
    guard arguments.has(.json) else {
      return Report(output: .text(Words.mailChecked(account, result.secret) + "\n"))
    }
    return Report(
      output: JSON.document(
        account.members + [("secret", result.secret.map { .string($0.rawValue) } ?? .null)]))
  }

  private func test(
    _ name: String?, _ arguments: Arguments, _ context: Context
  ) throws(Failure) -> Report {
    let account = try context.account(name)
    let helper = try MailHelper(account, context)
    guard let sender = account.sender, let recipient = account.oneself else {
      throw .mail(
        MailFailure(code: .accountNotFound, configuration: try context.places().configuration))
    }
    let message = MailMessage(
      sender: sender, recipient: recipient, subject: Words.testSubject,
      text: Words.testText(account.name), id: MailMessage.id(UUID.random(), from: sender),
      seconds: context.now.seconds)
    let result = try helper.ask(MailRequest.sending(message, id: "1", spool: nil), context)
    guard arguments.has(.json) else {
      return Report(output: .text(Words.mailTested(recipient, result.text) + "\n"))
    }
    return Report(
      output: JSON.document(
        account.members + [
          ("recipient", .string(recipient.address)), ("message_id", .string(message.id)),
          ("reply", .string(result.text)),
        ]))
  }

  private func list(
    waiting: Bool, _ arguments: Arguments, _ context: Context
  ) throws(Failure) -> Report {
    let store = try context.reader()
    let records = try context.attempt { () throws(StoreError) in
      try store?.mails(waiting: waiting, limit: Self.limit) ?? []
    }
    if arguments.has(.json) {
      let members = records.map { JSON.object($0.members) }
      return Report(output: JSON.document([("mails", .array(members))]))
    }
    guard !records.isEmpty else {
      return Report(output: .text((waiting ? Words.noMailWaits : Words.noMailSent) + "\n"))
    }
    return Report(output: .text(records.reduce(into: "") { $0 += $1.line(context) + "\n" }))
  }

  private func retry(
    _ word: String?, _ arguments: Arguments, _ context: Context
  ) throws(Failure) -> Report {
    var reminder: Int64?
    let store = try context.existingWriter()
    if let word {
      guard let id = ReminderID(word) else { throw .usage(.notAnID(word)) }
      guard let store else { throw .noSuchReminder([Failure.UnknownReminder(id: word)]) }
      reminder = try [id].numbers(in: store, context).first
    }
    let count = try context.attempt { () throws(StoreError) in
      try store?.retryMail(of: reminder) ?? 0
    }
    var report = Report(hasChanged: count > 0)
    report.output =
      arguments.has(.json)
      ? JSON.document([("retried", .number(Int64(count)))])
      : .text((count == 0 ? Words.noMailWaits : Words.mailRetried(count: count)) + "\n")
    if count > 0, try !context.isServed() { report.remarks.append(Words.unserved) }
    return report
  }
}

extension MailRecord {
  fileprivate func line(_ context: Context) -> String {
    let when = (ended ?? tried).map { context.when($0) } ?? ""
    let again = again.map { Words.mailAgain(context.when($0)) }
    let title = VisibleText.line(
      VisibleText.cut(text ?? Product.spokenTitle, characters: 60, bytes: 240))
    return [
      String(reminder), title, VisibleText.line(recipient), when, Words.mailState(self), again,
    ].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "  ")
  }

  fileprivate var members: [(name: String, value: JSON)] {
    [
      ("id", .number(reminder)), ("text", text.map(JSON.string) ?? .null),
      ("to", .string(recipient)), ("account", .string(account)),
      ("state", .string(state.rawValue)),
      ("reason", obstacle.map { .string($0.rawValue) } ?? .null),
      ("attempt", .number(Int64(attempts))),
      ("claimed_ms", tried.map { .number($0.milliseconds) } ?? .null),
      ("ended_ms", ended.map { .number($0.milliseconds) } ?? .null),
      ("again_ms", again.map { .number($0.milliseconds) } ?? .null),
      ("reply", reply.map(JSON.string) ?? .null),
    ]
  }
}

extension MailAccount {
  fileprivate var members: [(name: String, value: JSON)] {
    [
      ("account", .string(name)), ("server", .string(server)), ("port", .number(Int64(port))),
      ("encryption", .string(encryption.rawValue)), ("user", .string(user)),
    ]
  }
}
