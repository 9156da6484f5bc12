/// Days with a slip of the pen beside a time, which would pass for text.
extension Phrase {
  /// Refuses a text whose first or last word, or one after `on` or `and`, was meant for a day:
  /// `dentist tomorow`. Looks in the languages that have all words of the time.
  func checkSlips(
    of text: Range<Int>, beside time: Range<Int>, in tokens: [Token]
  ) throws(TimeError) {
    let words = tokens[time].filter { $0.kind == .word }
    let speaking = selector.languages.filter { language in
      !words.isEmpty && words.allSatisfy { $0.sense(in: language) != nil }
    }
    let languages = speaking.isEmpty ? Array(selector.languages.prefix(1)) : speaking
    for place in text {
      let isExposed =
        place == text.lowerBound || place == text.upperBound - 1
        || selector.has([.on, .and], tokens[place - 1])
      guard isExposed, let day = day(for: tokens[place], languages) else { continue }
      throw tokens.error(.notATime, from: place, to: place + 1, suggestion: day)
    }
  }

  /// The day that an unknown word was meant for. Short names of months are too near to other words,
  /// and another last letter makes another word: `Domenico`.
  private func day(for token: Token, _ languages: [Language]) -> String? {
    let length = token.word.utf8.count
    guard length > 4, !selector.isTimeWord(token) else { return nil }
    for language in languages {
      let correction = language.correction(of: token.word) {
        $0.weekday != nil || $0.day != nil || $0.month != nil && length > 5
      }
      guard let correction, correction.utf8.count > 4 else { continue }
      if correction.utf8.count == length, correction.dropLast() == token.word.dropLast() {
        continue
      }
      return correction
    }
    return nil
  }
}
