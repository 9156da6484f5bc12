import CivilTime
import Reminders
import Scheduler
import Store
import System
import TimeLanguage

/// A reminder that is asked for, on its way into the store.
struct AddReminder {
  private let request: Request
  private let arguments: Arguments
  private let context: Context

  init(_ request: Request, _ arguments: Arguments, _ context: Context) {
    self.request = request
    self.arguments = arguments
    self.context = context
  }

  /// What a command does whose words are a time and its text.
  static func report(
    as verb: TimeVerb, _ arguments: Arguments, _ context: Context
  ) throws -> CommandResult {
    let context = try context.choosingZone(arguments)
    return try AddReminder(try Request(arguments, as: verb, context), arguments, context).report()
  }

  /// Stores it, unless this is a dry run, and says what was understood.
  func report() throws -> CommandResult {
    var options = try ReminderOptions.new(context.configuration.defaults)
      .changed(by: arguments, context)
    var mail = try MailOptions(arguments, context)
    options.mail = mail?.mail
    let words = request.reading.text
    let isLiteral = arguments.endsTimeBeforeLastWord
    let isFromInput = !isLiteral && Text.isFromInput(words)
    let text =
      if isLiteral {
        Text.visible(words)
      } else if isFromInput {
        try Text.taken(from: words)
      } else {
        words?.withoutOuterBlanks
      }
    // What a pipe did not bring is not noticed otherwise.
    let remarks = isFromInput && text == nil ? [Messages.emptyInput] : []
    let key = try arguments.key(
      said: [request.words, text ?? ""], files: arguments.values(.attach))
    let (zone, isJSON) = (context.local.zone, arguments.has(.json))
    guard !arguments.has(.dryRun) else {
      let notes = notes(options, mail, id: nil, pauseEnd: try context.reader()?.pauseEnd())
      let output =
        isJSON
        ? JSON.document(
          request.members(text: text, options: options, in: zone) + notes.members)
        : .text(CreationSummary(request, id: nil, text: text, context).text + notes.text)
      return CommandResult(output: output, remarks: remarks + [Messages.nothingStored])
    }
    let store = try context.writer()
    let uid = UUID.random()
    try mail?.copyFiles(for: uid, context)
    options.mail = mail?.mail
    var new = NewReminder(
      text: text, trigger: request.trigger, due: request.due, in: zone, words: request.words,
      language: context.language.locale.text)
    new.options = options
    new.uid = uid
    let (entry, pauseEnd, isRepeated) = try create(new, by: key, in: store)
    // Asked only now: one that starts meanwhile sees what is stored.
    let call = try DaemonStarter(isQuiet: isJSON, context)
    let isServed = call?.hasStarted ?? true
    let output: Output
    if isRepeated, !isJSON {
      output = .text(context.repeated([entry]))
    } else {
      let notes = notes(options, mail, id: entry.id, pauseEnd: pauseEnd)
      output =
        isJSON
        ? JSON.document(
          entry.members(in: zone) + (key == nil ? [] : [("repeated", .boolean(isRepeated))])
            + [("daemon", JSON.daemon(isRunning: isServed))] + (isRepeated ? [] : notes.members))
        : .text(CreationSummary(request, id: entry.id, text: text, context).text + notes.text)
    }
    var report = CommandResult(output: output, remarks: remarks, hasChanged: !isRepeated)
    if let call {
      report.remarks.append(call.isStored)
      if !isServed, arguments.has(.requireDaemon) { report.code = .noDaemon }
    } else if output.isTakenAtOnce {
      // The daemon waits for the store to be closed. The end of the program does that sooner than we
      // could, unless nobody takes the answer.
      store.leaveOpen()
    }
    return report
  }

  private func notes(
    _ options: ReminderOptions, _ mail: MailOptions?, id: Int64?, pauseEnd: Instant?
  ) -> AlertNotes {
    AlertNotes(
      options, mail?.lines ?? [], due: request.due,
      isRepeating: request.trigger.recurrence != nil, id: id, pauseEnd: pauseEnd, context)
  }

  /// - Returns: what is stored now, or what the same request has made before.
  private func create(
    _ new: NewReminder, by key: RequestKey?, in store: ReminderStore
  ) throws -> (Entry, pauseEnd: Instant?, isRepeated: Bool) {
    let places = try context.places()
    var isStored = false
    defer {
      if !isStored, let uid = new.uid { places.removeMail(of: uid) }
    }
    let (end, made) = try context.change(store) {
      (try store.pauseEnd(), try context.make([new], by: key, in: store))
    }
    isStored = !made.isRepeated
    return (made.entries[0], end, made.isRepeated)
  }
}
