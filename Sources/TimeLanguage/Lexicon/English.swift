/// The English words, as the scanner folds them: lower case, no accents, cut at the apostrophe
/// (`o'clock` is `o` and `clock`).
enum English {
  static func sense(of word: String) -> WordSense? {
    small(word) ?? calendar(word) ?? count(word) ?? listed(word)
  }

  private static func listed(_ word: String) -> WordSense? {
    WordSense.weekday(word, in: weekdays) ?? .weekday(word, in: pluralWeekdays, .plural)
      ?? .month(word, in: months) ?? .number(word, in: numbers) ?? .number(word, in: tens, by: 10)
      ?? .ordinal(word, in: ordinals) ?? (word == "thirtieth" ? .ordinal(30) : nil)
  }

  private static let weekdays: StaticString = """
    monday/mon tuesday/tue/tues wednesday/wed/weds thursday/thu/thur/thurs friday/fri saturday/sat \
    sunday/sun
    """
  private static let pluralWeekdays: StaticString =
    "mondays tuesdays wednesdays thursdays fridays saturdays sundays"
  private static let months: StaticString = """
    january/jan february/feb march/mar april/apr may june/jun july/jul august/aug \
    september/sep/sept october/oct november/nov december/dec
    """
  private static let numbers: StaticString = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen \
    sixteen seventeen eighteen nineteen twenty
    """
  private static let tens: StaticString =
    "- - - thirty forty/fourty fifty sixty seventy eighty ninety hundred"
  private static let ordinals: StaticString = """
    - first - third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth \
    fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth
    """

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
    case "weekday", "workday", "business", "working": .role(.workday)
    case "weekdays", "workdays": .role([.workday, .plural])
    case "weekend": .role(.weekend)
    case "weekends": .role([.weekend, .plural])
    case "yesterday": .day(-1)
    case "today": .day(0)
    case "tonight": .day(0, .lateEvening)
    case "tomorrow", "tmrw", "tmr": .day(1)

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
    case "half": .role(.half)
    case "quarter", "quarters": .role(.quarter)
    case "couple": .role(.couple)
    case "few", "several", "some", "many": .role(.vague)

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
