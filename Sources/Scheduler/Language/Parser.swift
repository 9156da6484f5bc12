/// Reads times as people say them.
public enum Parser {
  /// Reads a duration and the text behind it: the words after `remindctl in`.
  ///
  /// - Parameters:
  ///   - input: the words, joined by blanks.
  ///   - timeEnd: the byte offset where the text begins; nil lets the first word that is not part
  ///     of the duration begin it.
  ///   - languages: the languages to read, best first; the first one's habits count for figures.
  /// - Returns: the duration, which is never zero, and the text as it was typed.
  /// - Throws: what was not understood, and where.
  public static func span(
    _ input: String, timeEnd: Int? = nil, languages: [Language]
  ) throws(TimeError) -> (span: Span, text: String?) {
    let tokens = Scanner.tokens(of: input, to: timeEnd)
    guard tokens.count > 1 else {
      throw TimeError(.empty, at: 0, length: 0, accepted: [.duration])
    }
    let (span, end) = try longest(tokens, languages) { (grammar) throws(TimeError) in
      grammar.take(.ahead)
      return try grammar.duration()
    }
    let text = try text(of: input, tokens, from: end, timeEnd: timeEnd, languages)
    return (span, text)
  }

  /// What `rule` reads in the language that takes most of the tokens; the error that got furthest
  /// where it fails in all.
  private static func longest<Value>(
    _ tokens: [Token], _ languages: [Language],
    rule: (inout Grammar) throws(TimeError) -> Value
  ) throws(TimeError) -> (value: Value, end: Int) {
    var best: (value: Value, end: Int)?
    var furthest: TimeError?
    for language in languages {
      var grammar = Grammar(tokens, language: language, figures: languages[0])
      do throws(TimeError) {
        let value = try rule(&grammar)
        if best.map({ grammar.index > $0.end }) ?? true { best = (value, grammar.index) }
        if grammar.isAtEnd { break }
      } catch {
        if furthest.map({ error.end > $0.end }) ?? true { furthest = error }
      }
    }
    if let best { return best }
    throw furthest ?? TimeError(.notATime, at: 0, length: 0, accepted: [.duration])
  }

  /// What follows the time that ends before the token at `end`; nil for nothing.
  private static func text(
    of input: String, _ tokens: [Token], from end: Int, timeEnd: Int?, _ languages: [Language]
  ) throws(TimeError) -> String? {
    var first = end
    func run() -> TimeError {
      let grammar = Grammar(tokens, language: languages[0], figures: languages[0])
      return grammar.error(.unexpected, from: first, to: grammar.endOfRun(from: first))
    }
    if tokens[first].isGlued {
      // `5m: tea`, `5m, tea`
      guard [",", ";", ":"].contains(where: tokens[first].isSymbol), !tokens[first + 1].isGlued
      else { throw run() }
      first += 1
    }
    if let timeEnd {
      guard tokens[first].kind == .end else { throw run() }
      return input.suffix(fromByte: timeEnd)
    }
    guard tokens[first].kind != .end else { return nil }
    if let again = time(in: Array(tokens[first...]), languages) {
      throw TimeError(
        .secondTime, at: tokens[first].start, length: again.start - tokens[first].start,
        accepted: [])
    }
    return input.suffix(fromByte: tokens[first].start)
  }

  /// The end of `tokens` where they are a time from first to last, or begin with one that is
  /// subtracted (`1h - 20m`).
  private static func time(in tokens: [Token], _ languages: [Language]) -> Token? {
    let sign = tokens[0].isSymbol("-") ? 1 : 0
    let read = try? longest(Array(tokens[sign...]), languages) {
      (grammar) throws(TimeError) in
      grammar.take(.ahead)
      return try grammar.duration()
    }
    guard let read else { return nil }
    let end = tokens[read.end + sign]
    return sign == 1 || end.kind == .end ? end : nil
  }
}

extension TimeError {
  fileprivate var end: Int { at + length }
}

extension String {
  /// The part from the UTF-8 offset `offset` on; nil where nothing is left.
  fileprivate func suffix(fromByte offset: Int) -> String? {
    let start = utf8.index(utf8.startIndex, offsetBy: min(offset, utf8.count))
    return start == endIndex ? nil : String(self[start...])
  }
}
