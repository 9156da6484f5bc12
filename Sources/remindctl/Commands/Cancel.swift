import Reminders
import Scheduler
import Store

extension Commands {
  static func runCancel(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    // A tag says which: that is asked for as clearly as by an id.
    if arguments.has(.withTag) {
      try arguments.expectNoWords(with: .withTag)
      return .done(try cancelAll(arguments, context))
    }
    if arguments.has(.all) {
      try arguments.expectNoWords(with: .all)
      return try .confirmed(try question(context), arguments, context) {
        try cancelAll(arguments, context)
      }
    }
    let ids = try ReminderID.all(in: arguments, context)
    let cancelled = try cancel(ids, in: try ids.writer(context), context)
    return .done(
      CommandResult(
        arguments,
        json: [
          ("reminders", .array(cancelled.map { .object($0.members(in: context.local.zone)) }))
        ], text: cancelled.map { line($0, context) }.lines, hasChanged: true))
  }

  private static func cancel(
    _ ids: [ReminderID], in store: ReminderStore, _ context: Context
  ) throws -> [Entry] {
    let numbers = try ids.numbers(in: store)
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

  private static func question(_ context: Context) throws -> String? {
    guard let counts = try context.reader()?.counts(shownAfter: context.shownAfter) else {
      return nil
    }
    let open = counts.pending + counts.held + counts.unanswered
    return open > 0 ? Messages.confirmAll(count: open) : nil
  }

  private static func cancelAll(_ arguments: Arguments, _ context: Context) throws -> CommandResult
  {
    var (count, first): (Int, [Entry]) = (0, [])
    if let store = try context.existingWriter() {
      (count, first) = try store.cancelAll(
        at: context.now, shownAfter: context.shownAfter, tag: arguments.value(.withTag),
        naming: Messages.mostNamed)
    }
    guard count > 0 || arguments.has(.json) else {
      return CommandResult(remarks: [Messages.nothingToCancel])
    }
    let more = count > first.count ? [Messages.alsoChanged(count - first.count)] : []
    return CommandResult(
      arguments, json: [("cancelled", .number(Int64(count)))],
      text: (first.map { line($0, context) } + more + [Messages.cancelled(count: count)]).lines,
      hasChanged: true)
  }

  private static func line(_ entry: Entry, _ context: Context) -> String {
    Messages.cancelled(id: String(entry.id), text: entry.title, when: context.when(entry.due))
  }
}
