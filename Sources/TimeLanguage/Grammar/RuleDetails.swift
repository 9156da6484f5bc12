import CivilTime

extension Grammar {
  /// Reads one more thing about a repetition: its days, times, limits or zone.
  mutating func detail(into rule: inout PartialRule) throws(TimeError) -> Bool {
    let start = index
    if try detailDays(into: &rule) { return true }
    index = start
    if monthFilter(into: &rule) { return true }
    // Before the times of day: `every 25 minutes 4 times`.
    skipSymbol(",")
    if rule.count == nil, let count = try times() {
      rule.count = count
      return true
    }
    index = start
    if minuteOfHour(into: &rule) { return true }
    if try time(into: &rule) { return true }
    // `every day 9:00 from monday to friday`
    if rule.step == .calendar(1, .daily), has(.from), let days = try weekdays() {
      rule.weekdays = days.days
      rule.step = .calendar(1, .weekly)
      return true
    }
    if try limit(into: &rule) { return true }
    index = start
    skipSymbol(",")
    if !rule.times.isEmpty, rule.zone == nil, let zone = try zone() {
      rule.zone = zone
      return true
    }
    return reset(to: start)
  }

  /// The days of a week, month or year that repeats: `on friday`, `on the 31st`, `il 24 dicembre`.
  private mutating func detailDays(into rule: inout PartialRule) throws(TimeError) -> Bool {
    guard !rule.hasDays, case .calendar(_, let frequency) = rule.step, frequency != .daily else {
      return false
    }
    let start = index
    skipSymbol(",")
    while has([.on, .ahead, .of]) || isAtArticle { index += 1 }
    if try days(into: &rule, isInterval: false) {
      if rule.fitsItsDays { return true }
      throw error(.contradiction, from: start, to: index, .rule)
    }
    return false
  }

  /// `in december`: only the occurrences in that month.
  private mutating func monthFilter(into rule: inout PartialRule) -> Bool {
    guard rule.months.isEmpty, rule.monthDays.isEmpty, has([.ahead, .on, .of]),
      case .calendar(_, let frequency) = rule.step, frequency != .monthly,
      let month = sense(1).month
    else { return false }
    var rest = self
    rest.index += 2
    guard rest.dayNumber() == nil else { return false }
    index += 2
    rule.months = [month]
    return true
  }

  /// The minute of each hour: `at :15`, `on the hour`.
  private mutating func minuteOfHour(into rule: inout PartialRule) -> Bool {
    guard rule.step == .elapsed(3_600_000), rule.from == nil else { return false }
    let start = index
    var time = TimeOfDay(hour: 0, isSettled: true)
    if !(skip(.on) && skip(.the) && skip(unit: .hour)) {
      index = start
      skip(.at)
      guard skipSymbol(":"), peek().isGlued, peek().digits == 2, let minute = peek().value,
        minute < 60
      else { return reset(to: start) }
      index += 1
      time.minute = Int(minute)
    }
    // The grid of hours from this one on.
    rule.from = PartialDateTime(time: time)
    return true
  }

  /// Reads times of day, `9:00`, `at 9 and 21`, or a part of the day.
  mutating func time(into rule: inout PartialRule) throws(TimeError) -> Bool {
    let start = index
    skipSymbol(",")
    var isSaid = false
    while has([.at, .about, .on, .of, .ahead, .past]) || isAtArticle || peek().isSymbol("@") {
      isSaid = isSaid || has(.at) || peek().isSymbol("@")
      index += 1
    }
    if rule.part == nil, rule.step != nil || !rule.times.isEmpty, let part = sense().part {
      index += 1
      rule.part = part
      return true
    }
    guard rule.times.isEmpty else { return reset(to: start) }
    let place = Surroundings(isAfterWord: isSaid, hasDay: rule.step != nil)
    guard let first = try timeOfDay(place) else { return reset(to: start) }
    rule.times = [first]
    while let next = try nextTime() { rule.times.append(next) }
    return true
  }

