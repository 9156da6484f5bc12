/// Italian cardinals, which are written as one word: `quarantacinque`.
enum ItalianNumber {
  /// 0 to 199; nil for other words.
  static func value(of word: String) -> Int? {
    if let small = below20(word) { return small }
    if let (tens, rest) = tens(word) {
      // The vowel is lost before uno and otto: ventuno, trentotto.
      if rest == "uno" || rest == "un" { return tens + 1 }
      if rest == "otto" { return tens + 8 }
      guard rest.first == (tens == 20 ? "i" : "a") else { return nil }
      if rest.count == 1 { return tens }
      guard let unit = below20(String(rest.dropFirst())), (2...9).contains(unit), unit != 8
      else { return nil }
      return tens + unit
    }
    guard word.hasPrefix("cento") else { return nil }
    let rest = word.dropFirst(5)
    if rest.isEmpty { return 100 }
    return rest.hasPrefix("cento") ? nil : value(of: String(rest)).map { $0 + 100 }
  }

  private static func tens(_ word: String) -> (value: Int, rest: Substring)? {
    for (stem, value) in [
      ("vent", 20), ("trent", 30), ("quarant", 40), ("cinquant", 50), ("sessant", 60),
      ("settant", 70), ("ottant", 80), ("novant", 90),
    ] where word.hasPrefix(stem) {
      return (value, word.dropFirst(stem.utf8.count))
    }
    return nil
  }

  private static func below20(_ word: String) -> Int? {
    switch word {
    case "zero": 0
    case "uno": 1
    case "due": 2
    case "tre": 3
    case "quattro": 4
    case "cinque": 5
    case "sei": 6
    case "sette": 7
    case "otto": 8
    case "nove": 9
    case "dieci": 10
    case "undici": 11
    case "dodici": 12
    case "tredici": 13
    case "quattordici": 14
    case "quindici": 15
    case "sedici": 16
    case "diciassette": 17
    case "diciotto": 18
    case "diciannove": 19
    default: nil
    }
  }
}
