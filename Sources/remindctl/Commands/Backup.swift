import Reminders
import Scheduler
import TimeLanguage

extension Verb {
  static let backup = Verb(
    "backup", operands: Words.Help.backupOperands, summary: Words.Help.backupSummary,
    details: Words.Help.backupDetails, options: [.force, .json],
    examples: ["backup ~/reminders.backup", "backup ~/reminders.backup --force --json"]
  ) { arguments, context in
    let path = try arguments.file()
    guard let store = try context.reader() else { throw Failure.nothingToBackUp }
    let places = try context.places()
    let files = try store.backUp(to: path, from: places, isReplacing: arguments.has(.force))
    let count = try store.reminderCount()
    var text = Words.backedUp(count: count, path) + "\n"
    if files > 0 { text += Words.backedUp(files: files) + "\n" }
    var report = Report(output: .text(text))
    if arguments.has(.json) {
      report.output = JSON.document([
        ("backup", .string(path)), ("count", .number(Int64(count))),
        ("mail_files", .number(Int64(files))),
      ])
    }
    return .done(report)
  }

  static let restore = Verb(
    "restore", operands: Words.Help.backupOperands, summary: Words.Help.restoreSummary,
    details: Words.Help.restoreDetails, options: [.force, .json],
    examples: ["restore ~/reminders.backup --force", "restore ~/reminders.backup --force --json"]
  ) { arguments, context in
    let path = try arguments.file()
    let restored = { try putBack(path, arguments, context) }
    guard !arguments.has(.force) else { return .done(try restored()) }
    guard context.terminal.isInput, context.terminal.isError else {
      throw Failure.usage(.needsForce)
    }
    return .question(Words.confirmRestore(path), yes: restored)
  }

  private static func putBack(
    _ path: String, _ arguments: Arguments, _ context: Context
  ) throws -> Report {
    let places = try context.places()
    let (aside, mailedAgain) = try Restore.run(
      path, into: places, patience: Context.patience, at: context.now)
    let store = try context.reader()
    let count = try store?.reminderCount() ?? 0
    var report = Report(
      output: .text(Words.restored(count: count, path) + "\n"), hasChanged: true)
    if let aside { report.remarks.append(Words.keptAside(aside)) }
    if !mailedAgain.isEmpty {
      report.remarks.append(Words.mailedAgain(mailedAgain.map(String.init)))
    }
    if arguments.has(.json) {
      report.output = JSON.document([
        ("restored", .string(path)), ("count", .number(Int64(count))),
        ("replaced", aside.map(JSON.string) ?? .null),
        ("mailed_again", .array(mailedAgain.map(JSON.number))),
      ])
    }
    return report
  }
}

extension Arguments {
  /// The one word, which names a file.
  /// - Parameter isInput: `-` is a file too.
  func file(orInput isInput: Bool = false) throws -> String {
    guard let path = words.first, !path.isEmpty, isInput || path != "-" else {
      throw Failure.usage(.missingFile(verb: verb.name))
    }
    if words.count > 1 { throw Failure.usage(.needlessWord(words[1], verb: verb.name)) }
    return path
  }
}
