import CivilTime
import Localization
import TimeLanguage

extension Command {
  func runList() throws -> CommandResult {
    try args.expectNoWords()
    try args.expectOne(of: .json, .plain, .sentences)
    let store = try context.reader()
    let list = PagedList(
      .open, of: store, context, tag: args.value(.withTag), limit: try args.limit(context))
    let speaking = args.has(.sentences) ? context.spoken : context
    var result = try list.result(
      args, empty: Messages.nothingToCome,
      opening: speaking.silenceNow(pauseEnd: try store?.pauseEnd()))
    // After a pager it would scroll away.
    let isShown = !isJSON && !args.has(.plain) && context.terminal.isOutput
    if isShown, result.remarks.isEmpty, try !context.isServed() {
      result.remarks.append(Messages.unserved)
    }
    return result
  }

  func runHistory() throws -> CommandResult {
    try args.expectNoWords()
    try args.expectOne(of: .json, .plain, .sentences)
    let since = try args.value(.since).map(context.pastTime)
    let list = PagedList(
      .past, of: try context.reader(), context, since: since, tag: args.value(.withTag),
      limit: try args.limit(context))
    return try list.result(
      args,
      empty: since == nil
        ? Messages.nothingHappened : tr("Nothing has been shown or finished since then."))
  }

  func runShow() throws -> CommandResult {
    let id = try ReminderID.one(in: args, context)
    let (store, entry) = try id.found(in: try context.reader())
    if isJSON {
      return CommandResult(output: ReminderDetails.json(entry, in: store, context))
    }
    guard let life = try store.history(of: entry.id) else { throw id.unknown }
    let daemon = try context.daemon()
    let details = ReminderDetails(
      life: life, daemon: daemon, pauseEnd: try store.pauseEnd(), context: context)
    return CommandResult(
      output: .text(details.text),
      remarks: daemon == nil && life.isUnfinished ? [Messages.unserved] : [])
  }
}

extension Context {
  /// A time that is over, in the user's words.
  func pastTime(_ words: String) throws -> Instant {
    do throws(TimeError) { return try Parser.past(words, in: timeContext) } catch {
      throw TimeFailure(error, in: words, .alone)
    }
  }
}
