import Scheduler
import TimeLanguage

extension Verb {
  static let `in` = Verb(
    "in", operands: Words.Help.inOperands, summary: Words.Help.inSummary,
    details: Words.Help.inDetails,
    options: [.hours, .minutes, .seconds, .ask] + Creation.options,
    examples: ["in 1h20m tea", "in -M 5 -- 2 eggs, soft"]
  ) { arguments, context in
    if arguments.has(.ask) { return try InForm(arguments, context).step }
    let context = try context.choosingZone(arguments)
    let request = try Request(in: arguments, context)
    return .done(try Creation(request, arguments, context).report())
  }
}
