import Reminders
import Scheduler
import Store
import TimeLanguage

extension Commands {
  static func runCancel(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    if arguments.has(.withTag) { return try cancelTagged(arguments, context) }
    if arguments.has(.all) { return try cancelAll(arguments, context) }
    let ids = try ReminderID.all(in: arguments, context)
    let cancelled = try cancel(ids, in: try ids.writer(context), context)
    var report = CommandResult(hasChanged: true)
    if arguments.has(.json) {
      let reminders = cancelled.map { JSON.object($0.members(in: context.local.zone)) }
      report.output = JSON.document([("reminders", .array(reminders))])
    } else {
      report.output = .text(cancelled.map { line($0, context) }.joined())
    }
    return .done(report)
  }

  private static func cancel(
    _ ids: [ReminderID], in store: ReminderStore, _ context: Context
  ) throws -> [Entry] {
    let numbers = try ids.numbers(in: store, context)
    do throws(StoreError) {
      return try store.cancel(numbers, at: context.now).map { entry in
        var entry = entry
        entry.state = .cancelled
        entry.obstacle = nil
        return entry
      }
    } catch {
      guard case .refused(.notPending(let ids)) = error else { throw error }
      throw Failure.noSuchReminder(try ids.map { try context.unknown($0.id, in: store) })
    }
  }

  /// A tag says which: that is asked for as clearly as by an id.
  private static func cancelTagged(
    _ arguments: Arguments, _ context: Context
  ) throws -> Interaction {
    if let word = arguments.words.first {
      throw Failure.usage(.notTogether(Option.withTag.name, word))
    }
    return .done(try everythingCancelled(arguments, context))
  }

  private static func cancelAll(
    _ arguments: Arguments, _ context: Context
  ) throws -> Interaction {
    guard arguments.words.isEmpty else {
      throw Failure.usage(.notTogether(Option.all.name, arguments.words[0]))
    }
    if arguments.has(.force) { return .done(try everythingCancelled(arguments, context)) }
    guard context.terminal.isInput, context.terminal.isError else {
      throw Failure.usage(.needsForce)
    }
    let store = try context.reader()
    let count = try store.map { store in
      try store.counts(shownAfter: context.shownAfter)
    }
    let open = count.map { $0.pending + $0.held + $0.unanswered } ?? 0
    guard open > 0 else { return .done(CommandResult(remarks: [Messages.nothingToCancel])) }
    return .question(Messages.confirmAll(count: open)) {
      try everythingCancelled(arguments, context)
    }
  }

  private static func everythingCancelled(
    _ arguments: Arguments, _ context: Context
  ) throws -> CommandResult {
    var (count, first): (Int, [Entry]) = (0, [])
    if let store = try context.existingWriter() {
      (count, first) = try store.cancelAll(
        at: context.now, shownAfter: context.shownAfter, tag: arguments.value(.withTag),
        naming: Messages.mostNamed)
    }
    if arguments.has(.json) {
      return CommandResult(
        output: JSON.document([("cancelled", .number(Int64(count)))]), hasChanged: true)
    }
    guard count > 0 else { return CommandResult(remarks: [Messages.nothingToCancel]) }
    var text = first.map { line($0, context) }.joined()
    if count > first.count { text += Messages.alsoChanged(count - first.count) + "\n" }
    text += Messages.cancelled(count: count) + "\n"
    return CommandResult(output: .text(text), hasChanged: true)
  }

  private static func line(_ entry: Entry, _ context: Context) -> String {
    Messages.cancelled(id: String(entry.id), text: entry.title, when: context.when(entry.due))
      + "\n"
  }
}
