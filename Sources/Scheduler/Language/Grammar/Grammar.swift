/// A reader of tokens in one language. Its rules, in the other files of this folder, are shared by
/// all languages: each reads what it can from `index` on, or leaves `index` where it was.
struct Grammar {
  let tokens: [Token]
  let language: Language
  /// The language whose way of writing figures counts, whichever words are read.
  let figures: Language
  var index = 0
  private var meanings: [Meaning??]

  init(_ tokens: [Token], language: Language, figures: Language) {
    self.tokens = tokens
    self.language = language
    self.figures = figures
    meanings = Array(repeating: nil, count: tokens.count)
  }

  /// The token `ahead` places further on; past the last one, the last one.
  func peek(_ ahead: Int = 0) -> Token { tokens[min(index + ahead, tokens.count - 1)] }

  var isAtEnd: Bool { peek().kind == .end }

  /// What the word `ahead` places further on means; nothing for other tokens.
  mutating func meaning(_ ahead: Int = 0) -> Meaning {
    let place = min(index + ahead, tokens.count - 1)
    if let known = meanings[place] { return known ?? Meaning() }
    let token = tokens[place]
    let meaning = token.kind == .word ? language.meaning(of: token.word) : nil
    meanings[place] = .some(meaning)
    return meaning ?? Meaning()
  }

  mutating func has(_ role: Roles, _ ahead: Int = 0) -> Bool {
    meaning(ahead).roles.contains(role)
  }

  /// Steps over a word that has `role`.
  @discardableResult
  mutating func take(_ role: Roles) -> Bool {
    guard has(role) else { return false }
    index += 1
    return true
  }

  /// Whether `symbol` is the token `ahead` places further on, right behind the one before.
  func isGlued(_ symbol: Unicode.Scalar, _ ahead: Int = 0) -> Bool {
    peek(ahead).isGlued && peek(ahead).isSymbol(symbol)
  }

  /// Steps over `symbol`.
  @discardableResult
  mutating func take(_ symbol: Unicode.Scalar) -> Bool {
    guard peek().isSymbol(symbol) else { return false }
    index += 1
    return true
  }

  /// Steps over the dot of an abbreviation that was just read (`min.`), where a blank or nothing
  /// follows it.
  mutating func takeAbbreviationDot() {
    if isGlued("."), !peek(1).isGlued { index += 1 }
  }

  /// An error about the tokens from `first` to the one before `last`, or about the one at `first`.
  func error(
    _ code: TimeError.Code, from first: Int, to last: Int? = nil, _ accepted: Form...
  ) -> TimeError {
    let begin = tokens[min(first, tokens.count - 1)]
    let end = tokens[min(max(first, (last ?? first + 1) - 1), tokens.count - 1)]
    return TimeError(code, at: begin.start, length: end.end - begin.start, accepted: accepted)
  }

  /// The index after the tokens that hang together with the one at `first`.
  func endOfRun(from first: Int) -> Int {
    var end = first + 1
    while end < tokens.count, tokens[end].isGlued { end += 1 }
    return end
  }
}
