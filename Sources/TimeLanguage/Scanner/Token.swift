/// A piece of the input: a run of digits, a run of letters, or one other character.
struct Token {
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

  var kind: Kind
  /// Bytes from the start of the input.
  var start: Int
  var end: Int
  /// Nothing, not even a space, is between this token and the one before.
  var isGlued: Bool
  /// Of a number: its value, nil if it has more than eighteen digits.
  var value: Int64?
  /// Of a number: how many digits it was written with.
  var digits = 0
  /// Of a word: folded to lower case without accents.
  var word = ""
  private let known = CachedSenses()

  /// What a word means in `language`; nothing for what is no word of it.
  func sense(in language: Language) -> WordSense? {
    kind == .word ? known.sense(of: word, in: language) : nil
  }

  func isSymbol(_ scalar: Unicode.Scalar) -> Bool { kind == .symbol(scalar) }
}

/// The meanings of a word, each looked up when it is first asked for.
private final class CachedSenses {
  private var first: CachedSense?

  func sense(of word: String, in language: Language) -> WordSense? {
    var known = first
    while let one = known {
      if one.language == language { return one.sense }
      known = one.next
    }
    let sense = language.sense(of: word)
    first = CachedSense(language, sense, next: first)
    return sense
  }
}

/// What one language says of a word, and the ones that were asked before.
private final class CachedSense {
  let language: Language
  let sense: WordSense?
  let next: CachedSense?

  init(_ language: Language, _ sense: WordSense?, next: CachedSense?) {
    self.language = language
    self.sense = sense
    self.next = next
  }
}
