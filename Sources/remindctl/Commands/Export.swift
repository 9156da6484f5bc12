import Scheduler

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
