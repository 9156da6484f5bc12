/// The English words, as the scanner folds them: lower case, no accents, cut at the apostrophe
/// (`o'clock` is `o` and `clock`).
enum English {
  static func sense(of word: String) -> WordSense? {
    small(word) ?? calendar(word) ?? count(word)
  }

  static let commonWords: StaticString = """
    monday tuesday wednesday thursday friday saturday sunday weekday weekend today tonight tomorrow \
    january february march april june july august september october november december \
    morning afternoon evening night noon midnight every next \
    second seconds minute minutes hour hours days week weeks month months year years
    """

  private static func calendar(_ word: String) -> WordSense? {
    switch word {
    // Units
    case "ms", "msec", "msecs", "millisecond", "milliseconds": .unit(.millisecond)
    case "s", "sec", "secs", "seconds": .unit(.second)
    case "second": WordSense(unit: .second, ordinal: 2)
    case "m", "min", "mins", "minute", "minutes": .unit(.minute)
    case "h", "hr", "hrs", "hour", "hours": .unit(.hour)
    case "d", "day", "days": .unit(.day)
    case "w", "wk", "wks", "week", "weeks": .unit(.week)
    case "fortnight", "fortnights": .unit(.fortnight, .alone)
    case "mo", "mos", "mth", "mths", "month", "months": .unit(.month)
    case "y", "yr", "yrs", "year", "years": .unit(.year)

    // Days
    case "monday", "mon": .weekday(.monday)
    case "tuesday", "tue", "tues": .weekday(.tuesday)
    case "wednesday", "wed", "weds": .weekday(.wednesday)
    case "thursday", "thu", "thur", "thurs": .weekday(.thursday)
    case "friday", "fri": .weekday(.friday)
    case "saturday", "sat": .weekday(.saturday)
    case "sunday", "sun": .weekday(.sunday)
    case "mondays": .weekday(.monday, .plural)
    case "tuesdays": .weekday(.tuesday, .plural)
    case "wednesdays": .weekday(.wednesday, .plural)
    case "thursdays": .weekday(.thursday, .plural)
    case "fridays": .weekday(.friday, .plural)
    case "saturdays": .weekday(.saturday, .plural)
    case "sundays": .weekday(.sunday, .plural)
    case "weekday", "workday", "business", "working": .role(.workday)
    case "weekdays", "workdays": .role([.workday, .plural])
    case "weekend": .role(.weekend)
    case "weekends": .role([.weekend, .plural])
    case "yesterday": .day(-1)
    case "today": .day(0)
    case "tonight": .day(0, .lateEvening)
    case "tomorrow", "tmrw", "tmr": .day(1)

    // Months
    case "january", "jan": .month(1)
    case "february", "feb": .month(2)
    case "march", "mar": .month(3)
    case "april", "apr": .month(4)
    case "may": .month(5)
    case "june", "jun": .month(6)
    case "july", "jul": .month(7)
    case "august", "aug": .month(8)
    case "september", "sep", "sept": .month(9)
    case "october", "oct": .month(10)
    case "november", "nov": .month(11)
    case "december", "dec": .month(12)

    // Parts of the day
    case "morning": .part(.morning)
    case "afternoon": .part(.afternoon)
    case "evening": .part(.evening)
    case "night": .part(.night)
    case "mornings": .part(.morning, .plural)
    case "afternoons": .part(.afternoon, .plural)
    case "evenings": .part(.evening, .plural)
    case "nights": .part(.night, .plural)
    case "noon", "midday": .time(12)
    case "midnight": .time(24)

    // Repetitions
    case "hourly": .frequency(.hour)
    case "daily": .frequency(.day)
    case "weekly": .frequency(.week)
    case "fortnightly": .frequency(.fortnight)
    case "monthly": .frequency(.month)
    case "quarterly": .frequency(.quarterYear)
    case "yearly", "annually": .frequency(.year)
    default: nil
    }
  }

  private static func count(_ word: String) -> WordSense? {
    switch word {
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

    case "first": .ordinal(1)
    case "third": .ordinal(3)
    case "fourth": .ordinal(4)
    case "fifth": .ordinal(5)
    case "sixth": .ordinal(6)
    case "seventh": .ordinal(7)
    case "eighth": .ordinal(8)
    case "ninth": .ordinal(9)
    case "tenth": .ordinal(10)
    case "eleventh": .ordinal(11)
    case "twelfth": .ordinal(12)
    case "thirteenth": .ordinal(13)
    case "fourteenth": .ordinal(14)
    case "fifteenth": .ordinal(15)
    case "sixteenth": .ordinal(16)
    case "seventeenth": .ordinal(17)
    case "eighteenth": .ordinal(18)
    case "nineteenth": .ordinal(19)
    case "twentieth": .ordinal(20)
    case "thirtieth": .ordinal(30)
    case "last": .ordinal(-1)
    case "st", "nd", "rd", "th": .role(.ordinalEnding)
    default: nil
    }
  }

  private static func small(_ word: String) -> WordSense? {
    switch word {
    case "a", "an": .role(.article)
    case "and": .role(.and)
    case "of", "o": .role(.of)
    case "the": .role(.the)
    case "at": .role(.at)
    case "on": .role(.on)
    case "in": .role(.ahead)
    case "ago": .role(.ago)
    case "minus": .role(.minus)
    case "about", "around", "approximately": .role(.about)
    case "now": .role(.now)
    case "this", "coming": .role(.this)
    case "next": .role(.next)
    case "past": .role(.past)
    case "before": .role(.before)
    case "after": .role([.after, .past])
    case "oclock", "clock": .role(.oclock)
    case "end": .role(.end)
    case "every", "each": .role(.every)
    case "other": .role(.other)
    case "from": .role(.from)
    case "starting", "beginning": .role(.starting)
    case "to", "through": .role(.to)
    case "until", "till": .role([.until, .to])
    case "ending": .role(.until)
    case "between": .role(.between)
    case "for": .role(.lasting)
    case "time", "times": .role(.times)
    case "once", "twice": .role(.once)
    case "or": .role(.or)
    case "by", "since", "during": .role(.tie)
    default: nil
    }
  }
}
