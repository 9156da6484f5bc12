/// What `--help` has to say of a verb beside its summary and its options.
extension Verb {
  var details: Message? {
    switch self {
    case .in:
      Message(
        """
        DURATION is 1h20m, 1h 20m, 1h20, 90m, 1.5h, 1:20:00, 20 min, 2 hours, 1 hour and 20 minutes
        and the like. Hours, minutes and seconds are time that really passes, also while the machine
        sleeps; days, weeks and months keep the time of day. Nothing at all means one second.

        The first word that is not part of the duration begins the TEXT; `--` begins it in any case.
        Behind it the TEXT is as it is; before it blanks at both ends are left out, and `-` reads the
        TEXT from standard input. Without one, or with an empty one, it is called 'Alert Time!'.
        """)
    case .at, .on:
      Message(
        """
        WHEN is 17:30, 5pm, noon, tomorrow 9am, next friday 9:00, 24 dec 9am, 2026-12-24 09:00,
        15:00 Europe/Rome and the like. A time of day that is past today means tomorrow's; an hour
        alone is one of the 24-hour clock. The time is the one on the clock where you then are,
        unless a zone is named.

        The first word that is not part of the time begins the TEXT; `--` begins it in any case.
        `-` as the TEXT reads it from standard input.
        """)
    case .every:
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
    case .add:
      Message(
        """
        PHRASE is a time with its text before it or behind it: in 20 minutes tea, tomorrow 9am dentist,
        call mum at 5pm, every weekday 9:00 stand-up, tra 20 minuti la pasta, jutro o 9 dentysta. What
        is not clear is refused. `add` may be left out where the first word is not, and is not
        nearly, a verb.
        """)
    case .list:
      Message(
        """
        On a terminal the next 50 are shown, elsewhere all. --plain has one line for each: id, due
        time, state and text, with tabs between them; the text has the escapes of a JSON string, but
        quotes as they are. Long texts are cut for people: `show` has all of one, and so have --plain and
        --json.
        """)
    case .done:
      Message(
        """
        Without an id it is the one that was shown last. Before its time it is done early; a repetition
        goes on all the same. Either all of the reminders named are done, or none.
        """)
    case .snooze:
      Message(
        """
        Without an id it is the one that was shown last, and without a time it is 10 minutes (`snooze`
        in the configuration), counted from now. A number alone is an id. One that is still to come
        needs a time. One whose popup was only closed comes back. A repetition goes on as if nothing had
        happened.
        """)
    case .skip:
      Message("N of them are left out; without it one.")
    case .edit:
      Message(
        """
        A new time counts from now. The text `-` is read from standard input; an empty one, and an empty
        value of any other option, takes back what was said before. `last` is the one that was shown last
        and waits for an answer. Files (--attach) take the place of those that went with its mail until
        then. A mail that is written and waits is not changed any more.
        """)
    case .cancel:
      Message("Either all of the reminders named are cancelled, or none.")
    case .undo:
      Message(
        """
        It takes back a creation, a cancellation, an edit, a snooze, a skip, an answer or an import: what
        you did last, to however many reminders, and called again what you did before. What would have
        come meanwhile is shown at once. A pause, or its end, is taken back like that, too. A reminder that
        has moved on since is left as it is: that is said, and the next undo goes on with what was done
        before.
        """)
    case .history:
      Message(
        """
        The newest comes first. On a terminal the last 50 are shown, elsewhere all. --plain has one line
        for each: id, when it was shown or ended, state and text, with tabs between them.
        """)
    case .forget:
      Message(
        """
        Nothing of their text is left in the store's files; stores that were kept aside, by a repair or by
        `restore`, are named. What is not finished is refused: cancel it first. It cannot be undone.
        """)
    case .pause:
      Message(
        """
        Without words it is an hour. What comes meanwhile is held, and shown when the pause is over;
        critical reminders come through. Another pause takes the place of the one that is.
        """)
    case .resume:
      Message("What was held is shown at once.")
    case .status:
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
    case .doctor:
      Message(
        """
        Each line says how something is: ok, note (worth knowing), problem (a reminder would be lost, or
        come late) or not known; below it is the command that mends it, where there is one. It exits with 1
        where there is a problem. With --popup a popup is shown by the notification server that remindd
        uses. Nothing is changed but with --repair, which puts what can be read of a damaged store into a
        new one, and keeps the damaged file.
        """)
    case .watch:
      Message(
        """
        It begins with what happens next, and ends with its reader or with Ctrl-C. With --json each line
        is an object; `event` says what it is about. With --format the line is that of `status --format`,
        at once and whenever it becomes another one.
        """)
    case .mail:
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
    case .request:
      Message(
        """
        TEMPLATE is contact, quote, confirmation, or one of your own: remindctl-templates(5) says how to
        write one, `remindctl mail templates` which there are and what each wants to know. --param fills
        one thing in, NAME=VALUE; `-` as the VALUE is read from standard input. What is missing, unknown
        or wrong is all told at once, and nothing is stored. What is absent leaves no line in the mail.

        Without --in and --at it goes at once. To others than yourself it goes only where
        allow-recipients in remindctl.conf lets it.
        """)
    case .importFile:
      Message(
        """
        FILE is an iCalendar file (.ics), or - for standard input. Each alarm of an event or a task becomes
        a reminder; without one it comes at the start of an event and when a task is due, on a day without
        an hour at 9:00. What is past is left out. Read again, a file makes nothing twice: what has changed
        in it is changed, and `undo` takes all of it back. A file that is broken, or has parts that no
        reminder can keep, changes nothing.
        """)
    case .exportFile:
      Message(
        """
        An iCalendar file (.ics), which other calendars read, and `import` reads back: texts, repetitions
        and options are the same then, and so are times, in whole seconds. What counts time that passes,
        like `in 1h`, comes back as a time of the clock. Without --output it is printed.
        """)
    case .backup:
      Message(
        """
        The copy is what the store is in this moment, also while reminders are shown, with the files that go
        with mails and the mails that were written. A file that is there already is replaced only with
        --force.
        """)
    case .restore:
      Message(
        """
        What is in the store then is what was in it when FILE was made; a running remindd shows that from
        then on. What was in it before is kept in a file beside it, and named.
        """)
    case .parse:
      Message(
        """
        It shows the time, the next five occurrences, and what was taken as text. With --stdin each line
        of standard input is a JSON object with `input`, and `as`, `now`, `tz` and `lang` where they
        differ from the options; each is answered on a line of its own.
        """)
    default: nil
    }
  }
}
