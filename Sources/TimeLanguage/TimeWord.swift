extension Parser {
  /// Whether the first word of `input` has to do with time in one of `languages`: a number, a unit,
  /// a day, `an`, `every`. Others can only be text, or a mistake.
  package static func beginsLikeTime(_ input: String, languages: [Language]) -> Bool {
    guard let first = Scanner.tokens(of: input).first else { return false }
    return switch first.kind {
    case .number, .fraction: true
    case .word: languages.contains { first.meaning(in: $0) != nil }
    case .symbol, .end: false
    }
  }
}
