import Configuration
import Glibc
import Reminders
import Store
import System

// What is wrong with the configuration, which both programs say.

extension Configuration.Flaw {
  /// What is wrong and where, for people; without a full stop.
  /// - Parameter path: of the file.
  package func sentence(path: String) -> String {
    let what =
      switch reason {
      case .notUTF8: tr("not valid UTF-8, and not read")
      case .notALine: tr("neither a group, a key nor a comment")
      case .unknownKey(let key): tr("unknown key {key}", ["key": VisibleText.line(key)])
      case .unknownGroup(let name): tr("unknown group [{name}]", ["name": VisibleText.line(name)])
      case .repeated(let key):
        tr("replaced by a later line with {key}", ["key": VisibleText.line(key)])
      case .noGroup(let key):
        tr("{key} stands before the line [remindctl]", ["key": VisibleText.line(key)])
      case .badValue(let key, let value):
        tr(
          "{key} cannot be {value}; it is written like {example}",
          ["key": key.rawValue, "value": VisibleText.line(value), "example": key.example])
      case .badAccountValue, .badAccountName, .incompleteAccount: reason.accountSentence ?? ""
      case .unreadable(let error): String(cString: strerror(error))
      case .foreign: tr("it can be changed by others, and is not read")
      case .openFolder(let folder):
        tr(
          "others can write the folder {folder}, and it is not read",
          ["folder": VisibleText.line(folder)])
      case .noFile: tr("it is no file")
      }
    let path = VisibleText.line(path)
    return line == 0
      ? tr("{path}: {what}", ["path": path, "what": what])
      : tr("{path}, line {line}: {what}", ["path": path, "line": String(line), "what": what])
  }
}

extension Configuration.Key {
  /// A value that it can have, or all where they are few.
  package var example: String {
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

/// `low, normal or critical`
package func either(_ words: [String]) -> String {
  tr(
    "{parts} or {last}",
    ["parts": words.dropLast().joined(separator: ", "), "last": words.last ?? ""])
}
