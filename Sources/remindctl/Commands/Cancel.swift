import Localization
import Reminders
import Store

extension Command {
  func runCancel() throws -> Interaction {
    // A tag names reminders as clearly as ids do: no question.
    if let all = [Option.withTag, .all].first(where: args.has) {
      try args.expectNoWords(with: all)
      return all == .withTag ? .done(try cancelAll()) : try confirmed(try question(), cancelAll)
    }
    let ids = try ReminderID.all(in: args, context)
    let store = try ids.writer(context)
    let numbers = try ids.numbers(in: store)
    do throws(StoreError) {
      let cancelled = try store.cancel(numbers, at: context.now).map { entry in
        var entry = entry
        entry.state = .cancelled
        entry.holdReason = nil
        return entry
      }
      return .done(
        answer(
          json: [("reminders", json(cancelled))], text: cancelled.map(line).lines, hasChanged: true)
      )
    } catch {
      guard case .refused(.notPending(let ids)) = error else { throw error }
      throw Failure.noSuchReminder(try ids.map { try context.unknown($0.id, in: store) })
    }
  }

  private func question() throws -> String? {
    guard let counts = try context.reader()?.counts(shownAfter: context.shownAfter) else {
      return nil
    }
    let open = counts.pending + counts.held + counts.unanswered
    return open > 0
      ? tr(open, "Cancel {n} reminder? [y/N] ", "Cancel all {n} reminders? [y/N] ") : nil
  }

  private func cancelAll() throws -> CommandResult {
    let (count, first) =
      try context.existingWriter()?.cancelAll(
        at: context.now, shownAfter: context.shownAfter, tag: args.value(.withTag),
        naming: Messages.mostNamed) ?? (0, [])
    guard count > 0 || isJSON else {
      return CommandResult(remarks: [tr("There is nothing to cancel.")])
    }
    let more = count > first.count ? [Messages.alsoChanged(count - first.count)] : []
    return answer(
      json: [("cancelled", .count(count))],
      text: (first.map(line) + more + [
        tr(count, "{n} reminder cancelled", "{n} reminders cancelled")
      ]).lines,
      hasChanged: true)
  }

  private func line(_ entry: Entry) -> String {
    tr(
      "{id}  {text}  cancelled (was due {when})",
      ["id": String(entry.id), "text": entry.title, "when": context.when(entry.due)])
  }
}
