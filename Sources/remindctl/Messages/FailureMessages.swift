import Configuration
import Glibc
import Localization
import Reminders
import Store
import System

// The sentences of `Messages` about what went wrong, and what to do about it.

extension Messages {
  /// What went wrong and what to do about it, as lines.
  /// - Parameter columns: of the terminal that shows it; nil if there is none. A terminal gets a
  ///   caret under what was not understood.
  static func failure(_ failure: Failure, columns: Int?) -> [String] {
    text(failure, columns).split(separator: "\n").map(String.init)
  }

  /// The same as one text: most failures are one sentence.
  private static func text(_ failure: Failure, _ columns: Int?) -> String {
    switch failure {
    case .usage(let error): usage(error)
    case .time(let error, let input), .alone(let error, let input):
      lines(
        [time(error, in: input, isReminder: failure.hasText)]
          + (columns.map { Caret.lines(error, in: input, columns: $0) } ?? [])
          + accepted(error.accepted, withText: failure.hasText))
    case .phrase(let error, let input, let first):
      text(.time(error, input: input), columns) + "\n"
        + tr(
          "'{word}' is not a verb either; `remindctl --help` lists them.",
          ["word": VisibleText.cut(VisibleText.line(first), characters: 60, bytes: 400)])
    case .option(let error, let input, let option):
      inOption(option, Messages.failure(.alone(error, input: input), columns: columns))
    case .field(let error): lines([field(error)] + accepted([.duration], withText: true))
    case .noSuchReminder(let ids): lines(ids.map(noSuchReminder))
    case .unfinished(let ids):
      lines(
        ids.map {
          tr(
            "Reminder {id} is not finished: `remindctl cancel {id}` comes first.",
            ["id": String($0)])
        })
    case .mailWaits(let ids):
      lines(
        ids.map {
          tr(
            "A mail of reminder {id} waits to be sent: `remindctl mail cancel {id}` comes first.",
            ["id": String($0)])
        })
    case .changedMeanwhile(let id):
      tr("Reminder {id} has changed in this very moment; nothing was done.", ["id": String(id)])
    case .nothingToUndo: tr("There is nothing to take back.")
    case .movedOn(let id, let kind, let closed):
      lines(
        [movedOn(String(id), kind)] + (closed.map { [Messages.closed(String(id), $0)] } ?? [])
          + [tr("It stays as it is; `remindctl undo` again takes back what was done before that.")])
    case .restored(let when, let aside): restored(when, aside)
    case .store(let error, let paths): store(error, paths)
    case .backup(let error): backup(error)
    case .nothingToBackUp: tr("There is no store yet, and nothing to copy.")
    case .mail(let failure): lines(mail(failure))
    case .template(let failure): lines(template(failure))
    case .malformedKey(let text):
      tr(
        "'{text}' is no key: that is 1 to {most} letters, digits and signs of ASCII, without blanks.",
        ["text": VisibleText.line(text), "most": String(RequestKey.most)])
    case .keyTaken(let id):
      tr(
        "Another request has made reminder {id} under this key; nothing was stored.",
        ["id": String(id)])
    case .noMail(let id, let why): noMail(String(id), why)
    case .mailWritten(let id):
      tr(
        "A mail of reminder {id} is written and waits: it goes as it is, or `remindctl mail cancel {id}` gives it up.",
        ["id": String(id)])
    case .mailBeingSent(let id):
      tr("The mail of reminder {id} is being sent at this moment.", ["id": String(id)])
    case .calendar(let error): lines(calendar(error))
    case .noHome:
      tr(
        "Nobody knows where the store is: HOME names no folder, and XDG_DATA_HOME and XDG_CONFIG_HOME do not both."
      )
    case .input(let code):
      tr("Standard input cannot be read: {error}.", ["error": system(code)])
    case .output(let code):
      tr("Standard output cannot be written: {error}.", ["error": system(code)])
    case .declined: tr("Nothing was changed.")
    case .unexpected(let name):
      tr("An unexpected error: {error}.", ["error": VisibleText.line(name)])
    }
  }

  private static func lines(_ sentences: [String]) -> String { sentences.joined(separator: "\n") }

  private static func inOption(_ option: String, _ sentences: [String]) -> String {
    guard let first = sentences.first else { return "" }
    return lines(
      [tr("{option}: {error}", ["option": option, "error": first])] + sentences.dropFirst())
  }

  private static func noSuchReminder(_ reminder: Failure.UnknownReminder) -> String {
    let id = reminder.id
    if id == Failure.UnknownReminder.last {
      return tr("There is no last one: nothing that was shown waits for an answer.")
    }
    guard let state = reminder.state else { return tr("There is no reminder {id}.", ["id": id]) }
    if let closed = reminder.closed {
      return tr("Reminder {id} is finished.", ["id": id]) + " " + Messages.closed(id, closed)
    }
    return switch state {
    case .cancelled: tr("Reminder {id} is cancelled already.", ["id": id])
    case .scheduled, .unanswered, .done, .dismissed, .snoozed, .expired:
      tr("Reminder {id} is finished already.", ["id": id])
    }
  }

