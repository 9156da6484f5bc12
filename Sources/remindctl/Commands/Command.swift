import Reminders
import Store

/// One run of a command. Each command is a method: it does what is asked and returns what to print.
/// This folder has a file for each command, or for a few that are alike.
struct Command {
  let args: Arguments
  /// The world, with the clocks that `--tz` asks for.
  let context: Context

  init(_ arguments: Arguments, _ context: Context) throws {
    args = arguments
    self.context = try context.choosingZone(arguments)
  }

  func run() throws -> Interaction {
    switch args.verb {
    case .in: try runIn()
    case .at: .done(try create(as: .at))
    case .on: .done(try create(as: .on))
    case .every: .done(try create(as: .every))
    case .add: .done(try runAdd())
    case .list: .done(try runList())
    case .done: .done(try runDone())
    case .snooze: .done(try runSnooze())
    case .skip: .done(try runSkip())
    case .edit: .done(try runEdit())
    case .cancel: try runCancel()
    case .undo: .done(try runUndo())
    case .show: .done(try runShow())
    case .history: .done(try runHistory())
    case .forget: try runForget()
    case .pause: .done(try runPause())
    case .resume: .done(try runResume())
    case .status: .done(try runStatus())
    case .doctor: .done(try runDoctor())
    case .watch: .done(try runWatch())
    case .mail: .done(try runMail())
    case .request: .done(try runRequest())
    case .importFile: .done(try runImport())
    case .exportFile: .done(try runExport())
    case .backup: .done(try runBackup())
    case .restore: try runRestore()
    case .parse: .done(try runParse())
    case .version: .done(try runVersion())
    case .help: .done(try runHelp())
    }
  }

  private func runHelp() throws -> CommandResult {
    try args.expectWords(atMost: 1)
    guard let word = args.words.first else { return CommandResult(output: .text(Help.text)) }
    guard let verb = Verb.named(word) else {
      throw Failure.unknownVerb(word, nearest: Verb.nearest(to: word))
    }
    return CommandResult(output: .text(Help.text(of: verb)))
  }
}

// What several commands do.

extension Command {
  /// Whether a program reads the answer.
  var isJSON: Bool { args.has(.json) }

  /// The answer in the form that is asked for: a JSON document, or a text for people. Only that one
  /// is made.
  func answer(
    json: @autoclosure () throws -> JSON.Members,
    text: @autoclosure () throws -> String, remarks: [String] = [], hasChanged: Bool = false
  ) rethrows -> CommandResult {
    CommandResult(
      output: isJSON ? JSON.document(try json()) : .text(try text()), remarks: remarks,
      hasChanged: hasChanged)
  }

  /// Does it at once with `--force`; otherwise the user must agree first, on a terminal.
  /// - Parameter question: nil if there is nothing to agree to.
  func confirmed(
    _ question: @autoclosure () throws -> String?, _ run: @escaping () throws -> CommandResult
  ) throws -> Interaction {
    guard !args.has(.force) else { return .done(try run()) }
    guard context.terminal.isInput, context.terminal.isError else {
      throw Failure.needsForce
    }
    guard let question = try question() else { return .done(try run()) }
    return .ask(question) { answer in
      guard Messages.agrees(answer ?? "") else { throw Failure.declined }
      return .done(try run())
    }
  }

  /// Starts the daemon if none runs.
  /// - Returns: a sentence about it; empty if one runs.
  func startDaemon() throws -> [String] {
    try DaemonStarter(isQuiet: isJSON, context).map { [$0.sentence] } ?? []
  }

  /// The reminders of a JSON document.
  func json(_ entries: [Entry]) -> JSON {
    .array(entries.map { .object($0.members(in: context.local.zone)) })
  }
}
