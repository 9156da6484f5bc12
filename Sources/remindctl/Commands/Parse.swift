import CivilTime
import Reminders
import Store
import TimeLanguage

extension Command {
  func runParse() throws -> CommandResult {
    let question = try ParseQuestion(args)
    if args.has(.stdin) {
      try args.expectNoWords()
      return CommandResult(output: .pieces(ParseStream(question, context).next))
    }
    let parsed = try question.answer(args, context)
    return answer(json: parsed.members, text: parsed.text)
  }
}

/// What `parse` is asked: all of it may be left out.
struct ParseQuestion {
  var verb = TimeVerb.any
  /// When it is read, as it was given; nil for now.
  var now: String?
  /// The zone in which it is read, as it was given; nil for the user's.
  var zone: String?
  /// The language that goes first; nil for the user's.
  var language: Language?

  init(_ arguments: Arguments) throws {
    try set("as", arguments.value(.as))
    try set("now", arguments.value(.now))
    try set("tz", arguments.value(.tz))
    try set("lang", arguments.value(.lang))
  }

  /// Takes the value of an option, or of a request's member; nil changes nothing.
  mutating func set(_ name: String, _ value: String?) throws {
    guard let value else { return }
    switch name {
    case "as":
      guard let verb = TimeVerb(rawValue: value) else {
        throw Failure.usage(.notOneOf(TimeVerb.allCases.map(\.rawValue), value, option: name))
      }
      self.verb = verb
    case "lang":
      guard let language = Language(locale: value) else {
        throw Failure.usage(.notOneOf(Language.allCases.map(\.rawValue), value, option: name))
      }
      self.language = language
    case "now": now = value
    case "tz": zone = value
    default: break
    }
  }

  func answer(_ arguments: Arguments, _ context: Context) throws -> ParseAnswer {
    let context = try self.context(context)
    return ParseAnswer(try Request(arguments, as: verb, context), context)
  }

  func answer(_ input: String, _ context: Context) throws -> ParseAnswer {
    let context = try self.context(context)
    return ParseAnswer(try Request(input, as: verb, timeEnd: nil, context), context)
  }

  /// The world in which the words are read.
  private func context(_ context: Context) throws -> Context {
    var context = context
    if let zone { context = try context.pinned(toZoneCalled: zone) }
    if let language { context = context.preferring(language) }
    guard let now else { return context }
    guard
      let instant = WallTime(now).map({ context.local.zone.instant(of: $0) })
        ?? Instant.parseRFC3339(now)?.instant
    else { throw Failure.usage(.notAMoment(now, option: "now")) }
    return context.at(instant)
  }
}

/// A request in JSON on each line of standard input, and an answer to each on standard output.
private final class ParseStream {
  private let question: ParseQuestion
  private let context: Context
  private var lines = InputLines()

  /// - Parameter question: the defaults of each request.
  init(_ question: ParseQuestion, _ context: Context) {
    self.question = question
    self.context = context
  }

  /// The next answer, on a line; nil at the end of the input.
  func next() throws -> String? {
    guard let line = try lines.next() else { return nil }
    do {
      return JSON.object([JSON.schema] + (try answer(line).members)).text + "\n"
    } catch {
      return Failure(error, try? context.paths()).json
    }
  }

  private func answer(_ line: InputLines.Line) throws -> ParseAnswer {
    let text: String
    switch line {
    case .text(let line): text = line
    case .notUTF8: throw Failure.usage(.textNotUTF8)
    case .tooLong: throw Failure.usage(.textTooLong(limit: InputLines.limit))
    }
    guard case .object(let members)? = JSON(parsing: text) else {
      throw Failure.usage(.notAnObject)
    }
    var question = question
    var input = ""
    for (name, value) in members where ["input", "as", "now", "tz", "lang"].contains(name) {
      if case .null = value { continue }
      guard let value = value.string else { throw Failure.usage(.notAString(member: name)) }
      switch name {
      case "input": input = value
      // As with a locale, a language that is not read here goes nowhere.
      case "lang": question.language = Language(locale: value) ?? question.language
      default: try question.set(name, value)
      }
    }
    return try question.answer(input, context)
  }
}
