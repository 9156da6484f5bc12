import CivilTime
import Localization
import Reminders
import Store
import System
import TimeLanguage

extension Command {
  func runParse() throws -> CommandResult {
    let question = try ParseQuestion(args)
    guard args.has(.stdin) else {
      let parsed = try question.answer(args, context)
      return answer(json: parsed.members, text: parsed.text)
    }
    try args.expectNoWords()
    // A request in JSON on each line, and an answer to each on a line.
    var lines = InputLines()
    return CommandResult(
      output: .pieces {
        guard let line = try lines.next() else { return nil }
        do {
          let line = try line.get()
          let parsed = try question.answer(line, context)
          return JSON.object([JSON.schema] + parsed.members).text + "\n"
        } catch {
          return Failure(error, try? context.paths()).json
        }
      })
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
    for option in [Option.as, .now, .tz, .lang] {
      try set(option.long, arguments.value(option))
    }
  }

  /// Takes the value of an option, or of a request's member; nil changes nothing.
  mutating func set(_ name: String, _ value: String?) throws {
    guard let value else { return }
    switch name {
    case "as":
      guard let verb = TimeVerb(rawValue: value) else {
        throw Failure.notOneOf(TimeVerb.allCases.map(\.rawValue), value, option: name)
      }
      self.verb = verb
    case "lang":
      guard let language = Language(locale: value) else {
        throw Failure.notOneOf(Language.allCases.map(\.rawValue), value, option: name)
      }
      self.language = language
    case "now": now = value
    case "tz": zone = value
    default: break
    }
  }

  func answer(_ arguments: Arguments, _ context: Context) throws -> ParseAnswer {
    let context = try self.context(context)
    return ParseAnswer(request: try Request(arguments, as: verb, context), context: context)
  }

  /// - Parameter line: a request in JSON; what it does not say is as here.
  fileprivate func answer(
    _ line: String, _ context: Context
  ) throws -> ParseAnswer {
    guard case .object(let members)? = JSON(parsing: line) else {
      throw Failure.usage(
        tr(
          "The line is not a JSON object like {example}.", ["example": #"{"input":"tomorrow 9am"}"#]
        ))
    }
    var question = self
    var input = ""
    for (name, value) in members where ["input", "as", "now", "tz", "lang"].contains(name) {
      switch (value, name) {
      case (.null, _): break
      case (.string(let value), "input"): input = value
      // As with a locale, a language that is not read here goes nowhere.
      case (.string(let value), "lang"):
        question.language = Language(locale: value) ?? question.language
      case (.string(let value), _): try question.set(name, value)
      default:
        throw Failure.usage(tr("`{member}` must be a string.", ["member": VisibleText.line(name)]))
      }
    }
    let context = try question.context(context)
    let request = try Request(input, as: question.verb, timeEnd: nil, context)
    return ParseAnswer(request: request, context: context)
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
    else {
      throw Failure.usage(
        tr(
          "`{option}` is a time like 2026-03-28T10:15:30 or 2026-03-28T10:15:30+01:00, not '{text}'.",
          ["text": VisibleText.line(now), "option": "now"]))
    }
    return context.at(instant)
  }
}

/// What `parse` says about a phrase.
struct ParseAnswer {
  let request: Request
  let context: Context

  /// The next times at which it is due, at most five.
  private var occurrences: [Instant] {
    guard let recurrence = request.trigger.recurrence else { return [request.due] }
    var found = [request.due]
    while found.count < 5, let next = recurrence.next(after: found.last!, in: request.zone) {
      found.append(next)
    }
    return found
  }

  /// The members of the answer in JSON. Months have no length, so a time that is months ahead is
  /// an instant.
  var members: JSON.Members {
    let zone = context.local.zone
    let due = ("due", JSON.string(request.due.rfc3339(in: zone)))
    let text = ("text", JSON.orNull(request.reading.text))
    switch request.reading.when {
    case .span(let span) where span.months == 0:
      let seconds = Int64(span.days) * 86_400_000 + span.milliseconds
      return [("kind", "duration"), ("seconds", .thousandths(seconds)), due, text]
    case .span, .wall: return [("kind", "instant"), due, text]
    case .recurrence(let recurrence, _):
      return [
        ("kind", "recurrence"), ("rrule", .string(recurrence.rule.description)),
        ("occurrences", .texts(occurrences.map { $0.rfc3339(in: zone) })), text,
      ]
    }
  }

  /// The same for people.
  var text: String {
    let there = context.following(request)
    var lines = [tr("Time: {words}", ["words": VisibleText.line(request.words)])]
    if let recurrence = request.trigger.recurrence {
      let (rule, rrule) = (there.rule(recurrence), recurrence.rule.description)
      lines.append(
        rule.contains(rrule)
          ? tr("Rule: {rule}", ["rule": rrule])
          : tr("Rule: {rule} ({rrule})", ["rule": rule, "rrule": rrule]))
    }
    for (index, due) in occurrences.enumerated() {
      let line = tr(
        "{when} ({distance})",
        ["when": there.when(due), "distance": context.onTheSecond.distance(to: due)])
      lines.append(index == 0 ? Messages.next(line) : "      " + line)
    }
    lines += request.notes(context).map { "      " + $0 }
    lines.append(
      request.reading.text.map { tr("Text: {text}", ["text": VisibleText.line($0)]) }
        ?? tr("Text: none ({title})", ["title": Messages.defaultTitle]))
    return lines.lines
  }
}
