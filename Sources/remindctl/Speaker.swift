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
    // Bytes: what Unicode knows of letters lies in pages that nothing else at the start needs.
    let letters = locale.utf8.map { $0 | 0x20 }.prefix { (97...122).contains($0) }
    self.init(rawValue: String(decoding: letters, as: UTF8.self))
  }
}