  /// - Parameter closed: when its popup was closed.
  private static func closed(_ id: String, _ closed: String) -> String {
    tr(
      "Its popup was closed {when}; `remindctl snooze {id}` brings it back.",
      ["when": closed, "id": id])
  }

  private static func restored(_ when: String, _ aside: String?) -> String {
    let last = tr(
      "The store was restored last, {when}, which undo does not take back.", ["when": when])
    guard let aside else { return last }
    let command = "remindctl restore \(VisibleText.line(aside)) --force"
    return last + "\n" + tr("`{command}` has what was there before.", ["command": command])
  }

  private static func store(_ error: StoreError, _ paths: Paths) -> String {
    let (path, reason) =
      switch error {
      case .folder(let path, let code): (path, system(code))
      case .foreign(let path, _), .stray(let path): (path, "")
      case .unwatchable(let shortage): (paths.data, watchesUsedUp(shortage))
      case .newer(let found, let known): (paths.store, "\(found) > \(known)")
      case .refused, .copy, .taken, .lock: (paths.store, "")
      case .database(_, let message, _):
        (error.cause == .unreachable ? paths.unreadable : nil).map { ($0.path, system($0.errno)) }
          ?? (paths.store, message)
      }
    let values = ["path": VisibleText.line(path), "error": reason] as KeyValuePairs
    return switch error.cause {
    case .locked: tr("Another program keeps {path} locked; try again.", values)
    case .full: tr("The disk with {path} is full; nothing was stored.", values)
    case .readOnly: unwritable(paths.unwritable) ?? unwritable([paths.store], reason)
    case .foreign:
      if case .foreign(_, .link) = error {
        tr(
          "{path} is a link, which remindd could not watch; XDG_DATA_HOME can be elsewhere.", values
        )
      } else {
        tr("{path} belongs to another user, and is not used.", values)
      }
    case .moved: tr("Another file has just taken the place of {path}; try again.", values)
    case .notADatabase:
      tr("{path} is not a store of reminders; move it away, and a new one is made.", values)
    case .damaged: tr("{path} is damaged: {error}.", values)
    case .newer:
      tr("{path} was written by a later version of remindctl; this one is too old for it.", values)
    case .unreachable where error == .foreign(path: path, .special):
      tr("{path} is no file; move it away and try again.", values)
    case .unreachable where error == .foreign(path: path, .folder):
      tr("{path} is a folder; move it away and try again.", values)
    case .unreachable where error == .foreign(path: path, .noFolder):
      tr("{path} is no folder, or a link to one; move it away and try again.", values)
    case .unreachable, .other: tr("{path} cannot be used: {error}.", values)
    }
  }

  /// Why a folder cannot be used.
  static func watchesUsedUp(_ shortage: INotify.Shortage) -> String {
    tr("no more can be watched, {limit} is used up", ["limit": shortage.rawValue])
  }

  /// - Returns: nil if all can be written.
  static func unwritable(_ paths: [(path: String, errno: Int32)]) -> String? {
    guard let first = paths.first else { return nil }
    return unwritable(paths.map(\.path), system(first.errno))
  }

  private static func unwritable(_ paths: [String], _ reason: String) -> String {
    tr(
      paths.count, "{path} cannot be written: {error}.", "{path} cannot be written: {error}.",
      ["path": list(paths.map(VisibleText.line)), "error": reason])
  }

  // A command that is wrong

