import Scheduler
import TimeLanguage

extension Commands {
  static func runShow(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    let id = try ReminderID.one(in: arguments, context)
    guard let store = try context.reader() else { throw id.unknown }
    let number = try id.number(in: store, context)
    if arguments.has(.json) {
      let entry = try store.entry(of: number)
      guard let entry else { throw id.unknown }
      return .done(CommandResult(output: ReminderDetailsJSON(entry, in: store, context).output))
    }
    let (life, pauseEnd) = (try store.biography(of: number), try store.pauseEnd())
    guard let life else { throw id.unknown }
    let daemon = try context.daemon()
    var report = CommandResult()
    report.output = .text(ReminderDetails(life, daemon: daemon, pauseEnd: pauseEnd, context).text)
    if daemon == nil, life.isUnfinished { report.remarks.append(Messages.unserved) }
    return .done(report)
  }
}
