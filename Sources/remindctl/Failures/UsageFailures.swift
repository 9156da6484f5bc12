import Localization
import Reminders
import System

// What is wrong with a command line, other than a time. Nothing was changed.

/// One of the things that a command may mean.
struct PossibleReading {
  /// The same command so that it can mean nothing else.
  var command: String
  /// What it then does.
  var meaning: String
}

extension Failure {
  private static func seeHelp(_ verb: String) -> String {
    tr("`remindctl {verb} --help` explains it.", ["verb": verb])
  }

  // Verbs and words

  static func unknownVerb(_ verb: String, nearest: String?) -> Failure {
    usage(
      tr("There is no verb '{verb}'.", ["verb": VisibleText.line(verb)])
        + Messages.didYouMean(nearest),
      tr("`remindctl --help` lists the verbs."))
  }
  /// The first word is nearly a command, and may also begin a text with a time.
  /// - Parameter readings: what each of the two would do.
  static func nearlyVerb(_ word: String, readings: [PossibleReading]) -> Failure {
    var failure = usage(
      tr(
        "'{word}' is nearly a verb, and may also begin a text; nothing was done. Say which:",
        ["word": VisibleText.line(word)]))
    failure.sentences += readings.flatMap {
      ["  " + VisibleText.line("remindctl " + $0.command), "    " + $0.meaning]
    }
    failure.details = [
      (
        "readings",
        .array(
          readings.map { ["command": .string($0.command), "meaning": .string($0.meaning)] })
      )
    ]
    return failure
  }
  /// The verb needs the id of a reminder; `next` shows those that come next.
  static func missingID(verb: String, next: [String]) -> Failure {
    let question = tr("Which one? `remindctl {verb} ID` needs an id.", ["verb": verb])
    return Failure("usage", code: .usage, sentences: [question] + next)
  }
  static func notAnID(_ text: String) -> Failure {
    var failure = usage(
      tr(
        "'{text}' is not the id of a reminder; ids are numbers, and `remindctl list` shows them.",
        ["text": VisibleText.line(text)]))
    failure.hasOddWord = true
    return failure
  }
  static func needlessWord(_ word: String, verb: String) -> Failure {
    var failure = usage(
      tr(
        "`remindctl {verb}` does not know what to do with '{word}'.",
        ["verb": verb, "word": VisibleText.line(word)]),
      seeHelp(verb))
    failure.hasOddWord = true
    return failure
  }
  /// Two options, or an option and words, that exclude each other.
  static func notTogether(_ one: String, _ other: String) -> Failure {
    usage(tr("{one} and {other} do not go together.", ["one": one, "other": other]))
  }
  /// An argument that is not UTF-8: its place, 1 for the first one.
  static func notUTF8(argument: Int) -> Failure {
    usage(
      tr("Argument {n} is not valid UTF-8 text; nothing was done.", ["n": String(argument)]))
  }

  // Options and their values

  static func unknownOption(_ option: String, verb: String, nearest: String?) -> Failure {
    usage(
      tr("There is no option {option}.", ["option": VisibleText.line(option)])
        + Messages.didYouMean(nearest),
      seeHelp(verb), tr("A text that begins with a dash goes behind `--`."))
  }
  static func missingValue(option: String) -> Failure {
    usage(tr("{option} needs a value: {option}=VALUE.", ["option": option]))
  }
  static func needlessValue(option: String) -> Failure {
    usage(tr("{option} takes no value.", ["option": option]))
  }
  /// `-H=1`: a letter's value has no sign before it.
  static func valueBehindSign(option: String, value: String) -> Failure {
    usage(
      tr(
        "{option} takes its value without a '=': {option} {value}.",
        ["option": option, "value": VisibleText.line(value)]))
  }
  static func repeated(option: String) -> Failure {
    usage(tr("{option} is given twice, and takes one value.", ["option": option]))
  }
  /// An option without the one that it adds to.
  static func needs(_ option: String, _ other: String) -> Failure {
    usage(tr("{option} needs {other}.", ["option": option, "other": other]))
  }
  /// It needs a terminal to ask, or the option `--force`.
  static var needsForce: Failure {
    usage(tr("There is no terminal to ask on: it needs `--force` here."))
  }
  /// A number was needed, from 1 on.
  static func notANumber(_ text: String, option: String, most: Int?) -> Failure {
    let text = VisibleText.line(text)
    guard let most else {
      return usage(
        tr(
          "{option} takes a whole number from 1 on, not '{text}'.",
          ["option": option, "text": text]))
    }
    return usage(
      tr(
        "{option} takes a whole number from 1 to {most}, not '{text}'.",
        ["option": option, "most": String(most), "text": text]))
  }
  static func notOneOf(_ values: [String], _ text: String, option: String) -> Failure {
    usage(
      tr(
        "'{text}' is none of what `{option}` can be: {values}.",
        [
          "text": VisibleText.line(text), "option": option,
          "values": values.joined(separator: ", "),
        ]))
  }
  static func notAnAddress(_ text: String) -> Failure {
    Failure(
      HoldReason.invalidRecipient.rawValue, code: .usage,
      tr(
        "'{text}' is no address of a mailbox, like me@example.org or Me <me@example.org>.",
        ["text": VisibleText.line(text)]))
  }

  // What a reminder does not let itself do

  // Standard input

  /// The input ended before all questions of `--ask` were answered.
  static var unanswered: Failure {
    usage(tr("The input ended before all was answered; nothing is stored."))
  }
}
