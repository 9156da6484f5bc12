import Configuration
import Glibc
import Reminders
import Scheduler
import Store
import System
import TimeLanguage

extension Commands {
  static func runExportFile(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    try arguments.expectNoWords()
    let path = arguments.value(.output)
    let needing = [Option.json, .force].first { arguments.has($0) }
    if let needing, path == nil { throw Failure.usage(.needs(needing.name, Option.output.name)) }
    let export = try CalendarExport(
      try context.reader(), tag: arguments.value(.withTag), context)
    guard let path else {
      return .done(
        CommandResult(
          output: .pieces { try export.next() }, remarks: export.remarks))
    }
    let file = try NewFile(
      path, isReplacing: arguments.has(.force), apartFrom: try context.places())
    while let piece = try export.next() { try file.write(piece) }
    try file.finish()
    var report = CommandResult(
      output: .text(Messages.exported(count: export.count, path) + "\n"), remarks: export.remarks)
    if arguments.has(.json) {
      report.output = JSON.document([
        ("exported", .string(path)), ("count", .number(Int64(export.count))),
        ("mailed", .number(Int64(export.mailed))),
      ])
    }
    return .done(report)
  }
}

extension CalendarExport {
  fileprivate var remarks: [String] { mailed == 0 ? [] : [Messages.exportedMailed(count: mailed)] }
}

/// A file that gets its name when it is complete and on the disk; private to its owner.
private final class NewFile {
  private let path: String
  private let isReplacing: Bool
  private let part: PartFile

  /// - Parameters:
  ///   - isReplacing: whether a file of that name may be replaced.
  ///   - places: the folders of the programs' own files, which are never replaced.
  init(_ name: String, isReplacing: Bool, apartFrom places: Places) throws {
    let path = try NewName.resolved(name, isReplacing: isReplacing, apartFrom: places)
    self.path = path
    self.isReplacing = isReplacing
    do { part = try PartFile(of: path) } catch {
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
