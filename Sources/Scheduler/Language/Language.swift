/// The languages whose words are understood. A language is its vocabulary file and nothing else:
/// the grammar is shared.
public enum Language: String, CaseIterable, Sendable {
  case en, it, pl

  /// What `word` (folded by the scanner: lower case, no accents) can mean; nil for words that
  /// have nothing to do with time.
  func meaning(of word: String) -> Meaning? {
    switch self {
    case .en: English.meaning(of: word)
    case .it: Italian.meaning(of: word)
    case .pl: Polish.meaning(of: word)
    }
  }
}
