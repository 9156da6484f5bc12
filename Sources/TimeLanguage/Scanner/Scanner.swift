/// Cuts the input into tokens and folds what only looks different: case, accents (composed or
/// not), full-width forms, and the many kinds of blanks, apostrophes and dashes.
struct Scanner {
  /// No time is longer than this many tokens; a text that follows may be, and is not looked at.
  static let limit = 96

  /// The tokens between the byte offsets `from` and `to`, closed by one of kind `end` or, where
  /// the limit cut them short, by an empty word.
  static func tokens(of input: String, from: Int = 0, to: Int? = nil) -> [Token] {
    var tokens: [Token] = []
    tokens.reserveCapacity(16)
    let stop = to ?? input.utf8.count
    var offset = from
    var isGlued = false
    let first = input.utf8.index(input.utf8.startIndex, offsetBy: from)
    for scalar in input.unicodeScalars[first...] {
      guard offset < stop else { break }
      let start = offset
      offset += UTF8.width(scalar)
      switch CaseFolding(scalar) {
      case .ignored:
        continue
      case .blank:
        tokens.dropElision(isGlued)
        isGlued = false
        continue
      case .digit(let digit):
        tokens.dropElision(isGlued)
        if isGlued, let last = tokens.indices.last, tokens[last].kind == .number {
          tokens[last].append(digit: digit, end: offset)
          continue
        }
        tokens.append(Token(kind: .number, start: start, end: offset, isGlued: isGlued))
        tokens[tokens.count - 1].value = Int64(digit)
        tokens[tokens.count - 1].digits = 1
      case .letter(let letter):
        if tokens.dropElision(isGlued) { tokens.append(.word(at: start)) }
        if isGlued, let last = tokens.indices.last, tokens[last].kind == .word {
          tokens[last].word.unicodeScalars.append(letter)
          tokens[last].end = offset
          continue
        }
        tokens.append(Token(kind: .word, start: start, end: offset, isGlued: isGlued))
        tokens[tokens.count - 1].word.unicodeScalars.append(letter)
      case .fraction(let numerator, let denominator):
        tokens.append(
          Token(
            kind: .fraction(numerator, denominator), start: start, end: offset, isGlued: isGlued))
      case .symbol(let symbol):
        tokens.dropElision(isGlued)
        tokens.append(Token(kind: .symbol(symbol), start: start, end: offset, isGlued: isGlued))
      }
      isGlued = true
      if tokens.count > limit {
        tokens[limit] = Token(kind: .word, start: start, end: offset, isGlued: false)
        return tokens
      }
    }
    tokens.dropElision(isGlued)
    tokens.append(Token(kind: .end, start: stop, end: stop, isGlued: false))
    return tokens
  }
}

extension [Token] {
  /// Forgets the apostrophe that was just read after a word: between it and another one
  /// (`un'ora`, `o'clock`) or a number (`all'1`), which become two tokens, or as the accent that a
  /// keyboard lacks (`venerdi'`).
  @discardableResult
  fileprivate mutating func dropElision(_ isGlued: Bool) -> Bool {
    guard isGlued, count > 1, self[count - 1].isSymbol("'"), self[count - 1].isGlued,
      self[count - 2].kind == .word
    else { return false }
    removeLast()
    return true
  }
}

extension Token {
  fileprivate static func word(at start: Int) -> Token {
    Token(kind: .word, start: start, end: start, isGlued: true)
  }

  fileprivate mutating func append(digit: UInt8, end: Int) {
    digits += 1
    self.end = end
    value = digits > 18 ? nil : value.map { $0 * 10 + Int64(digit) }
  }
}

extension String {
  /// The part from the UTF-8 offset `offset` on; nil if nothing is left.
  func suffix(fromByte offset: Int) -> String? {
    let start = utf8.index(utf8.startIndex, offsetBy: min(offset, utf8.count))
    return start == endIndex ? nil : String(self[start...])
  }
}
