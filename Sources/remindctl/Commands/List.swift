import Scheduler
import TimeLanguage

extension Commands {
  static func runList(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    try arguments.expectNoWords()
    try arguments.expectOne(of: .json, .plain, .sentences)
    let limit = try arguments.number(.limit)
    let isForPeople = !arguments.has(.json) && !arguments.has(.plain)
    let store = try context.reader()
    let entries = OpenReminders(
      store: store, context: context, tag: arguments.value(.withTag),
      limit: limit ?? (isForPeople && context.terminal.isOutput ? 50 : nil))
    var report = CommandResult()
    if arguments.has(.json) {
      report.output = JSONList(entries).output
    } else if arguments.has(.plain) {
      report.output = PlainList(entries).output
    } else {
      let first = try entries.next()
      if first.isEmpty { report.remarks.append(Messages.nothingToCome) }
      // Behind a pager nobody would see it.
      if !first.isEmpty, context.terminal.isOutput, try !context.isServed() {
        report.remarks.append(Messages.unserved)
      }
      let pauseEnd = try store.map { store in
        try store.pauseEnd()
      }
      let speaking = arguments.has(.sentences) ? context.spoken : context
      let opening = speaking.silenceNow(pauseEnd: pauseEnd ?? nil)
      report.output =
        arguments.has(.sentences)
        ? SentenceList(entries, first: first, opening: opening).output
        : TextTable(entries, first: first, opening: opening).output
    }
    return .done(report)
  }
}
