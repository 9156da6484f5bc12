import CivilTime
import Scheduler
import Store
import TimeLanguage

extension Commands {
  static func runList(_ arguments: Arguments, _ context: Context) throws -> CommandResult {
    try arguments.expectNoWords()
    try arguments.expectOne(of: .json, .plain, .sentences)
    let limit = try arguments.limit(context)
    let store = try context.reader()
    let list = PagedList(open: store, context, tag: arguments.value(.withTag), limit: limit)
    let speaking = arguments.has(.sentences) ? context.spoken : context
    var result = try list.result(
      arguments, empty: Messages.nothingToCome,
      opening: speaking.silenceNow(pauseEnd: try store?.pauseEnd()))
    // After a pager it would scroll away.
    let isShown = !arguments.has(.json) && !arguments.has(.plain) && context.terminal.isOutput
    if isShown, result.remarks.isEmpty, try !context.isServed() {
      result.remarks.append(Messages.unserved)
    }
    return result
  }

  static func runHistory(_ arguments: Arguments, _ context: Context) throws -> CommandResult {
    try arguments.expectNoWords()
    try arguments.expectOne(of: .json, .plain, .sentences)
    let context = try context.choosingZone(arguments)
    let since = try arguments.value(.since).map(context.pastTime)
    let list = PagedList(
      past: try context.reader(), context, since: since ?? .earliest,
      tag: arguments.value(.withTag), limit: try arguments.limit(context))
    return try list.result(
      arguments, empty: since == nil ? Messages.nothingHappened : Messages.nothingSince)
  }

  static func runShow(_ arguments: Arguments, _ context: Context) throws -> CommandResult {
    let id = try ReminderID.one(in: arguments, context)
    let (store, entry) = try id.found(in: try context.reader())
    if arguments.has(.json) {
      return CommandResult(output: ReminderDetails.json(entry, in: store, context))
    }
    let pauseEnd = try store.pauseEnd()
    guard let life = try store.biography(of: entry.id) else { throw id.unknown }
    let daemon = try context.daemon()
    return CommandResult(
      output: .text(ReminderDetails(life, daemon: daemon, pauseEnd: pauseEnd, context).text),
      remarks: daemon == nil && life.isUnfinished ? [Messages.unserved] : [])
  }
}

extension Context {
  /// A time that is over, in the user's words.
  func pastTime(_ words: String) throws -> Instant {
    do throws(TimeError) {
      return try Parser.past(
        words,
        in: TimeContext(
          now: now, zone: local.zone, isPinned: local.isPinned, languages: language.languages))
    } catch { throw Failure.alone(error, input: words) }
  }
}
