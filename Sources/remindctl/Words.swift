import Glibc
import Scheduler

// The sentences that a user of remindctl reads, in English; `tr` is where translations come in. It is
// longer than other files because a translator and a reviewer want them side by side. Those about
// what was understood, and about repetitions, are in ReadingWords.swift and RuleWords.swift.

/// A sentence that stands in a table, and is translated when it is printed.
struct Message: Sendable {
  private let english: String
  init(_ english: String) { self.english = english }
  var text: String { tr(english) }
}

enum Words {}

// MARK: Help

extension Words {
  enum Help {
    static let nothing = Message("")
    static let number = Message("N")

    static var anyOption: String { tr("[OPTION...]") }

    static let inOperands = Message("[DURATION] [TEXT...]")
    static let atOperands = Message("WHEN [TEXT...]")
    static let everyOperands = Message("RULE [TEXT...]")
    static let addOperands = Message("PHRASE...")
    static let cancelOperands = Message("ID...")
    static let showOperands = Message("ID")
    static let helpOperands = Message("[VERB]")

    static let inSummary = Message("Remind after a length of time")
    static let atSummary = Message("Remind at a time")
    static let onSummary = Message("Remind on a day")
    static let everySummary = Message("Remind again and again")
    static let addSummary = Message("Remind as a phrase says it (also without any verb)")
    static let parseSummary = Message("Show how a phrase is understood; nothing is stored")
    static let listSummary = Message("Show what is to come (also without any verb)")
    static let cancelSummary = Message("Take reminders back")
    static let showSummary = Message("Tell everything about one reminder")
    static let statusSummary = Message("Say whether reminders will be shown, and what comes next")
    static let helpSummary = Message("Explain a verb")

    static let inDetails = Message(
      """
      DURATION is 1h20m, 1h 20m, 1h20, 90m, 1.5h, 1:20:00, 20 min, 2 hours, 1 hour and 20 minutes
      and the like. Hours, minutes and seconds are time that really passes, also while the machine
      sleeps; days, weeks and months keep the time of day. Nothing at all means one second.

      The first word that is not part of the duration begins the TEXT; `--` begins it in any case.
      `-` as the TEXT reads it from standard input. Without a TEXT it is called 'Alert Time!'.
      """)
    static let atDetails = Message(
      """
      WHEN is 17:30, 5pm, noon, tomorrow 9am, next friday 9:00, 24 dec 9am, 2026-12-24 09:00,
      15:00 Europe/Rome and the like. A time of day that is past today means tomorrow's; an hour
      alone is one of the 24-hour clock. The time is the one on the clock where you then are,
      unless a zone is named.

      The first word that is not part of the time begins the TEXT; `--` begins it in any case.
      `-` as the TEXT reads it from standard input.
      """)
    static let everyDetails = Message(
      """
      RULE is day 9:00, weekday 9:00, mon,wed,fri 18:30, 2 weeks on friday 17:00, month on the 31st,
      last friday 17:00, 2nd tuesday 10:00, 3 hours, 12 hours from 8:00, 25 minutes and the like;
      until 2027-01-01, 10 times and from 2026-12-01 limit it. An RRULE of iCalendar is one too.
      Hours, minutes and seconds alone are time that really passes; all else follows the clock on
      the wall.

      The first word that is not part of the rule begins the TEXT; `--` begins it in any case.
      `-` as the TEXT reads it from standard input.
      """)
    static let addDetails = Message(
      """
      PHRASE is a time with its text before it or behind it: in 20 minutes tea, tomorrow 9am dentist,
      call mum at 5pm, every weekday 9:00 stand-up, tra 20 minuti il tè, jutro o 9 dentysta. What is
      not clear is refused. `add` may be left out where the first word is not, and is not nearly,
      a verb.
      """)
    static let parseDetails = Message(
      """
      It shows the time, the next five occurrences, and what was taken as text. With --stdin each line
      of standard input is a JSON object with `input`, and `as`, `now`, `tz` and `lang` where they
      differ from the options; each is answered on a line of its own.
      """)
    static let listDetails = Message(
      """
      On a terminal the next 50 are shown, elsewhere all. --plain has one line for each: id, due
      time, state and text, with tabs between them and \\t, \\n, \\r and \\\\ inside the text.
      """)
    static let cancelDetails = Message("Either all of the reminders named are cancelled, or none.")

