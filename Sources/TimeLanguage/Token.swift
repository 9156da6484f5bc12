/// A piece of the input: a run of digits, a run of letters, or one other character.
struct Token {
  enum Kind: Equatable {
    /// Decimal digits.
    case number
    /// Letters.
    case word
    /// Any other character, by its plain ASCII form where it has one (`–` and `−` are `-`).
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
  /// Nothing, not even a blank, stands between this token and the one before.
  var isGlued: Bool
  /// Of a number: its value, nil where it has more than eighteen digits.
  var value: Int64?
  /// Of a number: how many digits it was written with.
  var digits = 0
  /// Of a word: folded to lower case without accents.
  var word = ""
  private let known = KnownMeanings()

  /// What a word means in `language`; nothing for what is no word of it.
  func meaning(in language: Language) -> Meaning? {
    kind == .word ? known.meaning(of: word, in: language) : nil
  }

  func isSymbol(_ scalar: Unicode.Scalar) -> Bool { kind == .symbol(scalar) }
}

/// The meanings of a word, each looked up when it is first asked for.
private final class KnownMeanings {
  private var first: Known?

  func meaning(of word: String, in language: Language) -> Meaning? {
    var known = first
    while let one = known {
      if one.language == language { return one.meaning }
      known = one.next
    }
    let meaning = language.meaning(of: word)
    first = Known(language, meaning, next: first)
    return meaning
  }
}

/// What one language says of a word, and the ones that were asked before.
private final class Known {
  let language: Language
  let meaning: Meaning?
  let next: Known?

  init(_ language: Language, _ meaning: Meaning?, next: Known?) {
    self.language = language
    self.meaning = meaning
    self.next = next
  }
}
