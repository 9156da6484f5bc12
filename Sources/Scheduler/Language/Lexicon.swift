/// The meanings of an input's words in one language, each looked up when it is first asked for.
final class Lexicon {
  let language: Language
  private var meanings: [Found]

  private enum Found {
    case unasked
    case nothing
    case meaning(Meaning)
  }

  init(_ language: Language, words: Int) {
    self.language = language
    meanings = Array(repeating: .unasked, count: words)
  }

  /// What the token at `place` means; nothing for what is no word of the language.
  func meaning(of token: Token, at place: Int) -> Meaning? {
    guard token.kind == .word else { return nil }
    switch meanings[place] {
    case .meaning(let meaning): return meaning
    case .nothing: return nil
    case .unasked:
      let meaning = language.meaning(of: token.word)
      meanings[place] = meaning.map(Found.meaning) ?? .nothing
      return meaning
    }
  }
}
