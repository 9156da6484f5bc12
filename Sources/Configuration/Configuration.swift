// Configuration reads `remindctl.conf`: settings, defaults of reminders and mail accounts, and each
// line that has no effect with its reason. It also says where the programs keep their files. It decides
// nothing; what a setting does is the business of those who read it.

import CivilTime
import Reminders
import System
import TimeLanguage

/// `remindctl.conf`: groups of keys and values, as the Desktop Entry Specification's basic format
/// and GLib's GKeyFile have it (comments with `#`, `[group]`, `key=value`, the escapes `\s`, `\n`,
/// `\t`, `\r` and `\\`).
package struct Configuration: Sendable, Equatable {
  /// A line that could not be read: its number from 1, and why.
  package struct Issue: Sendable, Equatable {
    /// Why; each case carries what the sentence for it needs.
    package enum Reason: Sendable, Equatable {
      case notALine
      case notUTF8
      case unknownKey(String)
      /// A group with keys in it that is none of remindctl's.
      case unknownGroup(String)
      /// A later line has the same key.
      case repeated(key: String)
      /// A key in front of the first group.
      case noGroup(key: String)
      case badValue(key: Key, value: String)
      /// The same in the group of an account.
      case badAccountValue(key: MailAccount.Key, value: String)
      /// A group `[mail …]` whose name cannot be one, or is another account's.
      case badAccountName(String)
      /// An account that is not taken, since it lacks this.
      case incompleteAccount(String, lacks: MailAccount.Key)
      /// It cannot be read, or not be trusted: whoever can write it chooses what is run as a hook.
      case file(SystemError)
    }
    /// From 1; 0 means the file as a whole.
    package var line: Int
    /// Why it could not be read.
    package var reason: Reason
  }

  /// Every key; remindctl.conf(5) describes them.
  package enum Key: String, CaseIterable, Sendable {
    case keepOpen = "keep-open"
    case quiet, snooze, history, urgency, sound, timeout, icon, speak, nag, times, before, hook
    case maxLate = "max-late"
  }

  /// Milliseconds for which a popup stays owed that was accepted on another channel
  /// (`keep-open`, 24 h).
  package var keepOpen: Int64 = 24 * 3_600_000
  /// When nothing but critical reminders is shown (`quiet`, never).
  package var quiet = QuietHours()
  /// Milliseconds of the snooze buttons (`snooze`, 10 minutes; the first is also what
  /// `remindctl snooze` means without a length).
  package var snoozes: [Int64] = [600_000]
  /// Milliseconds after which what is over is forgotten (`history`, a year).
  package var history: Int64 = 365 * 24 * 3_600_000
  /// What a reminder has that does not say otherwise: `urgency`, `sound`, `timeout`, `icon` and
  /// `speak` at each showing, `nag` (with `times`), `before` and `max-late` from its making on.
  package var defaults = ReminderOptions()
  /// The absolute path of a program that is told what happens (`hook`, none).
  package var hook: String?
  /// The line that names the hook, from 1; 0 if none does.
  package var hookLine = 0
  /// Mailboxes of the user's own, in their order; the first is meant if none is named.
  package var accounts: [MailAccount] = []
  /// How often what nags is shown, if nothing else is said.
  private var times = ReminderOptions.Nag.usualTimes
  /// What could not be understood; the defaults stand in its place.
  package var issues: [Issue] = []

  package init() {}

  /// Reads the file at `path`; one that does not exist says nothing.
  package init(path: String) {
    do throws(SystemError) {
      read(try TrustedFile.bytes(of: path, limit: 1 << 20))
    } catch {
      if error != .missing { issues = [Issue(line: 0, reason: .file(error))] }
    }
  }

  init(bytes: [UInt8]) { read(bytes) }

  /// Reads what is in a file; a line that is not UTF-8 is none, unless it is a comment.
  private mutating func read(_ bytes: [UInt8]) {
    var text = ""
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if let line = String(validating: line, as: UTF8.self) {
        text += line
      } else if line.first(where: { $0 != UInt8(ascii: " ") }) != UInt8(ascii: "#") {
        issues.append(Issue(line: index + 1, reason: .notUTF8))
      }
      text += "\n"
    }
    read(text)
  }

  /// Reads `text` as the file's content.
  package init(text: String) { read(text) }

  private mutating func read(_ text: String) {
    var group: String?
    // A group that is not known, until its first key.
    var stranger: Issue?
    var seen: [String: Int] = [:]
    var account: (MailAccount, line: Int)?
    for (index, line) in KeyFile.lines(of: text) {
      switch line {
      case .blank: break
      case .group(let name):
        finish(&account)
        group = name
        account = begin(accountOf: name, line: index)
        stranger =
          name == "remindctl" || Configuration.isAccount(name)
          ? nil : Issue(line: index, reason: .unknownGroup(name))
      case .entry(let key, let value) where account != nil:
        let issue = account?.0.issue(key, value)
        note(issue, key, in: group, line: index, &seen)
      case .entry(let key, let value) where group == "remindctl":
        note(set(key, value, line: index), key, in: group, line: index, &seen)
      case .entry where group != nil:
        issues += [stranger].compactMap(\.self)
        stranger = nil
      case .entry(let key, _): issues.append(Issue(line: index, reason: .noGroup(key: key)))
      case .none: issues.append(Issue(line: index, reason: .notALine))
      }
    }
    finish(&account)
  }

  /// - Parameters:
  ///   - issue: of this line; nil if it was understood, so that it counts.
  ///   - seen: the lines that count.
  private mutating func note(
    _ issue: Issue.Reason?, _ key: String, in group: String?, line: Int, _ seen: inout [String: Int]
  ) {
    if let issue {
      issues.append(Issue(line: line, reason: issue))
    } else if let before = seen.updateValue(line, forKey: "\(group ?? "")]\(key)") {
      issues.append(Issue(line: before, reason: .repeated(key: key)))
    }
  }

  private static func isAccount(_ group: String) -> Bool {
    group == "mail" || group.hasPrefix("mail ")
  }

  /// An account's group begins, unless `group` is another one.
  private mutating func begin(accountOf group: String, line: Int) -> (MailAccount, line: Int)? {
    guard Configuration.isAccount(group) else { return nil }
    let name = group.dropFirst(5)
    guard MailAccount.isName(name), !accounts.contains(where: { $0.name == name }) else {
      issues.append(Issue(line: line, reason: .badAccountName(String(name))))
      return nil
    }
    return (MailAccount(name: String(name)), line)
  }

  private mutating func finish(_ account: inout (MailAccount, line: Int)?) {
    guard let (whole, line) = account else { return }
    account = nil
    if let missing = whole.missing {
      // One that is there and is none was named already.
      let isNamed = issues.contains { issue in
        if case .badAccountValue(missing, _) = issue.reason { issue.line > line } else { false }
      }
      guard !isNamed else { return }
      issues.append(Issue(line: line, reason: .incompleteAccount(whole.name, lacks: missing)))
    } else {
      accounts.append(whole)
    }
  }

  /// - Returns: what is wrong with it; nil if nothing is.
  private mutating func set(_ name: String, _ value: String, line: Int) -> Issue.Reason? {
    guard let key = Key(rawValue: name) else { return .unknownKey(name) }
    do throws(BadValue) { try set(key, value) } catch { return .badValue(key: key, value: value) }
    if key == .hook { hookLine = hook == nil ? 0 : line }
    return nil
  }

  private mutating func set(_ key: Key, _ value: String) throws(BadValue) {
    switch key {
    case .keepOpen: keepOpen = try Self.length(value)
    case .history: history = try Self.length(value)
    case .quiet: quiet = try QuietHours(value).orBad()
    case .snooze: snoozes = try Self.lengths(value)
    case .hook:
      guard value.isEmpty || value.hasPrefix("/") && Self.isPlain(value) else { throw BadValue() }
      hook = value.isEmpty ? nil : value
    case .urgency: defaults.urgency = try ReminderOptions.Urgency(rawValue: value).orBad()
    case .sound, .icon:
      guard !value.isEmpty, Self.isPlain(value) else { throw BadValue() }
      if key == .sound { defaults.sound = value } else { defaults.icon = value }
    case .timeout: defaults.timeout = value == "never" ? 0 : try Self.length(value)
    case .speak: defaults.speak = try Self.truth(value)
    case .nag:
      let every = value.isEmpty ? nil : try Self.length(value)
      guard every ?? .max >= ReminderOptions.Nag.leastEvery else { throw BadValue() }
      defaults.nag = every.map { ReminderOptions.Nag(every: $0, times: times) }
    case .times:
      let count = try Int(value).orBad()
      guard (1...ReminderOptions.Nag.mostTimes).contains(count) else { throw BadValue() }
      times = count
      defaults.nag?.times = count
    case .before:
      defaults.before = value.isEmpty ? [] : Set(try Self.lengths(value)).sorted(by: >)
    case .maxLate: defaults.maxLate = value.isEmpty ? nil : try Self.length(value)
    }
  }

  private static func isPlain(_ text: String) -> Bool { VisibleText.line(text) == text }

  private static func lengths(_ text: String) throws(BadValue) -> [Int64] {
    var lengths: [Int64] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      lengths.append(try length(String(part)))
    }
    return lengths
  }

  private static func truth(_ text: String) throws(BadValue) -> Bool {
    switch text {
    case "yes", "true", "on", "1": true
    case "no", "false", "off", "0": false
    default: throw BadValue()
    }
  }

  /// A length of time in the words that `remindctl in` takes, in milliseconds; a day has 24 hours,
  /// a year 365 days.
  private static func length(_ text: String) throws(BadValue) -> Int64 {
    guard let (span, rest) = try? Parser.span(text, timeEnd: nil, languages: [.en]),
      rest == nil
    else { throw BadValue() }
    return try Instant(milliseconds: 0).adding(span, in: .utc).orBad().milliseconds
  }
}

/// A value that a key cannot have.
struct BadValue: Error {}

extension Optional {
  func orBad() throws(BadValue) -> Wrapped {
    guard let self else { throw BadValue() }
    return self
  }
}

/// Which channels the daemon was told to use. The raw value is what `--channel` takes.
package enum ChannelChoice: String, CaseIterable, Sendable {
  /// The desktop if there is one, standard output elsewhere; decided for each delivery.
  case auto
  case desktop
  case stdout
}
