import CivilTime
import Localization
import Reminders
import Store

extension Command {
  func runUndo() throws -> CommandResult {
    try args.expectNoWords()
    let pauseEnd = context.running(try context.reader()?.pauseEnd())
    guard let store = try context.existingWriter() else { throw Failure.nothingToUndo }
    let undone = try undo(in: store)
    let entries = try undone.reminders.prefix(500).compactMap { try store.entry(of: $0) }
    let members: JSON.Members = [
      ("undone", .word(undone.kind)), ("count", .count(undone.reminders.count)),
      ("reminders", json(entries)),
    ]
    if undone.kind == .paused {
      let end = context.running(try store.pauseEnd())
      return answer(
        json: members + context.pauseMembers(end),
        text: (end.map { context.paused(until: $0, context.distance(to: $0)) }
          ?? (pauseEnd == nil ? Messages.wasOver : Messages.resumed)) + "\n", hasChanged: true)
    }
    let most = Messages.mostNamed
    let rest = undone.reminders.count - most
    return answer(
      json: members,
      text: entries.prefix(most).reduce(into: "") {
        $0 += text(undone.kind, $1, pauseEnd: pauseEnd)
      } + (rest > 0 ? Messages.alsoChanged(rest) + "\n" : ""),
      remarks: undone.movedOn.prefix(most).map { Messages.movedOn(String($0), undone.kind) }
        + (undone.kind == .created ? [] : try startDaemon()),
      hasChanged: true)
  }

  private func text(_ kind: HistoryEvent.Kind, _ entry: Entry, pauseEnd: Instant?) -> String {
    let line = Messages.undone(kind, id: String(entry.id), text: entry.title) + "\n"
    // What was over before is over again.
    guard kind != .created, kind != .mailCancelled, entry.ended == nil else { return line }
    let isDue = entry.fired != nil || entry.due <= context.now
    if isDue {
      let held = AlertNotes(
        entry.options, due: entry.due, id: entry.id, pauseEnd: pauseEnd, context
      ).silenceText
      guard held.isEmpty else { return line + held }
    }
    let now =
      isDue
      ? entry.fired == nil
        ? tr("Its time has passed: it is shown at once.") : tr("It is shown once more.")
      : Messages.isNow(context.sentence(for: entry))
    return line + [now].indentedLines
  }

  private func undo(in store: ReminderStore) throws -> Undone {
    do throws(StoreError) { return try store.undo(at: context.now) } catch {
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
  }
}
