import CivilTime
import TimeLanguage

extension Request {
  /// What the words and fields after `in` ask for; with neither it is one second.
  init(in arguments: Arguments, _ context: Context) throws {
    let fields = try InFields(arguments, now: context.now)
    guard fields.areGiven || arguments.wordsBeforeEnd == 0 || arguments.words.isEmpty else {
      try self.init(arguments, as: .in, context)
      return
    }
    // Two lengths of time would leave one of them out; after `--` the words are text for certain.
    if arguments.wordsBeforeEnd != 0, let first = arguments.words.first,
      (try? Request(arguments, as: .in, context)) != nil
    {
      throw Failure.notTogether(fields.words.first ?? Option.hours.name, first)
    }
    let span = Span(milliseconds: fields.milliseconds > 0 ? fields.milliseconds : 1000)
    let text = spaced(arguments.words)
    guard let due = context.now.advanced(by: span.milliseconds) else {
      throw TimeFailure(TimeError(.tooLarge, at: 0, length: 0, accepted: [.duration]), in: "")
    }
    let reading = Reading(
      when: .span(span), due: due, text: text.isEmpty ? nil : text, notes: [], bytes: 0..<0)
    try self.init(reading, words: spaced(["in"] + fields.words), input: text, context)
  }
}

/// `--hours`, `--minutes` and `--seconds`: an empty one counts as none.
struct InFields {
  private(set) var areGiven = false
  private(set) var milliseconds: Int64 = 0
  /// The fields as they would be typed.
  private(set) var words: [String] = []

  init(_ arguments: Arguments, now: Instant) throws {
    // Most starts end here.
    guard !arguments.hasNoOptions else { return }
    let units: [(Option, Int64)] = [(.hours, 3_600_000), (.minutes, 60_000), (.seconds, 1000)]
    for (option, unit) in units {
      guard let text = arguments.value(option) else { continue }
      areGiven = true
      guard !text.isEmpty else { continue }
      words += [option.name, text]
      do throws(FieldError.Problem) {
        let (product, overflow) = try InFields.number(text).multipliedReportingOverflow(by: unit)
        let (sum, overflows) = milliseconds.addingReportingOverflow(product)
        guard !overflow, !overflows, now.advanced(by: sum) != nil else {
          throw FieldError.Problem.tooLarge
        }
        milliseconds = sum
      } catch {
        throw FieldError(option: option.name, text: text, problem: error)
      }
    }
  }

  private static func number(_ text: String) throws(FieldError.Problem) -> Int64 {
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit), text.utf8.count - digits.count < 2
    else { throw FieldError.Problem.notWhole }
    guard text.utf8.count == digits.count else { throw FieldError.Problem.negative }
    guard let number = Int64(text) else { throw FieldError.Problem.tooLarge }
    return number
  }
}
