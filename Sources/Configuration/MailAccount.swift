import Reminders
import System

/// A mailbox of the user's, from which mail is sent: a group `[mail NAME]` of remindctl.conf. The
/// secret that opens it is not in here, only where it is asked for.
package struct MailAccount: Sendable, Equatable {
  /// How the server is told who we are.
  package enum Authentication: String, CaseIterable, Sendable {
    /// A password, or an application's password.
    case password
    /// An OAuth 2 bearer token (RFC 7628, XOAUTH2), which the secret's source makes.
    case oauth
  }

  /// When the encrypted part of the connection begins (RFC 8314, 3.3). Never is not offered.
  package enum Encryption: String, CaseIterable, Sendable {
    /// At once: port 465, and any but 587.
    case implicit
    /// After STARTTLS, without which nothing is sent: port 587.
    case starttls
  }

  /// Every key of such a group; remindctl.conf(5) describes them.
  package enum Key: String, CaseIterable, Sendable {
    case server, port, encryption, sender, user, authentication, own, netrc
    case allowRecipients = "allow-recipients"
    case hourlyCap = "hourly-cap"
    case passwordCommand = "password-command"
    case caFile = "ca-file"

    /// What a number can be; nil: it is none.
    package var range: ClosedRange<Int>? {
      switch self {
      case .port: 1...65_535
      case .hourlyCap: 1...10_000
      default: nil
      }
    }
  }

  /// As the group names it: ASCII's letters and digits, `.`, `_` and `-`.
  package var name: String
  package var server = ""
  package var port = 465
  var chosenEncryption: Encryption?
  /// From whom the mail is; also to whom, unless `own` says otherwise.
  package var sender: MailAddress?
  /// What the server calls the mailbox (`user`); nil: the sender's address.
  var chosenUser: String?
  package var authentication = Authentication.password
  /// Further addresses of the user's own; the first is where mail to oneself goes.
  package var own: [MailAddress] = []
  /// Who else may be written to: addresses, `@domain` for everybody there, or `*`.
  package var allowed: [String] = []
  /// How many mails may be sent in an hour.
  package var hourlyCap = 20
  /// A program and its arguments that prints the secret, quoted as in a shell, run by none.
  package var passwordCommand: String?
  /// The absolute path of a file as ftp(1) has it; nil: `~/.netrc`.
  package var netrc: String?
  /// The absolute path of the certificates that are trusted; nil: the system's.
  package var caFile: String?

  package init(name: String) { self.name = name }

  /// When encryption begins.
  package var encryption: Encryption { chosenEncryption ?? (port == 587 ? .starttls : .implicit) }

  /// What the server calls the mailbox.
  package var user: String { chosenUser ?? sender?.address ?? "" }

  /// Where mail to oneself goes.
  package var oneself: MailAddress? { own.first ?? sender }

  /// Whether `recipient` is one of the user's own addresses.
  package func isOwn(_ recipient: MailAddress) -> Bool {
    (own + [sender].compactMap(\.self)).contains { $0.isSame(as: recipient) }
  }

  /// Whether mail may be sent to `recipient`.
  package func allows(_ recipient: MailAddress) -> Bool {
    if isOwn(recipient) { return true }
    let address = recipient.address.lowercased()
    return allowed.contains { pattern in
      pattern == "*" || pattern.lowercased() == address
        || pattern.hasPrefix("@") && address.hasSuffix(pattern.lowercased())
    }
  }

  /// The key that it cannot do without and that was not given; nil if it is whole.
  package var missing: Key? { server.isEmpty ? .server : sender == nil ? .sender : nil }

  /// Whether a group may be called so.
  package static func isName(_ name: Substring) -> Bool {
    !name.isEmpty && name.utf8.count <= 64 && name.first != "-"
      && name.utf8.allSatisfy { $0.isNameByte || $0 == UInt8(ascii: ".") }
  }
}

extension MailAccount {
  /// Takes one line of its group.
  /// - Returns: what is wrong with it; nil if nothing is.
  package mutating func issue(_ name: String, _ value: String) -> Configuration.Issue.Reason? {
    guard let key = Key(rawValue: name) else { return .unknownKey(name) }
    do throws(BadValue) { try set(key, value) } catch {
      return .badAccountValue(key: key, value: value)
    }
    return nil
  }

  private mutating func set(_ key: Key, _ value: String) throws(BadValue) {
    guard MailAddress.isOneLine(value) else { throw BadValue() }
    switch key {
    case .server:
      // With the help of the rules for addresses: a name, or figures with dots.
      guard MailAddress("a@" + value) != nil else { throw BadValue() }
      server = value
    case .port, .hourlyCap:
      let number = try Int(value).orBad()
      guard key.range?.contains(number) == true else { throw BadValue() }
      if key == .port { port = number } else { hourlyCap = number }
    case .encryption: chosenEncryption = try Encryption(rawValue: value).orBad()
    case .sender: sender = try MailAddress(value).orBad()
    case .user: chosenUser = value.isEmpty ? nil : value
    case .authentication: authentication = try Authentication(rawValue: value).orBad()
    case .own:
      let parts = MailAccount.list(value)
      let addresses = parts.compactMap { MailAddress($0) }
      guard addresses.count == parts.count else { throw BadValue() }
      own = addresses
    case .allowRecipients:
      let parts = MailAccount.list(value)
      guard parts.allSatisfy(MailAccount.isPattern) else { throw BadValue() }
      allowed = parts
    case .passwordCommand: passwordCommand = value.isEmpty ? nil : value
    case .netrc, .caFile:
      guard value.isEmpty || value.hasPrefix("/") else { throw BadValue() }
      let path = value.isEmpty ? nil : value
      if key == .netrc { netrc = path } else { caFile = path }
    }
  }

  private static func isPattern(_ text: String) -> Bool {
    guard text != "*" else { return true }
    guard let address = MailAddress(text.hasPrefix("@") ? "a" + text : text) else { return false }
    return address.name == nil
  }

  /// Parts between commas, without blanks around them; of nothing none.
  private static func list(_ value: String) -> [String] {
    guard !value.isEmpty else { return [] }
    return value.split(separator: ",", omittingEmptySubsequences: false).map { String($0.trimmed) }
  }
}
