import CalendarText
import Configuration
import Glibc
import Localization
import Reminders
import Store
import System

extension Command {
  func runImport() throws -> CommandResult {
    let path = try args.file(orInput: true)
    let lines = try ImportLine.all(of: path, at: context.moment)
    let isDry = args.has(.dryRun)
    func read(into store: ReminderStore?) throws -> CalendarImport {
      let importing = try CalendarImport(lines, file: path, reader: store, isDry: isDry, context)
      guard importing.problems.isEmpty || args.has(.skipUnsupported) else {
        throw Failure.calendarUnsupported(importing.problems)
      }
      return importing
    }
    // The file is known to be whole: only now is the store made, or locked.
    let store = isDry ? try context.reader() : try context.writer()
    let importing =
      if let store, !isDry { try store.atomically { try read(into: store) } } else {
        try read(into: store)
      }
    var remarks: [String] = []
    if !isJSON {
      remarks += importing.problems.map { tr("Left out: {part}", ["part": $0.sentence]) }
      if !importing.left.isEmpty { remarks.append(Messages.left(importing.left)) }
    }
    if isDry {
      remarks.append(Messages.nothingStored)
    } else if importing.counts[.new] != nil, let call = try DaemonStarter(isQuiet: isJSON, context)
    {
      remarks.append(call.isStored)
    }
    return answer(
      json: importing.members(path, isDry: isDry),
      text: Messages.importCounts(importing.counts, from: path) + "\n", remarks: remarks,
      hasChanged: !isDry)
  }

  func runExport() throws -> CommandResult {
    try args.expectNoWords()
    let name = args.value(.output)
    let needing = [Option.json, .force].first { args.has($0) }
    if let needing, name == nil { throw Failure.needs(needing.name, Option.output.name) }
    let export = try CalendarExport(try context.reader(), tag: args.value(.withTag), context)
    let remarks =
      export.mailed == 0
      ? []
      : [
        tr(
          export.mailed,
          "{n} of them is mailed, which a calendar file does not say: imported elsewhere it is only shown.",
          "{n} of them are mailed, which a calendar file does not say: imported elsewhere they are only shown."
        )
      ]
    guard let name else { return CommandResult(output: .pieces(export.next), remarks: remarks) }
    try write(export, to: name)
    return answer(
      json: [
        ("exported", .string(name)), ("count", .count(export.count)),
        ("mailed", .count(export.mailed)),
      ],
      text: tr(
        export.count, "{n} reminder is written to {path}.", "{n} reminders are written to {path}.",
        ["path": VisibleText.line(name)]) + "\n", remarks: remarks)
  }

  /// The file gets its name when it is complete and on the disk.
  private func write(_ export: CalendarExport, to name: String) throws {
    let isReplacing = args.has(.force)
    let path = try NewName.resolved(
      name, isReplacing: isReplacing, apartFrom: try context.paths())
    do {
      let part = try AtomicFile(of: path)
      while let piece = try export.next() {
        let unwritten = FileIO.write(Array(piece.utf8), to: part.descriptor)
        guard unwritten == 0 else { throw SystemError.system(unwritten) }
      }
      guard fsync(part.descriptor) == 0 else { throw SystemError.system(errno) }
      try part.move(to: path, isReplacing: isReplacing)
    } catch let error as SystemError {
      throw Failure.backup(
        error.code == EEXIST ? .exists(path: path) : .file(path: path, errno: error.code))
    }
  }

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
      json: [("backup", .string(path)), ("count", .count(count)), ("mail_files", .count(files))],
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
          ("restored", .string(path)), ("count", .count(count)), ("replaced", .orNull(aside)),
          ("mailed_again", .array(mailedAgain.map(JSON.number))),
        ],
        text: tr(
          count, "{n} reminder is there again from {path}.",
          "{n} reminders are there again from {path}.", ["path": VisibleText.line(path)]) + "\n",
        remarks: remarks, hasChanged: true)
    }
  }
}

extension CalendarImport {
  fileprivate func members(_ path: String, isDry: Bool) -> JSON.Members {
    [("imported", .string(path)), ("dry_run", .boolean(isDry))]
      + Result.allCases.map { ($0.rawValue, .count(counts[$0] ?? 0)) }
      + [
        ("left", .array(left.map { .number($0.id) })),
        ("unsupported", .array(problems.map(\.json))),
      ]
  }
}
