/// What a text behind a time must not look like: more of the time.
extension Phrase {
  /// Refuses a text that begins like a time.
  mutating func checkBeginning(_ first: Int, _ draft: Draft) throws(TimeError) {
    var isSpan = false
    if case .span = draft { isSpan = true }
    if tokens[first].kind == .number, tokens[first + 1].kind == .end {
      throw error(isSpan ? .unitMissing : .ambiguousHour, from: first, to: first + 1)
    }
    // `mon 9:00 10 times`
    if tokens[first].kind == .number, attempt.has([.times], tokens[first + 1]) {
      throw error(.unexpected, from: first, to: first + 2)
    }
    // `at 5 pn tea`: a day in another language, or a slip of the pen?
    if case .moment(let outline) = draft, !outline.hasDay, tokens[first].kind == .word,
      attempt.languages.contains(where: {
        $0.isHomograph(tokens[first].word) && $0.meaning(of: tokens[first].word)?.weekday != nil
      })
    {
      throw error(.ambiguousText, from: first, to: first + 1)
    }
    try checkFigures(first, draft)
    let isSeparator = tokens[first].isSymbol(",") || tokens[first].isSymbol("&")
    guard isSeparator || attempt.canBegin(tokens[first]) else { return }
    try checkFirstWords(first, draft)
    // All of it, or what is subtracted, added, or the end of a range: `and thu 18:00`.
    var start = first
    while ["-", ",", "&", "+"].contains(where: tokens[start].isSymbol)
      || attempt.has([.and, .or, .to], tokens[start])
    {
      start += 1
    }
    // Behind a duration a number alone is no hour: `1s -1`.
    for verb in isSpan ? [Verb.any] : [.at, .any] {
      guard let read = try? attempt.draft(Array(tokens[start...]), verb: verb) else { continue }
      let isWhole = start > first || tokens[start + read.end].kind == .end
      // `20m 1h tea`, not `20m 5 minute break`
      let isTight = !isSpan || tokens[start + 1].isGlued
      if isWhole || isTight && read.draft.repeats(draft) {
        throw error(.secondTime, from: first, to: start + read.end)
      }
    }
  }

  /// Refuses figures behind a day without a time of day, which may be one: `11-12`, `~10`, `by
  /// 10`; and a zone without one.
  private func checkFigures(_ first: Int, _ draft: Draft) throws(TimeError) {
    if case .span = draft { return }
    guard !draft.saysTime else { return try checkList(first) }
    var next = first
    while attempt.has([.tie, .from, .about, .between], tokens[next]) { next += 1 }
    let end = endOfRun(from: next)
    if Grammar.isRegion(tokens[next].word), end > next + 2, tokens[next + 1].isSymbol("/") {
      throw error(.unexpected, from: first, to: end)
    }
    guard tokens[next].kind != .word, !["#", "$"].contains(where: tokens[next].isSymbol),
      tokens[next..<end].contains(where: { $0.kind == .number }), !isMeasure(next..<end),
      !isLength(next)
    else { return }
    throw error(.ambiguousHour, from: first, to: end)
  }

  /// Refuses more hours behind a time of day: `every day at 9, 13 and 18 pills`.
  private func checkList(_ first: Int) throws(TimeError) {
    func isHour(_ place: Int) -> Bool {
      tokens[place].kind == .number && (tokens[place].value ?? 99) < 25
    }
    guard isHour(first) else { return }
    var next = first + 1
    if tokens[next].isSymbol(",") || attempt.has([.and, .or], tokens[next]) { next += 1 }
    guard next < tokens.count, isHour(next), !tokens[next].isGlued else { return }
    throw error(.ambiguousHour, from: first, to: next + 1)
  }

  /// Whether a length of time stands there that can be no hour: `30 min run`, but not `10h`.
  private func isLength(_ place: Int) -> Bool {
    guard tokens[place].kind == .number, tokens[place + 1].kind == .word else { return false }
    let word = tokens[place + 1].word
    return attempt.languages.contains { language in
      guard let unit = language.meaning(of: word)?.unit else { return false }
      return unit != .hour || word.utf8.count > 2
    }
  }

  /// Whether figures and letters are a measure, not an hour with a slip of the pen: `5km`.
  private func isMeasure(_ places: Range<Int>) -> Bool {
    guard let last = places.last, places.count == 2, tokens[places.lowerBound].kind == .number
    else { return false }
    return switch tokens[last].word {
    case "k", "km", "kg", "cm", "mm", "ml", "cl", "x", "lb", "lbs", "oz", "mg", "gb": true
    default: false
    }
  }

  /// Refuses first words that say more about the time than was understood: `after lunch`, `of the
  /// quarter`, `for 3pm`.
  private mutating func checkFirstWords(_ first: Int, _ draft: Draft) throws(TimeError) {
    if !draft.saysPart, attempt.has([.after, .before], tokens[first]) {
      throw error(.vague, from: first, to: first + 1)
    }
    var next = first
    while attempt.has([.of, .on, .the, .tie, .lasting, .ahead], tokens[next]) { next += 1 }
    // `every day 9:00 after dec 24`
    if case .rule = draft, next == first, attempt.has([.after, .before], tokens[first]),
      let read = try? attempt.draft(Array(tokens[(first + 1)...]), verb: .any),
      case .moment = read.draft
    {
      throw error(.unexpected, from: first, to: first + 1 + read.end)
    }
    guard next > first else { return }
    // `a minute of silence`
    if case .span = draft, attempt.has([.of], tokens[first]), !attempt.has([.ahead], tokens[0]),
      verb == .any
    {
      throw error(.ambiguousText, from: 0, to: first)
    }
    if case .rule = draft,
      attempt.languages.contains(where: { language in
        guard let meaning = language.meaning(of: tokens[next].word) else { return false }
        return meaning.unit != nil || meaning.weekday != nil || meaning.ordinal != nil
          || meaning.roles.contains(.quarter)
      })
    {
      throw error(.unexpected, from: first, to: next + 1)
    }
    let rest = Array(tokens[next...])
    guard let read = try? attempt.draft(rest, verb: .at), rest[read.end].kind == .end else {
      return
    }
    throw error(.secondTime, from: first, to: next + read.end)
  }

  /// The day or month that the first word of a text was meant for.
  func slip(_ token: Token) -> String? {
    guard token.word.utf8.count > 5, !attempt.has(Roles(rawValue: .max), token) else { return nil }
    for language in attempt.languages where language.meaning(of: token.word) == nil {
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
    if !hasTime || (!hasDay || isSpan) && otherDay, otherDay || otherTime, !isTied(tokens, start) {
      throw error(.secondTime, from: start, to: tokens.count - 1)
    }
  }
}

extension Draft {
  /// Whether it is beyond doubt one more time beside `other`: `5pm 6pm`, `20m 1h`.
  fileprivate func repeats(_ other: Draft) -> Bool {
    switch (self, other) {
    case (.span, .span): true
    case (.moment(let outline), _): outline.time.map { !$0.isBare } ?? false
    default: false
    }
  }
}
