import CivilTime

extension Grammar {
  /// Reads a moment: its day, time of day, part of the day and zone in any order, each once. Nil
  /// where there is none of them.
  mutating func dateTime() throws(TimeError) -> PartialDateTime? {
    let first = index
    var partial = PartialDateTime()
    while try piece(into: &partial) {}
    guard partial.hasDay || partial.time != nil || partial.instant != nil || partial.isWhole
    else { return nil }
    addLater(to: &partial)
    if has(.ago) { throw error(.past, from: index, .time) }
    partial.bytes = bytes(from: first)
    return partial
  }

  /// Reads one more piece with the small words before it.
  private mutating func piece(into partial: inout PartialDateTime) throws(TimeError) -> Bool {
    let start = index
    var place = Surroundings(
      followsVerb: partial.isEmpty && (verb == .at || isBound), hasDay: partial.hasDay)
    if !partial.isEmpty { skipSymbol(",") }
    // `dal 1 aprile al 3 aprile`, `dalle 9 alle 17`
    if isBound, has(.to), !has(.at) || partial.time != nil { return false }
    while has(.at) || has(.on) && !has(.date) || has(.about) || isAtSign {
      // No language says `on 3:30`; in English `in 3:30` is a length.
      if has(.on), !has(.at), verb == .any, isGlued(":", 2) { break }
      // `A4 paper`
      if peek().word.utf8.count == 1, peek(1).isGlued { break }
      if has(.at) || peek().isSymbol("@") { place.isAfterWord = true }
      index += 1
    }
    if try pieceWithoutSmallWords(into: &partial, place) {
      // `alle 17 circa`
      if has(.about), peek(1).kind == .end { index += 1 }
      return true
    }
    // `in the morning`, `di sera`, `nel pomeriggio`, `po południu`
    let isWhole = has(.ahead) || has(.past) && sense(1).part == .afternoon
    skipAll([.the, .of, .ahead, .past, .before])
    if partial.part == nil, let part = sense().part {
      index += 1
      partial.part = part
      partial.isWhole = isWhole
      return true
    }
    index = start
    // `alle 8 di stasera`, `9am of monday`
    if partial.time != nil, !partial.hasDay, skip(.of) {
      skip(.the)
      if try day(into: &partial) || weekday(into: &partial) { return true }
    }
    return reset(to: start)
  }

  /// Whether the number here begins a date beyond doubt, even after `at`: `at 24 dec`, `at
  /// 2026-12-24`, but not `at 5 may`.
  private var beginsDate: Bool {
    if isGlued((4...5).contains(peek().digits) ? "-" : "/", 1) { return true }
    return sense(1).month != nil && !sense(1).isHomograph
      && !["may", "march", "maja"].contains(peek(1).word)
  }

  /// `Fri @ 7pm`, not `@1774724400`.
  private var isAtSign: Bool { peek().isSymbol("@") && !peek(1).isGlued }

  private mutating func pieceWithoutSmallWords(
    into partial: inout PartialDateTime, _ place: Surroundings
  ) throws(TimeError) -> Bool {
    let start = index
    if partial.isEmpty, let instant = try unixTime() {
      partial.instant = instant
      return true
    }
    if partial.instant == nil {
      if partial.zone == nil, partial.time != nil, let zone = try zone() {
        partial.zone = zone
        return true
      }
      if partial.day == nil, !place.isAfterWord || peek().kind != .number || beginsDate,
        try day(into: &partial)
      {
        try readTimeMark(into: &partial)
        return true
      }
      index = start
      if partial.weekday == nil, weekday(into: &partial) { return true }
      if partial.weekday == nil, skip(.the), weekday(into: &partial) {
        // `il lunedì alle 9`: on Mondays, or on Monday?
        if verb == .any, partial.day == nil {
          throw error(.mayRepeat, from: start, to: index, .rule)
        }
        return true
      }
      index = start
      if partial.time == nil, let time = try timeOfDay(place) {
        // `2 days 4:13`: at 4:13, or four hours later still?
        if case .ahead = partial.day, partial.weekday == nil, !place.isAfterWord,
          tokens[start].kind == .number,
          !tokens[start..<index].contains(where: { $0.kind == .word })
        {
          throw error(.ambiguousHour, from: start, to: index, .time)
        }
        // `o 12 w południe`
        if time.isBare, time.hour == 12, has(.on), sense(1).time == 12 { index += 2 }
        partial.time = time
        partial.mayBeDay = time.isBare && partial.weekday != nil && !place.isAfterWord
        return true
      }
      if partial.part == nil, let part = sense().part {
        partial.isWhole = has(.whole) || index > 0 && has(.on, -1)
        partial.part = part
        index += 1
        return true
      }
    }
    return reset(to: start)
  }

  /// ISO 8601's T between date and time, and times without colons after it: `T090000`.
  private mutating func readTimeMark(into partial: inout PartialDateTime) throws(TimeError) {
    guard peek().isGlued, peek().word == "t", peek(1).isGlued, let value = peek(1).value else {
      return
    }
    let start = index + 1
    index += 1
    guard !isGlued(":", 1) else { return }
    let (hour, minute, second): (Int64, Int64, Int64)
    switch peek().digits {
    case 6: (hour, minute, second) = (value / 10_000, value / 100 % 100, value % 100)
    case 4: (hour, minute, second) = (value / 100, value % 100, 0)
    default: throw error(.noSuchTime, from: start, .time)
    }
    index += 1
    let time = TimeOfDay(
      hour: Int(hour), minute: Int(minute), second: Int(second), isSettled: true)
    partial.time = try valid(time, isAfternoon: nil, from: start)
  }

  /// `@1774724400`: seconds since the epoch.
  private mutating func unixTime() throws(TimeError) -> Instant? {
    guard peek().isSymbol("@"), peek(1).isGlued, peek(1).kind == .number else { return nil }
    guard let seconds = peek(1).value, seconds <= Instant.latest.seconds else {
      throw error(.tooLarge, from: index, to: index + 2, .moment)
    }
    index += 2
    return Instant(seconds: seconds)
  }

  /// `+ 2 hours` after a moment.
  private mutating func addLater(to partial: inout PartialDateTime) {
    guard peek().isSymbol("+"), !peek(1).isGlued || peek(1).digits < 4 else { return }
    var copy = self
    copy.index += 1
    guard let later = try? copy.duration(isClock: false) else { return }
    index = copy.index
    partial.later = later
  }
}
