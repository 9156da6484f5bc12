import Reminders
import Scheduler
import TimeLanguage

extension Commands {
  static func runDoctor(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    try arguments.expectNoWords()
    let system = SystemSnapshot(context, showsPopup: arguments.has(.popup))
    let recovered = arguments.has(.repair) ? try system.repaired() : nil
    let checks = system.checks
    let problems = checks.count { $0.state == .problem }
    var report = CommandResult(code: problems == 0 ? .done : .failed)
    if arguments.has(.json) {
      report.output = JSON.document([
        ("problems", .number(Int64(problems))), ("findings", .array(checks.map(\.json))),
      ])
    } else {
      report.output = .text(checks.map { $0.lines(on: context.terminal) }.joined())
      report.remarks = [problems == 0 ? Messages.allWell : Messages.problems(problems)]
    }
    if let recovered, let places = system.places {
      report.remarks.insert(recovered.sentence(path: places.store), at: 0)
    }
    return .done(report)
  }
}
