import Configuration
import Localization
import Reminders
import Store
import System

// Why there is no mail.

extension Failure {
  /// The most bytes that the files of one mail may have together: mail servers take little more.
  static let mostAttached: Int64 = 25 << 20

  /// A mail was not sent, or an account does not work.
  /// - Parameters:
  ///   - account: its name.
  ///   - server: `smtp.example.org:465`, if one was asked.
  ///   - status: the server's last reply code; 0: none.
  ///   - text: in the words of the server, of libcurl or of a secret's source; empty: none.
  ///   - secret: whose did not help.
  ///   - issues: what is wrong with the account, a sentence each.
  static func mail(
    _ reason: HoldReason, account: String?, server: String? = nil, status: Int = 0,
    text: String = "", secret: MailSecretSource? = nil, issues: [String] = []
  ) -> Failure {
    let values: KeyValuePairs = [
      "account": account ?? "", "text": VisibleText.line(text),
      "source": secret?.rawValue ?? "", "server": server ?? account ?? "",
    ]
    return Failure(
      reason.rawValue, code: .failed, sentences: sentences(reason, values) + issues,
      details: [
        ("account", account.map(JSON.string) ?? .null),
        ("server", server.map(JSON.string) ?? .null),
        ("status", .number(Int64(status))), ("text", .string(text)),
      ])
  }

  static func mail(_ result: MailResult, of account: MailAccount) -> Failure {
    mail(
      result.reason ?? .helperFailed, account: account.name, server: account.address,
      status: result.status, text: result.words, secret: result.secret)
  }

  /// There is no account of that name, or none at all.
  static func noAccount(_ name: String?, _ configuration: Configuration, _ path: String) -> Failure
  {
    var failure = mail(.accountNotFound, account: name, issues: configuration.accountFlaws(path))
    let others = configuration.accounts.map(\.name)
    if let name, !others.isEmpty {
      failure.sentences.insert(
        tr(
          "There is no mail account '{account}'; there are: {others}.",
          ["account": VisibleText.line(name), "others": others.joined(separator: ", ")]), at: 0)
    } else if !failure.sentences.isEmpty {
      failure.sentences.insert(tr("There is no mail account that can be used."), at: 0)
    } else {
      failure.sentences = [
        tr("There is no mail account."),
        tr("Lines like these in {path} make one:", ["path": VisibleText.line(path)]),
        "  [mail private]", "  server=smtp.example.org", "  sender=me@example.org",
        tr("remindctl.conf(5) has the rest; `remindctl mail check` tries it."),
      ]
    }
    return failure
  }

  private static func sentences(
    _ reason: HoldReason, _ values: KeyValuePairs<String, String>
  ) -> [String] {
    let text = values[1].value
    let keeping = "secret-tool store --label=remindctl service remindctl account "
    let command = ["command": keeping + values[0].value] as KeyValuePairs
    let said = text.isEmpty ? [] : [text]
    return switch reason {
    case .helperMissing:
      [
        tr(
          "Mail is sent by the program remind-mail, which is not installed; its package is called {package}.",
          ["package": "remindctl-mail"])
      ]
    case .helperFailed: [tr("The program remind-mail has failed.", values)] + said
    case .authFailed:
      [
        tr("The server does not accept the login of the account {account}: {text}", values),
        tr("The secret came from {source}.", values),
      ]
    case .expired: [tr("Its time is over.")]
    case .cancelled: [tr("It was cancelled.")]
    case .secretNotFound:
      [
        tr("No secret was found for the account {account}. Asked were: {text}.", values),
        text.contains(MailSecretSource.keyring.rawValue)
          ? tr("A keyring takes it with: {command}", command)
          : tr(
            "No keyring was asked: secret-tool, of the package libsecret-tools, is not installed. With it a keyring takes the secret: {command}",
            command),
      ]
    case .keyringLocked: [tr("The secret is not to be had from {source}: {text}", values)]
    case .tlsFailed:
      [
        tr("The connection to {server} is not safe, and nothing was sent over it: {text}", values)
      ]
    case .networkError: [tr("The server {server} cannot be reached: {text}", values)]
    case .offline: [tr("There is no network: {text}", values)]
    case .spoolLost: [tr("It may have been sent, and its bytes are gone.")]
    case .timeout: [tr("The server {server} does not answer in time.", values)]
    case .providerBusy: [tr("The server takes no mail now: {text}", values)]
    case .providerRejected: [tr("The server refuses the mail: {text}", values)]
    case .invalidRecipient: [tr("The server refuses the recipient: {text}", values)]
    case .payloadTooLarge: [tr("The mail is too large for the server: {text}", values)]
    case .outcomeUnknown:
      [
        tr(
          "The mail was sent, and the server's answer was lost: it may have come, or not: {text}",
          values)
      ]
    case .attachmentUnreadable:
      [tr("A file that goes with the mail cannot be read: {text}", values)]
    case .attachmentTooLarge:
      [
        tr(
          "{text} is too large for a mail: all of its files may have {limit} together.",
          ["text": text, "limit": ByteCount.text(mostAttached)])
      ]
    case .rateLimited: [tr("As many mails as may be sent in an hour have gone.")]
    case .recipientNotAllowed:
      [
        tr("The account {account} may not write to {text}; allow-recipients lets it.", values)
      ]
    // Not a mail's.
    default: said
    }
  }
}

extension Configuration {
  /// What is wrong there that mail may suffer from: in an account, or in the file as a whole.
  func accountFlaws(_ path: String) -> [String] {
    issues.filter { $0.line == 0 || $0.isAboutAccount }.map { $0.sentence(path: path) }
  }
}

extension MailAccount {
  /// Its server and port.
  var address: String { "\(server):\(port)" }
}
