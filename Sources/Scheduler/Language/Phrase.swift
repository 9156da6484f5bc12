/// Finds the time in an input, and what is text.
struct Phrase {
  private let input: String
  private let verb: Verb
  private let timeEnd: Int?
  private let tokens: [Token]
  private var attempt: Attempt

  /// - Parameter timeEnd: the byte offset where the text begins; nil where the time's last word
  ///   decides.
  init(_ input: String, verb: Verb, timeEnd: Int?, languages: [Language]) throws(TimeError) {
    self.input = input
    self.verb = verb
    self.timeEnd = timeEnd
    tokens = Scanner.tokens(of: input, to: timeEnd)
    attempt = Attempt(input, languages: languages)
    guard tokens.count > 1 else {
      throw TimeError(.empty, at: 0, length: 0, accepted: Form.all(after: verb))
    }
  }

  /// The time, which stands before its text or, in a whole phrase, behind it.
  mutating func read() throws(TimeError) -> (draft: Draft, text: String?) {
    do throws(TimeError) {
      let (draft, end) = try attempt.draft(tokens, verb: verb)
      return (draft, try text(behind: draft, from: end))
    } catch {
      guard verb == .any, timeEnd == nil, !error.isFirm, error.code != .unexpected,
        error.code != .ambiguousText
      else { throw error }
      return try timeBehindText(or: error)
    }
  }

  /// What follows the time that ends before the token at `end`; nil for nothing.
  private mutating func text(behind draft: Draft, from end: Int) throws(TimeError) -> String? {
    var first = end
    if tokens[first].isGlued {
      // `5m: tea`, `5m, tea`
      guard [",", ";", ":"].contains(where: tokens[first].isSymbol), !tokens[first + 1].isGlued
      else { throw error(.unexpected, from: first, to: endOfRun(from: first)) }
      first += 1
    }
    if let timeEnd {
      guard tokens[first].kind == .end else {
        throw error(.unexpected, from: first, to: endOfRun(from: first))
      }
      return input.suffix(fromByte: timeEnd)
    }
    guard tokens[first].kind != .end else { return nil }
    try checkBeginning(first, draft)
    try checkEnd(first, draft)
    return input.suffix(fromByte: tokens[first].start)
  }

  /// Refuses a text that begins like a time.
  private mutating func checkBeginning(_ first: Int, _ draft: Draft) throws(TimeError) {
    var isSpan = false
    if case .span = draft { isSpan = true }
    if tokens[first].kind == .number, tokens[first + 1].kind == .end {
      throw error(isSpan ? .unitMissing : .ambiguousHour, from: first, to: first + 1)
    }
    if let correction = slip(tokens[first]) {
      var error = error(.notATime, from: first, to: first + 1)
      error.suggestion = correction
      throw error
    }
    try checkFirstWords(first, draft)
    // All of it, or what is subtracted, added, or the end of a range: `and thu 18:00`.
    var start = first
    while ["-", ",", "&", "+"].contains(where: tokens[start].isSymbol)
      || attempt.has([.and, .to], tokens[start])
    {
      start += 1
    }
    // Behind a duration a number alone is no hour: `1s -1`.
    for verb in isSpan ? [Verb.any] : [.at, .any] {
      guard let read = try? attempt.draft(Array(tokens[start...]), verb: verb) else { continue }
      if start > first || tokens[start + read.end].kind == .end {
        throw error(.secondTime, from: first, to: start + read.end)
      }
    }
  }

