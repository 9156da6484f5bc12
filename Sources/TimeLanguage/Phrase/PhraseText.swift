import CivilTime

/// What a text after a time must not begin like: more of the time.
extension Phrase {
  /// Refuses a text that begins like a time.
  mutating func checkBeginning(_ first: Int, _ parsed: ParsedTime) throws(TimeError) {
    if case .span(let span, _) = parsed { return try checkAfterSpan(first, span) }
    if isNumber(first), tokens[first + 1].kind == .end { throw error(.ambiguousHour, from: first) }
    // `mon 9:00 10 times`
    if isNumber(first), has(.times, first + 1) {
      throw error(.unexpected, from: first, to: first + 2)
    }
    if case .moment(let partial) = parsed { try checkFirstWord(first, partial) }
    if parsed.saysTime { try checkList(first, parsed) } else { try checkFigures(first) }
    guard isSymbol(",&", first) || canBegin(first) else { return }
    try checkFirstWords(first, parsed)
    try checkImpossibleTime(first, parsed)
    // All of it, or what is subtracted, added, or the end of a range: `and thu 18:00`.
    let start = endOfJoints(from: first)
    for verb in [TimeVerb.at, .any] {
      guard let read = try? time(from: start, verb) else { continue }
      // `5pm 6pm`
      var repeats = false
      if case .moment(let partial) = read.parsed, let time = partial.time { repeats = !time.isBare }
      if start > first || tokens[read.end].kind == .end || repeats {
        throw error(.secondTime, from: first, to: read.end)
      }
    }
  }

  /// Refuses a text that begins with a time that no clock shows: `9am 25:00`, `9am 13pm`, but not
  /// `9am 16:9 screens`.
  private mutating func checkImpossibleTime(_ first: Int, _ parsed: ParsedTime) throws(TimeError) {
    let start = endOfJoints(from: first)
    guard parsed.saysDayAndTime.time, isNumber(start) else { return }
    if isSymbol(":", start + 1), tokens[start + 2].digits != 2 { return }
    do throws(TimeError) {
      _ = try time(from: start)
    } catch {
      guard error.code == .noSuchTime, error.at == tokens[start].start else { return }
      throw TimeError(.secondTime, at: error.at, length: error.length, accepted: [])
    }
  }

  /// The first place from `first` on that does not join a time to the one before: `-`, `and`.
  func endOfJoints(from first: Int) -> Int {
    var start = first
    while isSymbol("-,&+", start) || has([.and, .or, .to], start) { start += 1 }
    return start
  }

  /// Refuses a first word that may belong to the time: a day in another language or a slip of the
  /// pen (`at 5 pn tea`), half of `pm`, the week of `monday week`.
  private func checkFirstWord(_ first: Int, _ partial: PartialDateTime) throws(TimeError) {
    guard tokens[first].kind == .word else { return }
    // `mon wed gym`
    if isWeekday(first), partial.weekday != nil { throw error(.secondTime, from: first) }
    let isDay = !partial.hasDay && means(first) { $0.weekday != nil && $0.isHomograph }
    let isHalf =
      partial.time?.isBare ?? false
      && ["p", "mp", "om", "pmm", "amm"].contains(tokens[first].word)
    let isWeek =
      partial.weekday != nil && partial.day == nil && partial.time == nil
      && means(first) { $0.unit == .week }
    if isDay || isHalf || isWeek { throw error(.ambiguousText, from: first) }
  }

