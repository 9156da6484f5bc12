import Scheduler

extension Verb {
  static let `in` = Verb(
    "in", operands: Words.Help.inOperands, summary: Words.Help.inSummary,
    details: Words.Help.inDetails,
    options: [.hours, .minutes, .seconds, .requireDaemon, .json],
    examples: ["in 1h20m tea", "in -M 5 -- 2 eggs, soft"]
  ) { arguments, context throws(Failure) in
    let request = try InRequest(arguments, context)
    let text = try Text.taken(from: request.text)
    let entry = try store(
      NewReminder(
        text: text, trigger: request.trigger, due: request.due, in: context.local.zone,
        words: request.words, language: context.speaker.messages),
      context)
    // Asked only now: one that starts meanwhile has seen the store change.
    let daemon = try context.daemon()
    var report = Report(hasChanged: true)
    if arguments.has(.json) {
      report.output = JSON.document(
        entry.members(in: context.local.zone) + [("daemon", daemon.json)])
    } else {
      let line = Words.created(
        id: String(entry.id), text: entry.title, when: context.when(entry.due),
        distance: context.distance(to: entry.due, units: 4))
      report.output = .text(line + "\n")
    }
    if daemon == nil {
      report.remarks.append(Words.storedUnserved)
      if arguments.has(.requireDaemon) { report.code = .noDaemon }
    }
    return .done(report)
  }

  /// The store is closed, which wakes the daemon, before anything is printed.
  private static func store(_ new: NewReminder, _ context: Context) throws(Failure) -> Entry {
    let store = try context.writer()
    return try context.attempt { () throws(StoreError) in
      try store.create(new, at: context.now)
    }
  }
}
