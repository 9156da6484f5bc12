/// What the helper `remind-mail` is asked for: lines of JSON on its standard input, the account
/// first. Each value is a string. It is the one place where their names stand.
///
///     {"account":"private","server":"smtp.example.org","port":"465",…}
///     {"do":"attach","path":"/…","name":"plan.pdf"}
///     {"do":"send","id":"7","spool":"/…/7.eml","from":…,"to":…,"subject":…,"text":…,…}
///
/// Its answers are `MailAnswer`s, one a line.
public enum MailRequest: Sendable, Equatable {
  /// With whom, for all that follows.
  /// - Parameter limit: milliseconds that the server may take for each.
  case account(MailAccount, limit: Int64)
  /// Log in, and send nothing.
  case check(id: String)
  /// A file of the mail that comes next.
  case attach(MailMessage.Attachment)
  /// Compose it, unless its bytes lie in `spool` already; put them there; send them.
  /// - Parameter spool: nil: they are not kept.
  case send(id: String, MailMessage, spool: String?)

  /// Everything that is asked for, as the helper reads it.
  public static func text(_ requests: [MailRequest]) -> String {
    requests.reduce(into: "") { $0 += $1.json.text + "\n" }
  }

  /// A mail with its files.
  public static func sending(_ message: MailMessage, id: String, spool: String?) -> [MailRequest] {
    message.attachments.map(MailRequest.attach) + [.send(id: id, message, spool: spool)]
  }

  private var json: JSON {
    switch self {
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
    case .send(let id, let message, let spool):
      MailRequest.object([
        ("do", "send"), ("id", id), ("spool", spool), ("from", message.sender.text),
        ("to", message.recipient.text), ("subject", message.subject), ("text", message.text),
        ("message_id", message.id), ("seconds", String(message.seconds)),
        ("automatic", message.automatic.rawValue), ("in_reply_to", message.inReplyTo),
      ])
    }
  }

  private static func object(_ members: [(name: String, value: String?)]) -> JSON {
    .object(members.compactMap { name, value in value.map { (name, .string($0)) } })
  }

  /// - Parameter members: of one line; values that are no strings count as missing.
  /// - Returns: nil where it is no such request, or one that is not safe to carry out.
  public init?(_ members: [(name: String, value: JSONReader.Value)]) {
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
    case "send":
      guard let id = value("id"), let from = value("from").flatMap(MailAddress.init),
        let to = value("to").flatMap(MailAddress.init), let subject = value("subject"),
        let text = value("text"), let messageID = value("message_id"),
        let seconds = value("seconds").flatMap(Int64.init),
        let automatic = value("automatic").flatMap(MailMessage.Automatic.init)
      else { return nil }
      var message = MailMessage(
        sender: from, recipient: to, subject: subject, text: text, id: messageID, seconds: seconds)
      message.automatic = automatic
      message.inReplyTo = value("in_reply_to")
      guard message.isSafe else { return nil }
      self = .send(id: id, message, spool: value("spool"))
    default: return nil
    }
  }
}

/// What the helper says, a line each time.
public enum MailAnswer: Sendable, Equatable {
  /// The mail itself is about to be sent: until now it certainly was not taken.
  case sending(id: String)
  case done(id: String, MailResult)

  /// As a line without its end.
  public var text: String {
    var members: [(name: String, value: JSON)]
    switch self {
    case .sending(let id): members = [("sending", .string(id))]
    case .done(let id, let result):
      members = [("id", .string(id)), ("verdict", .string(result.verdict.rawValue))]
      if let code = result.code { members.append(("code", .string(code.rawValue))) }
      members.append(("status", .string(String(result.status))))
      members.append(("text", .string(result.text)))
      if let secret = result.secret { members.append(("secret", .string(secret.rawValue))) }
    }
    return JSON.object(members).text
  }

  /// - Parameter members: of one line.
  /// - Returns: nil where it is no such answer.
  public init?(_ members: [(name: String, value: JSONReader.Value)]) {
    func value(_ name: String) -> String? {
      guard case .string(let text) = members.first(where: { $0.name == name })?.value else {
        return nil
      }
      return text
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
        secret: value("secret").flatMap(MailSecretSource.init)))
  }
}

/// What became of one request.
public struct MailResult: Sendable, Equatable {
  public var verdict: MailVerdict
  /// Nil where it was accepted.
  public var code: MailCode?
  /// The server's last reply code (RFC 5321, 4.2); 0: none.
  public var status: Int
  /// The server's words, or libcurl's; of what was accepted, how the server calls it.
  public var text: String
  /// Where the secret came from; nil where it did not come to that.
  public var secret: MailSecretSource?

  public init(
    _ verdict: MailVerdict, _ code: MailCode?, status: Int = 0, text: String = "",
    secret: MailSecretSource? = nil
  ) {
    self.verdict = verdict
    self.code = code
    self.status = status
    self.text = text
    self.secret = secret
  }
}

/// Where the secret of an account can come from, in the order in which they are asked.
public enum MailSecretSource: String, CaseIterable, Sendable {
  /// `password-command` in the account's group.
  case command = "password-command"
  /// The Secret Service (a keyring), by secret-tool(1).
  case keyring = "secret-tool"
  /// A file that systemd hands to the service (systemd.exec(5), "Credentials").
  case credential = "systemd-credential"
  case netrc
}
