import Localization
import Scheduler
import System

// The sentences of `Messages` about what `in --ask` asks.

extension Messages {
  static var askedFor: String {
    tr("In how much time? An empty line is none of it; with nothing at all it is one second.")
  }
  /// - Parameter field: the name of its option.
  static func ask(_ field: String) -> String {
    switch field {
    case "--hours": tr("Hours: ")
    case "--minutes": tr("Minutes: ")
    default: tr("Seconds: ")
    }
  }
  static var askText: String { tr("What for? ") }
  /// What was wrong with an answer, in the question's words.
  static func answer(_ error: FieldError) -> String {
    let values = ["text": VisibleText.line(error.text)] as KeyValuePairs
    let problem =
      switch error.problem {
      case .notWhole: tr("'{text}' is no whole number.", values)
      case .negative: tr("'{text}' is less than nothing.", values)
      case .tooLarge: tr("'{text}' is too long: it ends beyond the year 9999.", values)
      }
    return ask(error.option) + problem
  }
  static var unanswered: String {
    tr("The input ended before all was answered; nothing is stored.")
  }
  static var enterCloses: String { tr("Enter closes this. ") }
}
