/// The Polish words, in the cases that follow a number or a preposition, as the scanner folds
/// them: lower case, no accents (`pół` is `pol`).
enum Polish {
  static func sense(of word: String) -> WordSense? {
    small(word) ?? calendar(word) ?? count(word) ?? PolishOrdinal.sense(of: word)
  }

  static let commonWords: StaticString = """
    poniedzialek wtorek sroda srode czwartek piatek sobota sobote niedziela niedziele \
    dzisiaj jutro pojutrze stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia \
    pazdziernika listopada grudnia rano wieczorem poludnie polnoc codziennie \
    sekunda sekund minuta minut godzina godzine godziny godzin tydzien tygodnie miesiac miesiace
    """

  /// Short names that are words, names or initials elsewhere.
  static func isHomograph(_ word: String) -> Bool {
    switch word {
    case "g", "pn", "wt", "wto", "sr", "sro", "cz", "pt", "pia", "sb", "nd", "sob", "mar", "maj",
      "sty", "lip", "lis",
      "gru",
      "noc",
      "ii", "iii", "iv", "vi", "vii", "viii", "ix", "xi", "xii":
      true
    default: false
    }
  }

  private static func calendar(_ word: String) -> WordSense? {
    switch word {
    // Units. What may stand alone means one: `za godzinę`.
    case "ms", "milisekunda", "milisekundy", "milisekund": .unit(.millisecond)
    case "sekunda", "sekunde", "sekundke": .unit(.second, .alone)
    case "s", "sek", "sekundy", "sekund": .unit(.second)
    case "minuta", "minute", "minutke": .unit(.minute, .alone)
    case "m", "min", "minuty", "minut": .unit(.minute)
    case "kwadrans": .unit(.quarterHour, .alone)
    case "kwadranse", "kwadransow", "kwadransa": .unit(.quarterHour)
    case "godzina", "godzine", "godzinke": .unit(.hour, .alone)
    case "h", "g", "godz", "godziny", "godzin", "godzinie": .unit(.hour)
    case "dzien", "doba", "dobe": .unit(.day, .alone)
    case "d", "dni", "doby", "dob", "dniem": .unit(.day)
    case "dnia", "dniu": .unit(.day, [.on, .date])
    case "tydzien": .unit(.week, .alone)
    case "tyg", "tygodnie", "tygodni", "tygodnia", "tygodniu": .unit(.week)
    case "miesiac": .unit(.month, .alone)
    case "mies", "miesiace", "miesiecy", "miesiacu": .unit(.month)
    case "miesiaca": .unit(.month, .of)
    case "kwartal": .unit(.quarterYear, .alone)
    case "kwartaly", "kwartalow", "kwartalu": .unit(.quarterYear)
    case "rok": .unit(.year, .alone)
    case "lata", "lat", "roku", "r": .unit(.year)

    // Days
    case "poniedzialek", "poniedzialku", "pon", "pn": .weekday(.monday)
    case "wtorek", "wtorku", "wto", "wt": .weekday(.tuesday)
    case "sroda", "srode", "sro", "sr": .weekday(.wednesday)
    case "czwartek", "czwartku", "czw", "cz": .weekday(.thursday)
    case "piatek", "piatku", "pia", "pt": .weekday(.friday)
    case "sobota", "sobote", "sob", "sb": .weekday(.saturday)
    case "niedziela", "niedziele", "niedzieli", "niedz", "nd": .weekday(.sunday)
    // glibc's short name is also the word for no and not.
    case "nie": .role(.perhapsSunday)
    case "poniedzialki": .weekday(.monday, .plural)
    case "wtorki": .weekday(.tuesday, .plural)
    case "srody": .weekday(.wednesday, .plural)
    case "czwartki": .weekday(.thursday, .plural)
    case "piatki": .weekday(.friday, .plural)
    case "soboty": .weekday(.saturday, .plural)
    case "roboczy", "roboczego", "powszedni": .role(.workday)
    case "robocze", "powszednie": .role([.workday, .plural])
    case "weekend", "weekendu": .role(.weekend)
    case "weekendy": .role([.weekend, .plural])
    case "wczoraj": .day(-1)
    case "dzis", "dzisiaj": .day(0)
    case "jutro", "jutra": .day(1)
    case "pojutrze": .day(2)

    // Months
    case "stycznia", "styczen", "sty": .month(1)
    case "lutego", "luty", "lut": .month(2)
    case "marca", "marzec", "mar": .month(3)
    case "kwietnia", "kwiecien", "kwi": .month(4)
    case "maja", "maj": .month(5)
    case "czerwca", "czerwiec", "cze": .month(6)
    case "lipca", "lipiec", "lip": .month(7)
    case "sierpnia", "sierpien", "sie": .month(8)
    case "wrzesnia", "wrzesien", "wrz": .month(9)
    case "pazdziernika", "pazdziernik", "paz": .month(10)
    case "listopada", "listopad", "lis": .month(11)
    case "grudnia", "grudzien", "gru": .month(12)

    // Roman numerals; I, V and X are letters too often.
    case "ii": .month(2)
    case "iii": .month(3)
    case "iv": .month(4)
    case "vi": .month(6)
    case "vii": .month(7)
    case "viii": .month(8)
    case "ix": .month(9)
    case "xi": .month(11)
    case "xii": .month(12)

    // Parts of the day
    case "ranek", "ranka", "poranek", "poranku", "poludniem": .part(.morning)
    case "rano": .part(.morning, .whole)
    case "popoludnie", "poludniu": .part(.afternoon)
    case "popoludniu": .part(.afternoon, .whole)
    case "wieczor", "wieczora": .part(.lateEvening)
    case "wieczorem": .part(.lateEvening, .whole)
    case "noc", "nocy": .part(.night)
    case "noca": .part(.night, .whole)
    case "poludnie": .time(12)
    case "polnoc", "polnocy": .time(24)

    // Repetitions
    case "codziennie": .frequency(.day)
    case "cotygodniowo": .frequency(.week)
    case "comiesiecznie": .frequency(.month)
    case "corocznie": .frequency(.year)
    default: nil
    }
  }

