import CivilTime
import Localization
import Reminders
import Store

extension Command {
  func runDone() throws -> CommandResult {
    let entries = try answered()
    guard !entries.isEmpty || isJSON else {
      return CommandResult(remarks: [tr("Nothing waits for an answer.")])
    }
    let zone = context.local.zone
    let reminders = entries.map { done in
      JSON.object(
        done.entry.members(in: zone) + (done.next.map { JSON.time("next", $0, in: zone) } ?? []))
    }
    return answer(
      json: [("reminders", .array(reminders))],
      text: entries.reduce(into: "") { $0 += $1.text(context) }, hasChanged: !entries.isEmpty)
  }

  private func answered() throws -> [AnsweredEntry] {
    if let all = [Option.allShown, .withTag].first(where: args.has) {
      try args.expectNoWords(with: all)
      return try allDone()
    }
    let ids = args.words.isEmpty ? [.last] : try ReminderID.all(in: args, context)
    let store = try ids.writer(context)
    // All of them, or none.
    return try store.atomically {
      var targets: [DueOccurrence] = []
      var unknown: [Failure.UnknownReminder] = []
      for id in try ids.numbers(in: store) {
        if let target = try store.target(of: id) {
          targets.append(target)
        } else {
          unknown.append(try context.unknown(id, in: store))
        }
      }
      guard unknown.isEmpty else { throw Failure.noSuchReminder(unknown) }
      return try targets.map { try AnsweredEntry(done: $0, in: store, context) }
    }
  }

  /// Everything that was shown and waits for an answer.
  private func allDone() throws -> [AnsweredEntry] {
    guard let store = try context.existingWriter() else { return [] }
    return try store.atomically {
      try store.outstanding(
        after: .start, limit: .max, shownAfter: context.shownAfter, tag: args.value(.withTag),
        state: .unanswered
      ).compactMap { entry in
        guard let target = try store.target(of: entry.id), target.occurrence == entry.occurrence
        else { return nil }
        return try AnsweredEntry(done: target, in: store, context)
      }
    }
  }
}

/// An occurrence that has just been done.
private struct AnsweredEntry {
  let entry: Entry
  /// What comes next of the same reminder.
  let next: Instant?
  /// Whether a mail of it does not go any more, or waits and goes all the same; nil: neither.
  let isMailOver: Bool?

  init(done target: DueOccurrence, in store: ReminderStore, _ context: Context) throws {
    let isAnswered = try store.answer(
      target, .done, at: context.now, in: target.zone(or: context.systemZone))
    guard isAnswered else { throw Failure.changedMeanwhile(target.reminder) }
    entry = try context.entry(of: target.occurrence, in: store)
    next = try store.target(of: target.reminder)?.due
    isMailOver = try AnsweredEntry.isMailOver(entry, in: store, at: context.now)
  }

  private static func isMailOver(
    _ entry: Entry, in store: ReminderStore, at now: Instant
  ) throws -> Bool? {
    guard let mail = entry.options.mail else { return nil }
    guard entry.fired != nil else { return mail.isOnly ? true : nil }
    let mails = (try store.history(of: entry.id)?.deliveries ?? []).filter {
      $0.channel == .mail && $0.occurrence == entry.occurrence
    }
    if mails.contains(where: { $0.holdReason == .answered && $0.ended == now }) { return true }
    return mails.contains { $0.state != .accepted && $0.state != .failed } ? false : nil
  }

  func text(_ context: Context) -> String {
    let id = String(entry.id)
    let line = Messages.done(
      id: id, text: entry.title, when: context.when(entry.due), isEarly: entry.fired == nil)
    let following = [
      isMailOver.map {
        $0
          ? Messages.mailOver
          : tr(
            "Its mail waits, and goes all the same; `remindctl mail cancel {id}` gives it up.",
            ["id": id]
          )
      },
      next.map { Messages.nextThen(context.when($0), context.distance(to: $0)) },
    ]
    return line + "\n" + following.compactMap(\.self).indentedLines
  }
}
