import CivilTime
import Localization
import Reminders
import Store
import System
import TimeLanguage

extension Command {
  /// Creates the reminder whose time and text the words are.
  func create(as verb: TimeVerb) throws -> CommandResult {
    try create(try Request(args, as: verb, context))
  }

  /// Stores a reminder, unless this is a dry run, and says what was understood.
  func create(_ request: Request) throws -> CommandResult {
    var options = try ReminderOptions.new(context.configuration.defaults)
      .changed(by: args, context)
    var mail = try MailOptions(args, context)
    options.mail = mail?.mail
    let words = request.reading.text
    let isLiteral = args.endsTimeBeforeLastWord
    let isFromInput = !isLiteral && Text.isFromInput(words)
    let text =
      if isLiteral {
        Text.visible(words)
      } else if isFromInput {
        try Text.taken(from: words)
      } else {
        words?.withoutOuterBlanks
      }
    // Otherwise an empty pipe goes unnoticed.
    let remarks =
      isFromInput && text == nil ? [tr("Standard input was empty: the reminder has no text.")] : []
    let key = try args.key(
      said: [request.words, text ?? ""], files: args.values(.attach))
    let zone = context.local.zone
    guard !args.has(.dryRun) else {
      let notes = notes(
        request, options, mail, id: nil, pauseEnd: try context.reader()?.pauseEnd())
      return answer(
        json: request.members(text: text, options: options, in: zone) + notes.members,
        text: CreationSummary(request, id: nil, text: text, context).text + notes.text,
        remarks: remarks + [Messages.nothingStored])
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
    let (entry, pauseEnd, isRepeated) = try insert(new, by: key, in: store)
    // Asked only now: one that starts meanwhile sees what is stored.
    let call = try DaemonStarter(isQuiet: isJSON, context)
    let isServed = call?.hasStarted ?? true
    let notes = notes(request, options, mail, id: entry.id, pauseEnd: pauseEnd)
    var report = answer(
      json: entry.members(in: zone) + (key == nil ? [] : [("repeated", .boolean(isRepeated))])
        + [("daemon", JSON.daemon(isRunning: isServed))] + (isRepeated ? [] : notes.members),
      text: isRepeated
        ? context.repeated([entry])
        : CreationSummary(request, id: entry.id, text: text, context).text + notes.text,
      remarks: remarks, hasChanged: !isRepeated)
    if let call {
      report.remarks.append(call.isStored)
      if !isServed, args.has(.requireDaemon) { report.code = .noDaemon }
    } else if report.output.isTakenAtOnce {
      // The daemon waits for the store to be closed. The end of the program does that sooner than we
      // could, unless the reader of the answer blocks.
      store.leaveOpen()
    }
    return report
  }

  private func notes(
    _ request: Request, _ options: ReminderOptions, _ mail: MailOptions?, id: Int64?,
    pauseEnd: Instant?
  ) -> AlertNotes {
    AlertNotes(
      options, mail?.lines ?? [], due: request.due,
      isRepeating: request.trigger.recurrence != nil, id: id, pauseEnd: pauseEnd, context)
  }

  /// - Returns: what is stored now, or what the same request has made before.
  private func insert(
    _ new: NewReminder, by key: RequestKey?, in store: ReminderStore
  ) throws -> (Entry, pauseEnd: Instant?, isRepeated: Bool) {
    let paths = try context.paths()
    var isStored = false
    defer {
      if !isStored, let uid = new.uid { paths.removeMail(of: uid) }
    }
    let (end, made) = try context.change(store) {
      (try store.pauseEnd(), try context.make([new], by: key, in: store))
    }
    isStored = !made.isRepeated
    return (made.entries[0], end, made.isRepeated)
  }
}
