/// A reader of tokens in one language. Its rules, in the other files of this folder, are shared by
/// all languages: each reads what it can from `index` on, or leaves `index` where it was.
struct Grammar {
  /// Ends with a token of kind `end`.
  let tokens: [Token]
  let verb: TimeVerb
  let language: Language
  /// The language whose way of writing figures counts, whichever words are read.
  let figures: Language
  var index = 0
  /// Whether a repetition is being read, which may have several times.
  var isRule = false
  /// Whether the moment to be read is the first or last one of a repetition.
  var isBound = false
  private let input: String

  init(
    _ tokens: [Token], of input: String, verb: TimeVerb, in language: Language, figures: Language
  ) {
    self.input = input
    self.language = language
    self.tokens = tokens
    self.verb = verb
    self.figures = figures
  }

  /// The token `ahead` places further on; past the last one, the last one, and before
  /// the first one, the first.
  func peek(_ ahead: Int = 0) -> Token {
    tokens[max(0, min(index + ahead, tokens.count - 1))]
  }

  var isAtEnd: Bool { peek().kind == .end }

  /// What the word `ahead` places further on means; nothing for other tokens.
  func sense(_ ahead: Int = 0) -> WordSense {
    peek(ahead).sense(in: language) ?? WordSense()
  }

  /// Whether the word `ahead` places further on has one of `roles`.
  func has(_ roles: WordRole, _ ahead: Int = 0) -> Bool {
    !sense(ahead).roles.isDisjoint(with: roles)
  }

  /// An article that does not say that a day of the month follows.
  var isAtArticle: Bool { has(.the) && !has(.date) }

  /// Steps over a word that has `role`.
  @discardableResult
  mutating func skip(_ role: WordRole) -> Bool {
    guard has(role) else { return false }
    index += 1
    return true
  }

  /// Steps over all words that have one of `roles`.
  mutating func skipAll(_ roles: WordRole) {
    while has(roles) { index += 1 }
  }

  /// Steps over a word for `unit`.
  @discardableResult
  mutating func skip(unit: Unit) -> Bool {
    guard sense().unit == unit else { return false }
    index += 1
    return true
  }

  /// Goes back to the token at `start`; the result is nil.
  mutating func rewound<Value>(to start: Int) -> Value? {
    index = start
    return nil
  }

  /// The same, with false as its result.
  mutating func reset(to start: Int) -> Bool {
    index = start
    return false
  }

  /// Whether `symbol` is the token `ahead` places further on, right after the one before.
  func isGlued(_ symbol: Unicode.Scalar, _ ahead: Int = 0) -> Bool {
    peek(ahead).isGlued && peek(ahead).isSymbol(symbol)
  }

  /// Whether a number is the token `ahead` places further on, right after the one before.
  func isGluedNumber(_ ahead: Int) -> Bool { peek(ahead).isGlued && peek(ahead).kind == .number }

  /// Steps over `symbol`.
  @discardableResult
  mutating func skipSymbol(_ symbol: Unicode.Scalar) -> Bool {
    guard peek().isSymbol(symbol) else { return false }
    index += 1
    return true
  }

  /// Steps over what joins two of a row: a comma, `&` or `and`.
  mutating func skipJoint() -> Bool { skipSymbol(",") || skip(.and) || skipSymbol("&") }

  /// Steps over the dot of an abbreviation that was just read (`min.`), where a blank or nothing
  /// follows it.
  mutating func skipAbbreviationDot() {
    if isGlued("."), !peek(1).isGlued { index += 1 }
  }

  /// Where the tokens from the one at `first` to the one before `index` are in the input.
  func bytes(from first: Int) -> Range<Int> {
    tokens[first].start..<tokens[max(index - 1, first)].end
  }

  /// A part of the input as it was typed.
  func text(_ bytes: Range<Int>) -> String {
    let start = input.utf8.index(input.utf8.startIndex, offsetBy: bytes.lowerBound)
    let end = input.utf8.index(start, offsetBy: bytes.count)
    return String(input[start..<end])
  }

  /// Whether the word here lacks one letter, or has one too many, to be one that `fits`. Short
  /// words are too near to one another.
  func isSlip(of fits: (WordSense) -> Bool) -> Bool {
    let token = peek()
    return token.word.utf8.count > 3 && token.sense(in: language) == nil
      && language.correction(of: token.word, where: fits) != nil
  }

  /// An error about the tokens from `first` to the one before `last`, or about the one at `first`.
  func error(
    _ code: TimeError.Code, from first: Int, to last: Int? = nil, _ accepted: Forms
  ) -> TimeError {
    tokens.error(code, from: first, to: last ?? first + 1, accepted: accepted)
  }

  /// The index after the tokens that hang together with the one at `first`.
  func endOfRun(from first: Int) -> Int { tokens.endOfRun(from: first) }
}

extension Grammar {
  /// A rule of the grammar that can be the whole time.
  enum Kind { case span, moment, rule }

  /// Reads a time of one kind.
  mutating func parse(_ kind: Kind) throws(TimeError) -> ParsedTime {
    let start = index
    switch kind {
    case .span:
      let isSaid = skip(.ahead) || has(.now) && peek(1).isSymbol("+") && skip(.now)
      let isHourAlone = !isSaid && (verb == .at || verb == .on) && looksLikeHour
      let span = try duration(isClock: verb == .in || isSaid)
      // `at 17h`: at 17, or in 17 hours?
      if isHourAlone { throw error(.ambiguousHour, from: start, to: index, .time) }
      return .span(span, bytes: bytes(from: start))
    case .rule:
      return .rule(try rule())
    case .moment:
      guard let partial = try dateTime() else {
        throw error(.notATime, from: start, to: isAtEnd ? index : index + 1, .moment)
      }
      let hasTime = partial.time != nil || partial.part != nil
      if case .ahead = partial.day {
        // Days ahead without a time of day are a span.
        if hasTime || partial.weekday != nil { return .moment(partial) }
      } else if verb != .in {
        return .moment(partial)
      }
      throw error(.notATime, from: start, verb == .in ? .duration : .moment)
    }
  }

  private var looksLikeHour: Bool {
    (peek().value ?? 99) < 25 && peek(1).word == "h"
  }
}
