import CivilTime
import Reminders
import Scheduler
import Store
import TimeLanguage

extension Commands {
  static func runUndo(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    try arguments.expectNoWords()
    let before = try pauseEnd(context)
    let (undone, entries) = try undo(context)
    if undone.kind == .paused { return .done(try pauseReport(before, arguments, context)) }
    var report = CommandResult(hasChanged: true)
    if arguments.has(.json) {
      report.output = JSON.document([
        ("undone", .string(undone.kind.rawValue)),
        ("count", .number(Int64(undone.reminders.count))),
        ("reminders", .array(entries.map { .object($0.members(in: context.local.zone)) })),
      ])
    } else {
      var text = ""
      for entry in entries.prefix(Messages.mostNamed) {
        text += line(undone.kind, entry, pauseEnd: before, context)
      }
      if undone.reminders.count > Messages.mostNamed {
        text += Messages.alsoChanged(undone.reminders.count - Messages.mostNamed) + "\n"
      }
      report.output = .text(text)
    }
    report.remarks += undone.movedOn.prefix(Messages.mostNamed).map {
      Messages.movedOn(String($0), undone.kind)
    }
    if undone.kind != .created, let call = try DaemonStarter(isQuiet: arguments.has(.json), context)
    {
      report.remarks.append(call.sentence)
    }
    return .done(report)
  }

  private static func pauseEnd(_ context: Context) throws -> Instant? {
    guard let store = try context.reader() else { return nil }
    let end = try store.pauseEnd()
    return end.flatMap { $0 > context.now ? $0 : nil }
  }

  /// - Parameter before: the end of the pause that was.
  private static func pauseReport(
    _ before: Instant?, _ arguments: Arguments, _ context: Context
  ) throws -> CommandResult {
    let end = try pauseEnd(context)
    if arguments.has(.json) {
      let undone = HistoryEvent.Kind.paused.rawValue
      let members: [(name: String, value: JSON)] = [
        ("undone", .string(undone)), ("count", .number(0)), ("reminders", []),
      ]
      return CommandResult(
        output: JSON.document(members + context.pauseMembers(end)), hasChanged: true)
    }
    let sentence =
      end.map {
        Messages.paused(until: context.dateAndTime(at: $0), context.distance(to: $0)) + " "
          + Messages.howToResume
      } ?? (before == nil ? Messages.wasOver : Messages.resumed)
    return CommandResult(output: .text(sentence + "\n"), hasChanged: true)
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
    return line + "   " + now + "\n"
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
          reminder: reminder, kind, closed: try context.closing(of: reminder, in: store))
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
