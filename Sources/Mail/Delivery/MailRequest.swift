import Configuration
import Reminders

/// What the helper `remind-mail` is asked for: lines of JSON on its standard input, the account
/// first. Each value is a string. Their names stand here alone.
///
///     {"account":"private","server":"smtp.example.org","port":"465",…}
///     {"do":"attach","path":"/…","name":"plan.pdf"}
///     {"do":"send","id":"7","spool":"/…/7.eml","from":…,"to":…,"subject":…,"text":…,…}
///
/// Its answers are `MailAnswer`s, one a line.
package enum MailRequest: Sendable, Equatable {
  /// Are you there, and who?
  case hello
  /// With whom, for all that follows.
  /// - Parameter limit: milliseconds that the server may take for each.
  case account(MailAccount, limit: Int64)
  /// Log in, and send nothing.
  case check(id: String)
  /// A file of the mail that comes next.
  case attach(MailMessage.Attachment)
  /// Compose it, unless its bytes lie in `spool` already; put them there; send them.
  /// - Parameters:
  ///   - spool: nil: they are not kept.
  ///   - asks: whether `MailAnswer.sending` waits for an answer.
  case send(id: String, MailMessage, spool: String?, asks: Bool)
  /// Whether the bytes that `MailAnswer.sending` announced may go.
  case answer(go: Bool)

  /// Everything that is asked for, as the helper reads it.
  package static func text(_ requests: [MailRequest]) -> String {
    requests.reduce(into: "") { $0 += $1.json.text + "\n" }
  }

  /// A mail with its files.
  package static func sending(
    _ message: MailMessage, id: String, spool: String?, asks: Bool = false
  ) -> [MailRequest] {
    message.attachments.map(MailRequest.attach)
      + [.send(id: id, message, spool: spool, asks: asks)]
  }

  private var json: JSON {
    switch self {
    case .hello: object([("do", "hello")])
    case .answer(let go): object([("do", go ? "go" : "stop")])
    case .account(let account, let limit):
      object([
        ("account", account.name), ("server", account.server), ("port", String(account.port)),
        ("encryption", account.encryption.rawValue), ("user", account.user),
        ("authentication", account.authentication.rawValue),
        ("sender", account.sender?.text), ("password-command", account.passwordCommand),
        ("netrc", account.netrc), ("ca-file", account.caFile), ("limit_ms", String(limit)),
      ])
    case .check(let id): object([("do", "check"), ("id", id)])
    case .attach(let attachment):
      object([
        ("do", "attach"), ("path", attachment.path), ("name", attachment.name),
      ])
    case .send(let id, let message, let spool, let asks):
      object(
        [("do", "send"), ("id", id), ("spool", spool), ("asks", asks ? "yes" : nil)]
          + message.members)
    }
  }

  /// - Returns: nil if the line is not such a request, or not safe to carry out.
  package init?(line: String) {
    guard let value = strings(in: line) else { return nil }
    switch value("do") {
    case nil:
      guard let name = value("account"), MailAccount.isName(name[...]),
        let limit = value("limit_ms").flatMap(Int64.init), limit > 0
      else { return nil }
      var account = MailAccount(name: name)
      for key in MailAccount.Key.allCases {
        guard let text = value(key.rawValue) else { continue }
        guard account.issue(key.rawValue, text) == nil else { return nil }
      }
      guard account.missing == nil else { return nil }
      self = .account(account, limit: limit)
    case "check":
      guard let id = value("id") else { return nil }
      self = .check(id: id)
    case "attach":
      guard let path = value("path"), let name = value("name"), MailAddress.isOneLine(name)
      else { return nil }
      self = .attach(MailMessage.Attachment(path: path, name: name))
    case "hello": self = .hello
    case "go": self = .answer(go: true)
    case "stop": self = .answer(go: false)
    case "send":
      guard let id = value("id"), let message = MailMessage(value) else { return nil }
      self = .send(id: id, message, spool: value("spool"), asks: value("asks") != nil)
    default: return nil
    }
  }
}

extension MailMessage {
  fileprivate var members: [(name: String, value: String?)] {
    [
      ("from", sender.text), ("to", recipient.text), ("subject", subject), ("text", text),
      ("message_id", id), ("seconds", String(seconds)), ("automatic", automatic.rawValue),
      ("in_reply_to", inReplyTo), ("reply_to", replyTo?.text),
    ]
  }

  /// - Returns: nil if something is missing, or it is not safe to send.
  fileprivate init?(_ value: (String) -> String?) {
    guard let from = value("from").flatMap(MailAddress.init),
      let to = value("to").flatMap(MailAddress.init), let subject = value("subject"),
      let text = value("text"), let id = value("message_id"),
      let seconds = value("seconds").flatMap(Int64.init),
      let automatic = value("automatic").flatMap(Automatic.init)
    else { return nil }
    self.init(
      sender: from, recipient: to, subject: subject, text: text, id: id, seconds: seconds)
    self.automatic = automatic
    inReplyTo = value("in_reply_to")
    if let text = value("reply_to") {
      guard let address = MailAddress(text) else { return nil }
      replyTo = address
    }
    guard isSafe else { return nil }
  }
}

/// An object of strings; absent ones are left out.
private func object(_ members: [(name: String, value: String?)]) -> JSON {
  .object(members.compactMap { name, value in value.map { (name, .string($0)) } })
}

/// The strings of the object that a line is; other values count as missing.
/// - Returns: nil if it is not an object.
private func strings(in line: String) -> ((_ name: String) -> String?)? {
  guard let json = JSON(parsing: line), case .object = json else { return nil }
  return { json[$0]?.string }
}

/// What the helper says, a line each time.
package enum MailAnswer: Sendable, Equatable {
  /// It is there: its process.
  case hello(Int32)
  /// The mail itself is about to be sent: until now it certainly was not taken.
  case sending(id: String)
  case done(id: String, MailResult)

  /// As a line without its end.
  package var text: String {
    switch self {
    case .hello(let process): object([("hello", String(process))]).text
    case .sending(let id): object([("sending", id)]).text
    case .done(let id, let result):
      object(
        [
          ("id", id), ("verdict", result.verdict.rawValue), ("code", result.reason?.rawValue),
          ("status", String(result.status)), ("text", result.text),
          ("secret", result.secret?.rawValue), ("detail", result.detail?.kind.rawValue),
          ("number", result.detail.map { String($0.number) }), ("path", result.detail?.path),
        ]
      ).text
    }
  }

  /// - Returns: nil if the line is not such an answer.
  package init?(line: String) {
    guard let value = strings(in: line) else { return nil }
    if let process = value("hello").flatMap(Int32.init) {
      self = .hello(process)
      return
    }
    if let id = value("sending") {
      self = .sending(id: id)
      return
    }
    guard let id = value("id"), let verdict = value("verdict").flatMap(MailResult.Verdict.init)
    else { return nil }
    let reason = value("code").flatMap(HoldReason.init) ?? .helperFailed
    let detail = value("detail").flatMap(MailResult.Detail.Kind.init).map {
      MailResult.Detail($0, value("number").flatMap(Int64.init) ?? 0, path: value("path"))
    }
    self = .done(
      id: id,
      MailResult(
        verdict, verdict == .accepted ? nil : reason,
        status: value("status").flatMap(Int.init) ?? 0, text: value("text") ?? "",
        secret: value("secret").flatMap(MailSecretSource.init), detail: detail))
  }
}
