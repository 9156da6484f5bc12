import CivilTime
import Reminders
import Scheduler
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

  private let words: [String]
  /// What stands of the word in which the cursor is.
  private let part: String
  private let context: Context

  /// - Parameter words: whole ones, behind the program's name.
  init(words: [String], part: String, _ context: Context) {
    self.words = words
    self.part = part
    self.context = context
  }

  /// - Parameter line: what stands behind the program's name.
  static func text(_ line: [String], _ context: Context) -> String {
    let arguments = line.dropFirst(3)
    switch line.dropFirst().first {
    case "words":
      guard let part = arguments.last else { return "" }
      let completion = Completion(words: Array(arguments.dropLast()), part: part, context)
      return lines(completion.candidates)
    case "bash":
      guard let text = arguments.first else { return "" }
      let shell = BashLine(text, breaks: arguments.dropFirst().first ?? "")
      let completion = Completion(words: shell.words, part: shell.part, context)
      return lines(completion.candidates.compactMap(shell.inserted))
    default: return ""
    }
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
    let verb = named ?? Verb(place == nil ? .list : .add)
    if let last = words.last, let option = verb.option(asking: last) {
      return values(of: option, of: verb)
    }
    if part.hasPrefix("-") {
      guard let equals = part.firstIndex(of: "=") else { return options(of: verb) }
      let name = part[..<equals]
      guard let option = verb.option(asking: String(name)) else { return [] }
      return values(of: option, of: verb).map { $0.behind(name + "=") }
    }
    guard let place else { return Candidate.allVerbs }
    guard named != nil else { return [] }
    return operands(of: verb, behind: operands(behind: place, of: verb))
  }

  private func options(of verb: Verb) -> [Candidate] {
    verb.everyOption.filter { !words.contains($0.name) }
      .map { Candidate($0.name, $0.help.text) }
  }

  /// The words behind the verb that are neither options nor their values.
  private func operands(behind place: Int, of verb: Verb) -> [String] {
    let rest = words.dropFirst(place + 1)
    return zip(rest, words.dropFirst(place)).filter { word, before in
      !Arguments.isFlag(word) && verb.option(asking: before) == nil
    }.map(\.0)
  }

  private func operands(of verb: Verb, behind operands: [String]) -> [Candidate] {
    let isFirst = operands.isEmpty
    let reminders = StoreCandidates(context, beginning: part)
    switch verb.name {
    case "done", "cancel": return reminders.open.leavingOut(operands)
    case "forget": return reminders.finished.leavingOut(operands)
    case "show": return isFirst ? reminders.all : []
    case "edit": return isFirst ? reminders.open : []
    case "skip": return isFirst ? reminders.repeating : []
    case "snooze": return isFirst ? reminders.open : operands.count == 1 ? Candidate.lengths : []
    case "in": return isFirst ? Candidate.lengths : []
    case "at", "on": return isFirst ? Candidate.moments : []
    case "every": return isFirst ? Candidate.rules : []
    case "pause":
      if isFirst { return Candidate.lengths + [Candidate("until")] }
      return operands == ["until"] ? Candidate.moments : []
    case "mail":
      if isFirst { return MailCommand.allCases.map { Candidate($0.rawValue) } }
      switch operands[0] {
      case MailCommand.retry.rawValue where operands.count == 1,
        MailCommand.cancel.rawValue:
        return reminders.open.leavingOut(operands)
      case MailCommand.show.rawValue where operands.count == 1: return reminders.all
      case MailCommand.templates.rawValue where operands.count == 1,
        MailCommand.preview.rawValue where operands.count == 1:
        return TemplateCandidates(words, context).names
      default: break
      }
      guard operands.count == 1, operands == ["check"] || operands == ["test"] else { return [] }
      return context.configuration.accounts.map { Candidate($0.name) }
    case "request": return isFirst ? TemplateCandidates(words, context).names : []
    case "backup", "import", "restore": return isFirst ? [.files] : []
    case "help": return isFirst ? Candidate.allVerbs : []
    default: return []
    }
  }

  private func values(of option: Option, of verb: Verb) -> [Candidate] {
    switch option {
    case .urgency: ReminderOptions.Urgency.allCases.map { Candidate($0.rawValue) }
    case .before where verb.name == "forget": Candidate.pastMoments
    case .since: Candidate.pastMoments
    case .nag, .before, .maxLate, .inLength: Candidate.lengths
    case .ifUnanswered: Candidate.lengths
    case .channel: ["desktop", "mail", "desktop,mail"].map { Candidate($0) }
    case .account: context.configuration.accounts.map { Candidate($0.name) }
    case .attach: [.files]
    case .template: TemplateCandidates(words, context).names
    case .param: TemplateCandidates(words, context).parameters(part)
    case .locale: TemplateCandidates(words, context).locales
    case .remindBefore: TemplateCandidates(words, context).dates
    case .status:
      states
    case .timeout: Candidate.lengths + [Candidate("never")]
    case .atTime: Candidate.moments
    case .everyRule: Candidate.rules
    case .sound: Candidate.sounds
    case .output: [.files]
    case .icon: Candidate.icons + [.files]
    case .tag: StoreCandidates(context, beginning: part).tags
    case .tz: Zone.names().map { Candidate($0) }
    case .lang: Language.allCases.map { Candidate($0.rawValue) }
    case .format: [Candidate(BarFormat.waybarWord)]
    case .as: TimeVerb.allCases.map { Candidate($0.rawValue) }
    default: []
    }
  }

  /// The words for `--status`, behind those of a list that stand there already: `held,unknown`.
  private var states: [Candidate] {
    let value = part.hasPrefix("--") ? part.drop { $0 != "=" }.dropFirst() : part[...]
    let said = value.split(separator: ",", omittingEmptySubsequences: false).dropLast()
    let prefix = said.map { $0 + "," }.joined()
    return (MailList.words(waiting: true) + MailList.words(waiting: false))
      .reduce(into: [Candidate]()) { all, word in
        let candidate = Candidate(prefix + word)
        if !said.contains(word[...]), !all.contains(candidate) { all.append(candidate) }
      }
  }
}

extension Verb {
  /// The option that `word` is, and whose value is still to come.
  fileprivate func option(asking word: String) -> Option? {
    everyOption.first {
      $0.value != nil && (word == $0.name || $0.short.map { "-\($0)" } == word)
    }
  }
}
