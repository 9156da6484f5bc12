import Glibc
import Reminders
import Store
import System

extension Command {
  func runImport() throws -> CommandResult {
    let path = try args.file(orInput: true)
    let lines = try CalendarLines(reading: path, at: context.moment)
    let isDry = args.has(.dryRun)
    func read(into store: ReminderStore?) throws -> CalendarImport {
      let importing = try CalendarImport(lines, file: path, reader: store, isDry: isDry, context)
      guard importing.problems.isEmpty || args.has(.skipUnsupported) else {
        throw Failure.calendar(.unsupported(importing.problems))
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
      remarks += importing.problems.map(Messages.skippedPart)
      if !importing.left.isEmpty { remarks.append(Messages.left(importing.left)) }
    }
    if isDry {
      remarks.append(Messages.nothingStored)
    } else if importing.counts.new > 0, let call = try DaemonStarter(isQuiet: isJSON, context) {
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
    if let needing, name == nil { throw Failure.usage(.needs(needing.name, Option.output.name)) }
    let export = try CalendarExport(try context.reader(), tag: args.value(.withTag), context)
    let remarks = export.mailed == 0 ? [] : [Messages.exportedMailed(count: export.mailed)]
    guard let name else { return CommandResult(output: .pieces(export.next), remarks: remarks) }
    try write(export, to: name)
    return answer(
      json: [
        ("exported", .string(name)), ("count", .count(export.count)),
        ("mailed", .count(export.mailed)),
      ], text: Messages.exported(count: export.count, name) + "\n", remarks: remarks)
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
    guard let store = try context.reader() else { throw Failure.nothingToBackUp }
    let files = try Backup(store).write(
      to: path, from: try context.paths(), isReplacing: args.has(.force))
    let count = try store.reminderCount()
    let lines =
      [Messages.backedUp(count: count, path)] + (files > 0 ? [Messages.backedUp(files: files)] : [])
    return answer(
      json: [("backup", .string(path)), ("count", .count(count)), ("mail_files", .count(files))],
      text: lines.lines)
  }

  func runRestore() throws -> Interaction {
    let path = try args.file()
    return try confirmed(Messages.confirmRestore(path)) {
      let (aside, mailedAgain) = try Restore.run(
        path, into: try context.paths(), patience: Context.patience, at: context.now)
      let count = try context.reader()?.reminderCount() ?? 0
      var remarks = aside.map { [Messages.keptAside($0)] } ?? []
      if !mailedAgain.isEmpty {
        remarks.append(Messages.mailedAgain(mailedAgain.map(String.init)))
      }
      return answer(
        json: [
          ("restored", .string(path)), ("count", .count(count)), ("replaced", .orNull(aside)),
          ("mailed_again", .array(mailedAgain.map(JSON.number))),
        ], text: Messages.restored(count: count, path) + "\n", remarks: remarks, hasChanged: true)
    }
  }
}

extension CalendarImport {
  fileprivate func members(_ path: String, isDry: Bool) -> Members {
    [
      ("imported", .string(path)), ("dry_run", .boolean(isDry)), ("new", .count(counts.new)),
      ("changed", .count(counts.changed)), ("unchanged", .count(counts.unchanged)),
      ("gone", .count(counts.gone)), ("past", .count(counts.past)),
      ("finished", .count(counts.finished)), ("timeless", .count(counts.timeless)),
      ("unwanted", .count(counts.unwanted)), ("left", .array(left.map { .number($0.id) })),
      ("unsupported", .array(problems.map(\.json))),
    ]
  }
}
