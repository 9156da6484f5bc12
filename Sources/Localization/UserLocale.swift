import Glibc
import TimeLanguage

/// The locale of a user's words and that of their times (POSIX.1, "Internationalization
/// Variables"). It is stored with a reminder, since the service that shows it has none.
package struct UserLocale: Sendable {
  /// The locale of words, LC_MESSAGES; nil if none is named.
  package let messages: String?
  /// The locale of times, LC_TIME; nil if none is named.
  package let time: String?
  /// Languages in order of preference, which go before that of `messages` (GNU gettext's manual,
  /// "The LANGUAGE variable"); nil if none is named.
  private let preferred: String?
  /// The language of the words, if it is one of those that times are read in.
  package let language: Language?

  /// As the environment has it.
  /// - Parameter variable: an environment variable's value.
  package init(variable: (String) -> String?) {
    func named(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    func locale(_ category: String) -> String? {
      named("LC_ALL") ?? named(category) ?? named("LANG")
    }
    messages = locale("LC_MESSAGES")
    time = locale("LC_TIME")
    let languages = UserLocale.isPlain(messages) ? nil : variable("LANGUAGE")
    preferred = languages?.isEmpty == true ? nil : languages
    language = (preferred ?? messages).flatMap { Language(locale: $0) }
  }

  /// As it is stored.
  /// - Parameter text: the locale of words, and after a blank that of times if that is another. What
  ///   is longer than two names can be is none: newlocale(3) copies them onto the stack.
  package init(text: String) {
    let isShort = text.utf8.count <= 512
    let names = isShort ? text.split(separator: " ", maxSplits: 1).map(String.init) : []
    messages = names.first
    time = names.last
    preferred = nil
    language = messages.flatMap { Language(locale: $0) }
  }

  /// As it is stored; nil if none is named.
  package var text: String? {
    guard messages != nil || time != nil else { return nil }
    let (words, times) = (spoken ?? "C", time ?? "C")
    return words == times ? words : words + " " + times
  }

  /// The locale of words, or of the language that goes before it: a service, whose environment is
  /// not the user's, knows locales alone.
  private var spoken: String? {
    guard preferred != nil, let messages, let language else { return messages }
    return language == Language(locale: messages) ? messages : language.locale
  }

  /// Whether words are to be looked up in a catalogue: not in English and in C.
  var isTranslated: Bool { !UserLocale.isPlain(messages) && language != .en }

  private static func isPlain(_ name: String?) -> Bool {
    guard let name else { return true }
    var bytes = name.utf8.makeIterator()
    guard bytes.next() == UInt8(ascii: "C") else { return name == "POSIX" }
    let next = bytes.next()
    return next == nil || next == UInt8(ascii: ".")
  }

  /// Whether it is C all through: nothing is to be set for it.
  package var isPlain: Bool { UserLocale.isPlain(messages) && UserLocale.isPlain(time) }

  /// One that is named and that this machine does not have: what it would say is said in English.
  package var missing: String? {
    func isThere(_ mask: Int32, _ name: String) -> Bool {
      guard let object = newlocale(mask, name, nil) else { return false }
      freelocale(object)
      return true
    }
    if let messages, !isThere(LC_MESSAGES_MASK, messages) { return messages }
    if let time, !isThere(LC_TIME_MASK, time) { return time }
    return nil
  }

  /// Makes the words of the whole program those of the locale, unless they are English: a program
  /// starts with them, and reads no file for it.
  /// - Parameter catalogues: their folder, TEXTDOMAINDIR of gettext(1); nil for the installed ones.
  package func useWords(catalogues: @autoclosure () -> String?) {
    guard isTranslated, let messages, setlocale(LC_MESSAGES, messages) != nil else { return }
    Catalogue.open(in: catalogues())
  }

  /// Makes the times of the whole program those of the locale, unless they are those of C.
  package func useTimes() {
    if let time, !UserLocale.isPlain(time) { setlocale(LC_TIME, time) }
  }
}

extension Language {
  /// The language of a locale or of a language tag: `it_IT.UTF-8`, `pl`, `en-GB`.
  package init?(locale: String) {
    // Bytes: what Unicode knows of letters lies in pages that nothing else at the start needs.
    let letters = locale.utf8.map { $0 | 0x20 }.prefix { (97...122).contains($0) }
    self.init(rawValue: String(decoding: letters, as: UTF8.self))
  }

  /// The locale in which most of its speakers live.
  package var locale: String {
    switch self {
    case .en: "en_US.UTF-8"
    case .it: "it_IT.UTF-8"
    case .pl: "pl_PL.UTF-8"
    }
  }
}

/// A locale that is spoken beside the program's own (newlocale(3)): with it a service, which has
/// none, speaks to the maker of a reminder.
package final class SpokenLocale {
  private let object: locale_t
  /// Times as this locale writes them; within `speaking` alone.
  package let clock: ClockStyle

  /// Words and times of `locale`, each as in C where this machine does not have them. The
  /// `Catalogue` is open.
  package init(_ locale: UserLocale) {
    var object = newlocale(LC_TIME_MASK, "C", nil)!
    if let time = locale.time { object = newlocale(LC_TIME_MASK, time, object) ?? object }
    if locale.isTranslated, let messages = locale.messages,
      let spoken = newlocale(LC_MESSAGES_MASK, messages, object)
    {
      object = spoken
    }
    self.object = object
    clock = SpokenLocale.speaking(object) { ClockStyle() }
  }

  deinit { freelocale(object) }

  /// What `body` says in it; the thread's locale is what it was afterwards.
  package func speaking<Result>(_ body: () -> Result) -> Result {
    SpokenLocale.speaking(object, body)
  }

  private static func speaking<Result>(_ object: locale_t, _ body: () -> Result) -> Result {
    let before = uselocale(object)
    defer { uselocale(before) }
    return body()
  }
}
