/// A row of the table of verbs: parsing, `--help`, the manual and the completions are made from it.
extension Verb {
  /// What it does, in one line; what follows it; its own options, to which the `common` ones are
  /// added; and what is typed after `remindctl`, which works as it is printed.
  var row: (summary: Message, operands: Message?, options: [Option], examples: [String]) {
    switch self {
    case .in:
      (
        Message("Remind after a length of time"), Message("[DURATION] [TEXT...]"),
        [.hours, .minutes, .seconds, .ask] + Option.creation,
        ["in 1h20m tea", "in -M 5 -- 2 eggs, soft"]
      )
    case .at:
      (
        Message("Remind at a time"), Message("WHEN [TEXT...]"), Option.creation,
        ["at 17:30 call mum", "at tomorrow 9am -- 2 pills"]
      )
    case .on:
      (
        Message("Remind on a day"), Message("WHEN [TEXT...]"), Option.creation,
        ["on friday 17:00 beer", "on 24 dec 9:00 presents"]
      )
    case .every:
      (
        Message("Remind again and again"), Message("RULE [TEXT...]"), Option.creation,
        ["every weekday 9:00 stand-up", "every 2 weeks on friday 17:00 bins"]
      )
    case .add:
      (
        Message("Remind as a phrase says it (also without any verb)"), Message("PHRASE..."),
        Option.creation, ["add call mum at 5pm", "add in 20 minutes tea"]
      )
    case .list:
      (
        Message("Show what is to come (also without any verb)"), nil,
        [.limit, .withTag, .json, .plain, .sentences], ["list", "list --json -n 5"]
      )
    case .done:
      (
        Message("Say that reminders are done"), Message("[ID|last]..."),
        [.allShown, .withTag, .json], ["done 7", "done 8 9"]
      )
    case .snooze:
      (
        Message("Put a reminder off"), Message("[ID|last] [DURATION|[until] WHEN]"), [.tz, .json],
        ["snooze 7 20m", "snooze 8 tomorrow 9am"]
      )
    case .skip:
      (
        Message("Leave out what comes next of a repetition"), Message("ID [N]"), [.json],
        ["skip 7", "skip 7 3"]
      )
    case .edit:
      (
        Message("Change a reminder"), Message("ID"),
        [.inLength, .atTime, .everyRule, .text, .tz] + Option.alerts + Option.mails + [
          .noMail, .json,
        ], ["edit 7 --in 2h --text water", "edit 8 --urgency critical --nag 5m"]
      )
    case .cancel:
      (
        Message("Take reminders back"), Message("ID..."), [.all, .withTag, .force, .json],
        ["cancel 7", "rm 8 9"]
      )
    case .undo: (Message("Take back what was done last"), nil, [.json], ["undo", "undo --json"])
    case .show:
      (
        Message("Tell everything about one reminder"), Message("ID"), [.json],
        ["show 7", "why 7 --json"]
      )
    case .history:
      (
        Message("Show what has been"), nil,
        [.since, .limit, .withTag, .tz, .json, .plain, .sentences],
        ["history", "history --json --since yesterday"]
      )
    case .forget:
      (
        Message("Erase reminders and all that is known of them"), Message("[ID...]"),
        [.beforeDate, .force, .tz, .json],
        ["forget 7 --force", "forget --before 2026-01-01 --force"]
      )
    case .pause:
      (
        Message("Show nothing for a while"), Message("[DURATION|until WHEN]"), [.tz, .json],
        ["pause 20m", "pause until tomorrow 9am"]
      )
    case .resume: (Message("End the pause"), nil, [.json], ["resume", "resume --json"])
    case .status:
      (
        Message("Say whether reminders will be shown, and what comes next"), nil, [.json, .format],
        ["status", "status --format '{time} {text}'"]
      )
    case .doctor:
      (
        Message("Look whether reminders will come, and say what is in the way"), nil,
        [.popup, .repair, .json], ["doctor", "doctor --popup --json"]
      )
    case .watch:
      (
        Message("Print every change as it happens"), nil, [.json, .format],
        ["watch", "watch --json"]
      )
    case .mail:
      (
        Message("Try out a mail account; see what was mailed, and what waits"),
        Message("check|test|list|log|show|retry|cancel|templates|preview [NAME...]"),
        [
          .status, .since, .template, .account, .limit, .raw, .param, .locale, .source, .json,
          .plain,
        ], ["mail check", "mail log --since yesterday --json"]
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
        ]
      )
    case .importFile:
      (
        Message("Make reminders of a calendar file"), Message("FILE"),
        [.dryRun, .skipUnsupported, .json],
        ["import ~/calendar.ics --dry-run", "import ~/calendar.ics"]
      )
    case .exportFile:
      (
        Message("Write what is to come as a calendar file"), nil,
        [.output, .force, .withTag, .json],
        ["export --tag work", "export --output ~/reminders.ics"]
      )
    case .backup:
      (
        Message("Copy the store to a file"), Message("FILE"), [.force, .json],
        ["backup ~/reminders.backup", "backup ~/reminders.backup --force --json"]
      )
    case .restore:
      (
        Message("Put a backup into the store's place"), Message("FILE"), [.force, .json],
        ["restore ~/reminders.backup --force", "restore ~/reminders.backup --force --json"]
      )
    case .parse:
      (
        Message("Show how a phrase is understood; nothing is stored"), Message("PHRASE..."),
        [.as, .now, .tz, .lang, .stdin, .json],
        ["parse every weekday 9:00 stand-up", "parse --json --lang it tra 20 minuti la pasta"]
      )
    case .version:
      (
        Message("Say the versions of remindctl and of the remindd that runs"), nil, [.json],
        ["version", "version --json"]
      )
    case .help: (Message("Explain a verb"), Message("[VERB]"), [], ["help in", "help"])
    }
  }
}
