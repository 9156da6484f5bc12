import CalendarText
import Reminders
import Scheduler
import TimeLanguage

extension Commands {
  static func runImportFile(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    let path = try arguments.file(orInput: true)
    let lines = try CalendarLines(reading: path, at: context.moment)
    let isDry = arguments.has(.dryRun)
    let importing: CalendarImport
    if isDry {
      importing = try CalendarImport(
        lines, file: path, reader: try context.reader(), isDry: true, context)
      try importing.expectSupported(arguments)
    } else {
      // The file is known to be whole: only now is the store made, or anybody kept waiting for it.
      let store = try context.writer()
      importing = try context.change(store) {
        let importing = try CalendarImport(
          lines, file: path, reader: store, isDry: false, context)
        try importing.expectSupported(arguments)
        return importing
      }
    }
    var report = CommandResult(hasChanged: !isDry)
    if arguments.has(.json) {
      report.output = JSON.document(importing.members(path, isDry: isDry))
    } else {
      report.output = .text(Messages.importCounts(importing.counts, from: path) + "\n")
      report.remarks += importing.problems.map(Messages.skippedPart)
      if !importing.left.isEmpty { report.remarks.append(Messages.left(importing.left)) }
    }
    if isDry {
      report.remarks.append(Messages.nothingStored)
    } else if importing.counts.new > 0,
      let call = try DaemonStarter(isQuiet: arguments.has(.json), context)
    {
      report.remarks.append(call.isStored)
    }
    return .done(report)
  }
}

extension CalendarImport {
  fileprivate func expectSupported(_ arguments: Arguments) throws {
    guard problems.isEmpty || arguments.has(.skipUnsupported) else {
      throw Failure.calendar(.unsupported(problems))
    }
  }

  fileprivate func members(_ path: String, isDry: Bool) -> [(name: String, value: JSON)] {
    func number(_ count: Int) -> JSON { .number(Int64(count)) }
    return [
      ("imported", .string(path)), ("dry_run", .boolean(isDry)), ("new", number(counts.new)),
      ("changed", number(counts.changed)), ("unchanged", number(counts.unchanged)),
      ("gone", number(counts.gone)), ("past", number(counts.past)),
      ("finished", number(counts.finished)), ("timeless", number(counts.timeless)),
      ("unwanted", number(counts.unwanted)),
      ("left", .array(left.map { number(Int($0.id)) })),
      ("unsupported", .array(problems.map(\.json))),
    ]
  }
}

extension CalendarProblem {
  /// Its line, its part and what it belongs to.
  var json: JSON {
    .object([
      ("line", .number(Int64(line))), ("part", .string(name)),
      ("message", .string(Messages.part(self))), ("text", summary.map(JSON.string) ?? .null),
    ])
  }

  private var name: String {
    switch part {
    case .neverOccurs, .tooOften: Part.rule.rawValue
    default: part.rawValue
    }
  }
}
