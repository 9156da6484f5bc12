/// The English words. They are written as the scanner folds them: lower case, no accents.
enum English {
  static func meaning(of word: String) -> Meaning? {
    switch word {
    // Units
    case "ms", "msec", "msecs", "millisecond", "milliseconds": .unit(.millisecond)
    case "s", "sec", "secs", "second", "seconds": .unit(.second)
    case "m", "min", "mins", "minute", "minutes": .unit(.minute)
    case "h", "hr", "hrs", "hour", "hours": .unit(.hour)
    case "d", "day", "days": .unit(.day)
    case "w", "wk", "wks", "week", "weeks": .unit(.week)
    case "fortnight", "fortnights": .unit(.fortnight, .alone)
    case "mo", "mos", "mth", "mths", "month", "months": .unit(.month)
    case "y", "yr", "yrs", "year", "years": .unit(.year)

    // Numbers
    case "zero": .number(0)
    case "one": .number(1)
    case "two": .number(2)
    case "three": .number(3)
    case "four": .number(4)
    case "five": .number(5)
    case "six": .number(6)
    case "seven": .number(7)
    case "eight": .number(8)
    case "nine": .number(9)
    case "ten": .number(10)
    case "eleven": .number(11)
    case "twelve": .number(12)
    case "thirteen": .number(13)
    case "fourteen": .number(14)
    case "fifteen": .number(15)
    case "sixteen": .number(16)
    case "seventeen": .number(17)
    case "eighteen": .number(18)
    case "nineteen": .number(19)
    case "twenty": .number(20)
    case "thirty": .number(30)
    case "forty", "fourty": .number(40)
    case "fifty": .number(50)
    case "sixty": .number(60)
    case "seventy": .number(70)
    case "eighty": .number(80)
    case "ninety": .number(90)
    case "hundred": .number(100)
    case "half": .role(.half)
    case "quarter", "quarters": .role(.quarter)
    case "couple": .role(.couple)
    case "few", "several", "some", "many": .role(.vague)

    // Small words
    case "a", "an": .role(.article)
    case "and": .role(.and)
    case "of": .role(.of)
    case "in": .role(.ahead)
    case "ago": .role(.ago)
    case "minus": .role(.minus)
    case "about", "around", "approximately": .role(.about)
    case "from": .role(.from)
    case "now": .role(.now)
    default: nil
    }
  }
}
