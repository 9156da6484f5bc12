extension Lexicon {
  static let italian = Lexicon(
    words: """
      units: ms millisecondo millisecondi | s sec secondi secondo | m min minuto minuti | | \
      mezzora mezzoretta | h ore oretta ora | g gg giorno giorni giornata giornate | sett \
      settimana settimane | | mese mesi | trimestre trimestri | anno anni
      frequencies: | | | | | | giornalmente quotidianamente | settimanalmente | | mensilmente | | \
      annualmente
      weekdays: lunedi lun | martedi mar | mercoledi mer | giovedi gio | venerdi ven | sabato sab \
      sabati | domenica dom domeniche
      months: gennaio gen | febbraio feb | marzo mar | aprile apr | maggio mag | giugno giu | \
      luglio lug | agosto ago | settembre set | ottobre ott | novembre nov | dicembre dic
      days: ieri | oggi stamattina stamani stamane stasera stanotte | domani domattina | \
      dopodomani
      parts: mattina mattino mattinata mattine stamattina stamani stamane domattina | pomeriggio \
      pomeriggi | sera serata sere | stasera | notte nottata notti stanotte
      times: mezzogiorno | mezzanotte
      numbers: zero | uno un una | due | tre | quattro | cinque | sei | sette | otto | nove | \
      dieci | undici | dodici | tredici | quattordici | quindici | sedici | diciassette | \
      diciotto | diciannove
      tens:
      ordinals: ultimo ultima | primo prima primi | secondo seconda | terzo terza | quarto quarta \
      | quinto quinta
      homographs: g mar gio dom gen mag ago set sera
      roles: ARTICLE un uno una | HALF mezzo mezza mezz | QUARTER quarti quarto | ONEANDHALF | \
      COUPLE paio | VAGUE qualche alcuni alcune pochi poche parecchi parecchie | ALONE mezzora \
      mezzoretta | ORDINALENDING | AND e ed | OR o oppure | OF di d del della dell dei delle | \
      THE il lo la l i gli le | AT le alle all a ad | ON al alla in nel nella nei nelle | DATE il \
      | AHEAD tra fra | AGO fa | MINUS meno | ABOUT circa verso | NOW adesso ora | THIS questo \
      questa quest | NEXT prossimo prossima prossimi prossime | PAST | BEFORE | AFTER dopo | \
      OCLOCK | END fine | WHOLE | TIE entro su sul sulla | PERHAPSSUNDAY | DAYAFTER dopo | EVERY \
      ogni tutti tutte | INTERVAL | OTHER | PLURAL sabati domeniche feriali lavorativi mattine \
      pomeriggi sere notti nei nelle | WORKDAY feriale lavorativo feriali lavorativi | WEEKEND \
      weekend | FROM dal dalla dalle dall da | TO alle all a ad al alla | BETWEEN tra fra | \
      BETWEENAND | UNTIL fino | LASTING per | TIMES volta volte | STARTING partire | ONCE
      """,
    common: """
      lunedi martedi mercoledi giovedi venerdi sabato domenica oggi stasera domani dopodomani \
      gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre \
      dicembre mattina pomeriggio sera notte mezzogiorno mezzanotte ogni prossimo secondi minuto \
      minuti giorno giorni settimana settimane mese mesi anno anni
      """)
}

/// Italian cardinals, which are written as one word: `quarantacinque`.
enum ItalianNumbers {
  private static let tens = [
    "vent", "trent", "quarant", "cinquant", "sessant", "settant", "ottant", "novant",
  ]

  /// 20 to 199; nil for other words.
  static func value(of word: Substring) -> Int? {
    if let place = tens.firstIndex(where: word.hasPrefix) {
      let value = (place + 2) * 10
      let rest = word.dropFirst(tens[place].utf8.count)
      // The vowel is lost before uno and otto: ventuno, trentotto.
      if rest == "uno" || rest == "un" { return value + 1 }
      if rest == "otto" { return value + 8 }
      guard rest.first == (value == 20 ? "i" : "a") else { return nil }
      if rest.count == 1 { return value }
      let unit = Lexicon.italian.sense(of: String(rest.dropFirst()))?.number
      return unit.flatMap { (2...9).contains($0) && $0 != 8 ? value + $0 : nil }
    }
    guard word.hasPrefix("cento") else { return nil }
    let rest = word.dropFirst(5)
    if rest.isEmpty { return 100 }
    guard !rest.hasPrefix("cento"), rest != "un", rest != "una" else { return nil }
    let number = Lexicon.italian.sense(of: String(rest))?.number ?? value(of: rest)
    return number.map { $0 + 100 }
  }
}
