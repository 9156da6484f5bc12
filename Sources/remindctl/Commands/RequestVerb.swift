import Scheduler
import TimeLanguage

extension Verb {
  static let request = Verb(
    "request", operands: Words.Help.requestOperands, summary: Words.Help.requestSummary,
    details: Words.Help.requestDetails,
    options: [
      .param, .locale, .requestIn, .requestAt, .remindBefore, .requestTo, .attach, .account, .tz,
      .key, .dryRun, .requireDaemon, .json,
    ],
    examples: [
      "request contact --param name=Ann --param email=ann@example.org --param message=Hello",
      "request contact --param name=Ann --param email=a@example.org --param message=- --at 9am",
    ]
  ) { arguments, context in
    let context = try context.choosingZone(arguments)
    if let word = arguments.words.dropFirst().first {
      throw Failure.usage(.needlessWord(word, verb: arguments.verb.name))
    }
    let time = try Request(in: [(.requestIn, .in), (.requestAt, .at)], of: arguments, context)
    let filled = try FilledTemplate(arguments.words.first, arguments, at: time?.due, context)
    return .done(try TemplateRequest(filled, at: time, arguments, context).report())
  }
}

extension Option {
  static let requestAt = Option("at", value: Words.Help.atOperand, help: Words.Help.requestAt)
  static let requestIn = Option("in", value: Words.Help.length, help: Words.Help.requestIn)
  static let requestTo = Option("mail-to", value: Words.Help.address, help: Words.Help.requestTo)
}
