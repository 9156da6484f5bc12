/// The Polish words, in the cases that follow a number or a preposition. They are written as the
/// scanner folds them: lower case, no accents (`pół` is `pol`).
enum Polish {
  static func meaning(of word: String) -> Meaning? {
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
    case "h", "g", "godz", "godziny", "godzin": .unit(.hour)
    case "dzien", "doba", "dobe": .unit(.day, .alone)
    case "d", "dni", "dnia", "doby", "dob": .unit(.day)
    case "tydzien": .unit(.week, .alone)
    case "tyg", "tygodnie", "tygodni", "tygodnia": .unit(.week)
    case "miesiac": .unit(.month, .alone)
    case "mies", "miesiace", "miesiecy", "miesiaca": .unit(.month)
    case "rok": .unit(.year, .alone)
    case "lata", "lat", "roku": .unit(.year)

    // Numbers
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
    case "pol": .role(.half)
    case "poltora", "poltorej": .role(.oneAndHalf)
    case "kilka", "pare", "kilkanascie", "kilkadziesiat": .role(.vague)

    // Small words
    case "i", "oraz": .role(.and)
    case "za": .role(.ahead)
    case "temu": .role(.ago)
    case "minus": .role(.minus)
    case "okolo": .role(.about)
    case "od": .role(.from)
    case "teraz": .role(.now)
    default: nil
    }
  }
}
