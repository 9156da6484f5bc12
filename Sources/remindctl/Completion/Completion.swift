import CivilTime
import Reminders
import Store
import System
import TimeLanguage

/// What can stand where the cursor is: `remindctl __complete`, which the shells' scripts call. It
/// reads the table of verbs and options, and the store; it changes nothing and never fails.
///
///     remindctl __complete words -- WORD... PART    for shells that quote what is chosen themselves
///     remindctl __complete bash -- LINE BREAKS      the line up to the cursor, and COMP_WORDBREAKS
///
/// Each line of the answer is a word, a tab, and what it means; a line `/` stands for files.
struct Completion {
  /// The first argument that asks for it.
  static var word: String { "__complete" }

  /// Whole ones, after the program's name.
  let words: [String]
  /// What stands of the word in which the cursor is.
  let part: String
  let context: Context

  /// - Parameter line: what stands after the program's name.
  static func text(_ line: [String], _ context: Context) -> String {
    let arguments = Array(line.dropFirst(3))
    guard let last = arguments.last, line.count > 3 else { return "" }
    if line[1] == "words" {
      return lines(Completion(words: arguments.dropLast(), part: last, context: context).candidates)
    }
    guard line[1] == "bash" else { return "" }
    let shell = BashLine(arguments[0], breaks: arguments.count > 1 ? arguments[1] : "")
    return lines(
      Completion(words: shell.words, part: shell.part, context: context).candidates
        .compactMap(shell.inserted))
  }

  private static func lines(_ candidates: [Candidate]) -> String {
    candidates.reduce(into: "") { text, candidate in
      text += candidate.word
      if let meaning = candidate.meaning {
        text += "\t" + VisibleText.cut(VisibleText.line(meaning), characters: 70, bytes: 300)
      }
      text += "\n"
    }
  }

  /// All of them; whether one begins with `part` is for others to say.
  var candidates: [Candidate] {
    guard !words.contains("--") else { return [] }
    let place = Arguments.firstWord(in: words)
    let named = place.flatMap { Verb.named(words[$0]) }
    let verb = named ?? (place == nil ? .list : .add)
    if let last = words.last, let option = verb.option(asking: last) {
      return values(of: option)
    }
    if part.hasPrefix("-") {
      guard let equals = part.firstIndex(of: "=") else {
        return verb.everyOption.filter { !words.contains($0.name) }
          .map { Candidate($0.name, $0.help.text) }
      }
      let name = part[..<equals]
      guard let option = verb.option(asking: String(name)) else { return [] }
      return values(of: option).map { $0.behind(name + "=") }
    }
    guard let place else { return Candidate.allVerbs }
    guard named != nil else { return [] }
    return operands(of: verb, behind: operands(behind: place, of: verb))
  }

  /// The words after the verb that are neither options nor their values.
  private func operands(behind place: Int, of verb: Verb) -> [String] {
    let rest = words.dropFirst(place + 1)
    return zip(rest, words.dropFirst(place)).filter { word, before in
      !Arguments.isFlag(word) && verb.option(asking: before) == nil
    }.map(\.0)
  }

  private func operands(of verb: Verb, behind operands: [String]) -> [Candidate] {
    switch (verb, operands.count) {
    case (.done, _), (.cancel, _): return open.leavingOut(operands)
    case (.forget, _): return forgettable.leavingOut(operands)
    case (.show, 0): return all
    case (.edit, 0), (.snooze, 0): return open
    case (.skip, 0): return repeating
    case (.in, 0), (.snooze, 1): return Candidate.lengths
    case (.at, 0), (.on, 0): return Candidate.moments
    case (.every, 0): return Candidate.rules
    case (.pause, 0): return Candidate.lengths + [Candidate("until")]
    case (.pause, 1): return operands == ["until"] ? Candidate.moments : []
    case (.mail, 0): return Candidate.named(MailCommand.allCases.map(\.rawValue))
    case (.mail, let count):
      switch (MailCommand(rawValue: operands[0]), count) {
      case (.cancel, _), (.retry, 1): return open.leavingOut(operands)
      case (.show, 1): return all
      case (.templates, 1), (.preview, 1): return templates
      case (.check, 1), (.test, 1): return accounts
      default: return []
      }
    case (.request, 0): return templates
    case (.backup, 0), (.importFile, 0), (.restore, 0): return [.files]
    case (.help, 0): return Candidate.allVerbs
    default: return []
    }
  }

