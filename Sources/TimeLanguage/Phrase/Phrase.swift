import CivilTime

/// Finds the time in an input, and what is text.
struct Phrase {
  let input: String
  let verb: TimeVerb
  private let timeEnd: Int?
  /// Of the whole input, or of its end, if it is long and the time is looked for there.
  var tokens: [Token]
  var selector: LanguageSelector

  /// - Parameter timeEnd: the byte offset where the text begins; nil if the time's last word
  ///   decides.
  init(_ input: String, verb: TimeVerb, timeEnd: Int?, languages: [Language]) throws(TimeError) {
    self.input = input
    self.verb = verb
    // Behind `every 9:00 --` there is no text, nor the blank before it.
    let timeEnd = timeEnd.map { min($0, input.utf8.count) }
    self.timeEnd = timeEnd
    tokens = Scanner.tokens(of: input, to: timeEnd)
    selector = LanguageSelector(input, languages: languages)
    // `lunch at noon!`
    while tokens.count > 2, isComplete, tokens[tokens.count - 2].isGlued,
      isSymbol("!?", tokens.count - 2)
    {
      tokens.remove(at: tokens.count - 2)
    }
    guard tokens.count > 1 else {
      throw TimeError(.empty, at: 0, length: 0, accepted: Forms.all(after: verb))
    }
  }

  /// The time, which precedes its text or, in a whole phrase, follows it.
  mutating func read() throws(TimeError) -> (parsed: ParsedTime, text: String?) {
    do throws(TimeError) {
      let (parsed, end) = try time(from: 0, verb)
      if timeEnd == nil, let doubt = doubt(from: 0) { throw doubt }
      // `weekly review every friday 16:00`
      if end == 1, parsed.isRule, timeEnd == nil, tokens[end].kind == .word,
        let behind = try? trailing(from: end), behind.parsed.isRule
      {
        return try timeAfterText(or: error(.ambiguousText, from: 0))
      }
      return (parsed, try text(after: parsed, from: end))
    } catch {
      guard verb == .any, timeEnd == nil, !error.isFirm, error.suggestion == nil,
        error.code != .unexpected, error.code != .ambiguousText, error.code != .ambiguousDay
      else { throw error }
      return try timeAfterText(or: error)
    }
  }

  /// What follows the time that ends before the token at `end`; nil for nothing.
  private mutating func text(after parsed: ParsedTime, from end: Int) throws(TimeError) -> String? {
    var first = end
    if tokens[first].isGlued {
      // `5m: tea`, `5m, tea`
      guard isSymbol(",;:.", first), !tokens[first + 1].isGlued else {
        throw error(.unexpected, from: first, to: tokens.endOfRun(from: first))
      }
      first += 1
    }
    if let timeEnd {
      guard tokens[first].kind == .end else {
        throw error(.unexpected, from: first, to: tokens.endOfRun(from: first))
      }
      return input.suffix(fromByte: timeEnd)
    }
    guard tokens[first].kind != .end else { return nil }
    let text = first..<(isComplete ? tokens.count - 1 : tokens.count)
    try checkSlips(of: text, beside: 0..<end)
    try checkBeginning(first, parsed)
    try checkEnd(first, parsed)
    if case .rule(let rule) = parsed { try checkLimit(text, of: rule, to: end) }
    try checkInside(text, of: parsed)
    try checkRepeating(text, beside: parsed)
    return input.suffix(fromByte: tokens[first].start)
  }
}

// Tokens by their place.
extension Phrase {
  /// Whether the tokens reach to the end of the input.
  var isComplete: Bool { tokens[tokens.count - 1].kind == .end }

  /// What the words from `start` on are as a time, and where it ends.
  mutating func time(
    from start: Int, _ verb: TimeVerb = .any
  ) throws(TimeError) -> (parsed: ParsedTime, end: Int) {
    let (parsed, length) = try selector.parse(Array(tokens[start...]), verb: verb)
    return (parsed, start + length)
  }

  /// Why the tokens from `start` on, which were just read, cannot be a time: it depends on a word that
  /// may as well be text, as in `17:30 PT`. Nil if it does not.
  func doubt(from start: Int) -> TimeError? {
    selector.doubt.map { error(.ambiguousText, from: start + $0, accepted: .moment) }
  }

  /// Whether the word at `place` has one of `roles` in any of the languages.
  func has(_ roles: WordRole, _ place: Int) -> Bool {
    means(place) { !$0.roles.isDisjoint(with: roles) }
  }

  /// Whether the word at `place` has a meaning that `fits` in any of the languages.
  func means(_ place: Int, _ fits: (WordSense) -> Bool) -> Bool {
    selector.languages.contains { tokens[place].sense(in: $0).map(fits) ?? false }
  }

  /// Whether a weekday is at `place`, which is nothing else in another language.
  func isWeekday(_ place: Int) -> Bool { means(place) { $0.weekday != nil && !$0.isHomograph } }

  func isNumber(_ place: Int) -> Bool { tokens[place].kind == .number }

  /// Whether one of `symbols` is at `place`.
  func isSymbol(_ symbols: String, _ place: Int) -> Bool {
    guard case .symbol(let symbol) = tokens[place].kind else { return false }
    return symbols.unicodeScalars.contains(symbol)
  }

  /// Whether a time can begin at `place`.
  func canBegin(_ place: Int) -> Bool {
    switch tokens[place].kind {
    case .number, .fraction: true
    case .symbol: isSymbol("@+-.", place)
    case .word: means(place) { _ in true }
    case .end: false
    }
  }

  /// The first place from `place` on whose word has none of `roles`.
  func skip(_ roles: WordRole, from place: Int) -> Int {
    var place = place
    while has(roles, place) { place += 1 }
    return place
  }

  /// An error about the tokens from `first` to the one before `last`, or about the one at `first`.
  func error(
    _ code: TimeError.Code, from first: Int, to last: Int? = nil, accepted: Forms = []
  ) -> TimeError {
    tokens.error(code, from: first, to: last ?? first + 1, accepted: accepted)
  }
}
