/// Finds the time in an input, and what is text.
struct Phrase {
  let input: String
  let verb: TimeVerb
  private let timeEnd: Int?
  let tokens: [Token]
  var selector: LanguageSelector

  /// - Parameter timeEnd: the byte offset where the text begins; nil if the time's last word
  ///   decides.
  init(_ input: String, verb: TimeVerb, timeEnd: Int?, languages: [Language]) throws(TimeError) {
    self.input = input
    self.verb = verb
    self.timeEnd = timeEnd
    var tokens = Scanner.tokens(of: input, to: timeEnd)
    // `lunch at noon!`
    while tokens.count > 2, tokens.last?.kind == .end, tokens[tokens.count - 2].isGlued,
      tokens[tokens.count - 2].isSymbol("!") || tokens[tokens.count - 2].isSymbol("?")
    {
      tokens.remove(at: tokens.count - 2)
    }
    self.tokens = tokens
    selector = LanguageSelector(input, languages: languages)
    guard tokens.count > 1 else {
      throw TimeError(.empty, at: 0, length: 0, accepted: Forms.all(after: verb))
    }
  }

  /// The time, which precedes its text or, in a whole phrase, follows it.
  mutating func read() throws(TimeError) -> (parsed: ParsedTime, text: String?) {
    do throws(TimeError) {
      let (parsed, end) = try selector.parse(tokens, verb: verb)
      if timeEnd == nil, let doubt = doubt(in: tokens) { throw doubt }
      // `weekly review every friday 16:00`
      if end == 1, case .rule = parsed, timeEnd == nil, tokens[end].kind == .word,
        let (behind, _) = try? trailing(in: tokens, from: end), case .rule = behind
      {
        return try timeAfterText(or: error(.ambiguousText, from: 0, to: 1))
      }
      return (parsed, try text(after: parsed, from: end))
    } catch {
      guard verb == .any, timeEnd == nil, !error.isFirm, error.suggestion == nil,
        error.code != .unexpected,
        error.code != .ambiguousText, error.code != .ambiguousDay
      else { throw error }
      return try timeAfterText(or: error)
    }
  }

  /// What follows the time that ends before the token at `end`; nil for nothing.
  private mutating func text(after parsed: ParsedTime, from end: Int) throws(TimeError) -> String? {
    var first = end
    if tokens[first].isGlued {
      // `5m: tea`, `5m, tea`
      guard [",", ";", ":", "."].contains(where: tokens[first].isSymbol), !tokens[first + 1].isGlued
      else { throw error(.unexpected, from: first, to: endOfRun(from: first)) }
      first += 1
    }
    if let timeEnd {
      guard tokens[first].kind == .end else {
        throw error(.unexpected, from: first, to: endOfRun(from: first))
      }
      return input.suffix(fromByte: timeEnd)
    }
    guard tokens[first].kind != .end else { return nil }
    let last = tokens[tokens.count - 1].kind == .end ? tokens.count - 1 : tokens.count
    try checkSlips(of: first..<last, beside: 0..<end, in: tokens)
    try checkBeginning(first, parsed)
    try checkEnd(first, parsed)
    if case .rule(let rule) = parsed { try checkLimit(first..<last, of: rule, to: end) }
    try checkInside(first..<last, of: parsed, in: tokens)
    try checkRepeating(first..<last, beside: parsed, in: tokens)
    return input.suffix(fromByte: tokens[first].start)
  }

  /// Why `tokens` cannot be read as a time: it depends on a word that may as well be text, as in
  /// `17:30 PT`. Nil if it does not.
  func doubt(in tokens: [Token]) -> TimeError? {
    selector.doubt.map { place in
      tokens.error(.ambiguousText, from: place, to: place + 1, accepted: .moment)
    }
  }

  func error(_ code: TimeError.Code, from first: Int, to last: Int) -> TimeError {
    tokens.error(code, from: first, to: last)
  }

  func endOfRun(from first: Int) -> Int { tokens.endOfRun(from: first) }
}
