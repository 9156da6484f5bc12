import CivilTime
import Reminders
import Scheduler
import TimeLanguage

extension Commands {
  static func runParse(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    let question = try ParseQuestion(arguments)
    if arguments.has(.stdin) {
      try arguments.expectNoWords()
      return .done(CommandResult(output: ParseStream(question, context).output))
    }
    let answer = try question.answer(arguments, context)
    let output =
      arguments.has(.json) ? JSON.document(answer.members) : .text(answer.text)
    return .done(CommandResult(output: output))
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
