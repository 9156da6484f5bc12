import CivilTime

/// What a text after a time must not look like: more of the time.
extension Phrase {
  /// Refuses a text that begins like a time.
  mutating func checkBeginning(_ first: Int, _ parsed: ParsedTime) throws(TimeError) {
    if case .span(let span, _) = parsed { return try checkAfterSpan(first, span) }
    if tokens[first].kind == .number, tokens[first + 1].kind == .end {
      throw error(.ambiguousHour, from: first, to: first + 1)
    }
    // `mon 9:00 10 times`
    if tokens[first].kind == .number, selector.has([.times], tokens[first + 1]) {
      throw error(.unexpected, from: first, to: first + 2)
    }
    try checkFirstWord(first, parsed)
    try checkFigures(first, parsed)
    let isSeparator = tokens[first].isSymbol(",") || tokens[first].isSymbol("&")
    guard isSeparator || selector.canBegin(tokens[first]) else { return }
    try checkFirstWords(first, parsed)
    try checkImpossibleTime(first, parsed)
    // All of it, or what is subtracted, added, or the end of a range: `and thu 18:00`.
    let start = endOfJoints(from: first)
    for verb in [TimeVerb.at, .any] {
      guard let read = try? selector.parse(Array(tokens[start...]), verb: verb) else { continue }
      let isWhole = start > first || tokens[start + read.end].kind == .end
      if isWhole || read.parsed.repeats {
        throw error(.secondTime, from: first, to: start + read.end)
      }
    }
  }

  /// Refuses a text that begins with a time that no clock shows: `9am 25:00`, `9am 13pm`, but not
  /// `9am 16:9 screens`.
  private mutating func checkImpossibleTime(_ first: Int, _ parsed: ParsedTime) throws(TimeError) {
    let start = endOfJoints(from: first)
    guard parsed.saysDayAndTime.time, tokens[start].kind == .number else { return }
    if tokens[start + 1].isSymbol(":"), tokens[start + 2].digits != 2 { return }
    do throws(TimeError) {
      _ = try selector.parse(Array(tokens[start...]), verb: .any)
    } catch {
      guard error.code == .noSuchTime, error.at == tokens[start].start else { return }
      throw TimeError(.secondTime, at: error.at, length: error.length, accepted: [])
    }
  }

  /// The first place from `first` on that does not join a time to the one before: `-`, `and`.
  func endOfJoints(from first: Int) -> Int {
    var start = first
    while ["-", ",", "&", "+"].contains(where: tokens[start].isSymbol)
      || selector.has([.and, .or, .to], tokens[start])
    {
      start += 1
    }
    return start
  }

  /// The day or month that the first word of a text was meant for.
  func slip(_ token: Token) -> String? {
    guard token.word.utf8.count > 5, !selector.has(WordRole(rawValue: .max), token) else {
      return nil
    }
    for language in selector.languages where token.sense(in: language) == nil {
      let correction = language.correction(of: token.word) {
        $0.weekday != nil || $0.month != nil || $0.day != nil
      }
      if let correction { return correction }
    }
    return nil
  }

  /// Refuses a text that ends with what the time lacks: `tomorrow dentist at 5pm`.
  mutating func checkEnd(_ first: Int, _ parsed: ParsedTime) throws(TimeError) {
    let (hasDay, hasTime) = parsed.saysDayAndTime
    var isSpan = false
    if case .span = parsed { isSpan = true }
    guard isSpan || !hasDay || !hasTime,
      let (behind, start) = try? trailing(in: tokens, from: first)
    else { return }
    let (otherDay, otherTime) = behind.saysDayAndTime
    // `in 20m tell them the party is friday`
    if isSpan, verb == .in, !otherDay || !otherTime { return }
    if !hasTime || (!hasDay || isSpan) && otherDay, otherDay || otherTime, !isTied(tokens, start) {
      // `sun cream at 11am`
      if verb == .any, !isSpan, !hasTime, first == 1, selector.isWeekday(tokens[0]) {
        throw error(.ambiguousDay, from: 0, to: 1)
      }
      throw error(.secondTime, from: start, to: tokens.count - 1)
    }
  }
}

extension ParsedTime {
  /// Whether it is beyond doubt one more time beside another: `5pm 6pm`.
  fileprivate var repeats: Bool {
    if case .moment(let partial) = self { partial.time.map { !$0.isBare } ?? false } else { false }
  }
}

/// What the text after a repetition must not end with: a limit or a time of day.
extension Phrase {
  /// Refuses a text that ends with more of the repetition before `end`: `every day 9:00 pills
  /// until friday`, `every day 9:00 pills at 10:00`, but not `every day 9:00 run for 30 minutes`.
  mutating func checkLimit(
    _ text: Range<Int>, of rule: PartialRule, to end: Int
  ) throws(TimeError) {
    guard text.count > 1, tokens[tokens.count - 1].kind == .end else { return }
    for place in max(text.lowerBound + 1, text.upperBound - 24)..<text.upperBound {
      let isCount = tokens[place].kind == .number && selector.has([.times], tokens[place + 1])
      guard !tokens[place].isGlued,
        isCount || selector.has([.until, .from, .lasting, .starting], tokens[place])
      else { continue }
      // As if the words between were not there.
      let joined = Array(tokens[..<end]) + Array(tokens[place...])
      guard let (parsed, taken) = try? selector.parse(joined, verb: verb),
        case .rule(let all) = parsed, joined[taken].kind == .end,
        !(all.lasting.map { rule.outlasts($0) } ?? false)
      else { continue }
      throw error(.ambiguousText, from: place, to: text.upperBound)
    }
    guard let (behind, start) = try? trailing(in: tokens, from: text.lowerBound + 1),
      case .moment = behind, behind.saysDayAndTime.time, !isTied(tokens, start)
    else { return }
    throw error(.secondTime, from: start, to: text.upperBound)
  }
}

extension PartialRule {
  /// Whether a duration is rather that of what is to be done each time: `run for 30 minutes`.
  fileprivate func outlasts(_ length: Span) -> Bool {
    guard length.isElapsed else { return false }
    guard case .elapsed(let step) = step else { return true }
    return length.milliseconds <= step
  }
}
