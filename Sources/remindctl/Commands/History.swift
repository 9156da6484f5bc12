import CivilTime
import Scheduler
import TimeLanguage

extension Commands {
  static func runHistory(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    try arguments.expectNoWords()
    try arguments.expectOne(of: .json, .plain, .sentences)
    let context = try context.choosingZone(arguments)
    let since = try arguments.value(.since).map { words in
      try context.past(words)
    }
    let isForPeople = !arguments.has(.json) && !arguments.has(.plain)
    let pages = PastReminders(
      store: try context.reader(), context: context, since: since ?? .earliest,
      tag: arguments.value(.withTag),
      limit: try arguments.number(.limit)
        ?? (isForPeople && context.terminal.isOutput ? 50 : nil))
    var report = CommandResult()
    if arguments.has(.json) {
      report.output = JSONList(pages).output
    } else if arguments.has(.plain) {
      report.output = PlainList(pages).output
    } else {
      let first = try pages.next()
      if first.isEmpty {
        report.remarks.append(since == nil ? Messages.nothingHappened : Messages.nothingSince)
      }
      report.output =
        arguments.has(.sentences)
        ? SentenceList(pages, first: first).output : TextTable(pages, first: first).output
    }
    return .done(report)
  }
}

extension Context {
  /// A time that is over, in the user's words.
  func past(_ words: String) throws -> Instant {
    do throws(TimeError) {
      return try Parser.past(
        words,
        in: TimeContext(
          now: now, zone: local.zone, isPinned: local.isPinned, languages: language.languages))
    } catch { throw Failure.alone(error, input: words) }
  }
}
