import CivilTime

extension Grammar {
  /// What surrounds a place where a time of day may be read.
  struct Surroundings {
    /// A word like `at` precedes it in the input.
    var isAfterWord = false
    /// It follows the verb `at`, or a word like `ore`.
    var followsVerb = false
    /// The day was read.
    var hasDay = false

    var isAfterAt: Bool { isAfterWord || followsVerb }
  }

  /// Reads a time of day: `17:30`, `5pm`, `17.30`, `noon`, `half past five`, `alle otto e mezza`,
  /// `o siedemnastej`, and `9` where its place makes it an hour.
  mutating func timeOfDay(_ place: Surroundings) throws(TimeError) -> TimeOfDay? {
    let start = index
    if let time = try spokenTime() { return time }
    // `ore 9`, `godz. 17`, `h 17:30`
    var place = place
    let number = isGlued(".", 1) ? 2 : 1
    // `h17`, but `h1` is half a year.
    let isName =
      peek().word.utf8.count < 3 && peek(1).isGlued && peek(1).digits == 1
      && !isGlued(":", 2)
    if sense().unit == .hour, peek(number).kind == .number, !isName {
      index += 1
      skipAbbreviationDot()
      place.followsVerb = true
    }
    // `o godzinie dziewiątej`, `alle ore nove`
    if sense().unit == .hour, place.isAfterWord, sense(1).hour ?? sense(1).number != nil {
      index += 1
    }
    if let time = try figuredTime(place) { return time }
    return try hourInWords(place) ?? rewound(to: start)
  }

  /// A time that begins with figures.
  private mutating func figuredTime(_ place: Surroundings) throws(TimeError) -> TimeOfDay? {
    guard peek().kind == .number else { return nil }
    let start = index
    let hour = peek()
    if let time = readMilitaryTime(place) { return time }
    index += 1
    var fields: [Int] = []
    if isGlued(":") {
      // `1:1 with Ann`: a talk of two.
      if verb == .any, hour.value == 1, peek(1).value == 1, peek(1).digits == 1, !peek(2).isGlued {
        return rewound(to: start)
      }
      fields = try colonFields(from: start)
    } else if isGlued("."), peek(1).isGlued, peek(1).digits == 2, !isGlued(".", 2),
      hour.digits < 3, !(peek(2).isGlued && sense(2).unit != nil)
    {
      // `17.30`. Alone it could be a price.
      guard place.isAfterAt || place.hasDay || verb != .any || meridiemLength(2) != nil,
        let minute = peek(1).value, minute < 60, let hour = hour.value, hour < 25
      else { return rewound(to: start) }
      fields = [Int(minute)]
      index += 2
    }
    if fields.isEmpty, language.hasHourWords { skipHourEnding() }
    // `19:30h`
    if !fields.isEmpty, ["h", "hrs", "hours"].contains(peek().word) { index += 1 }
    let meridiem = readMeridiem()
    guard let value = hour.value, value < 100 || !fields.isEmpty || meridiem != nil else {
      return rewound(to: start)
    }
    var time = TimeOfDay(
      hour: Int(min(value, 99)), minute: fields.first ?? 0, second: fields.dropFirst().first ?? 0,
      isSettled: value > 12 || value == 0 || hour.digits == 2 && value < 10)
    if fields.isEmpty, meridiem == nil {
      guard try acceptsBareHour(value, place, from: start) else { return rewound(to: start) }
      time.isBare = true
      try addMinutes(to: &time)
      return try valid(time, isAfternoon: readMeridiem(), from: start)
    }
    return try valid(time, isAfternoon: meridiem, from: start)
  }

  /// `at 1730`: four figures, unless they may be a year.
  private mutating func readMilitaryTime(_ place: Surroundings) -> TimeOfDay? {
    guard place.isAfterAt, peek().digits == 4, let value = peek().value, value / 100 < 24,
      value % 100 < 60, !(1900...2100).contains(value), !peek(1).isGlued, sense(1).unit == nil
    else { return nil }
    index += 1
    return TimeOfDay(hour: Int(value / 100), minute: Int(value % 100), isSettled: true)
  }

  /// The ending of `o 17-tej` and `o 17tej`.
  private mutating func skipHourEnding() {
    let hyphen = isGlued("-") ? 1 : 0
    if peek(hyphen).isGlued, has(.ordinalEnding, hyphen) { index += hyphen + 1 }
  }