  /// The next of several times: `9:00, 13:00 and 18:00`.
  private mutating func nextTime() throws(TimeError) -> TimeOfDay? {
    let start = index
    guard skipJoint() else { return nil }
    skip(.and)
    let isSaid = skip(.at)
    if let time = try timeOfDay(Surroundings(isAfterWord: isSaid)) { return time }
    // `at 8 and 20`, `at 9, 13 and 18`
    return try (isLastHours ? timeOfDay(Surroundings(isAfterWord: true)) : nil)
      ?? rewound(to: start)
  }

  /// Whether nothing but numbers, with commas or `and` between them, are left.
  private var isLastHours: Bool {
    var rest = self
    while rest.peek().kind == .number {
      rest.index += 1
      if rest.isAtEnd { return true }
      guard rest.skipJoint() else { return false }
      rest.skip(.and)
    }
    return false
  }

  /// Reads where a repetition begins or ends: `from april 1 to april 3`, `until friday`,
  /// `for 3 days`, `10 times`.
  private mutating func limit(into rule: inout PartialRule) throws(TimeError) -> Bool {
    skipSymbol(",")
    // Once in each period, or once at all?
    if has(.once) { throw error(.unexpected, from: index, .rule) }
    if rule.lasting == nil, rule.count == nil, skip(.lasting) {
      if let count = try times() {
        rule.count = count
        return true
      }
      var copy = self
      guard let span = try? copy.duration(isClock: false) else { return false }
      index = copy.index
      rule.lasting = span
      return true
    }
    let isStarting = has(.starting) || has(.at) && has(.starting, 1)
    if isStarting || has(.from), rule.from == nil {
      skipAll([.starting, .from, .on, .at])
      guard let from = try bound() else { return false }
      rule.from = from
      guard skip(.to) else { return true }
      guard let to = try bound() else { throw error(.notATime, from: index, .moment) }
      guard from.hasDay == to.hasDay else { throw error(.contradiction, from: index - 1, .rule) }
      if from.hasDay { rule.until = to } else { rule.closing = to.time }
      return true
    }
    if rule.from == nil, skip(.between) {
      guard let from = try bound(), skip(.and) || skip(.betweenAnd), let to = try bound(),
        !from.hasDay, !to.hasDay
      else { throw error(.notATime, from: index, .time) }
      rule.from = from
      rule.closing = to.time
      return true
    }
    if rule.until == nil, skip(.until) {
      while has([.to, .on, .at]) || isAtArticle { index += 1 }
      guard let until = try bound() else { throw error(.notATime, from: index, .moment) }
      // `dalle 9 fino alle 17`
      if let from = rule.from, !from.hasDay, from.time != nil, !until.hasDay, until.time != nil,
        rule.closing == nil
      {
        rule.closing = until.time
      } else {
        rule.until = until
      }
      return true
    }
    return false
  }

  /// `10 times`.
  private mutating func times() throws(TimeError) -> Int? {
    let start = index
    guard let number = wholeNumber(), skip(.times) else { return rewound(to: start) }
    guard number > 0 else { throw error(.zero, from: start, to: index, .rule) }
    guard number <= RecurrenceRule.largestCount else {
      throw error(.tooLarge, from: start, to: index, .rule)
    }
    return number
  }

  /// The moment at which a repetition begins or ends.
  private mutating func bound() throws(TimeError) -> PartialDateTime? {
    // Bounds are read like moments: a bare number after `from` is an hour.
    var reader = self
    reader.isBound = true
    guard let partial = try reader.dateTime() else { return nil }
    index = reader.index
    return partial
  }
}

extension PartialRule {
  /// Whether the days can be those of the step: no day of the month in a week.
  fileprivate var fitsItsDays: Bool {
    guard case .calendar(_, let frequency) = step else { return false }
    let hasOrdinal = weekdays.contains { $0.ordinal != nil } || workday != nil
    switch frequency {
    case .weekly: return monthDays.isEmpty && !hasOrdinal
    case .monthly: return months.isEmpty && (weekdays.isEmpty || hasOrdinal)
    case .yearly: return !months.isEmpty
    default: return false
    }
  }
}
