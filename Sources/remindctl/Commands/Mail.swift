import CivilTime
import Configuration
import Mail
import Reminders
import Store
import System

extension Command {
  func runMail() throws -> CommandResult {
    guard let word = args.words.first else { throw Failure.usage(.missingMailWord) }
    guard let command = MailCommand(rawValue: word) else {
      throw Failure.usage(.needlessWord(word, verb: args.verb.name))
    }
    let others = args.verb.options.filter { $0 != .json && !command.options.contains($0) }
    if let other = others.first(where: args.has) {
      throw Failure.usage(.notTogether("mail " + word, other.name))
    }
    let operands = Array(args.words.dropFirst())
    if command.most < .max { try args.expectWords(atMost: command.most + 1) }
    let operand = operands.first
    switch command {
    case .check: return try checkMail(operand)
    case .test: return try testMail(operand)
    case .list, .log: return try MailList(waiting: command == .list, args, context).result
    case .show: return try showMail(operand)
    case .retry: return try retryMail(operand)
    case .cancel: return try cancelMail(operands)
    case .templates: return try TemplateList(args, context).report(operand)
    case .preview: return try TemplatePreview.report(operand, args, context)
    }
  }

  func runRequest() throws -> CommandResult {
    try args.expectWords(atMost: 1)
    let time = try Request(in: [(.requestIn, .in), (.requestAt, .at)], of: args, context)
    let filled = try FilledTemplate(args.words.first, args, at: time?.due, context)
    return try TemplateRequest(filled, at: time, args, context).report()
  }

  private func checkMail(_ name: String?) throws -> CommandResult {
    let account = try context.account(name)
    let path = try context.paths().configuration
    let flaws = context.configuration.flaws
    let result: MailResult
    do {
      result = try MailHelper(account, context).ask([.check(id: "1")], context)
    } catch Failure.mail(var failure) {
      failure.flaws = flaws
      throw Failure.mail(failure)
    }
    return answer(
      json: account.members + [("secret", result.secret.map { .string($0.rawValue) } ?? .null)],
      text: Messages.mailChecked(account, result.secret) + "\n",
      // They have no effect, and may be why it is another server than the one that was meant.
      remarks: flaws.map { $0.sentence(path: path) })
  }

  private func testMail(_ name: String?) throws -> CommandResult {
    let account = try context.account(name)
    let helper = try MailHelper(account, context)
    guard let sender = account.sender, let recipient = account.oneself else {
      throw Failure.mail(
        MailFailure(code: .accountNotFound, configuration: try context.paths().configuration))
    }
    let message = MailMessage(
      sender: sender, recipient: recipient, subject: Messages.testSubject,
      text: Messages.testText(account.name), id: MailMessage.id(UUID.random(), from: sender),
      seconds: context.now.seconds)
    let result = try helper.ask(MailRequest.sending(message, id: "1", spool: nil), context)
    return answer(
      json: account.members + [
        ("recipient", .string(recipient.address)), ("message_id", .string(message.id)),
        ("reply", .string(result.text)),
      ], text: Messages.mailTested(recipient, result.text) + "\n")
  }

  private func cancelMail(_ words: [String]) throws -> CommandResult {
    guard !words.isEmpty else { throw Failure.usage(.missingID(verb: "mail cancel", next: [])) }
    let ids = try words.map(ReminderID.id)
    let store = try ids.writer(context)
    let cancelled = try store.cancelMail(of: try ids.numbers(in: store), at: context.now)
    return answer(
      json: [
        ("cancelled", .number(Int64(cancelled.reduce(0) { $0 + $1.count }))),
        (
          "reminders",
          .array(cancelled.map { .object($0.entry.members(in: context.local.zone)) })
        ),
      ],
      text: cancelled.map { entry, count in
        Messages.mailCancelled(id: String(entry.id), text: entry.title, count: count)
      }.lines, hasChanged: true)
  }

  private func retryMail(_ word: String?) throws -> CommandResult {
    let store = try context.existingWriter()
    let reminder = try word.map { try ReminderID.id($0).found(in: store).entry.id }
    let doubtful = try store?.count(.doubtfulMails(of: reminder)) ?? 0
    let count = try store?.retryMail(of: reminder) ?? 0
    var remarks: [String] = []
    var (capped, isServed): ([Capped], Bool) = ([], true)
    if let store, count > 0 {
      capped = try overCap(store, reminder)
      if let call = try DaemonStarter(isQuiet: isJSON, context) {
        isServed = call.hasStarted
        remarks.append(call.sentence)
      }
    }
    let held = capped.reduce(0) { $0 + $1.count }
    var lines = count == 0 ? [Messages.nothingToMail] : []
    if count > held {
      lines.append(Messages.mailRetried(count: count - held, isServed: isServed))
    }
    if doubtful > 0 { lines.append(Messages.mailDoubtful(count: doubtful)) }
    lines += capped.map { capped in
      Messages.mailCapped(
        count: capped.count, account: capped.account, context.when(capped.again))
    }
    return answer(
      json: [
        ("retried", .number(Int64(count))), ("held", .number(Int64(held))),
        ("unknown", .number(Int64(doubtful))),
      ], text: lines.lines, remarks: remarks, hasChanged: count > 0)
  }

  /// Of each account the mails that are more than may be sent in this hour.
  private func overCap(
    _ store: ReminderStore, _ reminder: Int64?
  ) throws -> [Capped] {
    var capped: [Capped] = []
    for account in context.configuration.accounts {
      let waiting = try store.count(.mailsToGo(by: account.name, of: reminder))
      guard waiting > 0, let since = context.now.advanced(by: -3_600_000) else { continue }
      let sent = try store.mailsSent(by: account.name, after: since)
      let room = max(0, account.hourlyCap - sent.count)
      guard waiting > room else { continue }
      // If none is in the way now, the first that goes is, an hour later.
      let first = room > 0 ? sent.first ?? context.now : sent[sent.count - account.hourlyCap]
      capped.append(
        Capped(
          account: account.name, count: waiting - room,
          again: first.advanced(by: 3_600_000) ?? context.now))
    }
    return capped
  }
}

/// What can be asked of mail.
enum MailCommand: String, CaseIterable {
  /// Connects, and logs in.
  case check
  /// Sends one mail to its owner.
  case test
  /// What waits.
  case list
  /// What is through.
  case log
  /// One reminder's mails, each attempt of each.
  case show
  /// Sends what waits.
  case retry
  /// Gives up what waits.
  case cancel
  /// The templates of requests.
  case templates
  /// What a request would send.
  case preview

  /// What it takes beside `--json`.
  fileprivate var options: [Option] {
    switch self {
    case .list, .log: [.status, .since, .template, .account, .limit, .plain]
    case .show: [.raw]
    case .templates: [.locale, .source]
    case .preview: [.param, .locale, .account]
    case .check, .test, .retry, .cancel: []
    }
  }

  /// How many words it takes.
  fileprivate var most: Int {
    switch self {
    case .list, .log: 0
    case .check, .test, .retry, .show, .templates, .preview: 1
    case .cancel: .max
    }
  }
}

/// Mails that have to wait although they are retried.
private struct Capped {
  var account: String
  var count: Int
  /// When the next of them may go.
  var again: Instant
}

extension MailAccount {
  fileprivate var members: [(name: String, value: JSON)] {
    [
      ("account", .string(name)), ("server", .string(server)), ("port", .number(Int64(port))),
      ("encryption", .string(encryption.rawValue)), ("user", .string(user)),
    ]
  }
}
