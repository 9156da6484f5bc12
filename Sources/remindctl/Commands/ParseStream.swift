import Reminders
import Scheduler
import Store
import TimeLanguage

/// A request in JSON on each line of standard input, and an answer to each on standard output.
final class ParseStream {
  private let question: ParseQuestion
  private let context: Context
  private var lines = InputLines()
  private var reader: JSONReader?

  /// - Parameter question: what counts where a request does not say it.
  init(_ question: ParseQuestion, _ context: Context) {
    self.question = question
    self.context = context
  }

  var output: Output { .pieces { try self.next() } }

  private func next() throws -> String? {
    guard let line = try lines.next() else { return nil }
    do {
      return JSON.object([JSON.schema] + (try answer(line).members)).text + "\n"
    } catch {
      return Failure(error, try? context.places()).json
    }
  }

  private func answer(_ line: InputLines.Line) throws -> ParseAnswer {
    let text: String
    switch line {
    case .text(let line): text = line
    case .notUTF8: throw Failure.usage(.textNotUTF8)
    case .tooLong: throw Failure.usage(.textTooLong(limit: InputLines.limit))
    }
    let members = try openReader().members(of: text)
    guard let members else { throw Failure.usage(.notAnObject) }
    var question = question
    var input = ""
    for (name, value) in members where ["input", "as", "now", "tz", "lang"].contains(name) {
      switch value {
      case .null: break
      case .other: throw Failure.usage(.notAString(member: name))
      case .string(let value):
        switch name {
        case "input": input = value
        // As with a locale, a language that is not read here goes nowhere.
        case "lang": question.language = Language(locale: value) ?? question.language
        default: try question.set(name, value)
        }
      }
    }
    return try question.answer(input, context)
  }

  private func openReader() throws -> JSONReader {
    if let reader { return reader }
    let made = try JSONReader()
    reader = made
    return made
  }
}
