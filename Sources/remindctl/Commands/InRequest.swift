import Scheduler

/// What the words behind `in` ask for.
struct InRequest {
  let due: Instant
  let trigger: Trigger
  /// nil where none was given.
  let text: String?
  /// The words that the time was made from, for `show`.
  let words: String

  init(_ arguments: Arguments, _ context: Context) throws(Failure) {
    let joined = spaced(arguments.words)
    let timeWords = arguments.words.prefix(arguments.wordsBeforeEnd ?? .max)
    let fields = try InFields(arguments, now: context.now)
    let span: Span
    var time = joined[...]
    if fields.areGiven || timeWords.isEmpty {
      span = Span(milliseconds: fields.milliseconds > 0 ? fields.milliseconds : 1000)
      text = joined.isEmpty ? nil : joined
      words = spaced(["in"] + fields.words)
    } else {
      // The text begins behind the blank that follows the last of the words before `--`.
      let timeEnd = arguments.wordsBeforeEnd.map { _ in
        timeWords.reduce(0) { $0 + $1.utf8.count + 1 }
      }
      do throws(TimeError) {
        (span, text) = try Parser.span(
          joined, timeEnd: timeEnd, languages: context.speaker.languages)
      } catch { throw .time(error, input: joined) }
      time = Substring(joined.utf8.dropLast(text?.utf8.count ?? 0)).trimmed
      words = "in " + time
    }
    guard let (due, trigger) = InRequest.schedule(span, context) else {
      let at = joined.utf8.distance(from: joined.startIndex, to: time.startIndex)
      throw .time(
        TimeError(.tooLarge, at: at, length: time.utf8.count, accepted: [.duration]),
        input: joined)
    }
    (self.due, self.trigger) = (due, trigger)
  }

  /// The instant that `span` means now, and what keeps it right when clocks and zones change; nil
  /// beyond the year 9999.
  private static func schedule(_ span: Span, _ context: Context) -> (Instant, Trigger)? {
    let (zone, moment) = (context.local.zone, context.moment)
    guard let due = context.now.adding(span, in: zone) else { return nil }
    guard !span.isElapsed else {
      let dueBoot = moment.boot + due.since(context.now)
      return (due, .interval(bootID: moment.bootID, dueBoot: dueBoot))
    }
    // A wall time has whole seconds, and a reminder is never early.
    guard let up = due.advanced(by: 999) else { return nil }
    let wall = zone.wall(at: up)
    return (zone.instant(of: wall), .wall(wall, zone: context.local.isPinned ? zone.name : nil))
  }
}

/// `--hours`, `--minutes` and `--seconds`: an empty one counts as none.
private struct InFields {
  private(set) var areGiven = false
  private(set) var milliseconds: Int64 = 0
  /// The fields as they would be typed.
  private(set) var words: [String] = []

  init(_ arguments: Arguments, now: Instant) throws(Failure) {
    let units: [(option: Option, milliseconds: Int64)] = [
      (.hours, 3_600_000), (.minutes, 60_000), (.seconds, 1000),
    ]
    for unit in units {
      guard let text = arguments.value(unit.option) else { continue }
      areGiven = true
      guard !text.isEmpty else { continue }
      words += [unit.option.name, text]
      do throws(FieldError.Problem) {
        let (product, overflow) = try InFields.number(text)
          .multipliedReportingOverflow(by: unit.milliseconds)
        let (sum, overflows) = milliseconds.addingReportingOverflow(product)
        guard !overflow, !overflows, now.advanced(by: sum) != nil else { throw .tooLarge }
        milliseconds = sum
      } catch {
        throw .field(FieldError(option: unit.option.name, text: text, problem: error))
      }
    }
  }

  private static func number(_ text: String) throws(FieldError.Problem) -> Int64 {
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit), text.utf8.count - digits.count < 2
    else { throw .notWhole }
    guard text.utf8.count == digits.count else { throw .negative }
    guard let number = Int64(text) else { throw .tooLarge }
    return number
  }
}

/// The words with blanks between them; `joined`, not made for strings alone, is slow at start-up.
private func spaced(_ words: [String]) -> String {
  guard var line = words.first else { return "" }
  for word in words.dropFirst() { line += " " + word }
  return line
}

extension Substring {
  /// Without blanks at both ends.
  fileprivate var trimmed: Substring {
    var part = self
    while part.first == " " { part.removeFirst() }
    while part.last == " " { part.removeLast() }
    return part
  }
}
