/// A time that follows its text.
extension Phrase {
  /// The time at the end of a phrase, and the text before it.
  mutating func timeAfterText(
    or failure: TimeError
  ) throws(TimeError) -> (parsed: ParsedTime, text: String?) {
    let tokens = tokens[tokens.count - 1].kind == .end ? tokens : lastTokens()
    guard let (parsed, start) = try trailing(in: tokens, from: 0) else {
      guard failure.code == .notATime else { throw failure }
      if let slip = tokens.lastIndex(where: { slip($0) != nil }) {
        throw tokens.error(.notATime, from: slip, to: slip + 1, accepted: Forms.all(after: .any))
      }
      if let error = durationAtEnd(tokens) { throw error }
      if let (start, end) = amid(tokens) {
        throw tokens.error(.ambiguousText, from: start, to: end)
      }
      let start = self.tokens[0].start
      let end = tokens[tokens.count - 1].start
      throw TimeError(
        .notATime, at: start, length: end - start, accepted: Forms.all(after: .any))
    }
    func culprit(_ code: TimeError.Code) -> TimeError {
      let end = tokens[tokens.count - 1].start
      return TimeError(
        code, at: tokens[start].start, length: end - tokens[start].start, accepted: .moment)
    }
    // In one language: `te` of `il tè alle 17` is a word of another one.
    let isWordless = selector.languages.contains { language in
      tokens[..<start].allSatisfy {
        $0.kind != .word || $0.sense(in: language) != nil
      }
    }
    if isTied(tokens, start) || isWordless { throw culprit(.ambiguousText) }
    // `at 9am and 5pm`
    if start > 0, selector.has([.and, .or], tokens[start - 1]) { throw culprit(.secondTime) }
    try checkSecondTime(before: start, in: tokens)
    try checkRepeating(0..<start, beside: parsed, in: tokens)
    try checkInside(0..<start, of: parsed, in: tokens)
    try checkSlips(of: 0..<start, beside: start..<tokens.count - 1, in: tokens)
    // `chapter 5 tomorrow`: at five?
    if tokens[start].kind == .number, case .moment(let partial) = parsed,
      partial.time?.isBare ?? false
    {
      throw culprit(.ambiguousHour)
    }
    var end = tokens[start].start
    let bytes = Array(input.utf8.prefix(end))
    func dropBlanks() { while end > 0, bytes[end - 1] == 32 { end -= 1 } }
    dropBlanks()
    // `lunch, 12:30`
    if start > 0, end > 1, [",", ";", ":", "-"].contains(where: tokens[start - 1].isSymbol) {
      end = tokens[start - 1].start
      dropBlanks()
    }
    return (parsed, String(decoding: bytes.prefix(end), as: UTF8.self))
  }

  /// A duration at the end, which may be how long to do it: `tea 20m`.
  private func durationAtEnd(_ tokens: [Token]) -> TimeError? {
    var selector = selector
    for start in max(1, tokens.count - 24)..<max(1, tokens.count - 1)
    where !tokens[start].isGlued && selector.canBegin(tokens[start]) {
      let rest = Array(tokens[start...])
      guard let (parsed, end) = try? selector.parse(rest, verb: .any), case .span = parsed,
        rest[end].kind == .end, selector.doubt == nil
      else { continue }
      let bytes = rest[0].start..<rest[end - 1].end
      let words = String(
        decoding: input.utf8.dropFirst(bytes.lowerBound).prefix(bytes.count), as: UTF8.self)
      return TimeError(
        .ambiguousText, in: bytes, accepted: .duration,
        suggestion: selector.languages[0].ahead + " " + words)
    }
    return nil
  }

  /// Where a time is in the middle of a text, where none belongs: `remind me at 9 to call Bob`.
  private mutating func amid(_ tokens: [Token]) -> (start: Int, end: Int)? {
    for start in 1..<max(1, tokens.count - 1)
    where !tokens[start].isGlued && selector.canBegin(tokens[start]) {
      guard let (parsed, end) = try? selector.parse(Array(tokens[start...]), verb: .any) else {
        continue
      }
      let isSaid = selector.has([.at, .on, .ahead], tokens[start]) && end > 1
      switch parsed {
      case .moment(let partial)
      where isSaid || partial.day != nil || !(partial.time?.isBare ?? true):
        return (start, start + end)
      case .span where selector.has([.ahead], tokens[start]): return (start, start + end)
      default: continue
      }
    }
    return nil
  }

  /// The longest time that reaches from a blank to the end of `tokens`, at or after `first`.
  mutating func trailing(
    in tokens: [Token], from first: Int
  ) throws(TimeError) -> (parsed: ParsedTime, start: Int)? {
    guard tokens[tokens.count - 1].kind == .end else { return nil }
    var firm: TimeError?
    for start in max(first, tokens.count - 24)..<(tokens.count - 1)
    where !tokens[start].isGlued && selector.canBegin(tokens[start]) {
      do throws(TimeError) {
        let rest = Array(tokens[start...])
        let (parsed, end) = try selector.parse(rest, verb: .any)
        guard rest[end].kind == .end else { continue }
        // `read 2 hours` says how long to read.
        if case .span = parsed, !selector.has([.ahead], rest[0]) { continue }
        // `dentist PT 17:30`
        if let doubt = doubt(in: rest) {
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
  func isTied(_ tokens: [Token], _ start: Int) -> Bool {
    start > 0
      && selector.has([.tie, .lasting, .until, .from, .before, .after, .of], tokens[start - 1])
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
