import Localization
import Reminders
import System
import TimeLanguage

/// A time that was not understood.
struct TimeFailure: Error {
  enum Place {
    /// It was to be when a reminder comes.
    case reminder
    /// The same, and the first word is not a command either.
    case phrase(first: String)
    /// No text can follow.
    case alone
    case option(String)
  }

  /// Its offsets count in `input`.
  var error: TimeError
  let input: String
  private let place: Place

  init(_ error: TimeError, in input: String, _ place: Place = .reminder) {
    (self.error, self.input, self.place) = (error, input, place)
  }

  private var hasText: Bool {
    switch place {
    case .reminder, .phrase: true
    case .alone, .option: false
    }
  }

  var asFailure: Failure {
    let accepted = error.accepted.sentences(withText: hasText)
    var failure = Failure(
      error.code.rawValue, code: .time, sentences: [sentence] + accepted,
      details: [
        ("at", .number(Int64(error.at))), ("length", .number(Int64(error.length))),
        ("accepted", .array(accepted.map(JSON.string))),
      ])
    failure.culprit = (error, input)
    failure.message = TimeFailure(error.forPrograms(in: input), in: input, place).sentence
    switch place {
    case .reminder, .alone: break
    case .option(let option): failure.details.insert(("option", .string(option)), at: 0)
    case .phrase(let first):
      failure.sentences.append(
        tr(
          "'{word}' is not a verb either; `remindctl --help` lists them.",
          ["word": TimeFailure.quoted(first)]))
    }
    return failure
  }

  var sentence: String {
    var sentence = problem
    if hasText, [.negative, .zero, .past].contains(error.code) {
      sentence += " " + tr("A reminder comes later than now.")
    }
    sentence += Messages.didYouMean(error.suggestion.map { "'\(TimeFailure.quoted($0))'" })
    guard case .option(let option) = place else { return sentence }
    return tr("{option}: {error}", ["option": option, "error": sentence])
  }

  /// Words of the user's, safe to look at.
  private static func quoted(_ words: String) -> String {
    VisibleText.cut(VisibleText.line(words), characters: 60, bytes: 400)
  }

  private var problem: String {
    let culprit = TimeFailure.quoted(error.culprit(in: input))
    let place = ["part": culprit] as KeyValuePairs
    return switch error.code {
    case .empty: tr("No time was given.")
    case .notATime where error.accepted == [.duration]:
      tr("'{part}' is not a length of time.", place)
    case .notATime where error.accepted == [.rule]: tr("'{part}' is not a repetition.", place)
    case .notATime: tr("'{part}' is not a time.", place)
    case .unknownUnit: tr("'{part}' is not a unit of time.", place)
    case .unitMissing: tr("'{part}' of what? A number needs a unit of time.", place)
    case .badNumber where culprit.contains(":"):
      tr(
        "'{part}' is no length of time as a clock counts it, in hours, minutes and seconds.", place)
    case .badNumber: tr("'{part}' is not a number.", place)
    case .ambiguousNumber:
      tr("'{part}' is one number here and another one elsewhere.", place)
    case .negative: tr("'{part}' is less than nothing.", place)
    case .zero: tr("'{part}' is no time at all.", place)
    case .tooLarge where error.accepted == [.date] || error.accepted == [.moment]:
      tr("'{part}' lies beyond the year 9999, which is the last one.", place)
    case .tooLarge: tr("'{part}' is too long: it ends beyond the year 9999.", place)
    case .tooFine: tr("'{part}' cannot be divided so finely.", place)
    case .vague: tr("'{part}' does not say when, or how long.", place)
    case .past: tr("'{part}' is in the past.", place)
    case .future: tr("'{part}' is still to come.", place)
    case .secondTime:
      tr("'{part}' may be a second time; put the time first and `--` behind it.", place)
    case .ambiguousText:
      tr(
        "'{part}' may be the time or part of the text; put the time first and `--` behind it.",
        place)
    case .ambiguousDay:
      tr(
        "'{part}' may be the day or part of the text; put the time first and `--` behind it.",
        place)
    case .unexpected: tr("'{part}' was not expected there.", place)
    case .noSuchTime: tr("'{part}' is no time of day.", place)
    case .noSuchDate: tr("'{part}' is in no calendar.", place)
    case .ambiguousDate: tr("'{part}' can be two dates; write the month's name.", place)
    case .ambiguousHour:
      tr(
        "'{part}' may be the hour or begin the text; write 9:00, or put `--` before the text.",
        place)
    case .ambiguousMidnight:
      tr("'{part}' may begin the day or end it; say 00:00 or 24:00.", place)
    case .ambiguousRule:
      tr(
        "'{part}' is read in two ways; say `every 2 weeks on`, `every ... of the month` or a date.",
        place)
    case .mayRepeat:
      tr("'{part}' may be meant once or again and again; say `every`, or a date.", place)
    case .timeMissing:
      tr("'{part}' lacks a time: 9:00, which is meant without one, is past.", place)
    case .ambiguousZone:
      tr(
        "'{part}' does not say which clock changes follow; name the zone by its place.", place)
    case .contradiction: tr("'{part}' contradicts itself.", place)
    case .unknownZone: tr("'{part}' is not a time zone of this system.", place)
    case .never: tr("'{part}' never comes.", place)
    case .tooOften: tr("'{part}' comes too often.", place)
    case .badRule: tr("'{part}' is no rule that can be followed.", place)
    }
  }
}

