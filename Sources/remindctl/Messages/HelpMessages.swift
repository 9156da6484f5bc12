import Localization

// What `--help` says: a line for each command and option, and what else there is to say about a command.

extension Messages {
  enum Help {}
}

extension Messages.Help {
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

  static let idOrLastAndWhen = Message("[ID|last] [DURATION|[until] WHEN]")
  static let idsOrLast = Message("[ID|last]...")
  static let idAndCount = Message("ID [N]")

  static let doneSummary = Message("Say that reminders are done")
  static let snoozeSummary = Message("Put a reminder off")
  static let skipSummary = Message("Leave out what comes next of a repetition")
  static let editSummary = Message("Change a reminder")
  static let undoSummary = Message("Take back what was done last")

  static let doneDetails = Message(
    """
    Without an id it is the one that was shown last. Before its time it is done early; a repetition
    goes on all the same. Either all of the reminders named are done, or none.
    """)
  static let snoozeDetails = Message(
    """
    Without an id it is the one that was shown last, and without a time it is 10 minutes (`snooze`
    in the configuration), counted from now. A number alone is an id. One that is still to come
    needs a time. One whose popup was only closed comes back. A repetition goes on as if nothing had
    happened.
    """)
  static let skipDetails = Message("N of them are left out; without it one.")
  static let editDetails = Message(
    """
    A new time counts from now. The text `-` is read from standard input; an empty one, and an empty
    value of any other option, takes back what was said before. `last` is the one that was shown last
    and waits for an answer. Files (--attach) take the place of those that went with its mail until
    then. A mail that is written and waits is not changed any more.
    """)
  static let undoDetails = Message(
    """
    It takes back a creation, a cancellation, an edit, a snooze, a skip, an answer or an import: what
    you did last, to however many reminders, and called again what you did before. What would have
    come meanwhile is shown at once. A pause, or its end, is taken back like that, too. A reminder that
    has moved on since is left as it is: that is said, and the next undo goes on with what was done
    before.
    """)

  static let allShown = Message("everything that was shown and waits for an answer")
  static let withTag = Message("only those with this tag")
  static let inLength = Message("after this length of time")
  static let atTime = Message("at this time")
  static let everyRule = Message("again and again, as behind every")
  static let text = Message("another text")
  static let textValue = Message("TEXT")
  static let rule = Message("RULE")

  static let forgetOperands = Message("[ID...]")
  static let historySummary = Message("Show what has been")
  static let forgetSummary = Message("Erase reminders and all that is known of them")
  static let watchSummary = Message("Print every change as it happens")
  static let historyDetails = Message(
    """
    The newest comes first. On a terminal the last 50 are shown, elsewhere all. --plain has one line
    for each: id, when it was shown or ended, state and text, with tabs between them.
    """)
  static let forgetDetails = Message(
    """
    Nothing of their text is left in the store's files; stores that were kept aside, by a repair or by
    `restore`, are named. What is not finished is refused: cancel it first. It cannot be undone.
    """)
  static let watchDetails = Message(
    """
    It begins with what happens next, and ends with its reader or with Ctrl-C. With --json each line
    is an object; `event` says what it is about. With --format the line is that of `status --format`,
    at once and whenever it becomes another one.
    """)
  static let since = Message("from then on: 2h, yesterday, 1 nov, 2026-11-01 17:00")
  static let date = Message("DATE")
  static let beforeDate = Message("everything that was finished before")
  static let atOperand = Message("WHEN")

  static let pauseOperands = Message("[DURATION|until WHEN]")
  static let pauseSummary = Message("Show nothing for a while")
  static let resumeSummary = Message("End the pause")
  static let pauseDetails = Message(
    """
    Without words it is an hour. What comes meanwhile is held, and shown when the pause is over;
    critical reminders come through. Another pause takes the place of the one that is.
    """)
  static let resumeDetails = Message("What was held is shown at once.")

  static let length = Message("LENGTH")
  static let lengths = Message("LENGTH,...")
  static let level = Message("LEVEL")
  static let name = Message("NAME")
  static let nameOrFile = Message("NAME|FILE")
  static let word = Message("WORD")

  static let before = Message("announce it so long before, too: 10m,1h")
  static let icon = Message("an icon's name, or an image file")
  static let maxLate = Message("drop it where it would come later than that")
  static let nag = Message("show it again and again until you answer")
  static let noSpeak = Message("do not read it aloud")
  static let sound = Message("a sound's name, or none")
  static let speak = Message("read it aloud, too")
  static let tag = Message("a word by which list, done and cancel find it")
  static let timeout = Message("close the popup by itself after that, or never")
  static let times = Message(
    "how often --nag shows it in all (12); it is printed 3 times at most")
  static let urgency = Message("low, normal or critical; critical breaks through quiet hours")

  static let mailOperands = Message(
    "check|test|list|log|show|retry|cancel|templates|preview [NAME...]")
  static let mailSummary = Message("Try out a mail account; see what was mailed, and what waits")
  static let mailDetails = Message(
    """
    `check` connects to the account's server and logs in; nothing is sent. `test` sends one mail to
    yourself. Without a name the first account of remindctl.conf is meant.

    `list` shows mails that wait, and why; `log` those that were sent, or never will be, the last
    first; `show` one reminder's, with each attempt. `retry` sends what waits, of one reminder or of
    all. `cancel` gives up what waits of those that are named, and `undo` takes that back; one that
    is being sent at that moment is left alone, exit 1, and what was only to be mailed is over with
    its mail.

    `templates` lists what `request` can send, and `preview` shows what it would.
    """)

