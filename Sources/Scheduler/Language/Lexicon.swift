/// The meanings of an input's words in one language, each looked up when it is first asked for.
final class Lexicon {
  let language: Language
  private var meanings: [Meaning??]

  init(_ language: Language, words: Int) {
    self.language = language
    meanings = Array(repeating: nil, count: words)
  }

  /// What the token at `place` means; nothing for what is no word of the language.
  func meaning(of token: Token, at place: Int) -> Meaning? {
    guard token.kind == .word else { return nil }
    if let known = meanings[place] { return known }
    let meaning = language.meaning(of: token.word)
    meanings[place] = .some(meaning)
    return meaning
  }
}
