import Configuration
import Mail
import Reminders
import Scheduler
import System
import TimeLanguage

extension Commands {
  static func runMail(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    guard let word = arguments.words.first else { throw Failure.usage(.missingMailWord) }
    guard let command = MailCommand(rawValue: word) else {
      throw Failure.usage(.needlessWord(word, verb: arguments.verb.name))
    }
    return .done(try command.report(arguments, context))
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
    let operands = arguments.words.dropFirst()
    let others = arguments.verb.options.filter { $0 != .json && !options.contains($0) }
    if let other = others.first(where: arguments.has) {
      throw Failure.usage(.notTogether("mail " + rawValue, other.name))
    }
    if let word = operands.dropFirst(most).first {
      throw Failure.usage(.needlessWord(word, verb: arguments.verb.name))
    }
    switch self {
    case .check: return try check(operands.first, arguments, context)
    case .test: return try test(operands.first, arguments, context)
    case .list, .log:
      return try MailList(waiting: self == .list, arguments, context).report(arguments)
    case .show: return try MailDetails.report(Array(operands), arguments, context)
    case .retry: return try MailRetry.report(operands.first, arguments, context)
    case .cancel: return try MailCancelling.report(Array(operands), arguments, context)
    case .templates: return try TemplateList(arguments, context).report(operands.first)
    case .preview: return try TemplatePreview.report(operands.first, arguments, context)
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
    // They have no effect, and may be why it is another server than the one that was meant.
    let remarks = flaws.map { $0.sentence(path: path) }
    guard arguments.has(.json) else {
      return CommandResult(
        output: .text(Messages.mailChecked(account, result.secret) + "\n"), remarks: remarks)
    }
    return CommandResult(
      output: JSON.document(
        account.members + [("secret", result.secret.map { .string($0.rawValue) } ?? .null)]),
      remarks: remarks)
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
    guard arguments.has(.json) else {
      return CommandResult(output: .text(Messages.mailTested(recipient, result.text) + "\n"))
    }
    return CommandResult(
      output: JSON.document(
        account.members + [
          ("recipient", .string(recipient.address)), ("message_id", .string(message.id)),
          ("reply", .string(result.text)),
        ]))
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
