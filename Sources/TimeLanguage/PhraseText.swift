/// What a text behind a time must not look like: more of the time.
extension Phrase {
  /// Refuses a text that begins like a time.
  mutating func checkBeginning(_ first: Int, _ draft: Draft) throws(TimeError) {
    if case .span(let span, _) = draft { return try checkBehindSpan(first, span) }
    if tokens[first].kind == .number, tokens[first + 1].kind == .end {
      throw error(.ambiguousHour, from: first, to: first + 1)
    }
    // `mon 9:00 10 times`
    if tokens[first].kind == .number, attempt.has([.times], tokens[first + 1]) {
      throw error(.unexpected, from: first, to: first + 2)
    }
    try checkFirstWord(first, draft)
    try checkFigures(first, draft)
    let isSeparator = tokens[first].isSymbol(",") || tokens[first].isSymbol("&")
    guard isSeparator || attempt.canBegin(tokens[first]) else { return }
    try checkFirstWords(first, draft)
    try checkImpossibleTime(first, draft)
    // All of it, or what is subtracted, added, or the end of a range: `and thu 18:00`.
    let start = endOfJoints(from: first)
    for verb in [Verb.at, .any] {
      guard let read = try? attempt.draft(Array(tokens[start...]), verb: verb) else { continue }
      let isWhole = start > first || tokens[start + read.end].kind == .end
      if isWhole || read.draft.repeats {
        throw error(.secondTime, from: first, to: start + read.end)
      }
    }
  }

  /// Refuses a text that begins with a time that no clock shows: `9am 25:00`, `9am 13pm`, but not
  /// `9am 16:9 screens`.
  private mutating func checkImpossibleTime(_ first: Int, _ draft: Draft) throws(TimeError) {
    let start = endOfJoints(from: first)
    guard draft.saysDayAndTime.time, tokens[start].kind == .number else { return }
    if tokens[start + 1].isSymbol(":"), tokens[start + 2].digits != 2 { return }
    do throws(TimeError) {
      _ = try attempt.draft(Array(tokens[start...]), verb: .any)
    } catch {
      guard error.code == .noSuchTime, error.at == tokens[start].start else { return }
      throw TimeError(.secondTime, at: error.at, length: error.length, accepted: [])
    }
  }

  /// The first place from `first` on that does not join a time to the one before: `-`, `and`.
  func endOfJoints(from first: Int) -> Int {
    var start = first
    while ["-", ",", "&", "+"].contains(where: tokens[start].isSymbol)
      || attempt.has([.and, .or, .to], tokens[start])
    {
      start += 1
    }
    return start
  }

  /// The day or month that the first word of a text was meant for.
  func slip(_ token: Token) -> String? {
    guard token.word.utf8.count > 5, !attempt.has(Roles(rawValue: .max), token) else { return nil }
    for language in attempt.languages where token.meaning(in: language) == nil {
      let correction = Spelling.correction(of: token.word, in: language) {
        $0.weekday != nil || $0.month != nil || $0.day != nil
      }
      if let correction { return correction }
    }
    return nil
  }

  /// Refuses a text at whose end stands what the time lacks: `tomorrow dentist at 5pm`.
  mutating func checkEnd(_ first: Int, _ draft: Draft) throws(TimeError) {
    let (hasDay, hasTime) = draft.saysDayAndTime
    var isSpan = false
    if case .span = draft { isSpan = true }
    guard isSpan || !hasDay || !hasTime,
      let (behind, start) = try? trailing(in: tokens, from: first)
    else { return }
    let (otherDay, otherTime) = behind.saysDayAndTime
    // `in 20m tell them the party is friday`
    if isSpan, verb == .in, !otherDay || !otherTime { return }
    if !hasTime || (!hasDay || isSpan) && otherDay, otherDay || otherTime, !isTied(tokens, start) {
      // `sun cream at 11am`
      if verb == .any, !isSpan, !hasTime, first == 1, attempt.isWeekday(tokens[0]) {
        throw error(.ambiguousDay, from: 0, to: 1)
      }
      throw error(.secondTime, from: start, to: tokens.count - 1)
    }
  }
}

extension Draft {
  /// Whether it is beyond doubt one more time beside another: `5pm 6pm`.
  fileprivate var repeats: Bool {
    if case .moment(let outline) = self { outline.time.map { !$0.isBare } ?? false } else { false }
  }
}
