import CivilTime
import Reminders
import Scheduler
import Store
import TimeLanguage

extension Commands {
  static func runDone(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    let entries: [AnsweredEntry]
    if arguments.has(.allShown) || arguments.has(.withTag) {
      if let word = arguments.words.first {
        throw Failure.usage(
          .notTogether((arguments.has(.allShown) ? Option.allShown : .withTag).name, word))
      }
      entries = try allDone(tag: arguments.value(.withTag), context)
    } else {
      let ids = arguments.words.isEmpty ? [.last] : try ReminderID.all(in: arguments, context)
      entries = try done(ids, context)
    }
    return .done(AnsweredEntry.report(of: entries, arguments, context))
  }

  /// All of them, or none.
  private static func done(
    _ ids: [ReminderID], _ context: Context
  ) throws -> [AnsweredEntry] {
    let store = try ids.writer(context)
    return try context.change(store) {
      var targets: [DueOccurrence] = []
      var unknown: [Failure.UnknownReminder] = []
      for id in try ids.numbers(in: store, context) {
        if let target = try store.target(of: id) {
          targets.append(target)
        } else {
          unknown.append(try context.unknown(id, in: store))
        }
      }
      guard unknown.isEmpty else { throw Failure.noSuchReminder(unknown) }
      return try targets.map { target in
        try AnsweredEntry(done: target, in: store, context)
      }
    }
  }

  /// Everything that was shown and waits for an answer.
  private static func allDone(
    tag: String?, _ context: Context
  ) throws -> [AnsweredEntry] {
    guard let store = try context.existingWriter() else { return [] }
    return try context.change(store) {
      let shown = try store.outstanding(
        after: .start, limit: .max, shownAfter: context.shownAfter, tag: tag, state: .unanswered)
      var entries: [AnsweredEntry] = []
      for entry in shown {
        guard let target = try store.target(of: entry.id), target.occurrence == entry.occurrence
        else { continue }
        entries.append(try AnsweredEntry(done: target, in: store, context))
      }
      return entries
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

  init(
    done target: DueOccurrence, in store: ReminderStore, _ context: Context
  ) throws {
    let isAnswered = try store.answer(
      target, .done, at: context.now, in: target.zone(or: context.systemZone))
    guard isAnswered else { throw Failure.changedMeanwhile(target.reminder) }
    let entry = try context.entry(of: target.occurrence, in: store)
    self.entry = entry
    next = try store.target(of: target.reminder)?.due
    isMailOver = try AnsweredEntry.isMailOver(entry, in: store, at: context.now)
  }

  private static func isMailOver(
    _ entry: Entry, in store: ReminderStore, at now: Instant
  ) throws -> Bool? {
    guard let mail = entry.options.mail else { return nil }
    guard entry.fired != nil else { return mail.isOnly ? true : nil }
    let mails = try store.biography(of: entry.id)?.deliveries.filter {
      $0.channel == .mail && $0.occurrence == entry.occurrence
    }
    if mails?.contains(where: { $0.obstacle == .answered && $0.ended == now }) == true {
      return true
    }
    let isOpen = mails?.contains { $0.state != .accepted && $0.state != .failed } == true
    return isOpen ? false : nil
  }

  static func report(
    of entries: [AnsweredEntry], _ arguments: Arguments, _ context: Context
  ) -> CommandResult {
    if arguments.has(.json) {
      let reminders = entries.map { JSON.object($0.members(in: context.local.zone)) }
      return CommandResult(
        output: JSON.document([("reminders", .array(reminders))]), hasChanged: !entries.isEmpty)
    }
    guard !entries.isEmpty else { return CommandResult(remarks: [Messages.nothingUnanswered]) }
    return CommandResult(
      output: .text(entries.reduce(into: "") { $0 += $1.text(context) }), hasChanged: true)
  }

  private func text(_ context: Context) -> String {
    let line = Messages.done(
      id: String(entry.id), text: entry.title, when: context.when(entry.due),
      isEarly: entry.fired == nil)
    let following = [
      isMailOver.map { $0 ? Messages.mailOver : Messages.mailGoesOn(id: String(entry.id)) },
      next.map { Messages.nextThen(context.when($0), context.distance(to: $0)) },
    ]
    return following.compactMap(\.self).reduce(line + "\n") { $0 + "   " + $1 + "\n" }
  }

  private func members(in zone: Zone) -> [(name: String, value: JSON)] {
    entry.members(in: zone)
      + (next.map {
        [("next", .string($0.rfc3339(in: zone))), ("next_ms", .number($0.milliseconds))]
      }
        ?? [])
  }
}
