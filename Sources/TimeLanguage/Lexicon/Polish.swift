/// The Polish words, in the cases that follow a number or a preposition, as the scanner folds
/// them: lower case, no accents (`pół` is `pol`).
enum Polish {
  static func sense(of word: String) -> WordSense? {
    small(word) ?? calendar(word) ?? count(word) ?? listed(word)
      ?? ordinal(of: word)
  }

  private static func listed(_ word: String) -> WordSense? {
    WordSense.weekday(word, in: weekdays) ?? .weekday(word, in: pluralWeekdays, .plural)
      ?? .month(word, in: months) ?? .number(word, in: numbers) ?? .number(word, in: tens, by: 10)
      ?? (word == "dwiescie" ? .number(200) : nil)
  }

  private static let weekdays: StaticString = """
    poniedzialek/poniedzialku/pon/pn wtorek/wtorku/wto/wt sroda/srode/sro/sr \
    czwartek/czwartku/czw/cz piatek/piatku/pia/pt sobota/sobote/sob/sb \
    niedziela/niedziele/niedzieli/niedz/nd
    """
  private static let pluralWeekdays: StaticString =
    "poniedzialki wtorki srody czwartki piatki soboty"
  /// With Roman numerals, except I, V and X, which are letters too often.
  private static let months: StaticString = """
    stycznia/styczen/sty lutego/luty/lut/ii marca/marzec/mar/iii kwietnia/kwiecien/kwi/iv maja/maj \
    czerwca/czerwiec/cze/vi lipca/lipiec/lip/vii sierpnia/sierpien/sie/viii \
    wrzesnia/wrzesien/wrz/ix pazdziernika/pazdziernik/paz listopada/listopad/lis/xi \
    grudnia/grudzien/gru/xii
    """
  private static let numbers: StaticString = """
    zero jeden/jedna/jedno/jednego/jednej dwa/dwie/dwoch trzy/trzech cztery/czterech piec/pieciu \
    szesc/szesciu siedem/siedmiu osiem/osmiu dziewiec/dziewieciu dziesiec/dziesieciu jedenascie \
    dwanascie trzynascie czternascie pietnascie szesnascie siedemnascie osiemnascie dziewietnascie \
    dwadziescia
    """
  private static let tens: StaticString = """
    - - - trzydziesci czterdziesci piecdziesiat szescdziesiat siedemdziesiat osiemdziesiat \
    dziewiecdziesiat sto
    """

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
    // glibc's short name is also the word for no and not.
    case "nie": .role(.perhapsSunday)
    case "roboczy", "roboczego", "powszedni": .role(.workday)
    case "robocze", "powszednie": .role([.workday, .plural])
    case "weekend", "weekendu": .role(.weekend)
    case "weekendy": .role([.weekend, .plural])
    case "wczoraj": .day(-1)
    case "dzis", "dzisiaj": .day(0)
    case "jutro", "jutra": .day(1)
    case "pojutrze": .day(2)

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

  /// The stems of the ordinals.
  private static let ordinals: StaticString = """
    - pierwsz drug trzec czwart piat szost siodm osm dziewiat dziesiat jedenast dwunast trzynast \
    czternast pietnast szesnast siedemnast osiemnast dziewietnast dwudziest - - - - - - - - - \
    trzydziest
    """

  /// An ordinal in one of its cases: `pierwszego` (the day of a month), `siedemnastej` (the hour).
  private static func ordinal(of word: String) -> WordSense? {
    for ending in ["iego", "ego", "iej", "ej", "im", "ym", "ia", "a", "i", "y", "e"]
    where word.hasSuffix(ending) {
      guard let value = ordinals.row(of: String(word.dropLast(ending.utf8.count))) else { continue }
      // Hours are feminine, as godzina is.
      let isFeminine = ending.hasSuffix("a") || ending.hasSuffix("ej")
      return WordSense(ordinal: value, hour: isFeminine ? value : nil)
    }
    return nil
  }
}
