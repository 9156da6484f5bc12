import CivilTime
import Configuration
import Localization
import Mail
import Reminders
import Store
import System

extension Command {
  func runMail() throws -> CommandResult {
    guard let word = args.words.first else {
      throw Failure.usage(
        tr(
          "What of mail? `remindctl mail check` tries the login, `remindctl mail test` sends a mail."
        )
      )
    }
    guard let command = MailCommand(rawValue: word) else {
      throw Failure.needlessWord(word, verb: args.verb.name)
    }
    let (most, options) = command.row
    let others = args.verb.options.filter { $0 != .json && !options.contains($0) }
    if let other = others.first(where: args.has) {
      throw Failure.notTogether("mail " + word, other.name)
    }
    if let most { try args.expectWords(atMost: most + 1) }
    let operands = Array(args.words.dropFirst())
    let operand = operands.first
    return switch command {
    case .check: try checkMail(operand)
    case .test: try testMail(operand)
    case .list, .log: try listMail(waiting: command == .list)
    case .show: try showMail(operand)
    case .retry: try retryMail(operand)
    case .cancel: try cancelMail(operands)
    case .templates: try listTemplates(operand)
    case .preview: try previewTemplate(operand)
    }
  }

  private func checkMail(_ name: String?) throws -> CommandResult {
    let account = try context.account(name)
    let path = try context.paths().configuration
    let issues = context.configuration.issues
    let result: MailResult
    do {
      result = try MailHelper(account, context).ask([.check(id: "1")], context)
    } catch var failure as Failure {
      failure.sentences += issues.map { $0.sentence(path: path) }
      throw failure
    }
    return answer(
      json: account.members + [("secret", .orNull(result.secret?.rawValue))],
      text: tr(
        "{server} lets {user} in (account {account}, secret from {source}). Nothing was sent.",
        [
          "server": account.address, "user": account.user,
          "account": account.name, "source": result.secret?.rawValue ?? "-",
        ]) + "\n",
      // They have no effect, and may be why it is another server than the one that was meant.
      remarks: issues.map { $0.sentence(path: path) })
  }

  private func testMail(_ name: String?) throws -> CommandResult {
    let account = try context.account(name)
    let helper = try MailHelper(account, context)
    guard let sender = account.sender, let recipient = account.oneself else {
      throw Failure.noAccount(nil, context.configuration, try context.paths().configuration)
    }
    let message = MailMessage(
      sender: sender, recipient: recipient, subject: Messages.testSubject,
      text: tr(
        "The mail account {account} works: remindctl has sent this to you.",
        ["account": account.name]), id: MailMessage.id(UUID.random(), from: sender),
      seconds: context.now.seconds)
    let result = try helper.ask(MailRequest.sending(message, id: "1", spool: nil), context)
    return answer(
      json: account.members + [
        ("recipient", .string(recipient.address)), ("message_id", .string(message.id)),
        ("reply", .string(result.text)),
      ],
      text: tr(
        "A mail is on its way to {address}; the server says: {reply}",
        ["address": recipient.address, "reply": VisibleText.line(result.text)]) + "\n")
  }

  private func cancelMail(_ words: [String]) throws -> CommandResult {
    guard !words.isEmpty else { throw Failure.missingID(verb: "mail cancel", next: []) }
    let ids = try words.map(ReminderID.id)
    let store = try ids.writer(context)
    let cancelled = try store.cancelMail(of: try ids.numbers(in: store), at: context.now)
    return answer(
      json: [
        ("cancelled", .count(cancelled.reduce(0) { $0 + $1.count })),
        ("reminders", json(cancelled.map(\.entry))),
      ],
      text: cancelled.map { entry, count in
        tr(
          count, "{id}  {text}  its mail is cancelled",
          "{id}  {text}  {n} of its mails are cancelled",
          ["id": String(entry.id), "text": entry.title])
      }.lines, hasChanged: true)
  }

  private func retryMail(_ word: String?) throws -> CommandResult {
    let store = try context.existingWriter()
    let reminder = try word.map { try ReminderID.id($0).found(in: store).entry.id }
    let doubtful = try store?.count(.doubtfulMails(of: reminder)) ?? 0
    let count = try store?.retryMail(of: reminder) ?? 0
    let capped = count > 0 ? try overCap(reminder, in: store) : []
    let call = count > 0 ? try DaemonStarter(isQuiet: isJSON, context) : nil
    let held = capped.reduce(0) { $0 + $1.count }
    var lines = count == 0 ? [tr("No mail waits.")] : []
    if count > held {
      lines.append(
        Messages.mailRetried(count: count - held, isServed: call?.hasStarted ?? true))
    }
    if doubtful > 0 {
      lines.append(
        tr(
          doubtful,
          "{n} of them may have come already, and comes once more then, as the same mail.",
          "{n} of them may have come already, and come once more then, as the same mails."))
    }
    lines += capped.map { account, count, again in
      tr(
        count,
        "{n} mail of the account {account} waits: as many as may be sent in an hour (hourly-cap) have gone. The next goes {when}.",
        "{n} mails of the account {account} wait: as many as may be sent in an hour (hourly-cap) have gone. The next goes {when}.",
        ["account": account, "when": context.when(again)])
    }
    return answer(
      json: [("retried", .count(count)), ("held", .count(held)), ("unknown", .count(doubtful))],
      text: lines.lines, remarks: call.map { [$0.sentence] } ?? [], hasChanged: count > 0)
  }

  /// Of each account how many mails are more than may be sent in this hour, and when the next of them
  /// may go.
  private func overCap(
    _ reminder: Int64?, in store: ReminderStore?
  ) throws -> [(account: String, count: Int, again: Instant)] {
    let hour: Int64 = 3_600_000
    guard let store, let since = context.now.advanced(by: -hour) else { return [] }
    return try context.configuration.accounts.compactMap { account in
      let waiting = try store.count(.mailsToGo(by: account.name, of: reminder))
      guard waiting > 0 else { return nil }
      let sent = try store.mailsSent(by: account.name, after: since)
      let room = max(0, account.hourlyCap - sent.count)
      guard waiting > room else { return nil }
      // If none is in the way now, the first that goes is, an hour later.
      let first = room > 0 ? sent.first ?? context.now : sent[sent.count - account.hourlyCap]
      return (account.name, waiting - room, first.advanced(by: hour) ?? context.now)
    }
  }
}

/// What can be asked of mail.
enum MailCommand: String, CaseIterable {
  case check, test, list, log, show, retry, cancel, templates, preview

  /// How many words it takes (nil: any number), and which options beside `--json`.
  fileprivate var row: (most: Int?, options: [Option]) {
    switch self {
    case .check, .test, .retry: (1, [])
    case .list, .log: (0, [.status, .since, .template, .account, .limit, .plain])
    case .show: (1, [.raw])
    case .cancel: (nil, [])
    case .templates: (1, [.locale, .source])
    case .preview: (1, [.param, .locale, .account])
    }
  }
}

extension MailAccount {
  fileprivate var members: JSON.Members {
    [
      ("account", .string(name)), ("server", .string(server)), ("port", .count(Int(port))),
      ("encryption", .word(encryption)), ("user", .string(user)),
    ]
  }
}
