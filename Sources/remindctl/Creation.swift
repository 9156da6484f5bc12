import Scheduler

/// A reminder that is asked for, on its way into the store.
struct Creation {
  private let request: Request
  private let arguments: Arguments
  private let context: Context

  /// What every verb takes that makes a reminder.
  static let options: [Option] = [.tz, .dryRun, .requireDaemon, .json]

  init(_ request: Request, _ arguments: Arguments, _ context: Context) {
    self.request = request
    self.arguments = arguments
    self.context = context
  }

  /// All that a verb has to do whose words are a time and its text.
  static func step(
    _ verb: Scheduler.Verb, _ arguments: Arguments, _ context: Context
  ) throws(Failure) -> Step {
    let context = try context.choosingZone(arguments)
    let request = try Request(arguments, as: verb, context)
    return .done(try Creation(request, arguments, context).report())
  }

  /// Stores it, unless this is a dry run, and says what was understood.
  func report() throws(Failure) -> Report {
    let text = try Text.taken(from: request.reading.text)
    guard !arguments.has(.dryRun) else {
      let output = output(id: nil, text: text) {
        request.members(text: text, in: context.local.zone)
      }
      return Report(output: output, remarks: [Words.nothingStored])
    }
    let entry = try store(text)
    // Asked only now: one that starts meanwhile has seen the store change.
    let daemon = try context.daemon()
    let output = output(id: entry.id, text: text) {
      entry.members(in: context.local.zone) + [("daemon", daemon.json)]
    }
    var report = Report(output: output, hasChanged: true)
    if daemon == nil {
      report.remarks.append(Words.storedUnserved)
      if arguments.has(.requireDaemon) { report.code = .noDaemon }
    }
    return report
  }

  private func output(
    id: Int64?, text: String?, members: () -> [(name: String, value: JSON)]
  ) -> Output {
    guard !arguments.has(.json) else { return JSON.document(members()) }
    return .text(Echo(request, id: id, text: text, context).text)
  }

  /// The store is closed, which wakes the daemon, before anything is printed.
  private func store(_ text: String?) throws(Failure) -> Entry {
    let new = NewReminder(
      text: text, trigger: request.trigger, due: request.due, in: context.local.zone,
      words: request.words, language: context.speaker.messages)
    let store = try context.writer()
    return try context.attempt { () throws(StoreError) in
      try store.create(new, at: context.now)
    }
  }
}