    static let asValue = Message("VERB")
    static let langValue = Message("LANG")
    static let time = Message("TIME")
    static let zone = Message("ZONE")

    static let `as` = Message("read it as behind in, at, on or every; any is a whole phrase")
    static let dryRun = Message("show what would be stored, and do not store it")
    static let lang = Message("the language that goes first: en, it or pl")
    static let now = Message("what time it is: 2026-03-28T10:15:30, there or with an offset")
    static let stdin = Message("read requests from standard input")
    static let tz = Message("the zone whose clock is meant: Europe/Rome, +02:00")

    static let all = Message("cancel everything that is not finished")
    static let force = Message("do not ask (needed where there is no terminal)")
    static let help = Message("explain it")
    static let hours = Message("hours ahead; may stand beside minutes and seconds")
    static let json = Message("print JSON")
    static let limit = Message("show at most N")
    static let minutes = Message("minutes ahead")
    static let plain = Message("print lines with tabs, for scripts")
    static let requireDaemon = Message(
      "exit with 6 where no remindd runs; it is stored all the same")
    static let seconds = Message("seconds ahead")
    static let version = Message("print the version")

    static var usage: String { tr("Usage:") }
    static var usageOfAll: String { tr("remindctl [VERB] [OPTION...] [WORD...]") }
    static var verbs: String { tr("Verbs:") }
    static var options: String { tr("Options:") }
    static var examples: String { tr("Examples:") }
    static var exitCodes: String {
      tr(
        """
        Exit codes: 0 done, 1 failed, 2 the command is wrong, 3 the time was not understood,
        4 no such reminder, 5 the store cannot be used, 6 stored but no remindd runs
        (with --require-daemon).
        """)
    }
  }
}

// MARK: Reminders and times

extension Words {
  static var defaultTitle: String { tr(Product.defaultTitle) }

  static func at(_ time: String) -> String { tr("at {time}", ["time": time]) }
  static func on(_ date: String, at time: String) -> String {
    tr("on {date} at {time}", ["date": date, "time": time])
  }
  static func ahead(_ length: String) -> String { tr("in {length}", ["length": length]) }
  static func ago(_ length: String) -> String { tr("{length} ago", ["length": length]) }
  static var now: String { tr("now") }

  static var today: String { tr("Today") }
  static var tomorrow: String { tr("Tomorrow") }
  static var yesterday: String { tr("Yesterday") }
  static var notAnsweredYet: String { tr("Shown, and not answered yet") }
  static var notShownYet: String { tr("Due, and still to be shown") }

  static func created(id: String, text: String, when: String, distance: String) -> String {
    tr(
      "{id}  {text}  {when} ({distance})",
      ["id": id, "text": text, "when": when, "distance": distance])
  }
  static func cancelled(id: String, text: String, when: String) -> String {
    tr("{id}  {text}  cancelled (was due {when})", ["id": id, "text": text, "when": when])
  }
  static func cancelled(count: Int) -> String {
    tr(count, "{n} reminder cancelled", "{n} reminders cancelled")
  }
  static var doneAllTheSame: String { tr("It is done, but that cannot be printed.") }
  static var nothingToCancel: String { tr("There is nothing to cancel.") }
  static func confirmAll(count: Int) -> String {
    tr(count, "Cancel {n} reminder? [y/N] ", "Cancel all {n} reminders? [y/N] ")
  }
  /// Whether an answer to such a question agrees.
  static func agrees(_ answer: String) -> Bool {
    let answer = answer.lowercased()
    return ["y", "yes", tr("y"), tr("yes")].contains(answer)
  }

  static var nothingToCome: String { tr("Nothing is to come.") }
  static func more(_ count: Int) -> String {
    tr(
      count, "... and {n} more (remindctl list | less shows all)",
      "... and {n} more (remindctl list | less shows all)")
  }
  static var moreThanThousand: String {
    tr("... and more than 1,000 more (remindctl list | less shows all)")
  }