  /// Refuses first words that say more about the time than was understood: `after lunch`, `of the
  /// quarter`, `for 3pm`.
  private mutating func checkFirstWords(_ first: Int, _ parsed: ParsedTime) throws(TimeError) {
    if !parsed.saysPart, has([.after, .before], first) { throw error(.vague, from: first) }
    let next = skip([.of, .on, .the, .tie, .lasting, .ahead], from: first)
    // `every day 9:00 after dec 24`
    if parsed.isRule, next == first, has([.after, .before], first),
      let read = try? time(from: first + 1), case .moment = read.parsed
    {
      throw error(.unexpected, from: first, to: read.end)
    }
    // `tomorrow in 2 hours`
    if has(.ahead, first), !parsed.saysTime, let read = try? time(from: first),
      case .span = read.parsed
    {
      throw error(.secondTime, from: first, to: read.end)
    }
    // `a week on monday`, `every hour on weekdays`
    if !parsed.saysDays, next > first || parsed.isRule,
      isWeekday(next) || has([.workday, .weekend], next)
    {
      throw error(.unexpected, from: first, to: next + 1)
    }
    guard next > first else { return }
    // `every friday the 13th`
    if parsed.isRule, isNumber(next), tokens[next + 1].isGlued, has(.ordinalEnding, next + 1) {
      throw error(.unexpected, from: first, to: next + 2)
    }
    let isMore = means(next) {
      $0.unit != nil || $0.weekday != nil || $0.ordinal != nil || $0.roles.contains(.quarter)
    }
    if parsed.isRule, isMore { throw error(.unexpected, from: first, to: next + 1) }
    guard let read = try? time(from: next, .at), tokens[read.end].kind == .end else { return }
    throw error(.secondTime, from: first, to: read.end)
  }

  /// Refuses figures after a day without a time of day, which may be one: `11-12`, `~10`, `by
  /// 10`; and a zone without one.
  private func checkFigures(_ first: Int) throws(TimeError) {
    let next = skip([.tie, .from, .about, .between], from: first)
    let end = tokens.endOfRun(from: next)
    if Grammar.isRegion(tokens[next].word), end > next + 2, isSymbol("/", next + 1) {
      throw error(.unexpected, from: first, to: end)
    }
    // `domani h9`
    if means(next, { $0.unit == .hour }), isNumber(next + 1), tokens[next + 1].isGlued {
      throw error(.ambiguousHour, from: first, to: end)
    }
    // `30 min run`, but not `10h`
    let isLength =
      isNumber(next)
      && means(next + 1) { [word = tokens[next + 1].word] sense in
        sense.unit != nil && (sense.unit != .hour || word.utf8.count > 2)
      }
    guard tokens[next].kind != .word, !isSymbol("#$", next), !isMeasure(next..<end), !isLength,
      tokens[next..<end].contains(where: { $0.kind == .number })
    else { return }
    throw error(.ambiguousHour, from: first, to: end)
  }

  /// Refuses more figures after a time of day: `every day at 9, 13 and 18 pills`, `every hour 9-17`.
  private func checkList(_ first: Int, _ parsed: ParsedTime) throws(TimeError) {
    func isHour(_ place: Int) -> Bool { (tokens[place].value ?? 99) < 25 }
    // `at 17 30 call`
    if case .moment(let partial) = parsed, partial.time?.isBare ?? false,
      tokens[first].digits == 2, tokens[first].value ?? 99 < 60, !tokens[first + 1].isGlued
    {
      throw error(.ambiguousHour, from: first)
    }
    guard isHour(first) else { return }
    let isRange = isSymbol("-", first + 1)
    let next = isSymbol("-,", first + 1) || has([.and, .or], first + 1) ? first + 2 : first + 1
    guard next < tokens.count, isHour(next), isRange == tokens[next].isGlued else { return }
    if isRange, case .moment = parsed { return }
    throw error(.ambiguousHour, from: first, to: next + 1)
  }

  /// Whether figures and letters are a measure, not an hour with a slip of the pen: `5km`.
  func isMeasure(_ places: Range<Int>) -> Bool {
    guard places.count == 2, isNumber(places.lowerBound) else { return false }
    return switch tokens[places.upperBound - 1].word {
    case "k", "km", "kg", "cm", "mm", "ml", "cl", "x", "lb", "lbs", "oz", "mg", "gb": true
    default: false
    }
  }
}
