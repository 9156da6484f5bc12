import CivilTime

/// One more time somewhere in the text, beside the time that was read.
extension Phrase {
  /// Refuses a text that ends with what the time lacks: `tomorrow dentist at 5pm`.
  mutating func checkEnd(_ first: Int, _ parsed: ParsedTime) throws(TimeError) {
    let (hasDay, hasTime) = parsed.saysDayAndTime
    guard parsed.isSpan || !hasDay || !hasTime, let behind = try? trailing(from: first) else {
      return
    }
    let (otherDay, otherTime) = behind.parsed.saysDayAndTime
    // `in 20m tell them the party is friday`
    if parsed.isSpan, verb == .in, !otherDay || !otherTime { return }
    guard !hasTime || (!hasDay || parsed.isSpan) && otherDay, otherDay || otherTime,
      !isTied(behind.start)
    else { return }
    // `sun cream at 11am`
    if verb == .any, !parsed.isSpan, !hasTime, first == 1, isWeekday(0) {
      throw error(.ambiguousDay, from: 0)
    }
    throw error(.secondTime, from: behind.start, to: tokens.count - 1)
  }

  /// Refuses a text that ends with more of the repetition before `end`: `every day 9:00 pills
  /// until friday`, `every day 9:00 pills at 10:00`, but not `every day 9:00 run for 30 minutes`.
  mutating func checkLimit(
    _ text: Range<Int>, of rule: PartialRule, to end: Int
  ) throws(TimeError) {
    guard text.count > 1, isComplete else { return }
    for place in max(text.lowerBound + 1, text.upperBound - 24)..<text.upperBound {
      let isCount = isNumber(place) && has(.times, place + 1)
      guard !tokens[place].isGlued, isCount || has([.until, .from, .lasting, .starting], place)
      else { continue }
      // As if the words between were not there.
      let joined = Array(tokens[..<end] + tokens[place...])
      guard let (parsed, taken) = try? selector.parse(joined, verb: verb),
        case .rule(let all) = parsed, joined[taken].kind == .end,
        !(all.lasting.map { rule.outlasts($0) } ?? false)
      else { continue }
      throw error(.ambiguousText, from: place, to: text.upperBound)
    }
    guard let (behind, start) = try? trailing(from: text.lowerBound + 1), case .moment = behind,
      behind.saysDayAndTime.time, !isTied(start)
    else { return }
    throw error(.secondTime, from: start, to: text.upperBound)
  }

  /// Refuses a text that contains the time of day that a day lacks: `tomorrow call mum at 5pm
  /// about tea`, but not `tomorrow prepare the 5pm meeting`.
  mutating func checkInside(_ text: Range<Int>, of parsed: ParsedTime) throws(TimeError) {
    guard !parsed.isSpan, !parsed.saysDayAndTime.time else { return }
    for place in text where !tokens[place].isGlued {
      let isSaid = tokens[place].sense(in: selector.languages[0])?.roles.contains(.at) ?? false
      guard isSaid || isNumber(place),
        place == text.lowerBound || !has([.the, .of], place - 1) && !isTied(place),
        let read = try? time(from: place), case .moment(let partial) = read.parsed,
        let time = partial.time, isSaid || !time.isBare, read.end <= text.upperBound
      else { continue }
      throw error(.secondTime, from: place, to: read.end)
    }
  }

  /// Refuses a text before the time at `start` that ends with one more time of day: `tea 5pm, 6pm`.
  mutating func checkSecondTime(before start: Int) throws(TimeError) {
    var end = start
    while end > 0, isSymbol(",&/-+;", end - 1) { end -= 1 }
    guard end > 0 else { return }
    // `gym tue thu 6pm`
    if isWeekday(end - 1) { throw error(.secondTime, from: end - 1) }
    // `14-15 meeting tomorrow`
    if end > 2, isSymbol("-", 1), tokens[1].isGlued, tokens[2].isGlued, !tokens[3].isGlued,
      tokens[0].value ?? 99 < 25, tokens[2].value ?? 99 < 25
    {
      throw error(.ambiguousHour, from: 0, to: 3)
    }
    var text = self
    let textEnd = tokens[end - 1].end
    text.tokens = tokens[..<end] + [Token(.end, textEnd, textEnd, isGlued: false)]
    guard let (other, first) = try? text.trailing(from: 0), other.saysDayAndTime.time,
      !isTied(first)
    else { return }
    throw error(.secondTime, from: first, to: end)
  }

  /// Refuses a text that says how often, beside a time that comes once: `gym every month at 9`.
  func checkRepeating(_ text: Range<Int>, beside parsed: ParsedTime) throws(TimeError) {
    guard !parsed.isRule else { return }
    for place in text.dropLast() {
      let repeats = selector.languages.contains { language in
        guard let every = tokens[place].sense(in: language), every.roles.contains(.every),
          let next = tokens[place + 1].sense(in: language)
        else { return false }
        return next.unit != nil || next.weekday != nil
      }
      if repeats { throw error(.secondTime, from: place, to: place + 2) }
    }
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
