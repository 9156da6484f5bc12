/// Days with a slip of the pen, which would pass for text.
extension Phrase {
  /// Refuses a text whose first or last word, or one after `on` or `and`, was meant for a day:
  /// `dentist tomorow`. Looks in the languages that have all words of the time.
  func checkSlips(of text: Range<Int>, beside time: Range<Int>) throws(TimeError) {
    let words = tokens[time].filter { $0.kind == .word }
    let speaking = selector.languages.filter { language in
      !words.isEmpty && words.allSatisfy { $0.sense(in: language) != nil }
    }
    let languages = speaking.isEmpty ? Array(selector.languages.prefix(1)) : speaking
    for place in text {
      let isExposed =
        place == text.lowerBound || place == text.upperBound - 1 || has([.on, .and], place - 1)
      guard isExposed, let day = day(for: place, languages) else { continue }
      throw tokens.error(.notATime, from: place, to: place + 1, suggestion: day)
    }
  }

  /// The day that an unknown word was meant for. Short names of months are too near to other words,
  /// and another last letter makes another word: `Domenico`.
  private func day(for place: Int, _ languages: [Language]) -> String? {
    let word = tokens[place].word
    let length = word.utf8.count
    guard length > 4, !means(place, { _ in true }) else { return nil }
    for language in languages {
      let correction = language.correction(of: word) {
        $0.weekday != nil || $0.day != nil || $0.month != nil && length > 5
      }
      guard let correction, correction.utf8.count > 4,
        correction.utf8.count != length || correction.dropLast() != word.dropLast()
      else { continue }
      return correction
    }
    return nil
  }

  /// Whether a word of a text without any time was meant for a day or a month.
  func isTypo(_ place: Int) -> Bool {
    let token = tokens[place]
    guard token.word.utf8.count > 5, !means(place, { !$0.roles.isEmpty }) else { return false }
    return selector.languages.contains { language in
      token.sense(in: language) == nil
        && language.correction(of: token.word) {
          $0.weekday != nil || $0.month != nil || $0.day != nil
        } != nil
    }
  }
}
