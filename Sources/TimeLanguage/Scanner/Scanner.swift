/// Cuts the input into tokens and folds what only looks different: case, accents (composed or
/// not), full-width forms, and the many kinds of blanks, apostrophes and dashes.
struct Scanner {
  /// No time is longer than this many tokens; a text that follows may be, and is not looked at.
  static let limit = 96

  private var tokens: [Token] = []
  /// Whether a character that is no blank precedes.
  private var isGlued = false

  /// The tokens between the byte offsets `from` and `to`, closed by one of kind `end` or, where
  /// the limit cut them short, by an empty word.
  static func tokens(of input: String, from: Int = 0, to: Int? = nil) -> [Token] {
    var scanner = Scanner()
    scanner.tokens.reserveCapacity(16)
    let stop = to ?? input.utf8.count
    var offset = from
    let first = input.utf8.index(input.utf8.startIndex, offsetBy: from)
    for scalar in input.unicodeScalars[first...] {
      guard offset < stop else { break }
      let start = offset
      offset += UTF8.width(scalar)
      scanner.process(CaseFolding(scalar), start, offset)
      if scanner.tokens.count > limit {
        scanner.tokens[limit] = Token(.word, start, offset, isGlued: false)
        return scanner.tokens
      }
    }
    scanner.process(.blank, stop, stop)
    scanner.append(.end, stop, stop)
    return scanner.tokens
  }

  private mutating func process(_ character: CaseFolding, _ start: Int, _ end: Int) {
    switch character {
    case .ignored: break
    case .blank:
      dropElision()
      isGlued = false
    case .digit(let digit):
      dropElision()
      let number = last(.number) ?? append(.number, start, end)
      number.end = end
      number.digits += 1
      number.value = number.digits > 18 ? nil : number.value.map { $0 * 10 + Int64(digit) }
    case .letter(let letter):
      // What follows an elision is a word of its own.
      let word = dropElision() ? nil : last(.word)
      (word ?? append(.word, start, end)).append(letter, end: end)
    case .fraction(let numerator, let denominator):
      append(.fraction(numerator, denominator), start, end)
    case .symbol(let symbol):
      dropElision()
      append(.symbol(symbol), start, end)
    }
  }

  @discardableResult
  private mutating func append(_ kind: Token.Kind, _ start: Int, _ end: Int) -> Token {
    let token = Token(kind, start, end, isGlued: isGlued)
    tokens.append(token)
    isGlued = true
    return token
  }

  /// The token before, if it hangs together with what follows and is of this kind.
  private func last(_ kind: Token.Kind) -> Token? {
    isGlued && tokens.last?.kind == kind ? tokens.last : nil
  }

  /// Forgets the apostrophe that was just read after a word: between it and another one
  /// (`un'ora`, `o'clock`) or a number (`all'1`), which become two tokens, or as the accent that a
  /// keyboard lacks (`venerdi'`).
  @discardableResult
  private mutating func dropElision() -> Bool {
    guard isGlued, tokens.count > 1, let last = tokens.last, last.isSymbol("'"), last.isGlued,
      tokens[tokens.count - 2].kind == .word
    else { return false }
    tokens.removeLast()
    return true
  }
}

/// A piece of the input: a run of digits, a run of letters, or one other character.
final class Token {
  enum Kind: Equatable {
    /// Decimal digits.
    case number
    /// Letters.
    case word
    /// Any other character, by its plain ASCII form if it has one (`–` and `−` are `-`).
    case symbol(Unicode.Scalar)
    /// A character that is a fraction, as ½.
    case fraction(Int64, Int64)
    /// Nothing more.
    case end
  }

  let kind: Kind
  /// Bytes from the start of the input.
  let start: Int
  fileprivate(set) var end: Int
  /// Nothing, not even a space, is between this token and the one before.
  let isGlued: Bool
  /// Of a number: its value, nil if it has more than eighteen digits.
  fileprivate(set) var value: Int64?
  /// Of a number: how many digits it was written with.
  fileprivate(set) var digits = 0
  /// Of a word: folded to lower case without accents.
  private(set) var word = ""

  // Each looked up when it is first asked for.
  private lazy var english = Language.en.sense(of: word)
  private lazy var italian = Language.it.sense(of: word)
  private lazy var polish = Language.pl.sense(of: word)

  init(_ kind: Kind, _ start: Int, _ end: Int, isGlued: Bool) {
    self.kind = kind
    self.start = start
    self.end = end
    self.isGlued = isGlued
    if kind == .number { value = 0 }
  }

  fileprivate func append(_ letter: Unicode.Scalar, end: Int) {
    word.unicodeScalars.append(letter)
    self.end = end
  }

  /// What a word means in `language`; nothing for what is no word of it.
  func sense(in language: Language) -> WordSense? {
    guard kind == .word else { return nil }
    return switch language {
    case .en: english
    case .it: italian
    case .pl: polish
    }
  }

  func isSymbol(_ scalar: Unicode.Scalar) -> Bool { kind == .symbol(scalar) }
}

extension [Token] {
  /// An error about the tokens from `first` to the one before `last`; at least about the one at `first`.
  func error(
    _ code: TimeError.Code, from first: Int, to last: Int, accepted: Forms = [],
    suggestion: String? = nil
  ) -> TimeError {
    let begin = self[Swift.min(first, count - 1)].start
    let end = self[Swift.min(Swift.max(first, last - 1), count - 1)].end
    return TimeError(code, in: begin..<end, accepted: accepted, suggestion: suggestion)
  }

  /// The index after the tokens that hang together with the one at `first`.
  func endOfRun(from first: Int) -> Int {
    var end = first + 1
    while end < count, self[end].isGlued { end += 1 }
    return end
  }
}

extension String {
  /// The part from the UTF-8 offset `offset` on; nil if nothing is left.
  func suffix(fromByte offset: Int) -> String? {
    let start = utf8.index(utf8.startIndex, offsetBy: min(offset, utf8.count))
    return start == endIndex ? nil : String(self[start...])
  }
}
