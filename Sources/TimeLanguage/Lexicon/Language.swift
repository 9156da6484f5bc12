/// The languages whose words are understood. A language is its lexicon and a few habits: the grammar
/// is shared.
package enum Language: String, CaseIterable, Sendable {
  case en, it, pl

  private var lexicon: Lexicon {
    switch self {
    case .en: .english
    case .it: .italian
    case .pl: .polish
    }
  }

  /// What `word` (folded by the scanner: lower case, no accents) can mean; nil for words that
  /// have nothing to do with time.
  func sense(of word: String) -> WordSense? {
    if let sense = lexicon.sense(of: word) { return sense }
    switch self {
    case .en: return nil
    case .it: return ItalianNumbers.value(of: word[...]).map { WordSense(number: $0) }
    case .pl:
      let ordinal = PolishOrdinals.value(of: word[...])
      return ordinal.map { WordSense(ordinal: $0, hour: $1 ? $0 : nil) }
    }
  }

  /// The word whose meaning passes `fits` and that may have been meant by `word`, which has a slip.
  func correction(of word: String, where fits: (WordSense) -> Bool) -> String? {
    lexicon.correction(of: word, sense: sense(of:), where: fits)
  }

  /// What precedes a duration that begins now.
  var ahead: String {
    switch self {
    case .en: "in"
    case .it: "tra"
    case .pl: "za"
    }
  }

  /// Whether the month may stand before its day: `December 24`.
  var putsMonthFirst: Bool { self == .en }

  /// Whether figures may be month, then day: `12/24` beside `24/12`.
  var hasTwoDateOrders: Bool { self == .en }

  /// Whether `of the month` without a word for each of them means one month. In Italian and
  /// Polish it rather means every one: `ostatniego dnia miesiąca`.
  var countsOnce: Bool { self == .en }

  /// Whether a dot makes an ordinal of figures, and `15 dnia` is one: `15. dnia miesiąca`.
  var dotsOrdinals: Bool { self == .pl }

  /// Whether minutes in figures are joined to their hour by "and": `alle 9 e 30`.
  var joinsMinutes: Bool { self == .it }

  /// Whether hours are counted with words of their own (`siedemnasta`), not with cardinals.
  var hasHourWords: Bool { self == .pl }
}
