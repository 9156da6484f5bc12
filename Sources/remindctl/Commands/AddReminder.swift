import CivilTime
import Localization
import Reminders
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
    let mail = try MailOptions(args, context)
    options.mail = mail?.mail
    let isFromInput = !args.endsTimeBeforeLastWord && Text.isFromInput(request.reading.text)
    let text = try text(of: request)
    // Otherwise an empty pipe goes unnoticed.
    let remarks =
      isFromInput && text == nil ? [tr("Standard input was empty: the reminder has no text.")] : []
    let key = try key(said: [request.words, text ?? ""], files: args.values(.attach))
    let zone = context.local.zone
    func notes(id: Int64?, pauseEnd: Instant?) -> AlertNotes {
      AlertNotes(
        options, mail?.lines ?? [], due: request.due,
        isRepeating: request.trigger.recurrence != nil, id: id, pauseEnd: pauseEnd, context)
    }
    guard !args.has(.dryRun) else {
      let notes = notes(id: nil, pauseEnd: try context.reader()?.pauseEnd())
      return answer(
        json: request.members(text: text, options: options, in: zone) + notes.members,
        text: request.creationSummary(id: nil, text: text, context) + notes.text,
        remarks: remarks + [Messages.nothingStored])
    }
    var new = NewReminder(
      text: text, trigger: request.trigger, due: request.due, in: zone, words: request.words,
      language: context.language.locale.text)
    new.options = options
    let stored = try insert([new], mails: mail.map { [$0] } ?? [], by: key)
    let (entry, isRepeated) = (stored.entries[0], stored.isRepeated)
    // Asked only now: one that starts meanwhile sees what is stored.
    let call = try DaemonStarter(isQuiet: isJSON, context)
    let notes = notes(id: entry.id, pauseEnd: stored.pauseEnd)
    var report = answer(
      json: entry.members(in: zone) + (key == nil ? [] : [("repeated", .boolean(isRepeated))])
        + [("daemon", JSON.daemon(isRunning: call?.hasStarted ?? true))]
        + (isRepeated ? [] : notes.members),
      text: isRepeated
        ? context.repeated([entry])
        : request.creationSummary(id: entry.id, text: text, context) + notes.text,
      remarks: remarks, hasChanged: !isRepeated)
    addServing(call, to: &report)
    if call == nil, report.output.isTakenAtOnce {
      // The daemon waits for the store to be closed. The end of the program does that sooner than we
      // could, unless the reader of the answer blocks.
      stored.store.leaveOpen()
    }
    return report
  }

  /// After `--` it is as it was typed.
  private func text(of request: Request) throws -> String? {
    let words = request.reading.text
    if args.endsTimeBeforeLastWord { return Text.visible(words) }
    return Text.isFromInput(words) ? try Text.taken(from: words) : words?.withoutOuterBlanks
  }
}
