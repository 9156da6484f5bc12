/// The languages whose words are understood. A language is its vocabulary file and nothing else:
/// the grammar is shared.
package enum Language: String, CaseIterable, Sendable {
  case en, it, pl

  /// What `word` (folded by the scanner: lower case, no accents) can mean; nil for words that
  /// have nothing to do with time.
  func sense(of word: String) -> WordSense? {
    switch self {
    case .en: English.sense(of: word)
    case .it: Italian.sense(of: word)
    case .pl: Polish.sense(of: word)
    }
  }

  /// Whether `word`, a day's or a month's, is also a word or an abbreviation for people who speak
  /// another language: alone it does not tell which one is spoken.
  func isHomograph(_ word: String) -> Bool {
    switch self {
    // Everybody knows the English ones.
    case .en: false
    case .it: Italian.isHomograph(word)
    case .pl: Polish.isHomograph(word)
    }
  }

  /// The long words that people misspell, for suggestions.
  var commonWords: StaticString {
    switch self {
    case .en: English.commonWords
    case .it: Italian.commonWords
    case .pl: Polish.commonWords
    }
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
