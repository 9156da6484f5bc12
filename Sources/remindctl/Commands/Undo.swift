import CivilTime
import Localization
import Reminders
import Store

extension Command {
  func runUndo() throws -> CommandResult {
    try args.expectNoWords()
    let before = try pauseEnd()
    let (undone, entries) = try undoLast()
    if undone.kind == .paused { return try pauseReport(before) }
    let most = Messages.mostNamed
    var text = entries.prefix(most).reduce(into: "") {
      $0 += line(undone.kind, $1, pauseEnd: before)
    }
    if undone.reminders.count > most {
      text += Messages.alsoChanged(undone.reminders.count - most) + "\n"
    }
    let remarks = undone.movedOn.prefix(most).map { Messages.movedOn(String($0), undone.kind) }
    return answer(
      json: members(undone.kind, undone.reminders.count, entries),
      text: text,
      remarks: remarks + (undone.kind == .created ? [] : try startDaemon()),
      hasChanged: true)
  }

  private func members(
    _ kind: HistoryEvent.Kind, _ count: Int, _ entries: [Entry]
  ) -> [(name: String, value: JSON)] {
    [
      ("undone", .string(kind.rawValue)), ("count", .number(Int64(count))),
      ("reminders", json(entries)),
    ]
  }

  private func pauseEnd() throws -> Instant? {
    try context.reader()?.pauseEnd().flatMap { $0 > context.now ? $0 : nil }
  }

  /// - Parameter before: the end of the pause that was.
  private func pauseReport(_ before: Instant?) throws -> CommandResult {
    let end = try pauseEnd()
    let sentence =
      end.map {
        Messages.paused(until: context.dateAndTime(at: $0), context.distance(to: $0)) + " "
          + Messages.howToResume
      } ?? (before == nil ? Messages.wasOver : Messages.resumed)
    return answer(
      json: members(.paused, 0, []) + context.pauseMembers(end),
      text: sentence + "\n", hasChanged: true)
  }

  private func line(_ kind: HistoryEvent.Kind, _ entry: Entry, pauseEnd: Instant?) -> String {
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
        tr("It is shown once more.")
      } else if entry.due <= context.now {
        tr("Its time has passed: it is shown at once.")
      } else {
        Messages.isNow(context.sentence(for: entry))
      }
    return line + [now].indentedLines
  }

  /// - Returns: with the first 500 reminders.
  private func undoLast() throws -> (Undone, [Entry]) {
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
          aside: Restore.replaced(at: instant, in: try context.paths()))
      default: throw error
      }
    }
    return (undone, try undone.reminders.prefix(500).compactMap { try store.entry(of: $0) })
  }
}
