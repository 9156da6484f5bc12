import CivilTime

/// A time that follows its text.
extension Phrase {
  /// The time at the end of a phrase, and the text before it.
  mutating func timeAfterText(
    or failure: TimeError
  ) throws(TimeError) -> (parsed: ParsedTime, text: String?) {
    let first = tokens[0].start
    if !isComplete { tokens = lastTokens() }
    let last = tokens.count - 1
    guard let (parsed, start) = try trailing(from: 0) else {
      guard failure.code == .notATime else { throw failure }
      if let typo = tokens.indices.last(where: isTypo) {
        throw error(.notATime, from: typo, accepted: Forms.all(after: .any))
      }
      if let error = durationAtEnd() { throw error }
      if let (start, end) = amid() { throw error(.ambiguousText, from: start, to: end) }
      throw TimeError(
        .notATime, in: first..<tokens[last].start, accepted: Forms.all(after: .any))
    }
    func culprit(_ code: TimeError.Code) -> TimeError {
      TimeError(code, in: tokens[start].start..<tokens[last].start, accepted: .moment)
    }
    // In one language: `te` of `il tè alle 17` is a word of another one.
    let isWordless = selector.languages.contains { language in
      tokens[..<start].allSatisfy { $0.kind != .word || $0.sense(in: language) != nil }
    }
    if isTied(start) || isWordless { throw culprit(.ambiguousText) }
    // `at 9am and 5pm`
    if start > 0, has([.and, .or], start - 1) { throw culprit(.secondTime) }
    try checkSecondTime(before: start)
    try checkRepeating(0..<start, beside: parsed)
    try checkInside(0..<start, of: parsed)
    try checkSlips(of: 0..<start, beside: start..<last)
    // `chapter 5 tomorrow`: at five?
    if isNumber(start), case .moment(let partial) = parsed, partial.time?.isBare ?? false {
      throw culprit(.ambiguousHour)
    }
    var text = input.utf8.prefix(tokens[start].start)
    while text.last == 32 { text.removeLast() }
    // `lunch, 12:30`
    if start > 0, text.count > 1, isSymbol(",;:-", start - 1) {
      text = text.prefix(tokens[start - 1].start)
      while text.last == 32 { text.removeLast() }
    }
    return (parsed, String(text))
  }

  /// The last places at or after `first` from which on a time may reach to the end.
  private func lastPlaces(from first: Int) -> [Int] {
    (max(first, tokens.count - 24)..<max(first, tokens.count - 1)).filter {
      !tokens[$0].isGlued && canBegin($0)
    }
  }

  /// A duration at the end, which may be how long to do it: `tea 20m`.
  private mutating func durationAtEnd() -> TimeError? {
    for start in lastPlaces(from: 1) {
      guard let (parsed, end) = try? time(from: start), case .span = parsed,
        tokens[end].kind == .end, selector.doubt == nil
      else { continue }
      var error = error(.ambiguousText, from: start, to: end, accepted: .duration)
      let words = input.utf8.prefix(error.end).dropFirst(error.at)
      error.suggestion = "\(selector.languages[0].ahead) \(Substring(words))"
      return error
    }
    return nil
  }

  /// Where a time is in the middle of a text, where none belongs: `remind me at 9 to call Bob`.
  private mutating func amid() -> (start: Int, end: Int)? {
    for start in 1..<max(1, tokens.count - 1) where !tokens[start].isGlued && canBegin(start) {
      guard let (parsed, end) = try? time(from: start) else { continue }
      let isSaid = has([.at, .on, .ahead], start) && end > start + 1
      switch parsed {
      case .moment(let partial)
      where isSaid || partial.day != nil || !(partial.time?.isBare ?? true):
        return (start, end)
      case .span where has(.ahead, start): return (start, end)
      default: continue
      }
    }
    return nil
  }

  /// The longest time that reaches from a blank to the end of `tokens`, at or after `first`.
  mutating func trailing(from first: Int) throws(TimeError) -> (parsed: ParsedTime, start: Int)? {
    guard isComplete else { return nil }
    var firm: TimeError?
    for start in lastPlaces(from: first) {
      do throws(TimeError) {
        let (parsed, end) = try time(from: start)
        guard tokens[end].kind == .end else { continue }
        // `read 2 hours` says how long to read.
        if case .span = parsed, !has(.ahead, start) { continue }
        // `dentist PT 17:30`
        if let doubt = doubt(from: start) {
          firm = doubt
          break
        }
        return (parsed, start)
      } catch {
        if error.isFirm, error.end == tokens[tokens.count - 2].end { firm = firm ?? error }
      }
    }
    if let firm { throw firm }
    return nil
  }

  /// Whether the word before the time ties it to the text: `slides for tomorrow`.
  func isTied(_ start: Int) -> Bool {
    start > 0 && has([.tie, .lasting, .until, .from, .before, .after, .of], start - 1)
  }

  /// The tokens at the end of a long input, from a blank on.
  private func lastTokens() -> [Token] {
    let bytes = input.utf8
    var from = max(0, bytes.count - 200)
    let tail = Array(bytes.suffix(bytes.count - from))
    from += (tail.firstIndex(of: 32) ?? tail.count - 1) + 1
    return Scanner.tokens(of: input, from: min(from, bytes.count))
  }
}
