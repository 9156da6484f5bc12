import Reminders
import Scheduler
import Store
import TimeLanguage

extension Commands {
  static func runBackup(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    let path = try arguments.file()
    guard let store = try context.reader() else { throw Failure.nothingToBackUp }
    let places = try context.places()
    let files = try store.backUp(to: path, from: places, isReplacing: arguments.has(.force))
    let count = try store.reminderCount()
    var text = Messages.backedUp(count: count, path) + "\n"
    if files > 0 { text += Messages.backedUp(files: files) + "\n" }
    var report = CommandResult(output: .text(text))
    if arguments.has(.json) {
      report.output = JSON.document([
        ("backup", .string(path)), ("count", .number(Int64(count))),
        ("mail_files", .number(Int64(files))),
      ])
    }
    return .done(report)
  }

  static func runRestore(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    let path = try arguments.file()
    let restored = { try putBack(path, arguments, context) }
    guard !arguments.has(.force) else { return .done(try restored()) }
    guard context.terminal.isInput, context.terminal.isError else {
      throw Failure.usage(.needsForce)
    }
    return .question(Messages.confirmRestore(path), yes: restored)
  }

  private static func putBack(
    _ path: String, _ arguments: Arguments, _ context: Context
  ) throws -> CommandResult {
    let places = try context.places()
    let (aside, mailedAgain) = try Restore.run(
      path, into: places, patience: Context.patience, at: context.now)
    let store = try context.reader()
    let count = try store?.reminderCount() ?? 0
    var report = CommandResult(
      output: .text(Messages.restored(count: count, path) + "\n"), hasChanged: true)
    if let aside { report.remarks.append(Messages.keptAside(aside)) }
    if !mailedAgain.isEmpty {
      report.remarks.append(Messages.mailedAgain(mailedAgain.map(String.init)))
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
