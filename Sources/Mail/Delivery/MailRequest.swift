import Configuration
import Reminders
import Store

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
    case .hello: MailRequest.object([("do", "hello")])
    case .answer(let go): MailRequest.object([("do", go ? "go" : "stop")])
    case .account(let account, let limit):
      MailRequest.object([
        ("account", account.name), ("server", account.server), ("port", String(account.port)),
        ("encryption", account.encryption.rawValue), ("user", account.user),
        ("authentication", account.authentication.rawValue),
        ("sender", account.sender?.text), ("password-command", account.passwordCommand),
        ("netrc", account.netrc), ("ca-file", account.caFile), ("limit_ms", String(limit)),
      ])
    case .check(let id): MailRequest.object([("do", "check"), ("id", id)])
    case .attach(let attachment):
      MailRequest.object([
        ("do", "attach"), ("path", attachment.path), ("name", attachment.name),
      ])
    case .send(let id, let message, let spool, let asks):
      MailRequest.object(
        [("do", "send"), ("id", id), ("spool", spool), ("asks", asks ? "yes" : nil)]
          + message.members)
    }
  }

  private static func object(_ members: [(name: String, value: String?)]) -> JSON {
    .object(members.compactMap { name, value in value.map { (name, .string($0)) } })
  }

  /// - Parameter members: of one line.
  /// - Returns: nil if it is not such a request, or not safe to carry out.
  package init?(_ members: [(name: String, value: JSONReader.Value)]) {
    let value = strings(in: members)
    switch value("do") {
    case nil:
      guard let name = value("account"), MailAccount.isName(name[...]),
        let limit = value("limit_ms").flatMap(Int64.init), limit > 0
      else { return nil }
      var account = MailAccount(name: name)
      for key in MailAccount.Key.allCases {
        guard let text = value(key.rawValue) else { continue }
        guard account.flaw(key.rawValue, text) == nil else { return nil }
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

/// The strings among the members of a line; values that are not strings count as missing.
private func strings(
  in members: [(name: String, value: JSONReader.Value)]
) -> (_ name: String) -> String? {
  { name in
    guard case .string(let text) = members.first(where: { $0.name == name })?.value else {
      return nil
    }
    return text
  }
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
    var members: [(name: String, value: JSON)]
    switch self {
    case .hello(let process): members = [("hello", .string(String(process)))]
    case .sending(let id): members = [("sending", .string(id))]
    case .done(let id, let result):
      members = [("id", .string(id)), ("verdict", .string(result.verdict.rawValue))]
      if let reason = result.reason { members.append(("code", .string(reason.rawValue))) }
      members.append(("status", .string(String(result.status))))
      members.append(("text", .string(result.text)))
      if let secret = result.secret { members.append(("secret", .string(secret.rawValue))) }
      members += (result.detail?.members ?? []).compactMap { name, value in
        value.map { (name, .string($0)) }
      }
    }
    return JSON.object(members).text
  }

  /// - Parameter members: of one line.
  /// - Returns: nil if it is not such an answer.
  package init?(_ members: [(name: String, value: JSONReader.Value)]) {
    let value = strings(in: members)
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
    self = .done(
      id: id,
      MailResult(
        verdict, verdict == .accepted ? nil : reason,
        status: value("status").flatMap(Int.init) ?? 0, text: value("text") ?? "",
        secret: value("secret").flatMap(MailSecretSource.init), detail: MailResult.Detail(value)))
  }
}
