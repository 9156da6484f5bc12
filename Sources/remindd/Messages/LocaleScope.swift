import Localization
import Scheduler

/// Speaks to each reminder's maker in their language, since the daemon has none of its own.
struct LocaleScope {
  /// Locales that were spoken, by what the store says of them.
  private var spoken: [String: SpokenLocale] = [:]
  /// More than people have: rows may say anything.
  private static let most = 16

  /// What `speak` makes of `words` in a maker's language; in the daemon's own where nobody knows it.
  /// - Parameter language: as it is stored.
  mutating func speaking<Result>(
    _ language: String?, _ words: Words, _ speak: (Words) -> Result
  ) -> Result {
    guard let language else { return speak(words) }
    let locale = locale(language)
    return locale.speaking {
      var words = words
      words.clock = locale.clock
      return speak(words)
    }
  }

  private mutating func locale(_ language: String) -> SpokenLocale {
    if let known = spoken[language] { return known }
    if spoken.count == LocaleScope.most { spoken = [:] }
    let locale = SpokenLocale(UserLocale(text: language))
    spoken[language] = locale
    return locale
  }
}