  private func values(of option: Option) -> [Candidate] {
    switch option {
    case .urgency: Candidate.named(ReminderOptions.Urgency.allCases.map(\.rawValue))
    case .beforeDate, .since: Candidate.pastMoments
    case .nag, .before, .maxLate, .inLength, .requestIn, .ifUnanswered: Candidate.lengths
    case .timeout: Candidate.lengths + [Candidate("never")]
    case .atTime, .requestAt: Candidate.moments
    case .everyRule: Candidate.rules
    case .channel: Candidate.named(["desktop", "mail", "desktop,mail"])
    case .account: accounts
    case .attach, .output: [.files]
    case .template: templates
    case .param: templateParameters
    case .locale: locales
    case .remindBefore: dates
    case .status: states
    case .sound: Candidate.sounds
    case .icon: Candidate.icons + [.files]
    case .tag, .withTag: tags
    case .tz: Candidate.named(Zone.names())
    case .lang: Candidate.named(Language.allCases.map(\.rawValue))
    case .format: [Candidate(BarFormat.waybarWord)]
    case .as: Candidate.named(TimeVerb.allCases.map(\.rawValue))
    default: []
    }
  }

  private var accounts: [Candidate] { Candidate.named(context.configuration.accounts.map(\.name)) }

  /// The words for `--status`, after those of a list that stand there already: `held,unknown`.
  private var states: [Candidate] {
    let value = part.hasPrefix("--") ? part.drop { $0 != "=" }.dropFirst() : part[...]
    let said = value.split(separator: ",", omittingEmptySubsequences: false).dropLast()
    let prefix = said.map { $0 + "," }.joined()
    return (MailFilter.words(waiting: true) + MailFilter.words(waiting: false))
      .reduce(into: [Candidate]()) { all, word in
        let candidate = Candidate(prefix + word)
        if !said.contains(word[...]), !all.contains(candidate) { all.append(candidate) }
      }
  }
}

extension Verb {
  /// The option that `word` is, and whose value is still to come.
  fileprivate func option(asking word: String) -> Option? {
    everyOption.first { $0.awaitsValue(after: word) }
  }
}

/// A word that can stand where the cursor is.
struct Candidate: Equatable {
  /// The word itself, not quoted; one line, never empty.
  var word: String
  /// What it means, in a few words.
  var meaning: String?

  init(_ word: String, _ meaning: String? = nil) {
    self.word = word
    self.meaning = meaning
  }

  /// Stands for the names of files, which the shell knows.
  static let files = Candidate("/")

  /// The same with `prefix` in front of it: `--urgency=low`.
  func behind(_ prefix: Substring) -> Candidate {
    self == .files ? self : Candidate(prefix + word, meaning)
  }

  static var allVerbs: [Candidate] { Verb.allCases.map { Candidate($0.name, $0.row.summary.text) } }

  // Examples of what people say; a test reads every one of them.

  static let lengths = named(["5m", "10m", "15m", "20m", "30m", "45m", "1h", "1h30m", "2h", "1d"])
  static let moments = named([
    "noon", "tonight", "tomorrow", "monday", "tuesday", "wednesday", "thursday", "friday",
    "saturday", "sunday",
  ])
  static let pastMoments = named(["1h", "1d", "7d", "today", "yesterday"])
  static let rules = named(["day", "weekday", "week", "month", "year", "hour", "monday", "friday"])
  static let sounds = named([
    "alarm-clock-elapsed", "bell", "complete", "dialog-information", "dialog-warning",
    "message-new-instant", "none",
  ])
  static let icons = named([
    "appointment-soon", "alarm-symbolic", "dialog-information", "dialog-warning",
  ])

  static func named(_ words: [String]) -> [Candidate] { words.map { Candidate($0) } }
}

extension [Candidate] {
  /// Those that were not named already.
  func leavingOut(_ words: [String]) -> [Candidate] { filter { !words.contains($0.word) } }
}