  /// Refuses first words that say more about the time than was understood: `after lunch`, `of the
  /// quarter`, `for 3pm`.
  private mutating func checkFirstWords(_ first: Int, _ draft: Draft) throws(TimeError) {
    if !draft.saysDayAndTime.time, attempt.has([.after, .before], tokens[first]) {
      throw error(.vague, from: first, to: first + 1)
    }
    var next = first
    while attempt.has([.of, .on, .the, .tie, .lasting, .ahead], tokens[next]) { next += 1 }
    guard next > first else { return }
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
  private func slip(_ token: Token) -> String? {
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
  private mutating func checkEnd(_ first: Int, _ draft: Draft) throws(TimeError) {
    let (hasDay, hasTime) = draft.saysDayAndTime
    guard !hasDay || !hasTime, let (behind, start) = try? trailing(in: tokens, from: first)
    else { return }
    let (otherDay, otherTime) = behind.saysDayAndTime
    if !hasTime || !hasDay && otherDay, otherDay || otherTime, !isTied(tokens, start) {
      throw error(.secondTime, from: start, to: tokens.count - 1)
    }
  }

  // A whole phrase

  /// The time at the end of a phrase, and the text before it.
  private mutating func timeBehindText(
    or failure: TimeError
  ) throws(TimeError) -> (draft: Draft, text: String?) {
    let tokens = tokens[tokens.count - 1].kind == .end ? tokens : lastTokens()
    guard let (draft, start) = try trailing(in: tokens, from: 0) else {
      guard failure.code == .notATime else { throw failure }
      if let place = tokens.lastIndex(where: { slip($0) != nil }) {
        throw error(.notATime, from: place, to: place + 1)
      }
      let start = self.tokens[0].start
      let end = tokens[tokens.count - 1].start
      throw TimeError(.notATime, at: start, length: end - start, accepted: failure.accepted)
    }
    func culprit(_ code: TimeError.Code) -> TimeError {
      let end = tokens[tokens.count - 1].start
      return TimeError(
        code, at: tokens[start].start, length: end - tokens[start].start, accepted: [.moment])
    }
    let isWordless = tokens[..<start].allSatisfy { $0.kind != .word || isTimeWord($0) }
    if isTied(tokens, start) || isWordless { throw culprit(.ambiguousText) }
    // `chapter 5 tomorrow`: at five?
    if tokens[start].kind == .number, case .moment(let outline) = draft,
      outline.time?.isBare ?? false
    {
      throw culprit(.ambiguousHour)
    }
    var end = tokens[start].start
    let bytes = Array(input.utf8.prefix(end))
    while end > 0, bytes[end - 1] == 32 { end -= 1 }
    return (draft, String(decoding: bytes.prefix(end), as: UTF8.self))
  }

  /// The longest time that reaches from a blank to the end of `tokens`, at or behind `first`.
  private mutating func trailing(
    in tokens: [Token], from first: Int
  ) throws(TimeError) -> (draft: Draft, start: Int)? {
    guard tokens[tokens.count - 1].kind == .end else { return nil }
    var firm: TimeError?
    for start in max(first, tokens.count - 24)..<(tokens.count - 1)
    where !tokens[start].isGlued && canBegin(tokens[start]) {
      do throws(TimeError) {
        let rest = Array(tokens[start...])
        let (draft, end) = try attempt.draft(rest, verb: .any)
        guard rest[end].kind == .end else { continue }
        // `read 2 hours` says how long to read.
        if case .span = draft, !attempt.has([.ahead], rest[0]) { continue }
        return (draft, start)
      } catch {
        if error.isFirm, error.end == tokens[tokens.count - 2].end { firm = firm ?? error }
      }
    }
    if let firm { throw firm }
    return nil
  }

  /// Whether a time can begin with `token`.
  private func canBegin(_ token: Token) -> Bool {
    switch token.kind {
    case .number, .symbol("@"), .symbol("+"): true
    case .word: isTimeWord(token)
    default: false
    }
  }

  /// Whether a word has anything to do with time.
  private func isTimeWord(_ token: Token) -> Bool {
    attempt.languages.contains { $0.meaning(of: token.word) != nil }
  }

  /// Whether the word before the time ties it to the text: `slides for tomorrow`.
  private func isTied(_ tokens: [Token], _ start: Int) -> Bool {
    start > 0
      && attempt.has([.tie, .lasting, .until, .from, .before, .after, .of], tokens[start - 1])
  }

  /// The tokens at the end of a long input, from a blank on.
  private func lastTokens() -> [Token] {
    let bytes = input.utf8
    var from = max(0, bytes.count - 200)
    let tail = Array(bytes.suffix(bytes.count - from))
    from += (tail.firstIndex(of: 32) ?? tail.count - 1) + 1
    return Scanner.tokens(of: input, from: min(from, bytes.count))
  }

  // Errors

  private func error(_ code: TimeError.Code, from first: Int, to last: Int) -> TimeError {
    let end = tokens[max(first, last - 1)].end
    return TimeError(
      code, at: tokens[first].start, length: end - tokens[first].start, accepted: [])
  }

  private func endOfRun(from first: Int) -> Int {
    var end = first + 1
    while end < tokens.count, tokens[end].isGlued { end += 1 }
    return end
  }
}

extension String {
  /// The part from the UTF-8 offset `offset` on; nil where nothing is left.
  func suffix(fromByte offset: Int) -> String? {
    let start = utf8.index(utf8.startIndex, offsetBy: min(offset, utf8.count))
    return start == endIndex ? nil : String(self[start...])
  }
}
