import Localization
import Reminders
import Scheduler
import System
import TimeLanguage

// The sentences of `Messages` about a command that is wrong.

extension Messages {
  static func usage(_ error: UsageError) -> [String] {
    switch error {
    case .unknownVerb(let verb, let nearest):
      [
        tr("There is no verb '{verb}'.", ["verb": VisibleText.line(verb)])
          + didYouMean(nearest),
        tr("`remindctl --help` lists the verbs."),
      ]
    case .nearlyVerb(let word, let readings):
      [
        tr(
          "'{word}' is nearly a verb, and may also begin a text; nothing was done. Say which:",
          ["word": VisibleText.line(word)])
      ]
        + readings.map {
          "  " + VisibleText.line("remindctl " + $0.command) + "\n    " + $0.meaning
        }
    case .unknownOption(let option, let verb, let nearest):
      [
        tr("There is no option {option}.", ["option": VisibleText.line(option)])
          + didYouMean(nearest),
        seeHelp(verb), tr("A text that begins with a dash goes behind `--`."),
      ]
    case .missingValue(let option):
      [tr("{option} needs a value: {option}=VALUE.", ["option": option])]
    case .needlessValue(let option): [tr("{option} takes no value.", ["option": option])]
    case .valueBehindSign(let option, let value):
      [
        tr(
          "{option} takes its value without a '=': {option} {value}.",
          ["option": option, "value": VisibleText.line(value)])
      ]
    case .repeated(let option):
      [tr("{option} is given twice, and takes one value.", ["option": option])]
    case .notANumber(let text, let option, nil):
      [
        tr(
          "{option} takes a whole number from 1 on, not '{text}'.",
          ["option": option, "text": VisibleText.line(text)])
      ]
    case .notANumber(let text, let option, let most?), .tooMany(let text, let option, let most):
      [
        tr(
          "{option} takes a whole number from 1 to {most}, not '{text}'.",
          ["option": option, "most": String(most), "text": VisibleText.line(text)])
      ]
    case .notOneOf(let values, let text, let option):
      [
        tr(
          "'{text}' is none of what `{option}` can be: {values}.",
          [
            "text": VisibleText.line(text), "option": option,
            "values": values.joined(separator: ", "),
          ])
      ]
    case .notAMoment(let text, let option):
      [
        tr(
          "`{option}` is a time like 2026-03-28T10:15:30 or 2026-03-28T10:15:30+01:00, not '{text}'.",
          ["text": VisibleText.line(text), "option": option])
      ]
    case .notAnID(let text):
      [
        tr(
          "'{text}' is not the id of a reminder; ids are numbers, and `remindctl list` shows them.",
          ["text": VisibleText.line(text)])
      ]
    case .missingID(let verb, let next):
      [tr("Which one? `remindctl {verb} ID` needs an id.", ["verb": verb])] + next
    case .missingFile(let verb): [missingFile(verb)]
    case .missingMailWord: [missingMailWord]
    case .needlessWord(let word, let verb):
      [
        tr(
          "`remindctl {verb}` does not know what to do with '{word}'.",
          ["verb": verb, "word": VisibleText.line(word)]), seeHelp(verb),
      ]
    case .notTogether(let one, let other):
      [tr("{one} and {other} do not go together.", ["one": one, "other": other])]
    case .wrongAnswer(let error): [answer(error)]
    case .unanswered: [unanswered]
    case .needsForce:
      [tr("There is no terminal to ask on: it needs `--force` here.")]
    case .needs(let option, let other): [needs(option, other)]
    case .notASound(let text): [notASound(text)]
    case .notAnAddress(let text): [notAnAddress(text)]
    case .notATag(let text): [notATag(text)]
    case .notAnIcon(let text): [notAnIcon(text)]
    case .noSuchFile(let path, let code): [noSuchFile(path, system(code))]
    case .notRepeating(let id): notRepeating(String(id))
    case .snoozeNeedsTime(let id): [snoozeNeedsTime(String(id))]
    case .snoozeOfSent(let id): [snoozeOfSent(String(id))]
    case .tooLateForMail(let id): [tooLateForMail(String(id))]
    case .ofARequest(let option, let id): [ofARequest(option, String(id))]
    case .nothingToChange(let id): [nothingToChange(String(id))]
    case .notUTF8(let argument):
      [
        tr(
          "Argument {n} is not valid UTF-8 text; nothing was done.", ["n": String(argument)])
      ]
    case .perhapsReminder(let error, let command):
      usage(error)
        + [
          tr(
            "For a reminder say: {command}",
            ["command": VisibleText.line("remindctl " + command)])
        ]
    case .textNotUTF8: [tr("The text on standard input is not valid UTF-8.")]
    case .textWithNUL: [tr("The text contains a NUL character, which nothing can show.")]
    case .inputTwice(let parameter):
      [
        tr(
          "Standard input is read for one parameter, and {param} is another.",
          ["param": VisibleText.line(parameter)])
      ]
    case .notAnObject:
      [
        tr(
          "The line is not a JSON object like {example}.", ["example": #"{"input":"tomorrow 9am"}"#]
        )
      ]
    case .notAString(let member):
      [tr("`{member}` must be a string.", ["member": VisibleText.line(member)])]
    case .textTooLong(let limit):
      [tr("The text is too long: {n} bytes are the limit.", ["n": String(limit)])]
    }
  }

  static func noVerbEither(_ word: String) -> String {
    tr(
      "'{word}' is not a verb either; `remindctl --help` lists them.",
      ["word": VisibleText.cut(VisibleText.line(word), characters: 60, bytes: 400)])
  }
  static func didYouMean(_ name: String?) -> String {
    guard let name else { return "" }
    return " " + tr("Did you mean {name}?", ["name": name])
  }
  private static func seeHelp(_ verb: String) -> String {
    tr("`remindctl {verb} --help` explains it.", ["verb": verb])
  }
}
