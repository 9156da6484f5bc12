/// The Italian words. They are written as the scanner folds them: lower case, no accents, and cut
/// at the apostrophe (`un'ora` is `un` and `ora`).
enum Italian {
  static func meaning(of word: String) -> Meaning? {
    switch word {
    // Units
    case "ms", "millisecondo", "millisecondi": .unit(.millisecond)
    case "s", "sec", "secondo", "secondi": .unit(.second)
    case "m", "min", "minuto", "minuti": .unit(.minute)
    case "h", "ora", "ore": .unit(.hour)
    case "g", "gg", "giorno", "giorni", "giornata", "giornate": .unit(.day)
    case "sett", "settimana", "settimane": .unit(.week)
    case "mese", "mesi": .unit(.month)
    case "anno", "anni": .unit(.year)

    // Numbers
    case "un", "uno", "una": .number(1, .article)
    case "mezzo", "mezza", "mezz": .role(.half)
    case "quarto", "quarti": .role(.quarter)
    case "paio": .role(.couple)
    case "qualche", "alcuni", "alcune", "pochi", "poche", "parecchi", "parecchie": .role(.vague)

    // Small words
    case "e", "ed": .role(.and)
    case "di", "d": .role(.of)
    case "tra", "fra": .role(.ahead)
    case "fa": .role(.ago)
    case "meno": .role(.minus)
    case "circa": .role(.about)
    case "da": .role(.from)
    case "adesso": .role(.now)
    default: number(word).map { .number($0) }
    }
  }

  /// Cardinal numbers, which Italian writes as one word: `quarantacinque`.
  static func number(_ word: String) -> Int? {
    if let small = below20(word) { return small }
    for (stem, value) in [
      ("vent", 20), ("trent", 30), ("quarant", 40), ("cinquant", 50), ("sessant", 60),
      ("settant", 70), ("ottant", 80), ("novant", 90),
    ] where word.hasPrefix(stem) {
      let rest = word.dropFirst(stem.utf8.count)
      let vowel = value == 20 ? "i" : "a"
      if rest == vowel { return value }
      // The vowel is lost before uno and otto: ventuno, trentotto.
      if rest == "uno" || rest == "un" { return value + 1 }
      if rest == "otto" { return value + 8 }
      guard rest.hasPrefix(vowel), let unit = below20(String(rest.dropFirst())),
        (2...9).contains(unit), unit != 8
      else { return nil }
      return value + unit
    }
    guard word.hasPrefix("cento") else { return nil }
    let rest = word.dropFirst(5)
    return rest.isEmpty
      ? 100 : rest.hasPrefix("cento") ? nil : number(String(rest)).map { $0 + 100 }
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