  static func state(of entry: Entry, at now: Instant) -> String {
    switch entry.state {
    case .scheduled where entry.fired == nil && entry.due > now: tr("scheduled")
    case .scheduled where entry.fired == nil: tr("overdue")
    case .scheduled, .unanswered:
      switch (entry.obstacle, entry.state) {
      case (nil, .scheduled): tr("being shown")
      case (nil, _): tr("not answered")
      case (let obstacle?, .scheduled): tr("held: {reason}", ["reason": reason(obstacle)])
      case (let obstacle?, _):
        tr("printed, popup held: {reason}", ["reason": reason(obstacle)])
      }
    case .done: tr("done")
    case .dismissed: tr("dismissed")
    case .snoozed: tr("snoozed")
    case .expired: tr("expired")
    case .cancelled: tr("cancelled")
    }
  }

  static func reason(_ obstacle: Obstacle) -> String {
    switch obstacle {
    case .noBus: tr("no desktop session")
    case .noServer: tr("no notification server")
    case .notAnswering: tr("the notification server does not answer")
    case .refused: tr("the notification server refused it")
    case .noAnswer: tr("the notification server took it without an answer")
    case .interrupted: tr("remindd ended while showing it")
    case .outputClosed: tr("remindd's standard output is closed")
    case .cancelled: tr("cancelled")
    case .outOfTime: tr("no notification server appeared in time")
    case .tooLate: tr("it would have come too late")
    case .superseded: tr("a newer one took its place")
    case .quiet: tr("quiet hours")
    case .paused: tr("paused")
    }
  }
}

// MARK: The daemon

extension Words {
  static var howToStart: String {
    tr("Start it with `systemctl --user start remindd`, or with `remindd &`.")
  }
  static var storedUnserved: String {
    tr("It is stored, but remindd is not running: nothing is shown until it is.") + " "
      + howToStart
  }
  static var unserved: String {
    tr("remindd is not running: nothing is shown until it is.") + " " + howToStart
  }
  static func serving(version: String, since: String, process: String) -> String {
    tr(
      "remindd {version} is running since {since} (process {process}).",
      ["version": version, "since": since, "process": process])
  }
  /// The daemon holds its lock and has not yet written who it is.
  static var servingUnnamed: String { tr("remindd is running.") }
  static func next(_ line: String) -> String { tr("Next: {line}", ["line": line]) }
  static func counts(pending: Int, held: Int, unanswered: Int) -> String {
    var counts = tr(pending, "{n} reminder is to come.", "{n} reminders are to come.")
    if held > 0 { counts += " " + tr(held, "{n} is held.", "{n} are held.") }
    if unanswered > 0 {
      counts += " " + tr(unanswered, "{n} waits for an answer.", "{n} wait for an answer.")
    }
    return counts
  }
  static func store(_ path: String) -> String { tr("Store: {path}", ["path": path]) }
  static func zoneProblem(_ zone: String) -> String {
    tr("TZ names no time zone that this system knows; {zone} is used.", ["zone": zone])
  }
}

// MARK: Failures

extension Words {
  /// What went wrong and what to do about it, as lines.
  /// - Parameter columns: of the terminal that shows it; nil where there is none. A terminal gets
  ///   a caret under what was not understood.
  static func failure(_ failure: Failure, columns: Int?) -> [String] {
    switch failure {
    case .usage(let error): usage(error)
    case .time(let error, let input):
      [time(error, in: input)] + (columns.map { Caret.lines(error, in: input, columns: $0) } ?? [])
        + accepted(error.accepted)
    case .phrase(let error, let input, let first):
      Words.failure(.time(error, input: input), columns: columns) + [noVerbEither(first)]
    case .option(let error, let input, let option):
      inOption(option, Words.failure(.time(error, input: input), columns: columns))
    case .field(let error): [field(error)] + accepted([.duration])
    case .noSuchReminder(let ids): ids.map(noSuchReminder)
    case .unfinished(let ids): ids.map { unfinished(String($0)) }
    case .changedMeanwhile(let id): [changedMeanwhile(String(id))]
    case .nothingToUndo: [nothingToUndo]
    case .movedOn(let id, let kind): [movedOn(String(id), kind)]
    case .store(let error, let places): [store(error, places)]
    case .noHome:
      [
        tr(
          "Nobody knows where the store is: neither XDG_DATA_HOME nor HOME names a folder.")
      ]
    case .input(let code):
      [tr("Standard input cannot be read: {error}.", ["error": system(code)])]
    case .output(let code):
      [tr("Standard output cannot be written: {error}.", ["error": system(code)])]
    case .declined: [tr("Nothing was changed.")]
    }
  }