  private static func usage(_ error: UsageError) -> String {
    switch error {
    case .unknownVerb(let verb, let nearest):
      tr("There is no verb '{verb}'.", ["verb": VisibleText.line(verb)]) + didYouMean(nearest)
        + "\n" + tr("`remindctl --help` lists the verbs.")
    case .nearlyVerb(let word, let readings):
      lines(
        [
          tr(
            "'{word}' is nearly a verb, and may also begin a text; nothing was done. Say which:",
            ["word": VisibleText.line(word)])
        ]
          + readings.map {
            "  " + VisibleText.line("remindctl " + $0.command) + "\n    " + $0.meaning
          })
    case .unknownOption(let option, let verb, let nearest):
      lines([
        tr("There is no option {option}.", ["option": VisibleText.line(option)])
          + didYouMean(nearest),
        seeHelp(verb), tr("A text that begins with a dash goes behind `--`."),
      ])
    case .missingValue(let option):
      tr("{option} needs a value: {option}=VALUE.", ["option": option])
    case .needlessValue(let option): tr("{option} takes no value.", ["option": option])
    case .valueBehindSign(let option, let value):
      tr(
        "{option} takes its value without a '=': {option} {value}.",
        ["option": option, "value": VisibleText.line(value)])
    case .repeated(let option):
      tr("{option} is given twice, and takes one value.", ["option": option])
    case .notANumber(let text, let option, nil):
      tr(
        "{option} takes a whole number from 1 on, not '{text}'.",
        ["option": option, "text": VisibleText.line(text)])
    case .notANumber(let text, let option, let most?), .tooMany(let text, let option, let most):
      tr(
        "{option} takes a whole number from 1 to {most}, not '{text}'.",
        ["option": option, "most": String(most), "text": VisibleText.line(text)])
    case .notOneOf(let values, let text, let option):
      tr(
        "'{text}' is none of what `{option}` can be: {values}.",
        [
          "text": VisibleText.line(text), "option": option,
          "values": values.joined(separator: ", "),
        ])
    case .notAMoment(let text, let option):
      tr(
        "`{option}` is a time like 2026-03-28T10:15:30 or 2026-03-28T10:15:30+01:00, not '{text}'.",
        ["text": VisibleText.line(text), "option": option])
    case .notAnID(let text):
      tr(
        "'{text}' is not the id of a reminder; ids are numbers, and `remindctl list` shows them.",
        ["text": VisibleText.line(text)])
    case .missingID(let verb, let next):
      lines([tr("Which one? `remindctl {verb} ID` needs an id.", ["verb": verb])] + next)
    case .missingFile(let verb):
      tr("`remindctl {verb} FILE` needs the name of a file.", ["verb": verb])
    case .missingMailWord:
      tr(
        "What of mail? `remindctl mail check` tries the login, `remindctl mail test` sends a mail.")
    case .needlessWord(let word, let verb):
      tr(
        "`remindctl {verb}` does not know what to do with '{word}'.",
        ["verb": verb, "word": VisibleText.line(word)]) + "\n" + seeHelp(verb)
    case .notTogether(let one, let other):
      tr("{one} and {other} do not go together.", ["one": one, "other": other])
    case .wrongAnswer(let error): answer(error)
    case .unanswered: tr("The input ended before all was answered; nothing is stored.")
    case .needsForce:
      tr("There is no terminal to ask on: it needs `--force` here.")
    case .needs(let option, let other):
      tr("{option} needs {other}.", ["option": option, "other": other])
    case .notASound(let text):
      tr(
        "'{text}' is no name of a sound; they are like bell, message-new-instant, alarm-clock-elapsed.",
        ["text": VisibleText.line(text)])
    case .notAnAddress(let text):
      tr(
        "'{text}' is no address of a mailbox, like me@example.org or Me <me@example.org>.",
        ["text": VisibleText.line(text)])
    case .notATag(let text):
      tr("The tag '{text}' has characters that cannot be seen.", ["text": VisibleText.line(text)])
    case .notAnIcon(let text):
      tr(
        "The icon '{text}' has characters that cannot be seen.", ["text": VisibleText.line(text)])
    case .noSuchFile(let path, let code):
      tr(
        "The file '{path}' cannot be used: {error}.",
        ["path": VisibleText.line(path), "error": system(code)])
    case .notRepeating(let id):
      tr("Reminder {id} does not repeat.", ["id": String(id)]) + "\n"
        + tr("`remindctl cancel {id}` takes it back.", ["id": String(id)])
    case .snoozeNeedsTime(let id):
      tr(
        "Reminder {id} is still to come; say when instead: `remindctl snooze {id} 20m`.",
        ["id": String(id)])
    case .snoozeOfSent(let id):
      tr(
        "The mail of request {id} is on its way, or may have come: it is not put off. `remindctl mail show {id}` tells more.",
        ["id": String(id)])
    case .tooLateForMail(let id):
      tr(
        "Reminder {id} was shown already: with a new time (`--in`, `--at`) it is mailed then.",
        ["id": String(id)])
    case .ofARequest(let option, let id):
      tr(
        "Reminder {id} is a request, whose mail its template has made: {option} would change nothing of it. `remindctl cancel {id}`, and make the request anew.",
        ["id": String(id), "option": option])
    case .nothingToChange(let id):
      tr(
        "What is to become of reminder {id}? Try --in, --at, --every or --text.",
        ["id": String(id)])
    case .notUTF8(let argument):
      tr(
        "Argument {n} is not valid UTF-8 text; nothing was done.", ["n": String(argument)])
    case .perhapsReminder(let error, let command):
      usage(error) + "\n"
        + tr(
          "For a reminder say: {command}", ["command": VisibleText.line("remindctl " + command)])
    case .textNotUTF8: tr("The text on standard input is not valid UTF-8.")
    case .textWithNUL: tr("The text contains a NUL character, which nothing can show.")
    case .inputTwice(let parameter):
      tr(
        "Standard input is read for one parameter, and {param} is another.",
        ["param": VisibleText.line(parameter)])
    case .notAnObject:
      tr("The line is not a JSON object like {example}.", ["example": #"{"input":"tomorrow 9am"}"#])
    case .notAString(let member):
      tr("`{member}` must be a string.", ["member": VisibleText.line(member)])
    case .textTooLong(let limit):
      tr("The text is too long: {n} bytes are the limit.", ["n": String(limit)])
    }
  }

  private static func seeHelp(_ verb: String) -> String {
    tr("`remindctl {verb} --help` explains it.", ["verb": verb])
  }
}
