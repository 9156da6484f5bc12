import Configuration
import Glibc
import Localization
import Reminders
import Store
import System

extension Command {
  func runImport() throws -> CommandResult {
    let path = try args.file(orInput: true)
    let lines = try CalendarLines(reading: path, at: context.moment)
    let isDry = args.has(.dryRun)
    func read(into store: ReminderStore?) throws -> CalendarImport {
      let importing = try CalendarImport(
        lines, file: path, reader: store, isDry: isDry, context)
      guard importing.problems.isEmpty || args.has(.skipUnsupported) else {
        throw Failure.calendarUnsupported(importing.problems)
      }
      return importing
    }
    let importing: CalendarImport
    if isDry {
      importing = try read(into: try context.reader())
    } else {
      // The file is known to be whole: only now is the store made, or locked.
      let store = try context.writer()
      importing = try context.change(store) { try read(into: store) }
    }
    var remarks: [String] = []
    if !isJSON {
      remarks += importing.problems.map { tr("Left out: {part}", ["part": $0.sentence]) }
      if !importing.left.isEmpty { remarks.append(Messages.left(importing.left)) }
    }
    if isDry {
      remarks.append(Messages.nothingStored)
    } else if importing.counts.new > 0,
      let call = try DaemonStarter(isQuiet: isJSON, context)
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
    let path = args.value(.output)
    let needing = [Option.json, .force].first { args.has($0) }
    if let needing, path == nil { throw Failure.needs(needing.name, Option.output.name) }
    let export = try CalendarExport(
      try context.reader(), tag: args.value(.withTag), context)
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
    guard let path else { return CommandResult(output: .pieces(export.next), remarks: remarks) }
    let file = try NewFile(
      path, isReplacing: args.has(.force), apartFrom: try context.paths())
    while let piece = try export.next() { try file.write(piece) }
    try file.finish()
    return answer(
      json: [
        ("exported", .string(path)), ("count", .number(Int64(export.count))),
        ("mailed", .number(Int64(export.mailed))),
      ],
      text: tr(
        export.count, "{n} reminder is written to {path}.", "{n} reminders are written to {path}.",
        ["path": VisibleText.line(path)]) + "\n", remarks: remarks)
  }
}

extension CalendarImport {
  fileprivate func members(_ path: String, isDry: Bool) -> [(name: String, value: JSON)] {
    func number(_ count: Int) -> JSON { .number(Int64(count)) }
    return [
      ("imported", .string(path)), ("dry_run", .boolean(isDry)), ("new", number(counts.new)),
      ("changed", number(counts.changed)), ("unchanged", number(counts.unchanged)),
      ("gone", number(counts.gone)), ("past", number(counts.past)),
      ("finished", number(counts.finished)), ("timeless", number(counts.timeless)),
      ("unwanted", number(counts.unwanted)),
      ("left", .array(left.map { .number($0.id) })),
      ("unsupported", .array(problems.map(\.json))),
    ]
  }
}

/// A file that gets its name when it is complete and on the disk; private to its owner.
private final class NewFile {
  private let path: String
  private let isReplacing: Bool
  private let part: AtomicFile

  /// - Parameters:
  ///   - isReplacing: whether a file of that name may be replaced.
  ///   - paths: the folders of the programs' own files, which are never replaced.
  init(_ name: String, isReplacing: Bool, apartFrom paths: Paths) throws {
    let path = try NewName.resolved(name, isReplacing: isReplacing, apartFrom: paths)
    self.path = path
    self.isReplacing = isReplacing
    do { part = try AtomicFile(of: path) } catch {
      throw Failure.file(path, error.code)
    }
  }

  func write(_ text: String) throws {
    do { try Stream(descriptor: part.descriptor).write(text) } catch {
      guard let code = (error as? Failure)?.outputError else { throw error }
      throw Failure.file(path, code)
    }
  }

  func finish() throws {
    guard fsync(part.descriptor) == 0 else { throw Failure.file(path, errno) }
    do { try part.move(to: path, isReplacing: isReplacing) } catch {
      throw Failure.backup(
        error.code == EEXIST ? .exists(path: path) : .file(path: path, errno: error.code))
    }
  }
}