extension Forms {
  /// - Parameter withText: whether a text can follow.
  fileprivate func sentences(withText: Bool) -> [String] {
    each.map { form in
      switch form {
      case .duration where !withText:
        tr(
          "Lengths of time are written 90s, 20 min, 1h20m, 1:20:00, 1.5 hours, 2 days, 1 week.")
      case .duration:
        tr(
          """
          Lengths of time are written 90s, 20 min, 1h20m, 1:20:00, 1.5 hours, 2 days, 1 week; \
          the text comes behind: remindctl in 1h20m tea
          """)
      case .unit:
        tr(
          "Units are s, min, h, days, weeks, months, years, or their full names: 90 min, 1h20m")
      case .time: tr("Times of day are written 17:30, 17.30, 5pm, noon.")
      case .date: tr("Dates are written 24 dec, 24 december 2026, 2026-12-24, 24.12.2026.")
      case .moment:
        tr("Times are written 17:30, tomorrow 9am, friday 17:00, 24 dec 9:00, 2026-12-24 09:00.")
      case .rule:
        tr(
          """
          Repetitions are written day 9:00, weekday 9:00, mon,wed 18:30, 2 weeks on friday 17:00, \
          month on the 31st, last friday 17:00, 3 hours, 25 minutes.
          """)
      default: tr("Zones are written Europe/Rome, UTC, +02:00.")
      }
    }
  }
}

/// What is wrong with `--hours`, `--minutes` or `--seconds`.
struct FieldError: Error {
  enum Problem: String, Error {
    case notWhole = "bad-number"
    case negative
    case tooLarge = "too-large"
  }

  let option: String
  let text: String
  let problem: Problem

  var asFailure: Failure {
    let values = ["option": option, "text": VisibleText.line(text)] as KeyValuePairs
    let sentence =
      switch problem {
      case .notWhole: tr("{option} takes a whole number, not '{text}'.", values)
      case .negative:
        tr("{option} '{text}' is less than nothing; a reminder comes later than now.", values)
      case .tooLarge: tr("{option} '{text}' is too long: it ends beyond the year 9999.", values)
      }
    return Failure(
      problem.rawValue, code: .time,
      sentences: [sentence] + Forms.duration.sentences(withText: true))
  }

  /// The same of an answer, in the question's words.
  var answer: String {
    let values = ["text": VisibleText.line(text)] as KeyValuePairs
    let sentence =
      switch problem {
      case .notWhole: tr("'{text}' is no whole number.", values)
      case .negative: tr("'{text}' is less than nothing.", values)
      case .tooLarge: tr("'{text}' is too long: it ends beyond the year 9999.", values)
      }
    return Messages.ask(option) + sentence
  }
}
