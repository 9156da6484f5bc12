import Scheduler

// The table of verbs: parsing, `--help`, the manual and the completions are made from its rows.

extension Verb {
  /// The row of a verb. `--help` lists them in the order of `Verb.ID`.
  convenience init(_ id: ID) {
    switch id {
    case .in:
      self.init(
        .in, operands: Messages.Help.inOperands, summary: Messages.Help.inSummary,
        details: Messages.Help.inDetails,
        options: [.hours, .minutes, .seconds, .ask] + Option.creation,
        examples: ["in 1h20m tea", "in -M 5 -- 2 eggs, soft"])
    case .at:
      self.init(
        .at, operands: Messages.Help.atOperands, summary: Messages.Help.atSummary,
        details: Messages.Help.atDetails, options: Option.creation,
        examples: ["at 17:30 call mum", "at tomorrow 9am -- 2 pills"])
    case .on:
      self.init(
        .on, operands: Messages.Help.atOperands, summary: Messages.Help.onSummary,
        details: Messages.Help.atDetails, options: Option.creation,
        examples: ["on friday 17:00 beer", "on 24 dec 9:00 presents"])
    case .every:
      self.init(
        .every, operands: Messages.Help.everyOperands, summary: Messages.Help.everySummary,
        details: Messages.Help.everyDetails, options: Option.creation,
        examples: ["every weekday 9:00 stand-up", "every 2 weeks on friday 17:00 bins"])
    case .add:
      self.init(
        .add, operands: Messages.Help.addOperands, summary: Messages.Help.addSummary,
        details: Messages.Help.addDetails, options: Option.creation,
        examples: ["add call mum at 5pm", "add in 20 minutes tea"])
    case .list:
      self.init(
        .list, summary: Messages.Help.listSummary,
        details: Messages.Help.listDetails, options: [.limit, .withTag, .json, .plain, .sentences],
        examples: ["list", "list --json -n 5"])
    case .done:
      self.init(
        .done, operands: Messages.Help.idsOrLast, summary: Messages.Help.doneSummary,
        details: Messages.Help.doneDetails, options: [.allShown, .withTag, .json],
        examples: ["done 7", "done 8 9"])
    case .snooze:
      self.init(
        .snooze, operands: Messages.Help.idOrLastAndWhen, summary: Messages.Help.snoozeSummary,
        details: Messages.Help.snoozeDetails, options: [.tz, .json],
        examples: ["snooze 7 20m", "snooze 8 tomorrow 9am"])
    case .skip:
      self.init(
        .skip, operands: Messages.Help.idAndCount, summary: Messages.Help.skipSummary,
        details: Messages.Help.skipDetails, options: [.json], examples: ["skip 7", "skip 7 3"])
    case .edit:
      self.init(
        .edit, operands: Messages.Help.showOperands, summary: Messages.Help.editSummary,
        details: Messages.Help.editDetails,
        options: [.inLength, .atTime, .everyRule, .text, .tz] + Option.alerts + Option.mails
          + [.noMail, .json],
        examples: ["edit 7 --in 2h --text water", "edit 8 --urgency critical --nag 5m"])
    case .cancel:
      self.init(
        .cancel, operands: Messages.Help.cancelOperands,
        summary: Messages.Help.cancelSummary, details: Messages.Help.cancelDetails,
        options: [.all, .withTag, .force, .json], examples: ["cancel 7", "rm 8 9"])
    case .undo:
      self.init(
        .undo, summary: Messages.Help.undoSummary, details: Messages.Help.undoDetails,
        options: [.json],
        examples: ["undo", "undo --json"])
    case .show:
      self.init(
        .show, operands: Messages.Help.showOperands,
        summary: Messages.Help.showSummary, options: [.json], examples: ["show 7", "why 7 --json"])
    case .history:
      self.init(
        .history, summary: Messages.Help.historySummary, details: Messages.Help.historyDetails,
        options: [.since, .limit, .withTag, .tz, .json, .plain, .sentences],
        examples: ["history", "history --json --since yesterday"])
    case .forget:
      self.init(
        .forget, operands: Messages.Help.forgetOperands, summary: Messages.Help.forgetSummary,
        details: Messages.Help.forgetDetails, options: [.beforeDate, .force, .tz, .json],
        examples: ["forget 7 --force", "forget --before 2026-01-01 --force"])
    case .pause:
      self.init(
        .pause, operands: Messages.Help.pauseOperands, summary: Messages.Help.pauseSummary,
        details: Messages.Help.pauseDetails, options: [.tz, .json],
        examples: ["pause 20m", "pause until tomorrow 9am"])
    case .resume:
      self.init(
        .resume, summary: Messages.Help.resumeSummary, details: Messages.Help.resumeDetails,
        options: [.json], examples: ["resume", "resume --json"])
    case .status:
      self.init(
        .status, summary: Messages.Help.statusSummary, details: Messages.Help.statusDetails,
        options: [.json, .format], examples: ["status", "status --format '{time} {text}'"])
    case .doctor:
      self.init(
        .doctor, summary: Messages.Help.doctorSummary, details: Messages.Help.doctorDetails,
        options: [.popup, .repair, .json], examples: ["doctor", "doctor --popup --json"])
    case .watch:
      self.init(
        .watch, summary: Messages.Help.watchSummary, details: Messages.Help.watchDetails,
        options: [.json, .format], examples: ["watch", "watch --json"])
    case .mail:
      self.init(
        .mail, operands: Messages.Help.mailOperands, summary: Messages.Help.mailSummary,
        details: Messages.Help.mailDetails,
        options: [
          .status, .since, .template, .account, .limit, .raw, .param, .locale, .source, .json,
          .plain,
        ],
        examples: ["mail check", "mail log --since yesterday --json"])
    case .request:
      self.init(
        .request, operands: Messages.Help.requestOperands, summary: Messages.Help.requestSummary,
        details: Messages.Help.requestDetails,
        options: [
          .param, .locale, .requestIn, .requestAt, .remindBefore, .requestTo, .attach, .account,
          .tz,
          .key, .dryRun, .requireDaemon, .json,
        ],
        examples: [
          "request contact --param name=Ann --param email=ann@example.org --param message=Hello",
          "request contact --param name=Ann --param email=a@example.org --param message=- --at 9am",
        ])
    case .importFile:
      self.init(
        .importFile, operands: Messages.Help.backupOperands, summary: Messages.Help.importSummary,
        details: Messages.Help.importDetails, options: [.dryRun, .skipUnsupported, .json],
        examples: ["import ~/calendar.ics --dry-run", "import ~/calendar.ics"])
    case .exportFile:
      self.init(
        .exportFile, summary: Messages.Help.exportSummary, details: Messages.Help.exportDetails,
        options: [.output, .force, .withTag, .json],
        examples: ["export --tag work", "export --output ~/reminders.ics"])
    case .backup:
      self.init(
        .backup, operands: Messages.Help.backupOperands, summary: Messages.Help.backupSummary,
        details: Messages.Help.backupDetails, options: [.force, .json],
        examples: ["backup ~/reminders.backup", "backup ~/reminders.backup --force --json"])
    case .restore:
      self.init(
        .restore, operands: Messages.Help.backupOperands, summary: Messages.Help.restoreSummary,
        details: Messages.Help.restoreDetails, options: [.force, .json],
        examples: [
          "restore ~/reminders.backup --force", "restore ~/reminders.backup --force --json",
        ])
    case .parse:
      self.init(
        .parse, operands: Messages.Help.addOperands, summary: Messages.Help.parseSummary,
        details: Messages.Help.parseDetails, options: [.as, .now, .tz, .lang, .stdin, .json],
        examples: [
          "parse every weekday 9:00 stand-up", "parse --json --lang it tra 20 minuti la pasta",
        ])
    case .version:
      self.init(
        .version, summary: Messages.Help.versionSummary, options: [.json],
        examples: ["version", "version --json"])
    case .help:
      self.init(
        .help, operands: Messages.Help.helpOperands, summary: Messages.Help.helpSummary,
        examples: ["help in", "help"])
    }
  }
}
