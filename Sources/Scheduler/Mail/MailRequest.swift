import Configuration
import Reminders

/// What the helper `remind-mail` is asked for: lines of JSON on its standard input, the account
/// first. Each value is a string. It is the one place where their names stand.
///
///     {"account":"private","server":"smtp.example.org","port":"465",…}
///     {"do":"attach","path":"/…","name":"plan.pdf"}
///     {"do":"prepare","spool":"/…/7.eml","from":…,"to":…,"subject":…,"text":…,…}
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
  /// Compose it, unless its bytes lie in `spool` already; they are put there, with those of others, before
  /// the next is sent. No answer comes.
  case prepare(MailMessage, spool: String)
  /// Compose it, unless its bytes lie in `spool` already; put them there; send them.
  /// - Parameters:
  ///   - spool: nil: they are not kept.
  ///   - asks: whether `MailAnswer.sending` waits for an answer.
  case send(id: String, MailMessage, spool: String?, asks: Bool)
  /// Whether the bytes of which `MailAnswer.sending` has told may go.
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

  /// The same, to be sent later.
  package static func preparing(_ message: MailMessage, spool: String) -> [MailRequest] {
    message.attachments.map(MailRequest.attach) + [.prepare(message, spool: spool)]
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
    case .prepare(let message, let spool):
      MailRequest.object([("do", "prepare"), ("spool", spool)] + message.members)
    case .send(let id, let message, let spool, let asks):
      MailRequest.object(
        [("do", "send"), ("id", id), ("spool", spool), ("asks", asks ? "yes" : nil)]
          + message.members)
    }
  }

  private static func object(_ members: [(name: String, value: String?)]) -> JSON {
    .object(members.compactMap { name, value in value.map { (name, .string($0)) } })
  }

  /// - Parameter members: of one line; values that are no strings count as missing.
  /// - Returns: nil where it is no such request, or one that is not safe to carry out.
  package init?(_ members: [(name: String, value: JSONReader.Value)]) {
    func value(_ name: String) -> String? {
      guard case .string(let text) = members.first(where: { $0.name == name })?.value else {
        return nil
      }
      return text
    }
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
    case "prepare":
      guard let message = MailMessage(value), let spool = value("spool") else { return nil }
      self = .prepare(message, spool: spool)
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

  /// - Returns: nil where something is missing, or it is not safe to send.
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
      if let code = result.code { members.append(("code", .string(code.rawValue))) }
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
  /// - Returns: nil where it is no such answer.
  package init?(_ members: [(name: String, value: JSONReader.Value)]) {
    func value(_ name: String) -> String? {
      guard case .string(let text) = members.first(where: { $0.name == name })?.value else {
        return nil
      }
      return text
    }
    if let process = value("hello").flatMap(Int32.init) {
      self = .hello(process)
      return
    }
    if let id = value("sending") {
      self = .sending(id: id)
      return
    }
    guard let id = value("id"), let verdict = value("verdict").flatMap(MailVerdict.init)
    else { return nil }
    self = .done(
      id: id,
      MailResult(
        verdict, value("code").flatMap(MailCode.init),
        status: value("status").flatMap(Int.init) ?? 0, text: value("text") ?? "",
        secret: value("secret").flatMap(MailSecretSource.init), detail: MailDetail(value)))
  }
}

/// What became of one request.
package struct MailResult: Sendable, Equatable {
  package var verdict: MailVerdict
  /// Nil where it was accepted.
  package var code: MailCode?
  /// The server's last reply code (RFC 5321, 4.2); 0: none.
  package var status: Int
  /// The server's words, or libcurl's; of what was accepted, how the server calls it.
  package var text: String
  /// Where the secret came from; nil where it did not come to that.
  package var secret: MailSecretSource?
  /// What else is known; nil: nothing, or `text` says it.
  package var detail: MailDetail?

  package init(
    _ verdict: MailVerdict, _ code: MailCode?, status: Int = 0, text: String = "",
    secret: MailSecretSource? = nil, detail: MailDetail? = nil
  ) {
    self.verdict = verdict
    self.code = code
    self.status = status
    self.text = text
    self.secret = secret
    self.detail = detail
  }
}

/// Where the secret of an account can come from, in the order in which they are asked.
package enum MailSecretSource: String, CaseIterable, Sendable {
  /// `password-command` in the account's group.
  case command = "password-command"
  /// The Secret Service (a keyring), by secret-tool(1).
  case keyring = "secret-tool"
  /// A file that systemd hands to the service (systemd.exec(5), "Credentials").
  case credential = "systemd-credential"
  case netrc
}
