import Scheduler
import TimeLanguage

extension Commands {
  static func runIn(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    if arguments.has(.ask) { return try InForm(arguments, context).step }
    let context = try context.choosingZone(arguments)
    let request = try Request(in: arguments, context)
    return .done(try AddReminder(request, arguments, context).report())
  }
}

/// `in --ask`: what `in` can be told, asked for line by line, for whoever starts it from a menu.
struct InForm {
  private static let fields: [Option] = [.hours, .minutes, .seconds]

  private let options: [String]
  private let context: Context

  init(_ arguments: Arguments, _ context: Context) throws {
    let given = InForm.fields.first(where: arguments.has)?.name ?? arguments.words.first
    if let given { throw Failure.usage(.notTogether(Option.ask.name, given)) }
    options = arguments.options(without: .ask)
    self.context = context
  }

  /// Asks, and then does what the same words would do that are typed at once.
  var step: Interaction { next([], opening: Messages.askedFor + "\n") }

  /// The end of the input, as of a window that is closed, is no answer: an empty line is one.
  ///
  /// - Parameters:
  ///   - line: the answers so far, as options.
  ///   - opening: what stands above the question.
  private func next(_ line: [String], opening: String = "") -> Interaction {
    guard line.count < InForm.fields.count else {
      return .ask(Messages.askText) { text in
        guard let text else { throw Failure.usage(.unanswered) }
        let behind = Text.visible(text).map { ["--", $0] } ?? []
        return try run(line + options + behind)
      }
    }
    let field = InForm.fields[line.count]
    return .ask(opening + Messages.ask(field.name)) { answer in
      guard let answer else { throw Failure.usage(.unanswered) }
      let option = field.name + "=" + (answer.withoutOuterBlanks ?? "")
      do {
        _ = try InFields(arguments([option]), now: context.now)
      } catch Failure.field(let wrong) {
        // What a file or a program says next answers the next question, not this one once more.
        guard context.terminal.isInput else { throw Failure.usage(.wrongAnswer(wrong)) }
        return next(line, opening: Messages.answer(wrong) + "\n")
      }
      return next(line + [option])
    }
  }

  private func arguments(_ line: [String]) throws -> Arguments {
    try Arguments([Verb.in.name] + line)
  }

  /// Some time has passed since the question.
  private func run(_ line: [String]) throws -> Interaction {
    try Commands.runIn(try arguments(line), context.renewed)
  }
}
