import CivilTime

/// What the text behind a repetition must not end with: a limit or a time of day.
extension Phrase {
  /// Refuses a text at whose end stands more of the repetition before `end`: `every day 9:00 pills
  /// until friday`, `every day 9:00 pills at 10:00`, but not `every day 9:00 run for 30 minutes`.
  mutating func checkLimit(
    _ text: Range<Int>, of rule: RuleOutline, to end: Int
  ) throws(TimeError) {
    guard text.count > 1, tokens[tokens.count - 1].kind == .end else { return }
    for place in max(text.lowerBound + 1, text.upperBound - 24)..<text.upperBound {
      let isCount = tokens[place].kind == .number && attempt.has([.times], tokens[place + 1])
      guard !tokens[place].isGlued,
        isCount || attempt.has([.until, .from, .lasting, .starting], tokens[place])
      else { continue }
      // As if the words between were not there.
      let joined = Array(tokens[..<end]) + Array(tokens[place...])
      guard let (draft, taken) = try? attempt.draft(joined, verb: verb),
        case .rule(let all) = draft, joined[taken].kind == .end,
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

extension RuleOutline {
  /// Whether a length of time is rather that of what is to be done each time: `run for 30 minutes`.
  fileprivate func outlasts(_ length: Span) -> Bool {
    guard length.isElapsed else { return false }
    guard case .elapsed(let step) = step else { return true }
    return length.milliseconds <= step
  }
}
