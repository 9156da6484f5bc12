import Scheduler

extension Verb {
  static let show = Verb(
    "show", aliases: ["why"], operands: Words.Help.showOperands,
    summary: Words.Help.showSummary, options: [.json], examples: ["show 7", "why 7 --json"]
  ) { arguments, context throws(Failure) in
    let ids = try ReminderID.all(in: arguments, context)
    guard ids.count == 1 else {
      throw .usage(.needlessWord(arguments.words[1], verb: arguments.verb.name))
    }
    let store = try context.reader()
    let life = try store.map { store throws(Failure) in
      try context.attempt { () throws(StoreError) in try store.biography(of: ids[0]) }
    }
    guard let life = life ?? nil else { throw .noSuchReminder([(String(ids[0]), nil)]) }
    if arguments.has(.json) {
      return .done(Report(output: JSON.document(life.members(in: context.local.zone))))
    }
    let daemon = try context.daemon()
    var report = Report()
    report.output = .text(life.sentences(context, daemon).map { $0 + "\n" }.joined())
    if daemon == nil, life.isUnfinished { report.remarks.append(Words.unserved) }
    return .done(report)
  }
}

extension Biography {
  /// The life in sentences, in the order in which it happened.
  fileprivate func sentences(_ context: Context, _ daemon: DaemonLock.Holder?) -> [String] {
    let when = { (instant: Instant) in context.when(instant) }
    var told: [(at: Instant, sentence: String)] = events.map { event in
      switch event.kind {
      case .created: (event.at, Words.made(when(event.at), from: event.words.map(VisibleText.line)))
      case .cancelled: (event.at, Words.cancelledThen(when(event.at)))
      case .done, .dismissed, .snoozed, .skipped, .edited, .undone:
        (event.at, Words.changedThen(event, when(event.at)))
      }
    }
    if let fired = entry.fired {
      told.append((fired, firing(at: fired, context, daemon)))
      for delivery in deliveries {
        let at = delivery.ended ?? delivery.claimed
        told.append((at ?? fired, Words.delivery(delivery, when: at.map(when))))
      }
    }
    // What happened in the same millisecond keeps the order in which it was collected.
    let inOrder = told.enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }
    let distance = context.distance(to: entry.due)
    let due =
      entry.due > context.now
      ? Words.due(when(entry.due), distance) : Words.wasDue(when(entry.due), distance)
    let title = "\(entry.id)  " + (entry.text.map(VisibleText.lines) ?? Words.defaultTitle)
    let rule = entry.trigger.recurrence.map {
      Words.repeats(context.following(entry.trigger).rule($0))
    }
    return [title, due] + [rule].compactMap { $0 } + inOrder.map(\.element.sentence)
  }

  private func firing(
    at fired: Instant, _ context: Context, _ daemon: DaemonLock.Holder?
  ) -> String {
    let late = fired.since(entry.due)
    guard late >= 1000 else { return Words.fired(context.when(fired), late: nil) }
    if let since = daemon?.since, since > entry.due, since <= fired {
      return Words.fired(
        context.when(fired), late: late.spoken, startedOnly: context.when(since))
    }
    return Words.fired(context.when(fired), late: late.spoken)
  }

  fileprivate func members(in zone: Zone) -> [(name: String, value: JSON)] {
    entry.members(in: zone) + [
      ("deliveries", .array(deliveries.map(\.json))), ("events", .array(events.map(\.json))),
    ]
  }
}

extension DeliveryRecord {
  fileprivate var json: JSON {
    var members: [(name: String, value: JSON)] = [
      ("channel", .string(channel.rawValue)), ("state", .string(state.rawValue)),
      ("attempt", .number(Int64(attempt))), ("possible_repeat", .boolean(isPossibleRepeat)),
    ]
    if let obstacle { members.append(("reason", .string(obstacle.rawValue))) }
    if let product { members.append(("server", .string(product))) }
    if let version { members.append(("server_version", .string(version))) }
    if let claimed { members.append(("claimed_ms", .number(claimed.milliseconds))) }
    if let ended { members.append(("ended_ms", .number(ended.milliseconds))) }
    return .object(members)
  }
}

extension HistoryEvent {
  fileprivate var json: JSON {
    var members: [(name: String, value: JSON)] = [
      ("kind", .string(kind.rawValue)), ("at_ms", .number(at.milliseconds)),
    ]
    if let words { members.append(("words", .string(words))) }
    return .object(members)
  }
}
