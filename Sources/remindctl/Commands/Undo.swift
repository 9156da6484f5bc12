import CivilTime
import Reminders
import Scheduler
import Store

extension Commands {
  static func runUndo(_ arguments: Arguments, _ context: Context) throws -> CommandResult {
    try arguments.expectNoWords()
    let before = try pauseEnd(context)
    let (undone, entries) = try undo(context)
    if undone.kind == .paused { return try pauseReport(before, arguments, context) }
    let most = Messages.mostNamed
    var text = entries.prefix(most).reduce(into: "") {
      $0 += line(undone.kind, $1, pauseEnd: before, context)
    }
    if undone.reminders.count > most {
      text += Messages.alsoChanged(undone.reminders.count - most) + "\n"
    }
    let remarks = undone.movedOn.prefix(most).map { Messages.movedOn(String($0), undone.kind) }
    return CommandResult(
      arguments,
      json: members(
        undone.kind, undone.reminders.count,
        entries.map { .object($0.members(in: context.local.zone)) }),
      text: text,
      remarks: remarks + (undone.kind == .created ? [] : try context.startDaemon(arguments)),
      hasChanged: true)
  }

  private static func members(
    _ kind: HistoryEvent.Kind, _ count: Int, _ reminders: [JSON]
  ) -> [(name: String, value: JSON)] {
    [
      ("undone", .string(kind.rawValue)), ("count", .number(Int64(count))),
      ("reminders", .array(reminders)),
    ]
  }

  private static func pauseEnd(_ context: Context) throws -> Instant? {
    try context.reader()?.pauseEnd().flatMap { $0 > context.now ? $0 : nil }
  }

  /// - Parameter before: the end of the pause that was.
  private static func pauseReport(
    _ before: Instant?, _ arguments: Arguments, _ context: Context
  ) throws -> CommandResult {
    let end = try pauseEnd(context)
    let sentence =
      end.map {
        Messages.paused(until: context.dateAndTime(at: $0), context.distance(to: $0)) + " "
          + Messages.howToResume
      } ?? (before == nil ? Messages.wasOver : Messages.resumed)
    return CommandResult(
      arguments, json: members(.paused, 0, []) + context.pauseMembers(end),
      text: sentence + "\n", hasChanged: true)
  }

  private static func line(
    _ kind: HistoryEvent.Kind, _ entry: Entry, pauseEnd: Instant?, _ context: Context
  ) -> String {
    let line = Messages.undone(kind, id: String(entry.id), text: entry.title) + "\n"
    // What was over before is over again.
    guard kind != .created, kind != .mailCancelled, entry.ended == nil else { return line }
    if entry.fired != nil || entry.due <= context.now {
      let held = AlertNotes(
        entry.options, due: entry.due, isRepeating: false, id: entry.id, pauseEnd: pauseEnd, context
      ).silenceText
      guard held.isEmpty else { return line + held }
    }
    let now =
      if entry.fired != nil {
        Messages.shownOnceMore
      } else if entry.due <= context.now {
        Messages.shownAtOnce
      } else {
        Messages.isNow(context.sentence(for: entry))
      }
    return line + [now].indentedLines
  }

  /// - Returns: with the first 500 reminders.
  private static func undo(_ context: Context) throws -> (Undone, [Entry]) {
    guard let store = try context.existingWriter() else { throw Failure.nothingToUndo }
    let undone: Undone
    do throws(StoreError) {
      undone = try store.undo(at: context.now)
    } catch {
      switch error {
      case .refused(.changedSince(let reminder, let kind)):
        throw Failure.movedOn(
          reminder: reminder, kind, closed: try context.closingTime(of: reminder, in: store))
      case .refused(.restoredSince(let instant)):
        throw Failure.restored(
          when: context.when(instant),
          aside: Restore.replaced(at: instant, in: try context.places()))
      default: throw error
      }
    }
    return (undone, try undone.reminders.prefix(500).compactMap { try store.entry(of: $0) })
  }
}
