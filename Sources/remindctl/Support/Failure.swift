import Glibc
import Localization
import Reminders
import Store
import System
import TimeLanguage

/// Why a command did not do what it was asked to. Each failure stands in one place: the function that
/// makes it has its name, its exit code, its sentences and what a program gets of it.
struct Failure: Error {
  /// The name of it in JSON; never translated.
  let name: String
  let code: ExitCode
  /// What went wrong and what to do about it, a line each.
  var sentences: [String]
  /// More for programs.
  var details: JSON.Members = []
  /// What was not understood, and in what: a terminal gets a caret under it.
  var culprit: (error: TimeError, input: String)?
  /// The first sentence as programs get it, if a locale changes it.
  var message: String?
  /// errno, if standard output could not be written.
  private(set) var outputError: Int32?
  /// Whether a word stands where none, or an id was expected: the line may be a reminder.
  var hasOddWord = false

  init(
    _ name: String, code: ExitCode = .failed, _ sentences: String..., details: JSON.Members = []
  ) {
    self.init(name, code: code, sentences: sentences, details: details)
  }

  init(
    _ name: String, code: ExitCode = .failed, sentences: [String], details: JSON.Members = []
  ) {
    (self.name, self.code, self.sentences, self.details) = (name, code, sentences, details)
  }

  /// What is printed.
  /// - Parameter columns: of the terminal that shows it; nil if there is none.
  func lines(columns: Int?) -> [String] {
    guard let culprit, let columns else { return sentences }
    let caret = Caret.lines(culprit.error, in: culprit.input, columns: columns)
    return sentences.prefix(1) + caret + sentences.dropFirst()
  }

  /// `{"schema":1,"error":{…}}`, on a line of its own.
  var json: String {
    JSON.object([JSON.schema, (name: "error", value: .object(members))]).text + "\n"
  }

  /// The members of that object.
  var members: JSON.Members {
    [("code", .string(name)), ("message", .string(message ?? sentences.first ?? ""))] + details
  }

  // The streams and the user

  /// Neither XDG_DATA_HOME nor HOME says where the store is.
  static var noHome: Failure {
    Failure(
      "no-home", code: .store,
      tr(
        "Nobody knows where the store is: HOME names no folder, and XDG_DATA_HOME and XDG_CONFIG_HOME do not both."
      ))
  }
  /// - Parameter code: errno.
  static func input(_ code: Int32) -> Failure {
    Failure(
      "input",
      tr("Standard input cannot be read: {error}.", ["error": String(cString: strerror(code))]))
  }
  /// - Parameter code: errno.
  static func output(_ code: Int32) -> Failure {
    var failure = Failure(
      "output",
      tr("Standard output cannot be written: {error}.", ["error": String(cString: strerror(code))]))
    failure.outputError = code
    return failure
  }
  /// A file of the user's could not be read or written: errno.
  static func file(_ path: String, _ code: Int32) -> Failure {
    Failure(
      "file",
      tr(
        "{path}: {error}.",
        ["path": VisibleText.line(path), "error": String(cString: strerror(code))]))
  }
  /// The user was asked, and did not agree.
  static var declined: Failure { Failure("declined", tr("Nothing was changed.")) }

  /// A command line that is wrong.
  static func usage(_ sentences: String..., details: JSON.Members = []) -> Failure {
    Failure("usage", code: .usage, sentences: sentences, details: details)
  }
  static var textNotUTF8: Failure { usage(tr("The text on standard input is not valid UTF-8.")) }
  /// - Parameter limit: how many bytes would be accepted.
  static func textTooLong(limit: Int) -> Failure {
    usage(tr("The text is too long: {n} bytes are the limit.", ["n": String(limit)]))
  }
}