  static let address = Message("ADDRESS")
  static let channels = Message("CHANNEL,...")

  static let account = Message("the mail account, by its name in remindctl.conf")
  static let attach = Message("a file that goes with the mail, as it is now; may be given again")
  static let channel = Message("desktop, mail or desktop,mail: where it is shown")
  static let ifUnanswered = Message("mail it only where nobody answers for so long")
  static let key = Message(
    "made again under the same KEY, it makes nothing new")
  static let raw = Message("print the bytes of the last mail that was written, as they are sent")
  static let status = Message(
    "only mails in these states, or that wait or failed for these reasons"
  )
  static let template = Message("only mails that this template made")
  static let statusValue = Message("WORD,...")
  // Translators: the value of --idempotency-key.
  static let keyValue = Message("KEY")
  static let mail = Message("mail it to you, too")
  static let noMail = Message("mail it no more")
  static let mailTo = Message("mail it to that address, too")

  static let requestOperands = Message("TEMPLATE")
  static let requestSummary = Message("Mail a request or a message that a template makes")
  static let requestDetails = Message(
    """
    TEMPLATE is contact, quote, confirmation, or one of your own: remindctl-templates(5) says how to
    write one, `remindctl mail templates` which there are and what each wants to know. --param fills
    one thing in, NAME=VALUE; `-` as the VALUE is read from standard input. What is missing, unknown
    or wrong is all told at once, and nothing is stored. What is absent leaves no line in the mail.

    Without --in and --at it goes at once. To others than yourself it goes only where
    allow-recipients in remindctl.conf lets it.
    """)

  static let assignment = Message("NAME=VALUE")
  static let locale = Message("LOCALE")

  static let localeHelp = Message("the language of the mail: it, pt_BR; else that of LC_MESSAGES")
  static let param = Message("what the template wants to know; may be given again")
  static let remindBefore = Message("remind you so long before 9:00 on the date that was given")
  static let requestAt = Message("mail it at this time")
  static let requestIn = Message("mail it after this length of time")
  static let requestTo = Message("mail it to that address, and not to the template's")
  static let source = Message("print the template's file")

  static let importSummary = Message("Make reminders of a calendar file")
  static let importDetails = Message(
    """
    FILE is an iCalendar file (.ics), or - for standard input. Each alarm of an event or a task becomes
    a reminder; without one it comes at the start of an event and when a task is due, on a day without
    an hour at 9:00. What is past is left out. Read again, a file makes nothing twice: what has changed
    in it is changed, and `undo` takes all of it back. A file that is broken, or has parts that no
    reminder can keep, changes nothing.
    """)
  static let exportSummary = Message("Write what is to come as a calendar file")
  static let exportDetails = Message(
    """
    An iCalendar file (.ics), which other calendars read, and `import` reads back: texts, repetitions
    and options are the same then, and so are times, in whole seconds. What counts time that passes,
    like `in 1h`, comes back as a time of the clock. Without --output it is printed.
    """)
  static let file = Message("FILE")
  static let output = Message("the file to write; one that is there is replaced only with --force")
  static let skipUnsupported = Message("leave out what cannot be kept, and say it")

  static let backupOperands = Message("FILE")
  static let backupSummary = Message("Copy the store to a file")
  static let restoreSummary = Message("Put a backup into the store's place")
  static let backupDetails = Message(
    """
    The copy is what the store is in this moment, also while reminders are shown, with the files that go
    with mails and the mails that were written. A file that is there already is replaced only with
    --force.
    """)
  static let restoreDetails = Message(
    """
    What is in the store then is what was in it when FILE was made; a running remindd shows that from
    then on. What was in it before is kept in a file beside it, and named.
    """)

  static let format = Message("print a line for a bar: waybar, or text like '{time} {text}'")
  static let formatValue = Message("FORMAT")
  static let sentences = Message("print a sentence for each, for those who listen")
  static let statusDetails = Message(
    """
    --format prints one line for a bar: `waybar` is the JSON of its custom modules; anything else is
    text with places for {line}, {time}, {text}, {id}, {due}, {class}, {details}, {pending}, {held}
    and {unanswered}. {line:pango}, {line:polybar} and {line:json}, and so with {text} and all others,
    keep what a reminder says from being anything but text there. {class} is problem, paused, held,
    unanswered, next or none. In a problem nothing would be shown: remindd does not run, or the store
    cannot be read. {line} and {text} say so, {details} says more, and a
    number that is not known is `?`. The line names times of the clock, and is true until something
    happens: `watch --format` prints it then.
    """)

  static let doctorSummary = Message("Look whether reminders will come, and say what is in the way")
  static let doctorDetails = Message(
    """
    Each line says how something is: ok, note (worth knowing), problem (a reminder would be lost, or
    come late) or not known; below it is the command that mends it, where there is one. It exits with 1
    where there is a problem. With --popup a popup is shown by the notification server that remindd
    uses. Nothing is changed but with --repair, which puts what can be read of a damaged store into a
    new one, and keeps the damaged file.
    """)
  static let popup = Message("show a popup, to see that it comes")
  static let repair = Message("save what can be read of a damaged store")

  static let ask = Message("ask for hours, minutes, seconds and the text, one by one")
}
