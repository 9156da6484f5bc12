extension Lexicon {
  /// In the cases that follow a number or a preposition. The months have Roman numerals, except I, V and X,
  /// which are letters too often.
  static let polish = Lexicon(
    words: """
      units: ms milisekunda milisekundy milisekund | s sek sekunda sekunde sekundke sekundy \
      sekund | m min minuta minute minutke minuty minut | kwadrans kwadranse kwadransow kwadransa \
      | | h g godz godzina godzine godzinke godziny godzin godzinie | d dzien doba dobe dni doby \
      dob dniem dnia dniu | tyg tydzien tygodnie tygodni tygodnia tygodniu | | mies miesiac \
      miesiace miesiecy miesiacu miesiaca | kwartal kwartaly kwartalow kwartalu | rok lata lat \
      roku r
      frequencies: | | | | | | codziennie | cotygodniowo | | comiesiecznie | | corocznie
      weekdays: poniedzialek poniedzialku pon pn poniedzialki | wtorek wtorku wto wt wtorki | \
      sroda srode sro sr srody | czwartek czwartku czw cz czwartki | piatek piatku pia pt piatki \
      | sobota sobote sob sb soboty | niedziela niedziele niedzieli niedz nd
      months: stycznia styczen sty | lutego luty lut ii | marca marzec mar iii | kwietnia \
      kwiecien kwi iv | maja maj | czerwca czerwiec cze vi | lipca lipiec lip vii | sierpnia \
      sierpien sie viii | wrzesnia wrzesien wrz ix | pazdziernika pazdziernik paz | listopada \
      listopad lis xi | grudnia grudzien gru xii
      days: wczoraj | dzis dzisiaj | jutro jutra | pojutrze
      parts: ranek ranka poranek poranku poludniem rano | popoludnie poludniu popoludniu | | \
      wieczor wieczora wieczorem | noc nocy noca
      times: poludnie | polnoc polnocy
      numbers: zero | jeden jedna jedno jednego jednej | dwa dwie dwoch | trzy trzech | cztery \
      czterech | piec pieciu | szesc szesciu | siedem siedmiu | osiem osmiu | dziewiec dziewieciu \
      | dziesiec dziesieciu | jedenascie | dwanascie | trzynascie | czternascie | pietnascie | \
      szesnascie | siedemnascie | osiemnascie | dziewietnascie | dwadziescia
      tens: | | | trzydziesci | czterdziesci | piecdziesiat | szescdziesiat | siedemdziesiat | \
      osiemdziesiat | dziewiecdziesiat | sto | | | | | | | | | | dwiescie
      ordinals: ostatni ostatniego ostatnia ostatniej ostatnim
      homographs: g pn wt wto sr sro cz pt pia sb nd sob mar maj sty lip lis gru noc ii iii iv vi \
      vii viii ix xi xii
      roles: ARTICLE | HALF pol wpol | QUARTER | ONEANDHALF poltora poltorej | COUPLE | VAGUE \
      kilka pare kilkanascie kilkadziesiat | ALONE sekunda sekunde sekundke minuta minute minutke \
      kwadrans godzina godzine godzinke dzien doba dobe tydzien miesiac kwartal rok | \
      ORDINALENDING go gi ci szy szego ciego tego mego ej szej giej ciej mej ta tej | AND i oraz \
      | OR lub albo | OF miesiaca | THE | AT o | ON w we dnia dniu | DATE dnia dniu | AHEAD za | \
      AGO temu | MINUS minus | ABOUT okolo | NOW teraz | THIS ten te to tym ta tej najblizszy \
      najblizsza najblizsze | NEXT przyszly przyszla przyszle przyszlym przyszlej nastepny \
      nastepna nastepnym nastepnej | PAST po | BEFORE przed | AFTER | OCLOCK | END koniec koncu | \
      WHOLE rano popoludniu wieczorem noca | TIE na z ze | PERHAPSSUNDAY nie | DAYAFTER | EVERY \
      co kazdy kazda kazde kazdego kazdej | INTERVAL co | OTHER | PLURAL poniedzialki wtorki \
      srody czwartki piatki soboty robocze powszednie weekendy | WORKDAY roboczy roboczego \
      powszedni robocze powszednie | WEEKEND weekend weekendu weekendy | FROM od | TO do | \
      BETWEEN miedzy pomiedzy | BETWEENAND a | UNTIL do | LASTING przez | TIMES raz razy | \
      STARTING poczawszy | ONCE
      """,
    common: """
      poniedzialek wtorek sroda srode czwartek piatek sobota sobote niedziela niedziele dzisiaj \
      jutro pojutrze stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia \
      pazdziernika listopada grudnia rano wieczorem poludnie polnoc codziennie sekunda sekund \
      minuta minut godzina godzine godziny godzin tydzien tygodnie miesiac miesiace
      """)
}

/// Polish ordinals in their cases: `pierwszego` (the day of a month), `siedemnastej` (the hour).
enum PolishOrdinals {
  private static let stems: StaticString = """
     | pierwsz | drug | trzec | czwart | piat | szost | siodm | osm | dziewiat | dziesiat | jedenast \
    | dwunast | trzynast | czternast | pietnast | szesnast | siedemnast | osiemnast | dziewietnast \
    | dwudziest | | | | | | | | | | trzydziest
    """
  private static let endings = ["iego", "ego", "iej", "ej", "im", "ym", "ia", "a", "i", "y", "e"]

  /// The number, and whether the ending is that of an hour: feminine, as godzina is.
  static func value(of word: Substring) -> (number: Int, isHour: Bool)? {
    for ending in endings where word.hasSuffix(ending) {
      var number: Int?
      stems.forEachPlace(of: String(word.dropLast(ending.utf8.count))) { number = $1 }
      if let number { return (number, ending.hasSuffix("a") || ending.hasSuffix("ej")) }
    }
    return nil
  }
}
