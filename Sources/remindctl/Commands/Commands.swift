import Scheduler

/// What each verb does; a file each.
enum Commands {
  /// Does what a command line asks for.
  static func run(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    switch arguments.verb {
    case .in: try runIn(arguments, context)
    case .at: .done(try AddReminder.report(as: .at, arguments, context))
    case .on: .done(try AddReminder.report(as: .on, arguments, context))
    case .every: .done(try AddReminder.report(as: .every, arguments, context))
    case .add: try runAdd(arguments, context)
    case .list: try runList(arguments, context)
    case .done: try runDone(arguments, context)
    case .snooze: try runSnooze(arguments, context)
    case .skip: try runSkip(arguments, context)
    case .edit: try runEdit(arguments, context)
    case .cancel: try runCancel(arguments, context)
    case .undo: try runUndo(arguments, context)
    case .show: try runShow(arguments, context)
    case .history: try runHistory(arguments, context)
    case .forget: try runForget(arguments, context)
    case .pause: try runPause(arguments, context)
    case .resume: try runResume(arguments, context)
    case .status: try runStatus(arguments, context)
    case .doctor: try runDoctor(arguments, context)
    case .watch: try runWatch(arguments, context)
    case .mail: try runMail(arguments, context)
    case .request: try runRequest(arguments, context)
    case .importFile: try runImportFile(arguments, context)
    case .exportFile: try runExportFile(arguments, context)
    case .backup: try runBackup(arguments, context)
    case .restore: try runRestore(arguments, context)
    case .parse: try runParse(arguments, context)
    case .version: try runVersion(arguments, context)
    case .help: try runHelp(arguments, context)
    }
  }

  static func runHelp(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    guard let word = arguments.words.first else {
      return .done(CommandResult(output: .text(Help.text)))
    }
    guard arguments.words.count == 1 else {
      throw Failure.usage(.needlessWord(arguments.words[1], verb: arguments.verb.name))
    }
    guard let verb = Verb.named(word) else {
      throw Failure.usage(.unknownVerb(word, nearest: Verb.nearest(to: word)))
    }
    return .done(CommandResult(output: .text(Help.text(of: verb))))
  }
}

extension Interaction {
  /// The user must agree first.
  static func question(_ question: String, yes: @escaping () throws -> CommandResult) -> Interaction
  {
    .ask(question) { answer in
      guard Messages.agrees(answer ?? "") else { throw Failure.declined }
      return .done(try yes())
    }
  }
}
