import Reminders

/// What each command does: `run…` is called with its arguments, and says what there is to print.
enum Commands {
  /// Does what a command line asks for.
  static func run(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    switch arguments.verb {
    case .in: try runIn(arguments, context)
    case .at: .done(try AddReminder.report(as: .at, arguments, context))
    case .on: .done(try AddReminder.report(as: .on, arguments, context))
    case .every: .done(try AddReminder.report(as: .every, arguments, context))
    case .add: .done(try runAdd(arguments, context))
    case .list: .done(try runList(arguments, context))
    case .done: .done(try runDone(arguments, context))
    case .snooze: .done(try runSnooze(arguments, context))
    case .skip: .done(try runSkip(arguments, context))
    case .edit: .done(try runEdit(arguments, context))
    case .cancel: try runCancel(arguments, context)
    case .undo: .done(try runUndo(arguments, context))
    case .show: .done(try runShow(arguments, context))
    case .history: .done(try runHistory(arguments, context))
    case .forget: try runForget(arguments, context)
    case .pause: .done(try runPause(arguments, context))
    case .resume: .done(try runResume(arguments, context))
    case .status: .done(try runStatus(arguments, context))
    case .doctor: .done(try runDoctor(arguments, context))
    case .watch: .done(try runWatch(arguments, context))
    case .mail: .done(try runMail(arguments, context))
    case .request: .done(try runRequest(arguments, context))
    case .importFile: .done(try runImport(arguments, context))
    case .exportFile: .done(try runExport(arguments, context))
    case .backup: .done(try runBackup(arguments, context))
    case .restore: try runRestore(arguments, context)
    case .parse: .done(try runParse(arguments, context))
    case .version: .done(try runVersion(arguments, context))
    case .help: .done(try runHelp(arguments))
    }
  }

  private static func runHelp(_ arguments: Arguments) throws -> CommandResult {
    try arguments.expectWords(atMost: 1)
    guard let word = arguments.words.first else { return CommandResult(output: .text(Help.text)) }
    guard let verb = Verb.named(word) else {
      throw Failure.usage(.unknownVerb(word, nearest: Verb.nearest(to: word)))
    }
    return CommandResult(output: .text(Help.text(of: verb)))
  }
}

extension CommandResult {
  /// The answer in the form that is asked for: a JSON document, or a text for people. Only that one
  /// is made.
  init(
    _ arguments: Arguments, json: @autoclosure () throws -> [(name: String, value: JSON)],
    text: @autoclosure () throws -> String, remarks: [String] = [], hasChanged: Bool = false
  ) rethrows {
    output = arguments.has(.json) ? JSON.document(try json()) : .text(try text())
    self.remarks = remarks
    self.hasChanged = hasChanged
  }
}

extension Interaction {
  /// Does it at once with `--force`; otherwise the user must agree first, on a terminal.
  /// - Parameter question: nil if there is nothing to agree to.
  static func confirmed(
    _ question: @autoclosure () throws -> String?, _ arguments: Arguments, _ context: Context,
    _ run: @escaping () throws -> CommandResult
  ) throws -> Interaction {
    guard !arguments.has(.force) else { return .done(try run()) }
    guard context.terminal.isInput, context.terminal.isError else {
      throw Failure.usage(.needsForce)
    }
    guard let question = try question() else { return .done(try run()) }
    return .ask(question) { answer in
      guard Messages.agrees(answer ?? "") else { throw Failure.declined }
      return .done(try run())
    }
  }
}

extension Arguments {
  func expectWords(atMost most: Int) throws {
    if let word = words.dropFirst(most).first {
      throw Failure.usage(.needlessWord(word, verb: verb.name))
    }
  }

  /// Of an option that says it all: that there are no words beside it.
  func expectNoWords(with option: Option) throws {
    if let word = words.first { throw Failure.usage(.notTogether(option.name, word)) }
  }
}

extension Context {
  /// Starts the daemon if none runs.
  /// - Returns: what there is to say about it; nothing if one runs.
  func startDaemon(_ arguments: Arguments) throws -> [String] {
    try DaemonStarter(isQuiet: arguments.has(.json), self).map { [$0.sentence] } ?? []
  }
}