  private static func usage(_ error: UsageError) -> [String] {
    switch error {
    case .unknownVerb(let verb):
      [
        tr("There is no verb '{verb}'.", ["verb": VisibleText.line(verb)])
          + didYouMean(Verb.nearest(to: verb)),
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
    case .notANumber(let text, let option, let least):
      [
        tr(
          "{option} takes a whole number from {least} on, not '{text}'.",
          ["option": option, "least": String(least), "text": VisibleText.line(text)])
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
    case .needlessWord(let word, let verb):
      [
        tr(
          "`remindctl {verb}` does not know what to do with '{word}'.",
          ["verb": verb, "word": VisibleText.line(word)]), seeHelp(verb),
      ]
    case .notTogether(let one, let other):
      [tr("{one} and {other} do not go together.", ["one": one, "other": other])]
    case .needsForce:
      [tr("There is no terminal to ask on: it needs `--force` here.")]
    case .needs(let option, let other): [needs(option, other)]
    case .notASound(let text): [notASound(text)]
    case .notATag(let text): [notATag(text)]
    case .noSuchFile(let path, let code): [noSuchFile(path, system(code))]
    case .tooMany(let text, let most): [tooMany(text, most: most)]
    case .notRepeating(let id): notRepeating(String(id))
    case .snoozeNeedsTime(let id): [snoozeNeedsTime(String(id))]
    case .nothingToChange(let id): [nothingToChange(String(id))]
    case .notUTF8(let argument):
      [
        tr(
          "Argument {n} is not valid UTF-8 text; nothing was done.", ["n": String(argument)])
      ]
    case .textNotUTF8: [tr("The text on standard input is not valid UTF-8.")]
    case .textWithNUL: [tr("The text contains a NUL character, which nothing can show.")]
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

  private static func noVerbEither(_ word: String) -> String {
    tr(
      "'{word}' is not a verb either; `remindctl --help` lists them.",
      ["word": VisibleText.cut(VisibleText.line(word), characters: 60, bytes: 400)])
  }
  private static func didYouMean(_ name: String?) -> String {
    guard let name else { return "" }
    return " " + tr("Did you mean {name}?", ["name": name])
  }
  private static func seeHelp(_ verb: String) -> String {
    tr("`remindctl {verb} --help` explains it.", ["verb": verb])
  }

  private static func time(_ error: TimeError, in input: String) -> String {
    problem(error, in: input) + didYouMean(error.suggestion.map { "'\($0)'" })
  }

  private static func problem(_ error: TimeError, in input: String) -> String {
    let culprit = VisibleText.cut(
      VisibleText.line(error.culprit(in: input)), characters: 60, bytes: 400)
    let place = ["part": culprit] as KeyValuePairs
    return switch error.code {
    case .empty: tr("No time was given.")
    case .notATime where error.accepted == [.duration]:
      tr("'{part}' is not a length of time.", place)
    case .notATime where error.accepted == [.rule]: tr("'{part}' is not a repetition.", place)
    case .notATime: tr("'{part}' is not a time.", place)
    case .unknownUnit: tr("'{part}' is not a unit of time.", place)
    case .unitMissing: tr("'{part}' of what? A number needs a unit of time.", place)
    case .badNumber: tr("'{part}' is not a number.", place)
    case .ambiguousNumber:
      tr("'{part}' is one number here and another one elsewhere.", place)
    case .negative: tr("'{part}' is less than nothing; a reminder comes later than now.", place)
    case .zero: tr("'{part}' is no time at all; a reminder comes later than now.", place)
    case .tooLarge: tr("'{part}' is too long: it ends beyond the year 9999.", place)
    case .tooFine: tr("'{part}' cannot be divided so finely.", place)
    case .vague: tr("'{part}' does not say how long.", place)
    case .past: tr("'{part}' is in the past; a reminder comes later than now.", place)
    case .future: tr("'{part}' is still to come.", place)
    case .secondTime:
      tr("'{part}' is a second time; put `--` in front of it if it is the text.", place)
    case .ambiguousText:
      tr(
        "'{part}' may be the time or part of the text; put the time first and `--` behind it.",
        place)
    case .unexpected: tr("'{part}' was not expected there.", place)
    case .noSuchTime: tr("'{part}' is no time of day.", place)
    case .noSuchDate: tr("'{part}' is in no calendar.", place)
    case .ambiguousDate: tr("'{part}' can be two dates; write the month's name.", place)
    case .ambiguousHour:
      tr("'{part}' may be the hour or not; write it as 9:00, or put `--` before the text.", place)
    case .ambiguousMidnight:
      tr("'{part}' may begin the day or end it; say 00:00 or 24:00.", place)
    case .ambiguousRule:
      tr("'{part}' is read in two ways; say `every 2 weeks on` or `of the month`.", place)
    case .contradiction: tr("'{part}' contradicts itself.", place)
    case .unknownZone: tr("'{part}' is not a time zone of this system.", place)
    case .never: tr("'{part}' never comes.", place)
    case .tooOften: tr("'{part}' comes too often.", place)
    case .badRule: tr("'{part}' is no rule that can be followed.", place)
    }
  }

  private static func field(_ error: FieldError) -> String {
    let values = ["option": error.option, "text": VisibleText.line(error.text)] as KeyValuePairs
    return switch error.problem {
    case .notWhole: tr("{option} takes a whole number, not '{text}'.", values)
    case .negative:
      tr("{option} '{text}' is less than nothing; a reminder comes later than now.", values)
    case .tooLarge: tr("{option} '{text}' is too long: it ends beyond the year 9999.", values)
    }
  }

  static func accepted(_ forms: [Form]) -> [String] {
    forms.map { form in
      switch form {
      case .duration:
        tr(
          """
          Lengths of time are written 90s, 20 min, 1h20m, 1:20:00, 1.5 hours, 2 days, 1 week; \
          the text comes behind: remindctl in 1h20m tea
          """)
      case .unit:
        tr(
          "Units are s, min, h, days, weeks, months, years, or their full names: 90 min, 1h20m")
      case .time: tr("Times of day are written 17:30, 17.30, 5pm, noon.")
      case .date: tr("Dates are written 24 dec, 24 december 2026, 2026-12-24, 24.12.2026.")
      case .moment:
        tr("Times are written 17:30, tomorrow 9am, friday 17:00, 24 dec 9:00, 2026-12-24 09:00.")
      case .rule:
        tr(
          """
          Repetitions are written day 9:00, weekday 9:00, mon,wed 18:30, 2 weeks on friday 17:00, \
          month on the 31st, last friday 17:00, 3 hours, 25 minutes.
          """)
      case .zone: tr("Zones are written Europe/Rome, UTC, +02:00.")
      }
    }
  }

  private static func noSuchReminder(_ id: String, _ state: OccurrenceState?) -> String {
    if id == ReminderID.lastWord { return noneUnanswered }
    guard let state else { return tr("There is no reminder {id}.", ["id": id]) }
    return switch state {
    case .cancelled: tr("Reminder {id} is cancelled already.", ["id": id])
    case .scheduled, .unanswered, .done, .dismissed, .snoozed, .expired:
      tr("Reminder {id} is finished already.", ["id": id])
    }
  }

  private static func store(_ error: StoreError, _ places: Places) -> String {
    let (path, reason) =
      switch error {
      case .folder(let path, let code): (path, system(code))
      case .newer(let found, let known): (places.store, "\(found) > \(known)")
      case .database(let error): (places.store, error.message)
      }
    let values = ["path": VisibleText.line(path), "error": reason] as KeyValuePairs
    return switch error.cause {
    case .locked: tr("Another program keeps {path} locked; try again.", values)
    case .full: tr("The disk with {path} is full; nothing was stored.", values)
    case .readOnly: tr("{path} cannot be written: {error}.", values)
    case .notADatabase:
      tr("{path} is not a store of reminders; move it away, and a new one is made.", values)
    case .damaged: tr("{path} is damaged: {error}.", values)
    case .newer:
      tr("{path} was written by a later version of remindctl; this one is too old for it.", values)
    case .unreachable, .other: tr("{path} cannot be used: {error}.", values)
    }
  }

  private static func system(_ code: Int32) -> String { String(cString: strerror(code)) }
}
