import Localization
import System
import TimeLanguage

extension Command {
  func runAdd() throws -> CommandResult {
    guard args.isBare else { return try create(as: .any) }
    return try create(try Request(withoutVerb: args, context))
  }

  func runIn() throws -> Interaction {
    if args.has(.ask) { return try ask() }
    return .done(try create(try Request(in: args, context)))
  }
}

extension Request {
  /// What a line without a command asks for. Its first word may be a misspelt command.
  init(withoutVerb arguments: Arguments, _ context: Context) throws {
    let first = String(arguments.words[0].prefix { $0 != " " })
    // A word of a time is no misspelt command: `5m` though `rm` is one, `un` though `in` is one.
    let isTime = Parser.beginsLikeTime(first, languages: context.language.languages)
    do {
      try self.init(arguments, as: .any, context)
    } catch let time as TimeFailure {
      let rest = Array(arguments.words.dropFirst())
      let nearest = Verb.nearest(to: first)
      let isVerb =
        if isTime {
          // It begins like a time, but what follows makes sense after a command: `ad tomorrow 9am`.
          first.utf8.allSatisfy({ !$0.isDigit })
            && nearest.map { Request.makesSense(rest, behind: $0, context) } == true
        } else {
          // `delete 8`, but not `delete old mails tomorow`
          nearest != nil
            && (Verb.otherName(first) == nil || rest.allSatisfy { ReminderID($0) != nil })
        }
      if isVerb { throw Failure.unknownVerb(first, nearest: nearest) }
      throw isTime ? time : TimeFailure(time.error, in: time.input, .phrase(first: first))
    }
    guard !isTime, let verb = Verb.withinOneSlip(of: first) else { return }
    let words = spaced(arguments.words)
    let asVerb = PossibleReading(
      command: verb.name + words.dropFirst(first.count), meaning: verb.row.summary.text)
    let asPhrase = PossibleReading(
      command: "add " + words, meaning: sentence(text: reading.text, context))
    throw Failure.nearlyVerb(first, readings: [asVerb, asPhrase])
  }

  /// Whether a command can take the words: a time, or reminders.
  private static func makesSense(_ words: [String], behind verb: String, _ context: Context) -> Bool
  {
    guard let reader = verb == Verb.add.name ? .any : TimeVerb(rawValue: verb) else {
      return words.allSatisfy { ReminderID($0) != nil }
    }
    return (try? Request(spaced(words), as: reader, timeEnd: nil, context)) != nil
  }
}

extension Failure {
  /// The same with the command for a reminder, if the words may be one: `watch the game at 8pm`.
  func suggestingReminder(_ arguments: Arguments, _ context: Context) -> Failure {
    guard hasOddWord, let verb = arguments.typedVerb else { return self }
    let line = spaced([verb] + arguments.words)
    guard let request = try? Request(line, as: .any, timeEnd: nil, context),
      request.reading.text != nil
    else { return self }
    var failure = self
    failure.sentences.append(
      tr("For a reminder say: {command}", ["command": VisibleText.line("remindctl add " + line)]))
    return failure
  }
}

/// `in --ask`: asks for the fields of `in` line by line, for users who start it from a menu.
extension Command {
  private static let fields: [Option] = [.hours, .minutes, .seconds]

  private func ask() throws -> Interaction {
    let given = Command.fields.first(where: args.has)?.name ?? args.words.first
    if let given { throw Failure.notTogether(Option.ask.name, given) }
    let question = tr(
      "In how much time? An empty line is none of it; with nothing at all it is one second.")
    return ask([], opening: question + "\n")
  }

  /// Asks, and then does what the same words would do that are typed at once. The end of the input, as
  /// of a window that is closed, is no answer: an empty line is one.
  /// - Parameters:
  ///   - line: the answers so far, as options.
  ///   - opening: what stands above the question.
  private func ask(_ line: [String], opening: String = "") -> Interaction {
    func arguments(_ line: [String]) throws -> Arguments { try Arguments([Verb.in.name] + line) }
    guard line.count < Command.fields.count else {
      return .ask(tr("What for? ")) { text in
        guard let text else { throw Failure.unanswered }
        let behind = Text.visible(text).map { ["--", $0] } ?? []
        let line = line + args.options(without: .ask) + behind
        // Some time has passed since the question.
        return try Command(arguments(line), context.renewed).runIn()
      }
    }
    let field = Command.fields[line.count]
    return .ask(opening + Messages.ask(field.name)) { answer in
      guard let answer else { throw Failure.unanswered }
      let option = field.name + "=" + (answer.withoutOuterBlanks ?? "")
      do {
        _ = try InFields(arguments([option]), now: context.now)
      } catch let wrong as FieldError {
        // A file or a program does not answer the same question again.
        guard context.terminal.isInput else { throw Failure.usage(wrong.answer) }
        return ask(line, opening: wrong.answer + "\n")
      }
      return ask(line + [option])
    }
  }
}
