import Scheduler
import TimeLanguage

/// The user's language and habits, as the environment names them.
struct Speaker: Sendable {
  let locale: UserLocale
  /// The language that is read first: the user's own where it is one of them, otherwise English.
  var first: Language?

  init(_ locale: UserLocale) {
    self.locale = locale
    first = locale.language
  }

  /// Every language that times are understood in.
  var languages: [Language] {
    guard let first else { return Language.allCases }
    return [first] + Language.allCases.filter { $0 != first }
  }
}
