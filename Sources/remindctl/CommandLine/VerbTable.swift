/// A row of the table of verbs: parsing, `--help`, the manual and the completions are made from it.
extension Verb {
  /// What it does, in one line; what follows it; its own options, to which the `common` ones are
  /// added; what is typed after `remindctl`, which works as it is printed; and what else there is to
  /// say.
  var row:
    (
      summary: Message, operands: Message?, options: [Option], examples: [String],
      details: Message?
    )
  {
    switch self {
    case .in:
      (
        Message("Remind after a length of time"), Message("[DURATION] [TEXT...]"),
        [.hours, .minutes, .seconds, .ask] + Option.creation,
        ["in 1h20m tea", "in -M 5 -- 2 eggs, soft"],
        Message(
          """
          DURATION is 1h20m, 1h 20m, 1h20, 90m, 1.5h, 1:20:00, 20 min, 2 hours, 1 hour and 20 minutes
          and the like. Hours, minutes and seconds are time that really passes, also while the machine
          sleeps; days, weeks and months keep the time of day. Nothing at all means one second.

          The first word that is not part of the duration begins the TEXT; `--` begins it in any case.
          Behind it the TEXT is as it is; before it blanks at both ends are left out, and `-` reads the
          TEXT from standard input. Without one, or with an empty one, it is called 'Alert Time!'.
          """)
      )
    case .at:
      (
        Message("Remind at a time"), Message("WHEN [TEXT...]"), Option.creation,
        ["at 17:30 call mum", "at tomorrow 9am -- 2 pills"],
        Message(
          """
          WHEN is 17:30, 5pm, noon, tomorrow 9am, next friday 9:00, 24 dec 9am, 2026-12-24 09:00,
          15:00 Europe/Rome and the like. A time of day that is past today means tomorrow's; an hour
          alone is one of the 24-hour clock. The time is the one on the clock where you then are,
          unless a zone is named.

          The first word that is not part of the time begins the TEXT; `--` begins it in any case.
          `-` as the TEXT reads it from standard input.
          """)
      )
    case .on:
      (
        Message("Remind on a day"), Message("WHEN [TEXT...]"), Option.creation,
        ["on friday 17:00 beer", "on 24 dec 9:00 presents"], Verb.at.row.details
      )
    case .every:
      (
        Message("Remind again and again"), Message("RULE [TEXT...]"), Option.creation,
        ["every weekday 9:00 stand-up", "every 2 weeks on friday 17:00 bins"],
        Message(
          """
          RULE is day 9:00, weekday 9:00, mon,wed,fri 18:30, 2 weeks on friday 17:00, month on the 31st,
          last friday 17:00, 2nd tuesday 10:00, 3 hours, 12 hours from 8:00, 25 minutes and the like;
          until 2027-01-01, 10 times and from 2026-12-01 limit it. An RRULE of iCalendar is one too.
          Hours, minutes and seconds alone are time that really passes; all else follows the clock on
          the wall.

          The first word that is not part of the rule begins the TEXT; `--` begins it in any case.
          `-` as the TEXT reads it from standard input.
          """)
      )
    case .add:
      (
        Message("Remind as a phrase says it (also without any verb)"), Message("PHRASE..."),
        Option.creation, ["add call mum at 5pm", "add in 20 minutes tea"],
        Message(
          """
          PHRASE is a time with its text before it or behind it: in 20 minutes tea, tomorrow 9am dentist,
          call mum at 5pm, every weekday 9:00 stand-up, tra 20 minuti la pasta, jutro o 9 dentysta. What
          is not clear is refused. `add` may be left out where the first word is not, and is not
          nearly, a verb.
          """)
      )
    case .list:
      (
        Message("Show what is to come (also without any verb)"), nil,
        [.limit, .withTag, .json, .plain, .sentences], ["list", "list --json -n 5"],
        Message(
          """
          On a terminal the next 50 are shown, elsewhere all. --plain has one line for each: id, due
          time, state and text, with tabs between them; the text has the escapes of a JSON string, but
          quotes as they are. Long texts are cut for people: `show` has all of one, and so have --plain and
          --json.
          """)
      )
    case .done:
      (
        Message("Say that reminders are done"), Message("[ID|last]..."),
        [.allShown, .withTag, .json], ["done 7", "done 8 9"],
        Message(
          """
          Without an id it is the one that was shown last. Before its time it is done early; a repetition
          goes on all the same. Either all of the reminders named are done, or none.
          """)
      )
    case .snooze:
      (
        Message("Put a reminder off"), Message("[ID|last] [DURATION|[until] WHEN]"), [.tz, .json],
        ["snooze 7 20m", "snooze 8 tomorrow 9am"],
        Message(
          """
          Without an id it is the one that was shown last, and without a time it is 10 minutes (`snooze`
          in the configuration), counted from now. A number alone is an id. One that is still to come
          needs a time. One whose popup was only closed comes back. A repetition goes on as if nothing had
          happened.
          """)
      )
    case .skip:
      (
        Message("Leave out what comes next of a repetition"), Message("ID [N]"), [.json],
        ["skip 7", "skip 7 3"], Message("N of them are left out; without it one.")
      )
    case .edit:
      (
        Message("Change a reminder"), Message("ID"),
        [.inLength, .atTime, .everyRule, .text, .tz] + Option.alerts + Option.mails + [
          .noMail, .json,
        ], ["edit 7 --in 2h --text water", "edit 8 --urgency critical --nag 5m"],
        Message(
          """
          A new time counts from now. The text `-` is read from standard input; an empty one, and an empty
          value of any other option, takes back what was said before. `last` is the one that was shown last
          and waits for an answer. Files (--attach) take the place of those that went with its mail until
          then. A mail that is written and waits is not changed any more.
          """)
      )
    case .cancel:
      (
        Message("Take reminders back"), Message("ID..."), [.all, .withTag, .force, .json],
        ["cancel 7", "rm 8 9"], Message("Either all of the reminders named are cancelled, or none.")
      )
    case .undo:
      (
        Message("Take back what was done last"), nil, [.json], ["undo", "undo --json"],
        Message(
          """
          It takes back a creation, a cancellation, an edit, a snooze, a skip, an answer or an import: what
          you did last, to however many reminders, and called again what you did before. What would have
          come meanwhile is shown at once. A pause, or its end, is taken back like that, too. A reminder that
          has moved on since is left as it is: that is said, and the next undo goes on with what was done
          before.
          """)
      )
    case .show:
      (
        Message("Tell everything about one reminder"), Message("ID"), [.json],
        ["show 7", "why 7 --json"], nil
      )
    case .history:
      (
        Message("Show what has been"), nil,
        [.since, .limit, .withTag, .tz, .json, .plain, .sentences],
        ["history", "history --json --since yesterday"],
        Message(
          """
          The newest comes first. On a terminal the last 50 are shown, elsewhere all. --plain has one line
          for each: id, when it was shown or ended, state and text, with tabs between them.
          """)
      )
    case .forget:
      (
        Message("Erase reminders and all that is known of them"), Message("[ID...]"),
        [.beforeDate, .force, .tz, .json],
        ["forget 7 --force", "forget --before 2026-01-01 --force"],
        Message(
          """
          Nothing of their text is left in the store's files; stores that were kept aside, by a repair or by
          `restore`, are named. What is not finished is refused: cancel it first. It cannot be undone.
          """)
      )
    case .pause:
      (
        Message("Show nothing for a while"), Message("[DURATION|until WHEN]"), [.tz, .json],
        ["pause 20m", "pause until tomorrow 9am"],
        Message(
          """
          Without words it is an hour. What comes meanwhile is held, and shown when the pause is over;
          critical reminders come through. Another pause takes the place of the one that is.
          """)
      )
    case .resume:
      (
        Message("End the pause"), nil, [.json], ["resume", "resume --json"],
        Message("What was held is shown at once.")
      )
    case .status:
      (
        Message("Say whether reminders will be shown, and what comes next"), nil, [.json, .format],
        ["status", "status --format '{time} {text}'"],
        Message(
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
      )
    case .doctor:
      (
        Message("Look whether reminders will come, and say what is in the way"), nil,
        [.popup, .repair, .json], ["doctor", "doctor --popup --json"],
        Message(
          """
          Each line says how something is: ok, note (worth knowing), problem (a reminder would be lost, or
          come late) or not known; below it is the command that mends it, where there is one. It exits with 1
          where there is a problem. With --popup a popup is shown by the notification server that remindd
          uses. Nothing is changed but with --repair, which puts what can be read of a damaged store into a
          new one, and keeps the damaged file.
          """)
      )
    case .watch:
      (
        Message("Print every change as it happens"), nil, [.json, .format],
        ["watch", "watch --json"],
        Message(
          """
          It begins with what happens next, and ends with its reader or with Ctrl-C. With --json each line
          is an object; `event` says what it is about. With --format the line is that of `status --format`,
          at once and whenever it becomes another one.
          """)
      )
    case .mail:
      (
        Message("Try out a mail account; see what was mailed, and what waits"),
        Message("check|test|list|log|show|retry|cancel|templates|preview [NAME...]"),
        [
          .status, .since, .template, .account, .limit, .raw, .param, .locale, .source, .json,
          .plain,
        ], ["mail check", "mail log --since yesterday --json"],
        Message(
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
      )
    case .request:
      (
        Message("Mail a request or a message that a template makes"), Message("TEMPLATE"),
        [
          .param, .locale, .requestIn, .requestAt, .remindBefore, .requestTo, .attach, .account,
          .tz, .key, .dryRun, .requireDaemon, .json,
        ],
        [
          "request contact --param name=Ann --param email=ann@example.org --param message=Hello",
          "request contact --param name=Ann --param email=a@example.org --param message=- --at 9am",
        ],
        Message(
          """
          TEMPLATE is contact, quote, confirmation, or one of your own: remindctl-templates(5) says how to
          write one, `remindctl mail templates` which there are and what each wants to know. --param fills
          one thing in, NAME=VALUE; `-` as the VALUE is read from standard input. What is missing, unknown
          or wrong is all told at once, and nothing is stored. What is absent leaves no line in the mail.

          Without --in and --at it goes at once. To others than yourself it goes only where
          allow-recipients in remindctl.conf lets it.
          """)
      )
    case .importFile:
      (
        Message("Make reminders of a calendar file"), Message("FILE"),
        [.dryRun, .skipUnsupported, .json],
        ["import ~/calendar.ics --dry-run", "import ~/calendar.ics"],
        Message(
          """
          FILE is an iCalendar file (.ics), or - for standard input. Each alarm of an event or a task becomes
          a reminder; without one it comes at the start of an event and when a task is due, on a day without
          an hour at 9:00. What is past is left out. Read again, a file makes nothing twice: what has changed
          in it is changed, and `undo` takes all of it back. A file that is broken, or has parts that no
          reminder can keep, changes nothing.
          """)
      )
    case .exportFile:
      (
        Message("Write what is to come as a calendar file"), nil,
        [.output, .force, .withTag, .json],
        ["export --tag work", "export --output ~/reminders.ics"],
        Message(
          """
          An iCalendar file (.ics), which other calendars read, and `import` reads back: texts, repetitions
          and options are the same then, and so are times, in whole seconds. What counts time that passes,
          like `in 1h`, comes back as a time of the clock. Without --output it is printed.
          """)
      )
    case .backup:
      (
        Message("Copy the store to a file"), Message("FILE"), [.force, .json],
        ["backup ~/reminders.backup", "backup ~/reminders.backup --force --json"],
        Message(
          """
          The copy is what the store is in this moment, also while reminders are shown, with the files that go
          with mails and the mails that were written. A file that is there already is replaced only with
          --force.
          """)
      )
    case .restore:
      (
        Message("Put a backup into the store's place"), Message("FILE"), [.force, .json],
        ["restore ~/reminders.backup --force", "restore ~/reminders.backup --force --json"],
        Message(
          """
          What is in the store then is what was in it when FILE was made; a running remindd shows that from
          then on. What was in it before is kept in a file beside it, and named.
          """)
      )
    case .parse:
      (
        Message("Show how a phrase is understood; nothing is stored"), Message("PHRASE..."),
        [.as, .now, .tz, .lang, .stdin, .json],
        ["parse every weekday 9:00 stand-up", "parse --json --lang it tra 20 minuti la pasta"],
        Message(
          """
          It shows the time, the next five occurrences, and what was taken as text. With --stdin each line
          of standard input is a JSON object with `input`, and `as`, `now`, `tz` and `lang` where they
          differ from the options; each is answered on a line of its own.
          """)
      )
    case .version:
      (
        Message("Say the versions of remindctl and of the remindd that runs"), nil, [.json],
        ["version", "version --json"], nil
      )
    case .help: (Message("Explain a verb"), Message("[VERB]"), [], ["help in", "help"], nil)
    }
  }
}
