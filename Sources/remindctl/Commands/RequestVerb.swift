import Scheduler
import TimeLanguage

extension Commands {
  static func runRequest(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    let context = try context.choosingZone(arguments)
    if let word = arguments.words.dropFirst().first {
      throw Failure.usage(.needlessWord(word, verb: arguments.verb.name))
    }
    let time = try Request(in: [(.requestIn, .in), (.requestAt, .at)], of: arguments, context)
    let filled = try FilledTemplate(arguments.words.first, arguments, at: time?.due, context)
    return .done(try TemplateRequest(filled, at: time, arguments, context).report())
  }
}
