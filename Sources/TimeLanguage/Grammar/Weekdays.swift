import CivilTime

extension Grammar {
  /// The weekday that the word here names. What is rather another word names one only before a date
  /// (`nie 6 gru`), first after `at` (`at nie 9:00`), and among the days of a repetition (`co nie 9:00`).
  var weekday: Weekday? {
    guard has(.perhapsSunday) else { return sense().weekday }
    let isDated = peek(1).kind == .number && sense(2).month != nil
    let isFirst = index == 0 ? verb == .at || verb == .on || verb == .every : has(.every, -1)
    let isListed = isRule && index > 1 && peek(-1).isSymbol(",") && sense(-2).weekday != nil
    let hasTime = peek(1).kind == .number || has(.at, 1)
    return isDated || (isFirst || isListed) && hasTime ? .sunday : nil
  }

  /// Steps over a weekday and the dot of its abbreviation.
  mutating func skipWeekday() {
    index += 1
    skipAbbreviationDot()
  }

  /// `workday`, `business day`, `dzień roboczy`, `giorni feriali`.
  mutating func skipWorkday() -> Bool {
    guard has(.workday) || sense().unit == .day && has(.workday, 1) else { return false }
    let isDayFirst = skip(unit: .day)
    skip(.workday)
    if !isDayFirst { skip(unit: .day) }
    return true
  }

  /// Reads weekdays: `mon,wed,fri`, `mon-fri`, `dal lunedì al venerdì`, `weekday`, `weekend`.
  mutating func weekdays() throws(TimeError) -> (days: [RecurrenceRule.Day], isMarked: Bool)? {
    let start = index
    func all(_ range: ClosedRange<Int>) -> [RecurrenceRule.Day] {
      Weekday.allCases.filter { range.contains($0.rawValue) }.map { RecurrenceRule.Day($0) }
    }
    let isPlural = has(.plural) || has(.plural, 1)
    if skipWorkday() { return (all(1...5), isPlural) }
    if skip(.weekend) { return (all(6...7), isPlural) }
    if has(.end), sense(1).unit == .week {
      index += 2
      return (all(6...7), false)
    }
    var days: [Weekday] = []
    var isMarked = false
    while true {
      let here = index
      if !days.isEmpty {
        // `every mon wed fri`
        let isBare = isRule && sense().weekday != nil && !peek().isGlued
        guard isBare || skipJoint() || skipSymbol("/") else { break }
        skip(.and)
      }
      let isSpan = skip(.from)
      skipAll([.on, .the, .every])
      guard let first = weekday else {
        index = here
        break
      }
      isMarked = isMarked || has(.plural)
      skipWeekday()
      if isGlued("-"), peek(1).isGlued, sense(1).weekday == nil {
        throw error(.unexpected, from: index + 1, .rule)
      }
      let hyphen = peek().isSymbol("-") || has(.to)
      if hyphen, let last = sense(1).weekday ?? (has(.the, 1) ? sense(2).weekday : nil) {
        index += sense(1).weekday == nil ? 2 : 1
        skipWeekday()
        // `mon-fri` is the working week's, `friday-saturday` may be one weekend's.
        let length = last.days(since: first)
        isMarked = isMarked || isSpan || first == .monday && length > 3
        days += (0...length).map { Weekday.allCases[(first.rawValue - 1 + $0) % 7] }
      } else if isSpan {
        index = here
        break
      } else {
        days.append(first)
      }
    }
    guard !days.isEmpty else { return rewound(to: start) }
    return (Weekday.allCases.filter(days.contains).map { RecurrenceRule.Day($0) }, isMarked)
  }
}
