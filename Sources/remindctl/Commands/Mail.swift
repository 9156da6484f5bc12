import Scheduler

extension Verb {
  static let mail = Verb(
    "mail", operands: Words.Help.mailOperands, summary: Words.Help.mailSummary,
    details: Words.Help.mailDetails, options: [.json], examples: ["mail check", "mail test --json"]
  ) { arguments, context throws(Failure) in
    var words = arguments.words[...]
    guard let word = words.popFirst() else { throw .usage(.missingMailWord) }
    guard let errand = MailErrand(rawValue: word) else {
      throw .usage(.needlessWord(word, verb: arguments.verb.name))
    }
    let name = words.popFirst()
    if let word = words.first { throw .usage(.needlessWord(word, verb: arguments.verb.name)) }
    return .done(try errand.report(name, arguments, context))
  }
}

/// What can be asked of an account.
enum MailErrand: String, CaseIterable {
  /// Connects, and logs in.
  case check
  /// Sends one mail to its owner.
  case test

  fileprivate func report(
    _ name: String?, _ arguments: Arguments, _ context: Context
  ) throws(Failure) -> Report {
    let account = try context.account(name)
    let helper = try MailHelper(account, context)
    switch self {
    case .check:
      let result = try helper.ask([.check(id: "1")], context)
      guard arguments.has(.json) else {
        return Report(output: .text(Words.mailChecked(account, result.secret) + "\n"))
      }
      return Report(
        output: JSON.document(
          account.members + [("secret", result.secret.map { .string($0.rawValue) } ?? .null)]))
    case .test:
      guard let sender = account.sender, let recipient = account.oneself else {
        throw .mail(
          MailFailure(
            code: .accountNotFound, configuration: try context.places().configuration))
      }
      let message = MailMessage(
        sender: sender, recipient: recipient, subject: Words.testSubject,
        text: Words.testText(account.name), id: "\(UUID.random())@\(sender.domain)",
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
