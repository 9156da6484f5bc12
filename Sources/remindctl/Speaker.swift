import Glibc
import Scheduler

/// The user's language and habits, as the environment names them (POSIX.1, "Internationalization
/// Variables").
struct Speaker: Sendable {
  /// The locale of words, LC_MESSAGES; nil where none is named.
  let messages: String?
  /// The locale of times, LC_TIME; nil where none is named.
  let time: String?
  /// The language that is read first: the user's own where it is one of them, otherwise English.
  var first: Language?

  init(variable: (String) -> String?) {
    func locale(_ category: String) -> String? {
      for name in ["LC_ALL", category, "LANG"] {
        if let value = variable(name), !value.isEmpty { return value }
      }
      return nil
    }
    messages = locale("LC_MESSAGES")
    time = locale("LC_TIME")
    first = messages.flatMap { Language(locale: $0) }
  }

  /// Every language that times are understood in.
  var languages: [Language] {
    guard let first else { return Language.allCases }
    return [first] + Language.allCases.filter { $0 != first }
  }

  /// Makes LC_TIME that of the user, unless it is the one that is set already: a program starts in
  /// C, and reads no file for it.
  func setClockLocale() {
    guard let time, time != "C", time != "POSIX", !time.hasPrefix("C.") else { return }
    setlocale(LC_TIME, time)
  }
}

extension Language {
  /// The language of a locale or of a language tag: `it_IT.UTF-8`, `pl`, `en-GB`.
  init?(locale: String) {
    self.init(rawValue: locale.prefix(while: \.isLetter).lowercased())
  }
}
