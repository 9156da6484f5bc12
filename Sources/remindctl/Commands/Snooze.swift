import CivilTime
import Localization
import Reminders
import Store

extension Command {
  func runSnooze() throws -> CommandResult {
    let (id, request) = try snooze()
    let store = try [id].writer(context)
    let (until, bootID, dueBoot) = end(of: request)
    let (entry, pauseEnd) = try store.atomically {
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
      let isAnswered = try store.answer(
        target, .snoozed(until: until, bootID: bootID, dueBoot: dueBoot), at: context.now,
        in: target.zone(or: context.systemZone), words: spaced(["snooze"] + args.words))
      guard isAnswered else { throw Failure.changedMeanwhile(target.reminder) }
      return (try context.entry(of: target.occurrence, in: store), try store.pauseEnd())
    }
    // Only what may keep it from being shown then.
    var options = ReminderOptions()
    options.urgency = entry.options.urgency
    let notes = AlertNotes(options, due: until, id: entry.id, pauseEnd: pauseEnd, context)
    let zone = context.local.zone
    let distance = request?.distance(context) ?? context.distance(to: until, units: 4)
    return answer(
      json: entry.members(in: zone) + JSON.time("until", until, in: zone) + notes.members,
      text: Messages.snoozed(
        id: String(entry.id), text: entry.title, when: context.when(until), distance: distance)
        + "\n" + notes.text, remarks: try startDaemon(), hasChanged: true)
  }

  /// What is snoozed, and until when; nil: as the configuration says. A number alone is an id; `10 min`
  /// is none.
  private func snooze() throws -> (ReminderID, Request?) {
    func time(_ words: [String]) throws -> Request? {
      words.isEmpty ? nil : try Request(until: words, context)
    }
    guard let id = args.words.first.flatMap(ReminderID.init) else {
      return (.last, try time(args.words))
    }
    do { return (id, try time(Array(args.words.dropFirst()))) } catch {
      guard let whole = try? time(args.words) else { throw error }
      return (.last, whole)
    }
  }

  /// Until when; also as elapsed time, if that counts.
  private func end(of request: Request?) -> (Instant, bootID: String?, dueBoot: Int64?) {
    guard let request else {
      let length = context.configuration.snoozes.first ?? 600_000
      let until = context.now.advanced(by: length) ?? .latest
      return (until, context.moment.bootID, context.moment.boot + length)
    }
    guard case .interval(let bootID, let dueBoot) = request.trigger else {
      return (request.due, nil, nil)
    }
    return (request.due, bootID, dueBoot)
  }

  func runSkip() throws -> CommandResult {
    try args.expectWords(atMost: 2)
    let id = try ReminderID.first(in: args, context)
    let count =
      try args.words.dropFirst().first.map { try Arguments.number($0, of: "N", to: 1000) } ?? 1
    let store = try [id].writer(context)
    let (entry, next) = try store.atomically {
      let number = try id.number(in: store)
      // Throws if there is none, or it is over.
      _ = try context.target(of: number, in: store)
      guard let upcoming = try store.upcoming(of: number), upcoming.trigger.recurrence != nil else {
        throw Failure.usage(
          tr("Reminder {id} does not repeat.", ["id": String(number)]),
          tr("`remindctl cancel {id}` takes it back.", ["id": String(number)]))
      }
      let next = try store.skip(
        upcoming, count: count, at: context.now, in: upcoming.zone(or: context.systemZone),
        words: count == 1 ? "skip" : "skip \(count)")
      return (try context.entry(of: upcoming.occurrence, in: store), next)
    }
    let zone = context.local.zone
    let there = context.following(entry.trigger)
    let line = Messages.skipped(
      id: String(entry.id), text: entry.title, when: there.when(entry.due), count: count)
    let after =
      next.map { Messages.nextThen(there.when($0), context.distance(to: $0)) }
      ?? tr("It does not come again.")
    return answer(
      json: entry.members(in: zone) + [("skipped", .count(count))]
        + JSON.time("next", next, in: zone),
      text: line + "\n" + [after].indentedLines, hasChanged: true)
  }
}

extension Command {
  func runPause() throws -> CommandResult {
    let request = args.words.isEmpty ? nil : try Request(until: args.words, context)
    let end = request?.due ?? context.now.advanced(by: 3_600_000) ?? .latest
    try context.writer().setPause(until: end, at: context.now)
    let distance = request?.distance(context) ?? context.distance(to: end, units: 4)
    return answer(
      json: context.pauseMembers(end), text: context.paused(until: end, distance) + "\n",
      hasChanged: true)
  }

  func runResume() throws -> CommandResult {
    try args.expectNoWords()
    let store = try context.existingWriter()
    let end = try store?.pauseEnd()
    if end != nil { try store?.setPause(until: nil, at: context.now) }
    let wasPaused = context.running(end) != nil
    return answer(
      json: [("was_paused", .boolean(wasPaused))] + context.pauseMembers(nil),
      text: (wasPaused ? Messages.resumed : tr("There was no pause.")) + "\n", hasChanged: true)
  }
}
