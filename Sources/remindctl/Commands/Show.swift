import Scheduler
import TimeLanguage

extension Verb {
  static let show = Verb(
    "show", aliases: ["why"], operands: Words.Help.showOperands,
    summary: Words.Help.showSummary, options: [.json], examples: ["show 7", "why 7 --json"]
  ) { arguments, context in
    let id = try ReminderID.one(in: arguments, context)
    guard let store = try context.reader() else { throw id.unknown }
    let number = try id.number(in: store, context)
    if arguments.has(.json) {
      let entry = try store.entry(of: number)
      guard let entry else { throw id.unknown }
      return .done(Report(output: LifeJSON(entry, in: store, context).output))
    }
    let (life, pauseEnd) = (try store.biography(of: number), try store.pauseEnd())
    guard let life else { throw id.unknown }
    let daemon = try context.daemon()
    var report = Report()
    report.output = .text(Life(life, daemon: daemon, pauseEnd: pauseEnd, context).text)
    if daemon == nil, life.isUnfinished { report.remarks.append(Words.unserved) }
    return .done(report)
  }
}
