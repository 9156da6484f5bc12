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

  func isSymbol(_ scalar: Unicode.Scalar) -> Bool { kind == .symbol(scalar) }
}
