/// What is wrong with a command line, other than a time. Nothing was changed.
indirect enum UsageError: Error, Equatable {
  case unknownVerb(String, nearest: String?)
  /// The first word is nearly a command, and may also begin a text with a time: what each of the two
  /// would do.
  case nearlyVerb(String, readings: [PossibleReading])
  case unknownOption(String, verb: String, nearest: String?)
  case missingValue(option: String)
  case needlessValue(option: String)
  /// `-H=1`: a letter's value has no sign before it.
  case valueBehindSign(option: String, value: String)
  /// An option was given twice that takes one value.
  case repeated(option: String)
  /// A number was needed, from 1 on.
  case notANumber(String, option: String, most: Int?)
  /// A value that is none of those that the option takes.
  case notOneOf([String], String, option: String)
  /// A time that `--now` does not take.
  case notAMoment(String, option: String)
  case notAnID(String)
  /// The verb needs the id of a reminder; `next` shows those that come next.
  case missingID(verb: String, next: [String])
  case missingFile(verb: String)
  /// `mail` alone.
  case missingMailWord
  case needlessWord(String, verb: String)
  /// `notAnID` or `needlessWord`, if the whole line is a time and a text: the command for that.
  case perhapsReminder(UsageError, command: String)
  /// Two options, or an option and words, that exclude each other.
  case notTogether(String, String)
  /// An option without the one that it adds to.
  case needs(String, String)
  /// An answer to a question of `--ask` is none.
  case wrongAnswer(FieldError)
  /// The input ended before all questions of `--ask` were answered.
  case unanswered
  /// It needs a terminal to ask, or the option `--force`.
  case needsForce
  case notASound(String)
  case notAnAddress(String)
  case notATag(String)
  case notAnIcon(String)
  case noSuchFile(String, errno: Int32)
  /// A number that lies beyond what makes sense.
  case tooMany(String, option: String, most: Int)
  /// The reminder comes once.
  case notRepeating(Int64)
  /// The reminder is upcoming, and no new time was given.
  case snoozeNeedsTime(Int64)
  /// `snooze` of a request whose mail is on its way, or may have come.
  case snoozeOfSent(Int64)
  /// `edit --mail` of one that was shown already and does not come again.
  case tooLateForMail(Int64)
  /// `edit` of a request by an option that its mail would know nothing of.
  case ofARequest(String, Int64)
  /// `edit` without anything that is to become different.
  case nothingToChange(Int64)
  /// An argument that is not UTF-8: its place, 1 for the first one.
  case notUTF8(argument: Int)
  case textNotUTF8
  /// A text with a character that notifications cannot carry.
  case textWithNUL
  /// Standard input was another parameter already.
  case inputTwice(parameter: String)
  /// A line of standard input is no JSON object.
  case notAnObject
  /// A member of such an object that must be a string, and is none.
  case notAString(member: String)
  /// - Parameter limit: how many bytes would be accepted.
  case textTooLong(limit: Int)
}

/// One of the things that a command may mean.
struct PossibleReading: Equatable {
  /// The same command so that it can mean nothing else.
  var command: String
  /// What it then does.
  var meaning: String
}

/// What is wrong with `--hours`, `--minutes` or `--seconds`.
struct FieldError: Error, Equatable {
  enum Problem: String, Error {
    case notWhole = "bad-number"
    case negative
    case tooLarge = "too-large"
  }

  var option: String
  var text: String
  var problem: Problem
}
