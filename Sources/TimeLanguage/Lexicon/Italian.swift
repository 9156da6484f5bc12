/// The Italian words, as the scanner folds them: lower case, no accents, cut at the apostrophe
/// (`un'ora` is `un` and `ora`).
enum Italian {
  static func sense(of word: String) -> WordSense? {
    small(word) ?? calendar(word) ?? count(word) ?? .weekday(word, in: weekdays)
      ?? .month(word, in: months) ?? number(of: word).map { .number($0) }
  }

  private static let weekdays: StaticString =
    "lunedi/lun martedi mercoledi/mer giovedi/gio venerdi/ven sabato/sab domenica/dom"
  private static let months: StaticString = """
    gennaio/gen febbraio/feb marzo aprile/apr maggio/mag giugno/giu luglio/lug agosto/ago \
    settembre/set ottobre/ott novembre/nov dicembre/dic
    """
  private static let numbers: StaticString = """
    zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici \
    quindici sedici diciassette diciotto diciannove
    """

  static let commonWords: StaticString = """
    lunedi martedi mercoledi giovedi venerdi sabato domenica oggi stasera domani dopodomani \
    gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre \
    mattina pomeriggio sera notte mezzogiorno mezzanotte ogni prossimo \
    secondi minuto minuti giorno giorni settimana settimane mese mesi anno anni
    """

  /// Short names that are words or names elsewhere.
  static func isHomograph(_ word: String) -> Bool {
    switch word {
    case "g", "mar", "gio", "dom", "gen", "mag", "ago", "set", "sera": true
    default: false
    }
  }

  private static func calendar(_ word: String) -> WordSense? {
    switch word {
    // Units
    case "ms", "millisecondo", "millisecondi": .unit(.millisecond)
    case "s", "sec", "secondi": .unit(.second)
    case "secondo": WordSense(unit: .second, ordinal: 2)
    case "m", "min", "minuto", "minuti": .unit(.minute)
    case "h", "ore": .unit(.hour)
    case "oretta": .unit(.hour)
    case "mezzora", "mezzoretta": .unit(.halfHour, .alone)
    case "ora": .unit(.hour, .now)
    case "g", "gg", "giorno", "giorni", "giornata", "giornate": .unit(.day)
    case "sett", "settimana", "settimane": .unit(.week)
    case "mese", "mesi": .unit(.month)
    case "trimestre", "trimestri": .unit(.quarterYear)
    case "anno", "anni": .unit(.year)

    // Days
    case "mar": WordSense(weekday: .tuesday, month: 3)
    case "sabati": .weekday(.saturday, .plural)
    case "domeniche": .weekday(.sunday, .plural)
    case "feriale", "lavorativo": .role(.workday)
    case "feriali", "lavorativi": .role([.workday, .plural])
    case "weekend": .role(.weekend)
    case "ieri": .day(-1)
    case "oggi": .day(0)
    case "stamattina", "stamani", "stamane": .day(0, .morning)
    case "stasera": .day(0, .lateEvening)
    case "stanotte": .day(0, .night)
    case "domani": .day(1)
    case "domattina": .day(1, .morning)
    case "dopodomani": .day(2)

    // Parts of the day
    case "mattina", "mattino", "mattinata": .part(.morning)
    case "pomeriggio": .part(.afternoon)
    case "sera", "serata": .part(.evening)
    case "notte", "nottata": .part(.night)
    case "mattine": .part(.morning, .plural)
    case "pomeriggi": .part(.afternoon, .plural)
    case "sere": .part(.evening, .plural)
    case "notti": .part(.night, .plural)
    case "mezzogiorno": .time(12)
    case "mezzanotte": .time(24)

    // Repetitions
    case "giornalmente", "quotidianamente": .frequency(.day)
    case "settimanalmente": .frequency(.week)
    case "mensilmente": .frequency(.month)
    case "annualmente": .frequency(.year)
    default: nil
    }
  }

  private static func count(_ word: String) -> WordSense? {
    switch word {
    case "un", "uno", "una": .number(1, .article)
    case "mezzo", "mezza", "mezz": .role(.half)
    case "quarti": .role(.quarter)
    case "paio": .role(.couple)
    case "qualche", "alcuni", "alcune", "pochi", "poche", "parecchi", "parecchie": .role(.vague)
    case "primo", "prima", "primi": .ordinal(1)
    case "seconda": .ordinal(2)
    case "terzo", "terza": .ordinal(3)
    case "quarto": WordSense(ordinal: 4, roles: .quarter)
    case "quarta": .ordinal(4)
    case "quinto", "quinta": .ordinal(5)
    case "ultimo", "ultima": .ordinal(-1)
    default: nil
    }
  }

  private static func small(_ word: String) -> WordSense? {
    switch word {
    case "e", "ed": .role(.and)
    case "di", "d", "del", "della", "dell", "dei", "delle": .role(.of)
    case "il": .role([.the, .date])
    case "lo", "la", "l", "i", "gli": .role(.the)
    case "le": .role([.the, .at])
    case "alle", "all", "a", "ad": .role([.at, .to])
    case "al", "alla": .role([.on, .to])
    case "in", "nel", "nella": .role(.on)
    case "nei", "nelle": .role([.on, .plural])
    case "tra", "fra": .role([.ahead, .between])
    case "fa": .role(.ago)
    case "meno": .role(.minus)
    case "circa", "verso": .role(.about)
    case "adesso": .role(.now)
    case "questo", "questa", "quest": .role(.this)
    case "prossimo", "prossima", "prossimi", "prossime": .role(.next)
    case "dopo": .role([.after, .dayAfter])
    case "fine": .role(.end)
    case "ogni", "tutti", "tutte": .role(.every)
    case "dal", "dalla", "dalle", "dall", "da": .role(.from)
    case "partire": .role(.starting)
    case "fino": .role(.until)
    case "per": .role(.lasting)
    case "volta", "volte": .role(.times)
    case "o", "oppure": .role(.or)
    case "entro", "su", "sul", "sulla": .role(.tie)
    default: nil
    }
  }

  // Cardinals are written as one word: `quarantacinque`.

  /// 0 to 199; nil for other words.
  private static func number(of word: String) -> Int? {
    if let small = numbers.row(of: word) { return small }
    if let (tens, rest) = tens(word) {
      // The vowel is lost before uno and otto: ventuno, trentotto.
      if rest == "uno" || rest == "un" { return tens + 1 }
      if rest == "otto" { return tens + 8 }
      guard rest.first == (tens == 20 ? "i" : "a") else { return nil }
      if rest.count == 1 { return tens }
      guard let unit = numbers.row(of: String(rest.dropFirst())), (2...9).contains(unit), unit != 8
      else { return nil }
      return tens + unit
    }
    guard word.hasPrefix("cento") else { return nil }
    let rest = word.dropFirst(5)
    if rest.isEmpty { return 100 }
    return rest.hasPrefix("cento") ? nil : number(of: String(rest)).map { $0 + 100 }
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
}
