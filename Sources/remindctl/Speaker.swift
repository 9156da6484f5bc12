import Glibc
import Scheduler

/// The user's language and habits, as the environment names them (POSIX.1, "Internationalization
/// Variables").
struct Speaker: Sendable {
  /// The locale of words, LC_MESSAGES; nil where none is named.
  let messages: String?
  /// The locale of times, LC_TIME; nil where none is named.
  let time: String?

  init(variable: (String) -> String?) {
    func locale(_ category: String) -> String? {
      for name in ["LC_ALL", category, "LANG"] {
        if let value = variable(name), !value.isEmpty { return value }
      }
      return nil
    }
    messages = locale("LC_MESSAGES")
    time = locale("LC_TIME")
  }

  /// Every language that times are understood in, the user's own first.
  var languages: [Language] {
    guard let name = messages?.prefix(while: \.isLetter),
      let own = Language(rawValue: name.lowercased())
    else { return Language.allCases }
    return [own] + Language.allCases.filter { $0 != own }
  }

  /// Makes LC_TIME that of the user, unless it is the one that is set already: a program starts in
  /// C, and reads no file for it.
  func setClockLocale() {
    guard let time, time != "C", time != "POSIX", !time.hasPrefix("C.") else { return }
    setlocale(LC_TIME, time)
  }
}
