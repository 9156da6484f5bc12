import Configuration
import Store
import System

extension Configuration.Flaw.Reason {
  /// What is wrong with a mail account, for people; nil where it is about something else.
  package var accountSentence: String? {
    switch self {
    case .badAccountValue(let key, let value) where key.range != nil:
      tr(
        "{key} cannot be {value}; it is a whole number from {least} to {most}",
        [
          "key": key.rawValue, "value": VisibleText.line(value),
          "least": String(key.range?.lowerBound ?? 0), "most": String(key.range?.upperBound ?? 0),
        ])
    case .badAccountValue(let key, let value):
      tr(
        "{key} cannot be {value}; it is written like {example}",
        ["key": key.rawValue, "value": VisibleText.line(value), "example": key.example])
    case .badAccountName(let name):
      tr(
        "[mail {name}] is no account: it is called [mail NAME], with letters and digits, and each NAME stands once",
        ["name": VisibleText.line(name)])
    case .incompleteAccount(let name, let key):
      tr(
        "The account {name} lacks {key}, and is not used; it is written like {example}",
        ["name": name, "key": key.rawValue, "example": "\(key.rawValue)=\(key.example)"])
    case .notALine, .notUTF8, .unknownKey, .unknownGroup, .repeated, .noGroup, .badValue,
      .unreadable, .noFile, .foreign, .openFolder:
      nil
    }
  }
}

extension MailAccount.Key {
  /// A value that it can have, or all where they are few.
  package var example: String {
    switch self {
    case .server: "smtp.example.org"
    case .port: "465"
    case .encryption: either(MailAccount.Encryption.allCases.map(\.rawValue))
    case .sender: "Me <me@example.org>"
    case .user: "me@example.org"
    case .authentication: either(MailAccount.Authentication.allCases.map(\.rawValue))
    case .own: "me@example.org, me@example.com"
    case .allowRecipients: "mum@example.org, @example.com"
    case .hourlyCap: "20"
    case .passwordCommand: "pass show mail"
    case .netrc: "/home/me/.netrc"
    case .caFile: "/etc/ssl/certs/ca-certificates.crt"
    }
  }
}
