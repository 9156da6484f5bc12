import CivilTime
import Scheduler
import TimeLanguage

extension Verb {
  static let history = Verb(
    "history", summary: Words.Help.historySummary, details: Words.Help.historyDetails,
    options: [.since, .limit, .withTag, .tz, .json, .plain, .sentences],
    examples: ["history", "history --json --since yesterday"]
  ) { arguments, context in
    try arguments.expectNoWords()
    try arguments.expectOne(of: .json, .plain, .sentences)
    let context = try context.choosingZone(arguments)
    let since = try arguments.value(.since).map { words in
      try context.past(words)
    }
    let isForPeople = !arguments.has(.json) && !arguments.has(.plain)
    let pages = HistoryPages(
      store: try context.reader(), context: context, since: since ?? .earliest,
      tag: arguments.value(.withTag),
      limit: try arguments.number(.limit)
        ?? (isForPeople && context.terminal.isOutput ? 50 : nil))
    var report = Report()
    if arguments.has(.json) {
      report.output = JSONList(pages).output
    } else if arguments.has(.plain) {
      report.output = PlainList(pages).output
    } else {
      let first = try pages.next()
      if first.isEmpty {
        report.remarks.append(since == nil ? Words.nothingHappened : Words.nothingSince)
      }
      report.output =
        arguments.has(.sentences)
        ? SentenceList(pages, first: first).output : PeoplesList(pages, first: first).output
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
          now: now, zone: local.zone, isPinned: local.isPinned, languages: speaker.languages))
    } catch { throw Failure.alone(error, input: words) }
  }
}
