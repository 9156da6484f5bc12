/// Polish ordinals in their cases: `pierwszego` (the day of a month), `siedemnastej` (the hour).
enum PolishOrdinal {
  static func sense(of word: String) -> WordSense? {
    for ending in ["iego", "ego", "iej", "ej", "im", "ym", "ia", "a", "i", "y", "e"]
    where word.hasSuffix(ending) {
      guard let value = value(ofStem: String(word.dropLast(ending.utf8.count))) else { continue }
      // Hours are feminine, as godzina is.
      let isFeminine = ending.hasSuffix("a") || ending.hasSuffix("ej")
      return WordSense(ordinal: value, hour: isFeminine ? value : nil)
    }
    return nil
  }

  private static func value(ofStem stem: String) -> Int? {
    switch stem {
    case "pierwsz": 1
    case "drug": 2
    case "trzec": 3
    case "czwart": 4
    case "piat": 5
    case "szost": 6
    case "siodm": 7
    case "osm": 8
    case "dziewiat": 9
    case "dziesiat": 10
    case "jedenast": 11
    case "dwunast": 12
    case "trzynast": 13
    case "czternast": 14
    case "pietnast": 15
    case "szesnast": 16
    case "siedemnast": 17
    case "osiemnast": 18
    case "dziewietnast": 19
    case "dwudziest": 20
    case "trzydziest": 30
    default: nil
    }
  }
}
