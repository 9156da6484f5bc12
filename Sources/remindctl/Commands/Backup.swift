import Localization
import Reminders
import Store
import System

extension Command {
  func runBackup() throws -> CommandResult {
    let path = try args.file()
    guard let store = try context.reader() else {
      throw Failure("no-store", tr("There is no store yet, and nothing to copy."))
    }
    let files = try Backup(store).write(
      to: path, from: try context.paths(), isReplacing: args.has(.force))
    let count = try store.reminderCount()
    var lines = [
      tr(
        count, "{n} reminder is copied to {path}.", "{n} reminders are copied to {path}.",
        ["path": VisibleText.line(path)])
    ]
    if files > 0 {
      lines.append(tr(files, "With {n} file of their mails.", "With {n} files of their mails."))
    }
    return answer(
      json: [
        ("backup", .string(path)), ("count", .number(Int64(count))),
        ("mail_files", .number(Int64(files))),
      ],
      text: lines.lines)
  }

  func runRestore() throws -> Interaction {
    let path = try args.file()
    return try confirmed(
      tr("Replace all reminders by those of {path}? [y/N] ", ["path": VisibleText.line(path)])
    ) {
      let (aside, mailedAgain) = try Restore.run(
        path, into: try context.paths(), patience: Context.patience, at: context.now)
      let count = try context.reader()?.reminderCount() ?? 0
      var remarks =
        aside.map {
          [tr("What was there before is kept as {path}.", ["path": VisibleText.line($0)])]
        } ?? []
      if !mailedAgain.isEmpty {
        remarks.append(
          tr(
            "Mailed since the backup was made, and mailed again: {ids}. `remindctl cancel` keeps back what has not gone yet.",
            ["ids": mailedAgain.map(String.init).joined(separator: ", ")]))
      }
      return answer(
        json: [
          ("restored", .string(path)), ("count", .number(Int64(count))),
          ("replaced", aside.map(JSON.string) ?? .null),
          ("mailed_again", .array(mailedAgain.map(JSON.number))),
        ],
        text: tr(
          count, "{n} reminder is there again from {path}.",
          "{n} reminders are there again from {path}.", ["path": VisibleText.line(path)]) + "\n",
        remarks: remarks, hasChanged: true)
    }
  }
}