  private static func count(_ word: String) -> WordSense? {
    switch word {
    case "zero": .number(0)
    case "jeden", "jedna", "jedno", "jednego", "jednej": .number(1)
    case "dwa", "dwie", "dwoch": .number(2)
    case "trzy", "trzech": .number(3)
    case "cztery", "czterech": .number(4)
    case "piec", "pieciu": .number(5)
    case "szesc", "szesciu": .number(6)
    case "siedem", "siedmiu": .number(7)
    case "osiem", "osmiu": .number(8)
    case "dziewiec", "dziewieciu": .number(9)
    case "dziesiec", "dziesieciu": .number(10)
    case "jedenascie": .number(11)
    case "dwanascie": .number(12)
    case "trzynascie": .number(13)
    case "czternascie": .number(14)
    case "pietnascie": .number(15)
    case "szesnascie": .number(16)
    case "siedemnascie": .number(17)
    case "osiemnascie": .number(18)
    case "dziewietnascie": .number(19)
    case "dwadziescia": .number(20)
    case "trzydziesci": .number(30)
    case "czterdziesci": .number(40)
    case "piecdziesiat": .number(50)
    case "szescdziesiat": .number(60)
    case "siedemdziesiat": .number(70)
    case "osiemdziesiat": .number(80)
    case "dziewiecdziesiat": .number(90)
    case "sto": .number(100)
    case "dwiescie": .number(200)
    case "pol", "wpol": .role(.half)
    case "poltora", "poltorej": .role(.oneAndHalf)
    case "kilka", "pare", "kilkanascie", "kilkadziesiat": .role(.vague)
    case "go", "gi", "ci", "szy", "szego", "ciego", "tego", "mego", "ej", "szej", "giej", "ciej",
      "mej":
      .role(.ordinalEnding)
    case "ostatni", "ostatniego", "ostatnia", "ostatniej", "ostatnim": .ordinal(-1)
    default: nil
    }
  }

  private static func small(_ word: String) -> WordSense? {
    switch word {
    case "i", "oraz": .role(.and)
    case "a": .role(.betweenAnd)
    case "o": .role(.at)
    case "w", "we": .role(.on)
    case "za": .role(.ahead)
    case "temu": .role(.ago)
    case "minus": .role(.minus)
    case "okolo": .role(.about)
    case "teraz": .role(.now)
    case "ten", "te", "to", "tym": .role(.this)
    case "ta", "tej": .role([.this, .ordinalEnding])
    case "przyszly", "przyszla", "przyszle", "przyszlym", "przyszlej", "nastepny", "nastepna",
      "nastepnym", "nastepnej":
      .role(.next)
    case "najblizszy", "najblizsza", "najblizsze": .role(.this)
    case "po": .role(.past)
    case "przed": .role(.before)
    case "koniec", "koncu": .role(.end)
    case "co": .role([.every, .interval])
    case "kazdy", "kazda", "kazde", "kazdego", "kazdej": .role(.every)
    case "od": .role(.from)
    case "poczawszy": .role(.starting)
    case "do": .role([.to, .until])
    case "przez": .role(.lasting)
    case "miedzy", "pomiedzy": .role(.between)
    case "raz", "razy": .role(.times)
    case "lub", "albo": .role(.or)
    case "na", "z", "ze": .role(.tie)
    default: nil
    }
  }
}
