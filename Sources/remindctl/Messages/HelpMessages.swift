import Localization
import Reminders
import Scheduler

// What `--help` says; verbs with words in other files have theirs there too.

extension Messages {
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
    static let versionSummary = Message(
      "Say the versions of remindctl and of the remindd that runs")
    static let helpSummary = Message("Explain a verb")

    static let inDetails = Message(
      """
      DURATION is 1h20m, 1h 20m, 1h20, 90m, 1.5h, 1:20:00, 20 min, 2 hours, 1 hour and 20 minutes
      and the like. Hours, minutes and seconds are time that really passes, also while the machine
      sleeps; days, weeks and months keep the time of day. Nothing at all means one second.

      The first word that is not part of the duration begins the TEXT; `--` begins it in any case.
      Behind it the TEXT is as it is; before it blanks at both ends are left out, and `-` reads the
      TEXT from standard input. Without one, or with an empty one, it is called 'Alert Time!'.
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
      call mum at 5pm, every weekday 9:00 stand-up, tra 20 minuti la pasta, jutro o 9 dentysta. What
      is not clear is refused. `add` may be left out where the first word is not, and is not
      nearly, a verb.
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
      time, state and text, with tabs between them; the text has the escapes of a JSON string, but
      quotes as they are. Long texts are cut for people: `show` has all of one, and so have --plain and
      --json.
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
