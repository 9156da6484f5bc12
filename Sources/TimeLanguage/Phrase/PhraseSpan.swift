import CivilTime

/// A second time after a duration. Only a whole one is none of the text.
extension Phrase {
  /// Refuses a text that begins with one more time: `20m 1h`, `1h 9am tea`, `1h tomorrow`, but not
  /// `10m after dinner walk`, `1h sun cream`.
  func checkAfterSpan(_ first: Int, _ span: Span) throws(TimeError) {
    let isNumber = tokens[first].kind == .number
    if isNumber, tokens[first + 1].kind == .end {
      throw error(.unitMissing, from: first, to: first + 1)
    }
    // `20m 10 times`, `20m minus 5`
    if isNumber, selector.has([.times], tokens[first + 1]),
      !saysAhead || tokens[first + 2].kind == .end
    {
      throw error(.unexpected, from: first, to: first + 2)
    }
    if selector.has([.minus], tokens[first]), tokens[first + 1].kind == .number {
      throw error(.secondTime, from: first, to: first + 2)
    }
    if !saysAhead { try checkBareSpan(first) }
    // `tra 1 ora e 20 tè`
    if tokens[first].sense(in: language(before: first))?.roles.contains(.and) ?? false,
      tokens[first + 1].kind == .number, !tokens[first + 1].isGlued
    {
      throw error(.secondTime, from: first, to: first + 2)
    }
    // `alle` is `to` as well.
    let joint = selector.has([.at], tokens[first]) ? first : endOfJoints(from: first)
    var start = joint
    while selector.has([.tie, .lasting], tokens[start]) { start += 1 }
    // `1h h2o`
    if tokens[start].kind == .word, tokens[start + 1].isGlued, tokens[start + 1].kind == .number {
      return
    }
    for (parsed, length) in times(from: start) {
      let end = start + length
      // `20m for 3pm`, but not `20m for 5 people` or `20m for tomorrow's talk`
      let isTied = start > joint && tokens[end].kind != .end
      // `20m tomorrow's talk`
      let isPossessive =
        tokens[end - 1].kind == .word && tokens[end].word == "s" && tokens[end].isGlued
      if !isTied, !isPossessive, isSecond(parsed, start..<end, isJoined: joint > first) {
        throw error(.secondTime, from: first, to: end)
      }
    }
    // `1h mon 9 tea`
    if selector.isWeekday(tokens[first]), tokens[first + 1].kind == .number {
      throw error(.secondTime, from: first, to: first + 2)
    }
    // `2 weeks sun cream`
    if span.milliseconds == 0, span.months == 0, span.days % 7 == 0,
      selector.isWeekday(tokens[first])
    {
      throw error(.ambiguousDay, from: first, to: first + 1)
    }
    // `1h 20x`, `1h 7up`
    if isNumber, tokens[first + 1].isGlued, tokens[first + 2].kind == .end,
      tokens[first + 1].word == "x" || !isMeasure(first..<first + 2)
    {
      throw error(.ambiguousText, from: first, to: first + 2)
    }
  }

  /// Refuses what only a word like `in` before the length of time makes text.
  private func checkBareSpan(_ first: Int) throws(TimeError) {
    // `10m after dinner walk`
    if selector.has([.before, .after], tokens[first]), tokens[first + 1].kind == .word,
      !tokens[first + 1].isGlued
    {
      throw error(.ambiguousText, from: first, to: first + 2)
    }
    // `a minute of silence`
    if selector.has([.of], tokens[first]), verb == .any {
      var next = first
      while selector.has([.of, .the], tokens[next]) { next += 1 }
      if tokens[next].kind == .word { throw error(.ambiguousText, from: 0, to: first) }
    }
  }

  /// Whether a word, or the verb, says that a duration follows: `in 20m`.
  private var saysAhead: Bool { verb == .in || selector.has([.ahead], tokens[0]) }

  /// What the words from `start` on are as a time: in the language of the time before, and in the
  /// others where a clock's time or a word tells that it is one, which short ones do not: `o 5`,
  /// `PT`.
  private func times(from start: Int) -> [(parsed: ParsedTime, end: Int)] {
    guard selector.canBegin(tokens[start]) else { return [] }
    let rest = Array(tokens[start...])
    let language = language(before: start)
    var times: [(parsed: ParsedTime, end: Int)] = []
    var own = LanguageSelector(input, languages: [language])
    if let read = try? own.parse(rest, verb: .any) { times.append(read) }
    var others = selector
    if let read = try? others.parse(rest, verb: .any), others.doubt == nil,
      read.parsed.saysClock
        || rest[..<read.end].contains(where: {
          $0.word.utf8.count > 3 && $0.sense(in: language) == nil
        })
    {
      times.append(read)
    }
    return times
  }

  /// The first language that has all words before the one at `end`.
  private func language(before end: Int) -> Language {
    let words = tokens[..<end].filter { $0.kind == .word }
    let speaking = selector.languages.first { language in
      words.allSatisfy { $0.sense(in: language) != nil }
    }
    return speaking ?? selector.languages[0]
  }

  /// What no noun is described by, as it is by `5 minute`.
  private static let shortUnits: Set = ["h", "hr", "hrs", "min", "mins", "s", "sec", "secs"]

  /// Whether a time can be no part of the text.
  private func isSecond(_ parsed: ParsedTime, _ time: Range<Int>, isJoined: Bool) -> Bool {
    let start = time.lowerBound
    let isWhole = tokens[time.upperBound].kind == .end
    switch parsed {
    // `20m 1h tea`, `5min 1 min tea`, not `20m 5 minute break`
    case .span:
      return isWhole || isJoined || tokens[start + 1].isGlued
        || Self.shortUnits.contains(tokens[time.upperBound - 1].word)
    case .rule: return isWhole
    case .moment(let partial):
      guard partial.instant == nil else { return true }
      if let time = partial.time {
        if !time.isHourAlone { return isWhole || partial.hasDay || !time.isNamed }
        return partial.hasDay || isWhole && selector.has([.at], tokens[start])
      }
      if isWhole { return true }
      return switch partial.day {
      case .relative: true
      case .date(let year, _, _): year != nil || isMonthNamed(start)
      default: false
      }
    }
  }

  /// Whether one of the first words from `start` on is a month: `24 dec`.
  private func isMonthNamed(_ start: Int) -> Bool {
    tokens[start..<min(start + 4, tokens.count)].contains { token in
      selector.languages.contains { token.sense(in: $0)?.month != nil }
    }
  }
}

extension ParsedTime {
  /// Whether it is a time that a clock shows, and no hour alone: `17:00`, `at 5pm`.
  fileprivate var saysClock: Bool {
    guard case .moment(let partial) = self, let time = partial.time else { return false }
    return !time.isHourAlone && !time.isNamed
  }
}

extension TimeOfDay {
  /// `at 5`, but not `half past five`.
  fileprivate var isHourAlone: Bool { isBare && minute == 0 }
}
