import Configuration
import Glibc
import Reminders
import System

extension Configuration.Issue {
  /// Whether it is about a mail account.
  package var isAboutAccount: Bool {
    switch reason {
    case .badAccountValue, .badAccountName, .incompleteAccount: true
    default: false
    }
  }

  /// What is wrong and where, for people; without a full stop.
  /// - Parameter path: of the file.
  package func sentence(path: String) -> String {
    let path = VisibleText.line(path)
    return line == 0
      ? tr("{path}: {what}", ["path": path, "what": what])
      : tr("{path}, line {line}: {what}", ["path": path, "line": String(line), "what": what])
  }

  var what: String {
    switch reason {
    case .notUTF8: tr("not valid UTF-8, and not read")
    case .notALine: tr("neither a group, a key nor a comment")
    case .unknownKey(let key): tr("unknown key {key}", ["key": VisibleText.line(key)])
    case .unknownGroup(let name): tr("unknown group [{name}]", ["name": VisibleText.line(name)])
    case .repeated(let key):
      tr("replaced by a later line with {key}", ["key": VisibleText.line(key)])
    case .noGroup(let key):
      tr("{key} stands before the line [remindctl]", ["key": VisibleText.line(key)])
    case .badValue(let key, let value): written(key.rawValue, value, key.example)
    case .badAccountValue(let key, let value) where key.range != nil:
      tr(
        "{key} cannot be {value}; it is a whole number from {least} to {most}",
        [
          "key": key.rawValue, "value": VisibleText.line(value),
          "least": String(key.range?.lowerBound ?? 0), "most": String(key.range?.upperBound ?? 0),
        ])
    case .badAccountValue(let key, let value): written(key.rawValue, value, key.example)
    case .badAccountName(let name):
      tr(
        "[mail {name}] is no account: it is called [mail NAME], with letters and digits, and each NAME stands once",
        ["name": VisibleText.line(name)])
    case .incompleteAccount(let name, let key):
      tr(
        "The account {name} lacks {key}, and is not used; it is written like {example}",
        ["name": name, "key": key.rawValue, "example": "\(key.rawValue)=\(key.example)"])
    case .file(.foreign): tr("it can be changed by others, and is not read")
    case .file(.openFolder(let folder)):
      tr(
        "others can write the folder {folder}, and it is not read",
        ["folder": VisibleText.line(folder)])
    case .file(.notAFile): tr("it is no file")
    case .file(let error): String(cString: strerror(error.code))
    }
  }

  private func written(_ key: String, _ value: String, _ example: String) -> String {
    tr(
      "{key} cannot be {value}; it is written like {example}",
      ["key": key, "value": VisibleText.line(value), "example": example])
  }
}

extension Configuration.Key {
  /// A value that it can have, or all if they are few.
  var example: String {
    switch self {
    case .keepOpen: "24h"
    case .history: "1 year"
    case .quiet: "mon-fri 22:00-07:00; sat,sun 23:30-09:00"
    case .snooze: "10m, 1h"
    case .hook: "/usr/local/bin/hook"
    case .urgency: either(ReminderOptions.Urgency.allCases.map(\.rawValue))
    case .sound: either(["alarm-clock-elapsed", "none"])
    case .icon: "appointment-soon"
    case .timeout: either(["20s", "never"])
    case .speak: either(["yes", "no"])
    case .nag: "5m"
    case .times: "12"
    case .before: "10m, 1h"
    case .maxLate: "30m"
    }
  }
}

extension MailAccount.Key {
  /// A value that it can have, or all if they are few.
  var example: String {
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

/// `low, normal or critical`
private func either(_ words: [String]) -> String {
  tr(
    "{parts} or {last}",
    ["parts": words.dropLast().joined(separator: ", "), "last": words.last ?? ""])
}
