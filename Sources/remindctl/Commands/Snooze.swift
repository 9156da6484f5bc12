import CivilTime
import Localization
import Reminders
import Store

extension Command {
  func runSnooze() throws -> CommandResult {
    let snooze = try Snooze(args.words, context)
    let (entry, until, pauseEnd) = try snooze.put(context)
    // Only what may keep it from being shown then.
    var options = ReminderOptions()
    options.urgency = entry.options.urgency
    let notes = AlertNotes(
      options, due: until, isRepeating: false, id: entry.id, pauseEnd: pauseEnd, context)
    let zone = context.local.zone
    return answer(
      json: entry.members(in: zone) + JSON.time("until", until, in: zone) + notes.members,
      text: Messages.snoozed(
        id: String(entry.id), text: entry.title, when: context.when(until),
        distance: snooze.request?.distance(context) ?? context.distance(to: until, units: 4))
        + "\n" + notes.text, remarks: try startDaemon(), hasChanged: true)
  }

  func runSkip() throws -> CommandResult {
    try args.expectWords(atMost: 2)
    let id = try ReminderID.first(in: args, context)
    let count = try args.words.dropFirst().first.map { word in
      try Arguments.number(word, of: "N", to: 1000)
    }
    let (entry, next) = try skip(id, count: count ?? 1)
    let zone = context.local.zone
    let there = context.following(entry.trigger)
    let line = Messages.skipped(
      id: String(entry.id), text: entry.title, when: there.when(entry.due), count: count ?? 1)
    let after =
      next.map { Messages.nextThen(there.when($0), context.distance(to: $0)) }
      ?? tr("It does not come again.")
    return answer(
      json: entry.members(in: zone) + [("skipped", .number(Int64(count ?? 1)))]
        + JSON.time("next", orNull: next, in: zone),
      text: line + "\n" + [after].indentedLines, hasChanged: true)
  }

  private func skip(_ id: ReminderID, count: Int) throws -> (skipped: Entry, next: Instant?) {
    let store = try [id].writer(context)
    return try context.change(store) {
      let number = try id.number(in: store)
      // Throws if there is none, or it is over.
      _ = try context.target(of: number, in: store)
      guard let upcoming = try store.upcoming(of: number), upcoming.trigger.recurrence != nil else {
        throw Failure.usage(
          tr("Reminder {id} does not repeat.", ["id": String(number)]),
          tr("`remindctl cancel {id}` takes it back.", ["id": String(number)]))
      }
      let next = try store.skip(
        upcoming, count: count, at: context.now,
        in: upcoming.zone(or: context.systemZone),
        words: count == 1 ? "skip" : "skip \(count)")
      return (try context.entry(of: upcoming.occurrence, in: store), next)
    }
  }
}

/// What is snoozed, and until when.
private struct Snooze {
  let id: ReminderID
  /// Nil: as the configuration says.
  let request: Request?
  private let words: [String]

  /// A number alone is an id; `10 min` is none.
  init(_ words: [String], _ context: Context) throws {
    self.words = words
    guard let id = words.first.flatMap(ReminderID.init) else {
      self.id = .last
      request = words.isEmpty ? nil : try Request(until: words, context)
      return
    }
    let rest = Array(words.dropFirst())
    do {
      request = rest.isEmpty ? nil : try Request(until: rest, context)
      self.id = id
    } catch {
      guard let whole = try? Request(until: words, context) else { throw error }
      request = whole
      self.id = .last
    }
  }

  func put(_ context: Context) throws -> (entry: Entry, until: Instant, pauseEnd: Instant?) {
    let store = try [id].writer(context)
    return try context.change(store) {
      let number = try id.number(in: store)
      let target =
        try store.snoozeTarget(of: number, at: context.now)
        ?? context.target(of: number, in: store)
      guard request != nil || target.fired != nil else {
        throw Failure.usage(
          tr(
            "Reminder {id} is still to come; say when instead: `remindctl snooze {id} 20m`.",
            ["id": String(target.reminder)]))
      }
      guard try !store.isRequestPerhapsSent(target.occurrence) else {
        throw Failure.usage(
          tr(
            "The mail of request {id} is on its way, or may have come: it is not put off. `remindctl mail show {id}` tells more.",
            ["id": String(target.reminder)]))
      }
      let answer = answer(context)
      guard case .snoozed(let until, _, _) = answer,
        try store.answer(
          target, answer, at: context.now, in: target.zone(or: context.systemZone),
          words: spaced(["snooze"] + words))
      else { throw Failure.changedMeanwhile(target.reminder) }
      return (try context.entry(of: target.occurrence, in: store), until, try store.pauseEnd())
    }
  }

  private func answer(_ context: Context) -> Answer {
    guard let request else {
      let length = context.configuration.snoozes.first ?? 600_000
      let until = context.now.advanced(by: length) ?? .latest
      return .snoozed(
        until: until, bootID: context.moment.bootID, dueBoot: context.moment.boot + length)
    }
    guard case .interval(let bootID, let dueBoot) = request.trigger else {
      return .snoozed(until: request.due, bootID: nil, dueBoot: nil)
    }
    return .snoozed(until: request.due, bootID: bootID, dueBoot: dueBoot)
  }
}