  /// `:30` and `:30:15`; after the seconds a fraction, which is cut off.
  private mutating func colonFields(from start: Int) throws(TimeError) -> [Int] {
    var fields: [Int] = []
    while isGlued(":"), fields.count < 2 {
      // `12:30: lunch`
      if !fields.isEmpty, !peek(1).isGlued { break }
      guard peek(1).isGlued, peek(1).digits == 2, let value = peek(1).value else {
        throw error(.noSuchTime, from: start, to: endOfRun(from: start), .time)
      }
      fields.append(Int(value))
      index += 2
    }
    if fields.count == 2, isGlued(".") || isGlued(","), isGluedNumber(1) { index += 2 }
    return fields
  }

  /// The time in figures or words, with its half of the day applied.
  func valid(
    _ time: TimeOfDay, isAfternoon: Bool?, from start: Int
  ) throws(TimeError) -> TimeOfDay {
    var time = time
    let isPossible =
      isAfternoon == nil
      ? time.hour < 24 || time.hour == 24 && time.seconds == 86_400
      : (1...12).contains(time.hour)
    guard isPossible, time.minute < 60, time.second < 60 else {
      throw error(.noSuchTime, from: start, to: max(index, endOfRun(from: start)), .time)
    }
    if let isAfternoon {
      time.hour = time.hour % 12 + (isAfternoon ? 12 : 0)
      time.isSettled = true
      time.isBare = false
    }
    return time
  }

  /// Whether a number can only be an hour here. Beside a day and before other words it
  /// could be either; that is refused.
  private mutating func acceptsBareHour(
    _ hour: Int64, _ place: Surroundings, from start: Int
  ) throws(TimeError) -> Bool {
    // `alle 9 secondo turno`
    let isOrdinal = sense().ordinal != nil && place.isAfterAt && !peek().isGlued
    guard !peek().isGlued || isGlued(",") || isGlued("."), sense().unit == nil || isOrdinal,
      tokens[start].digits < 3
    else { return false }
    // `3 fridays`, `5 minuts`
    if has(.plural) { throw error(.ambiguousHour, from: start, to: index + 1, .time) }
    if isSlip(of: { $0.unit != nil }) { throw error(.unknownUnit, from: index, .unit) }
    if skipOclock() { return true }
    if sense().time != nil { return false }
    // `at 5 may call`, `o 9 maja`
    if verb == .any || !language.putsMonthFirst, place.isAfterWord,
      !sense().isHomograph, let month = sense().month
    {
      // `at 31 feb 9:00`
      if hour > 24, hour > WallTime.days(inMonth: month, of: 2000) {
        throw error(.noSuchDate, from: start, to: index + 1, .date)
      }
      throw error(.ambiguousHour, from: start, to: index + 1, .time)
    }
    if place.isAfterAt { return true }
    let next = has([.at, .on, .of, .ahead, .past, .the]) ? 1 : 0
    let isBesideDay = sense(next).day != nil || has(.this, next)
    let isBesidePart =
      sense(next).part != nil || has(.the, next) && sense(next + 1).part != nil
    if isBesidePart || isBesideDay && !place.hasDay { return true }
    guard place.hasDay, hour < 25 else { return false }
    var rest = self
    if isAtEnd { return true }
    if try rest.zone() != nil { return true }
    throw error(.ambiguousHour, from: start, .time)
  }

  /// `am`, `a.m.`, `pm`, `p.m.`, and right after figures `a` and `p`; true for the afternoon.
  mutating func readMeridiem() -> Bool? {
    guard let length = meridiemLength(0) else { return nil }
    let isAfternoon = peek().word.hasPrefix("p")
    index += length
    if length > 1 || peek(-1).word.utf8.count == 2 { skipAbbreviationDot() }
    return isAfternoon
  }

  /// How many tokens a half of the day takes `ahead` places further on; nil if there is none.
  private func meridiemLength(_ ahead: Int) -> Int? {
    switch peek(ahead).word {
    case "am", "pm": return 1
    case "a", "p":
      if isGlued(".", ahead + 1), peek(ahead + 2).isGlued, peek(ahead + 2).word == "m" { return 3 }
      let isBehindFigures = peek(ahead).isGlued && peek(ahead - 1).kind == .number
      return isBehindFigures && !peek(ahead + 1).isGlued ? 1 : nil
    default: return nil
    }
  }
}
