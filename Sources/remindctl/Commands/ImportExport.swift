import CalendarText
import Configuration
import Glibc
import Reminders
import Store
import System

extension Command {
  func runImport() throws -> CommandResult {
    let path = try args.file(orInput: true)
    let lines = try ImportLine.all(of: path, at: context.moment)
    let isDry = args.has(.dryRun)
    func read(into store: ReminderStore?) throws -> CalendarImport {
      let importing = try CalendarImport(
        lines, file: path, reader: store, isDry: isDry, context)
      guard importing.problems.isEmpty || args.has(.skipUnsupported) else {
        throw Failure.calendar(.unsupported(importing.problems))
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
      remarks += importing.problems.map(Messages.skippedPart)
      if !importing.left.isEmpty { remarks.append(Messages.left(importing.left)) }
    }
    if isDry {
      remarks.append(Messages.nothingStored)
    } else if importing.counts[.new] != nil,
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
    if let needing, path == nil { throw Failure.usage(.needs(needing.name, Option.output.name)) }
    let export = try CalendarExport(
      try context.reader(), tag: args.value(.withTag), context)
    let remarks = export.mailed == 0 ? [] : [Messages.exportedMailed(count: export.mailed)]
    guard let path else { return CommandResult(output: .pieces(export.next), remarks: remarks) }
    let file = try NewFile(
      path, isReplacing: args.has(.force), apartFrom: try context.paths())
    while let piece = try export.next() { try file.write(piece) }
    try file.finish()
    return answer(
      json: [
        ("exported", .string(path)), ("count", .number(Int64(export.count))),
        ("mailed", .number(Int64(export.mailed))),
      ], text: Messages.exported(count: export.count, path) + "\n", remarks: remarks)
  }
}

extension CalendarImport {
  fileprivate func members(_ path: String, isDry: Bool) -> [(name: String, value: JSON)] {
    return [("imported", .string(path)), ("dry_run", .boolean(isDry))]
      + Result.allCases.map { (name: $0.rawValue, value: .number(Int64(counts[$0] ?? 0))) }
      + [
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
      throw Failure.backup(.file(path: path, errno: error.code))
    }
  }

  func write(_ text: String) throws {
    do { try Stream(descriptor: part.descriptor).write(text) } catch {
      guard case Failure.output(let code) = error else { throw error }
      throw Failure.backup(.file(path: path, errno: code))
    }
  }

  func finish() throws {
    guard fsync(part.descriptor) == 0 else { throw Failure.backup(.file(path: path, errno: errno)) }
    do { try part.move(to: path, isReplacing: isReplacing) } catch {
      throw Failure.backup(
        error.code == EEXIST ? .exists(path: path) : .file(path: path, errno: error.code))
    }
  }
}
