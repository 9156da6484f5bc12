import Configuration
import Reminders
import Scheduler
import System
import TimeLanguage

extension Commands {
  static func runForget(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    let context = try context.choosingZone(arguments)
    let entries = try entries(arguments, context)
    guard !entries.isEmpty || arguments.has(.json) else {
      return .done(CommandResult(remarks: [Messages.nothingToForget]))
    }
    let forget = { try forgotten(entries, arguments, context) }
    guard !arguments.has(.force), !entries.isEmpty else { return .done(try forget()) }
    guard context.terminal.isInput, context.terminal.isError else {
      throw Failure.usage(.needsForce)
    }
    return .question(Messages.confirmForget(count: entries.count), yes: forget)
  }

  /// What is meant, each reminder once. All of it is finished.
  private static func entries(
    _ arguments: Arguments, _ context: Context
  ) throws -> [Entry] {
    guard let date = arguments.value(.beforeDate) else {
      return try named(try ReminderID.all(in: arguments, context), context)
    }
    if let word = arguments.words.first {
      throw Failure.usage(.notTogether(Option.beforeDate.name, word))
    }
    let end = try context.past(date)
    guard let store = try context.reader() else { return [] }
    return try store.finished(before: end, shownAfter: context.shownAfter)
      .compactMap { try store.entry(of: $0) }
  }

  private static func named(
    _ ids: [ReminderID], _ context: Context
  ) throws -> [Entry] {
    guard let store = try context.reader() else {
      throw Failure.noSuchReminder(ids.map { Failure.UnknownReminder(id: $0.word) })
    }
    var entries: [Entry] = []
    var unknown: [Failure.UnknownReminder] = []
    var unfinished: [Int64] = []
    var mailed: [Int64] = []
    for id in try ids.numbers(in: store, context) {
      if let entry = try store.entry(of: id) {
        entries.append(entry)
      } else {
        unknown.append(Failure.UnknownReminder(id: String(id)))
      }
      if try store.isUnfinished(id, shownAfter: context.shownAfter) {
        unfinished.append(id)
      } else if try store.hasOpenMail(of: id) {
        mailed.append(id)
      }
    }
    guard unknown.isEmpty else { throw Failure.noSuchReminder(unknown) }
    guard unfinished.isEmpty else { throw Failure.unfinished(unfinished) }
    guard mailed.isEmpty else { throw Failure.mailWaits(mailed) }
    return entries
  }

  private static func forgotten(
    _ entries: [Entry], _ arguments: Arguments, _ context: Context
  ) throws -> CommandResult {
    let isLogEmpty = try forget(entries.map(\.id), context)
    let places = try context.places()
    let (unfinished, kept) = copies(of: entries, places)
    if places.hasSpool { for entry in entries { places.removeMail(of: entry.uid) } }
    var report = CommandResult(hasChanged: true)
    if arguments.has(.json) {
      report.output = JSON.document([
        ("forgotten", .array(entries.map { .number($0.id) })),
        ("erased", .boolean(isLogEmpty && unfinished.isEmpty && kept.isEmpty)),
        ("kept", .array((unfinished + kept).map(JSON.string))),
      ])
    } else if entries.count > 20 {
      report.output = .text(Messages.forgotten(count: entries.count) + "\n")
    } else {
      report.output = .text(
        entries.reduce(into: "") {
          $0 += Messages.forgotten(id: String($1.id), text: $1.title) + "\n"
        })
    }
    if !isLogEmpty { report.remarks.append(Messages.logNotEmptied) }
    report.remarks += unfinished.map { Messages.copyIsWritten(VisibleText.line($0)) }
    if !kept.isEmpty { report.remarks += [Messages.keptCopies, "rm " + spaced(kept)] }
    return report
  }

  /// What else beside the store may have their texts: copies that are being made, and stores that were
  /// kept aside since one of them was made.
  private static func copies(
    of entries: [Entry], _ places: Places
  ) -> (unfinished: [String], kept: [String]) {
    guard let first = entries.map(\.created).min() else { return ([], []) }
    return (places.removeOrphans(), places.keptStores(holding: first))
  }

  private static func spaced(_ paths: [String]) -> String {
    paths.map(\.shellWord).joined(separator: " ")
  }

  /// - Returns: whether nothing of them is left in the store's own files.
  private static func forget(_ ids: [Int64], _ context: Context) throws -> Bool {
    guard !ids.isEmpty, let store = try context.existingWriter() else { return true }
    return try store.forget(ids)
  }
}
