import CivilTime

/// A second time after a duration. Only a whole one is none of the text.
extension Phrase {
  /// Refuses a text that begins with one more time: `20m 1h`, `1h 9am tea`, `1h tomorrow`, but not
  /// `10m after dinner walk`, `1h sun cream`.
  mutating func checkAfterSpan(_ first: Int, _ span: Span) throws(TimeError) {
    let isNumber = isNumber(first)
    if isNumber, tokens[first + 1].kind == .end { throw error(.unitMissing, from: first) }
    // `20m 10 times`, `20m minus 5`
    if isNumber, has(.times, first + 1), !saysAhead || tokens[first + 2].kind == .end {
      throw error(.unexpected, from: first, to: first + 2)
    }
    if has(.minus, first), self.isNumber(first + 1) {
      throw error(.secondTime, from: first, to: first + 2)
    }
    if !saysAhead { try checkBareSpan(first) }
    // `tra 1 ora e 20 tè`
    if tokens[first].sense(in: language(before: first))?.roles.contains(.and) ?? false,
      self.isNumber(first + 1), !tokens[first + 1].isGlued
    {
      throw error(.secondTime, from: first, to: first + 2)
    }
    // `alle` is `to` as well.
    let joint = has(.at, first) ? first : endOfJoints(from: first)
    let start = skip([.tie, .lasting], from: joint)
    // `1h h2o`
    if tokens[start].kind == .word, tokens[start + 1].isGlued, self.isNumber(start + 1) { return }
    for (parsed, end) in times(from: start) {
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
    if isWeekday(first), self.isNumber(first + 1) {
      throw error(.secondTime, from: first, to: first + 2)
    }
    // `2 weeks sun cream`
    if span.milliseconds == 0, span.months == 0, span.days % 7 == 0, isWeekday(first) {
      throw error(.ambiguousDay, from: first)
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
    if has([.before, .after], first), tokens[first + 1].kind == .word, !tokens[first + 1].isGlued {
      throw error(.ambiguousText, from: first, to: first + 2)
    }
    // `a minute of silence`
    if has(.of, first), verb == .any, tokens[skip([.of, .the], from: first)].kind == .word {
      throw error(.ambiguousText, from: 0, to: first)
    }
  }

  /// Whether a word, or the verb, says that a duration follows: `in 20m`.
  private var saysAhead: Bool { verb == .in || has(.ahead, 0) }

  /// What the words from `start` on are as a time: in the language of the time before, and in the
  /// others where a clock's time or a word tells that it is one, which short ones do not: `o 5`,
  /// `PT`.
  private func times(from start: Int) -> [(parsed: ParsedTime, end: Int)] {
    guard canBegin(start) else { return [] }
    let language = language(before: start)
    var times: [(parsed: ParsedTime, end: Int)] = []
    var own = self
    own.selector = LanguageSelector(input, languages: [language])
    if let read = try? own.time(from: start) { times.append(read) }
    var others = self
    guard let read = try? others.time(from: start), others.selector.doubt == nil else {
      return times
    }
    var isSaid = tokens[start..<read.end].contains {
      $0.word.utf8.count > 3 && $0.sense(in: language) == nil
    }
    // `17:00`, `at 5pm`, but no hour alone
    if case .moment(let partial) = read.parsed, let time = partial.time, !time.isHourAlone,
      !time.isNamed
    {
      isSaid = true
    }
    return isSaid ? times + [read] : times
  }

  /// The first language that has all words before the one at `end`.
  private func language(before end: Int) -> Language {
    let speaking = selector.languages.first { language in
      tokens[..<end].allSatisfy { $0.kind != .word || $0.sense(in: language) != nil }
    }
    return speaking ?? selector.languages[0]
  }

  /// Whether a time can be no part of the text.
  private func isSecond(_ parsed: ParsedTime, _ time: Range<Int>, isJoined: Bool) -> Bool {
    let start = time.lowerBound
    let isWhole = tokens[time.upperBound].kind == .end
    switch parsed {
    // `20m 1h tea`, `5min 1 min tea`, but not `20m 5 minute break`: short units describe no noun.
    case .span:
      return isWhole || isJoined || tokens[start + 1].isGlued
        || ["h", "hr", "hrs", "min", "mins", "s", "sec", "secs"]
          .contains(tokens[time.upperBound - 1].word)
    case .rule: return isWhole
    case .moment(let partial):
      guard partial.instant == nil else { return true }
      if let time = partial.time {
        if !time.isHourAlone { return isWhole || partial.hasDay || !time.isNamed }
        return partial.hasDay || isWhole && has(.at, start)
      }
      if isWhole { return true }
      return switch partial.day {
      case .relative: true
      // `24 dec`
      case .date(let year, _, _):
        year != nil
          || (start..<min(start + 4, tokens.count)).contains { means($0) { $0.month != nil } }
      default: false
      }
    }
  }
}

extension TimeOfDay {
  /// `at 5`, but not `half past five`.
  fileprivate var isHourAlone: Bool { isBare && minute == 0 }
}
