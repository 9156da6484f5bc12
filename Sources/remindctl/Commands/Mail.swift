import CivilTime
import Configuration
import Mail
import Reminders
import Scheduler
import Store
import System

extension Commands {
  static func runMail(_ arguments: Arguments, _ context: Context) throws -> CommandResult {
    guard let word = arguments.words.first else { throw Failure.usage(.missingMailWord) }
    guard let command = MailCommand(rawValue: word) else {
      throw Failure.usage(.needlessWord(word, verb: arguments.verb.name))
    }
    return try command.report(arguments, context)
  }

  static func runRequest(_ arguments: Arguments, _ context: Context) throws -> CommandResult {
    let context = try context.choosingZone(arguments)
    try arguments.expectWords(atMost: 1)
    let time = try Request(in: [(.requestIn, .in), (.requestAt, .at)], of: arguments, context)
    let filled = try FilledTemplate(arguments.words.first, arguments, at: time?.due, context)
    return try TemplateRequest(filled, at: time, arguments, context).report()
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
  private var options: [Option] {
    switch self {
    case .list, .log: [.status, .since, .template, .account, .limit, .plain]
    case .show: [.raw]
    case .templates: [.locale, .source]
    case .preview: [.param, .locale, .account]
    case .check, .test, .retry, .cancel: []
    }
  }

  /// How many words it takes.
  private var most: Int {
    switch self {
    case .list, .log: 0
    case .check, .test, .retry, .show, .templates, .preview: 1
    case .cancel: .max
    }
  }

  fileprivate func report(_ arguments: Arguments, _ context: Context) throws -> CommandResult {
    let operands = Array(arguments.words.dropFirst())
    let others = arguments.verb.options.filter { $0 != .json && !options.contains($0) }
    if let other = others.first(where: arguments.has) {
      throw Failure.usage(.notTogether("mail " + rawValue, other.name))
    }
    if most < .max { try arguments.expectWords(atMost: most + 1) }
    let operand = operands.first
    switch self {
    case .check: return try check(operand, arguments, context)
    case .test: return try test(operand, arguments, context)
    case .list, .log: return try MailList(waiting: self == .list, arguments, context).result
    case .show: return try MailDetails.report(operand, arguments, context)
    case .retry: return try retry(operand, arguments, context)
    case .cancel: return try cancel(operands, arguments, context)
    case .templates: return try TemplateList(arguments, context).report(operand)
    case .preview: return try TemplatePreview.report(operand, arguments, context)
    }
  }

  private func check(
    _ name: String?, _ arguments: Arguments, _ context: Context
  ) throws -> CommandResult {
    let account = try context.account(name)
    let path = try context.places().configuration
    let flaws = context.configuration.flaws
    let result: MailResult
    do {
      result = try MailHelper(account, context).ask([.check(id: "1")], context)
    } catch Failure.mail(var failure) {
      failure.flaws = flaws
      throw Failure.mail(failure)
    }
    return CommandResult(
      arguments,
      json: account.members + [("secret", result.secret.map { .string($0.rawValue) } ?? .null)],
      text: Messages.mailChecked(account, result.secret) + "\n",
      // They have no effect, and may be why it is another server than the one that was meant.
      remarks: flaws.map { $0.sentence(path: path) })
  }

  private func test(
    _ name: String?, _ arguments: Arguments, _ context: Context
  ) throws -> CommandResult {
    let account = try context.account(name)
    let helper = try MailHelper(account, context)
    guard let sender = account.sender, let recipient = account.oneself else {
      throw Failure.mail(
        MailFailure(code: .accountNotFound, configuration: try context.places().configuration))
    }
    let message = MailMessage(
      sender: sender, recipient: recipient, subject: Messages.testSubject,
      text: Messages.testText(account.name), id: MailMessage.id(UUID.random(), from: sender),
      seconds: context.now.seconds)
    let result = try helper.ask(MailRequest.sending(message, id: "1", spool: nil), context)
    return CommandResult(
      arguments,
      json: account.members + [
        ("recipient", .string(recipient.address)), ("message_id", .string(message.id)),
        ("reply", .string(result.text)),
      ], text: Messages.mailTested(recipient, result.text) + "\n")
  }

  private func cancel(
    _ words: [String], _ arguments: Arguments, _ context: Context
  ) throws -> CommandResult {
    guard !words.isEmpty else { throw Failure.usage(.missingID(verb: "mail cancel", next: [])) }
    let ids = try words.map(ReminderID.id)
    let store = try ids.writer(context)
    let cancelled = try store.cancelMail(of: try ids.numbers(in: store), at: context.now)
    return CommandResult(
      arguments,
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

  private func retry(
    _ word: String?, _ arguments: Arguments, _ context: Context
  ) throws -> CommandResult {
    let store = try context.existingWriter()
    let reminder = try word.map { try ReminderID.id($0).found(in: store).entry.id }
    let doubtful = try store?.doubtfulMails(of: reminder) ?? 0
    let count = try store?.retryMail(of: reminder) ?? 0
    var remarks: [String] = []
    var (capped, isServed): ([Capped], Bool) = ([], true)
    if let store, count > 0 {
      capped = try overCap(store, reminder, context)
      if let call = try DaemonStarter(isQuiet: arguments.has(.json), context) {
        isServed = call.hasStarted
        remarks.append(call.sentence)
      }
    }
    let held = capped.reduce(0) { $0 + $1.count }
    var lines = count == 0 ? [Messages.noMailWaits] : []
    if count > held {
      lines.append(Messages.mailRetried(count: count - held, isServed: isServed))
    }
    if doubtful > 0 { lines.append(Messages.mailDoubtful(count: doubtful)) }
    lines += capped.map { capped in
      Messages.mailCapped(
        count: capped.count, account: capped.account, context.when(capped.again))
    }
    return CommandResult(
      arguments,
      json: [
        ("retried", .number(Int64(count))), ("held", .number(Int64(held))),
        ("unknown", .number(Int64(doubtful))),
      ], text: lines.lines, remarks: remarks, hasChanged: count > 0)
  }

  /// Of each account the mails that are more than may be sent in this hour.
  private func overCap(
    _ store: ReminderStore, _ reminder: Int64?, _ context: Context
  ) throws -> [Capped] {
    var capped: [Capped] = []
    for account in context.configuration.accounts {
      let waiting = try store.mailsToGo(by: account.name, of: reminder)
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
