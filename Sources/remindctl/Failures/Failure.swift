import Configuration
import Localization
import Mail
import Reminders
import Store
import System

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
  /// The time that was not understood.
  private var time: TimeFailure?
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

  /// The failure for any error that a command threw.
  /// - Parameter paths: nil if HOME is not set.
  init(_ error: any Error, _ paths: Paths?) {
    switch error {
    case let failure as Failure: self = failure
    case let time as TimeFailure:
      self = time.failure
      self.time = time
    case let field as FieldError: self = field.failure
    case let error as TemplateError: self = .template(error)
    case StoreError.copy(let problem): self = .backup(problem)
    case StoreError.refused(let refusal): self = .refused(refusal)
    case let error as StoreError: self = paths.map { .store(error, $0) } ?? .noHome
    default:
      self = Failure(
        "unexpected-error",
        tr(
          "An unexpected error: {error}.",
          ["error": VisibleText.line(String(describing: error))]))
    }
  }

  /// What is printed.
  /// - Parameter columns: of the terminal that shows it; nil if there is none. A terminal gets a
  ///   caret under what was not understood.
  func lines(columns: Int?) -> [String] {
    guard let time, let columns else { return sentences }
    let caret = Caret.lines(time.error, in: time.input, columns: columns)
    return sentences.prefix(1) + caret + sentences.dropFirst()
  }

  /// `{"schema":1,"error":{…}}`, on a line of its own.
  var json: String {
    JSON.object([JSON.schema, (name: "error", value: .object(members))]).text + "\n"
  }

  /// The members of that object.
  var members: JSON.Members {
    let message = time?.sentenceForPrograms ?? sentences.first ?? ""
    return [("code", .string(name)), ("message", .string(message))] + details
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
      "input", tr("Standard input cannot be read: {error}.", ["error": Messages.system(code)]))
  }
  /// - Parameter code: errno.
  static func output(_ code: Int32) -> Failure {
    var failure = Failure(
      "output", tr("Standard output cannot be written: {error}.", ["error": Messages.system(code)]))
    failure.outputError = code
    return failure
  }
  /// A file of the user's could not be read or written: errno.
  static func file(_ path: String, _ code: Int32) -> Failure {
    Failure(
      "file",
      tr("{path}: {error}.", ["path": VisibleText.line(path), "error": Messages.system(code)]))
  }
  /// The user was asked, and did not agree.
  static var declined: Failure { Failure("declined", tr("Nothing was changed.")) }
}
