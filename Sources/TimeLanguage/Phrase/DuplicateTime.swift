/// A second time of day somewhere in a text, beside the time that was read.
extension Phrase {
  /// Refuses a text that contains the time of day that a day lacks: `tomorrow call mum at 5pm
  /// about tea`, but not `tomorrow prepare the 5pm meeting`.
  mutating func checkInside(
    _ text: Range<Int>, of parsed: ParsedTime, in tokens: [Token]
  ) throws(TimeError) {
    if case .span = parsed { return }
    guard !parsed.saysDayAndTime.time else { return }
    for place in text where !tokens[place].isGlued {
      let isSaid = tokens[place].kind == .word && selector.saysAt(tokens[place])
      guard isSaid || tokens[place].kind == .number else { continue }
      if place > text.lowerBound,
        selector.has([.the, .of], tokens[place - 1]) || isTied(tokens, place)
      {
        continue
      }
      guard let read = try? selector.parse(Array(tokens[place...]), verb: .any),
        case .moment(let partial) = read.parsed, let time = partial.time, isSaid || !time.isBare,
        place + read.end <= text.upperBound
      else { continue }
      throw tokens.error(.secondTime, from: place, to: place + read.end)
    }
  }

  /// Refuses a text that ends with one more time of day: `tea 5pm, 6pm`.
  mutating func checkSecondTime(before start: Int, in tokens: [Token]) throws(TimeError) {
    var end = start
    while end > 0, [",", "&", "/", "-", "+", ";"].contains(where: tokens[end - 1].isSymbol) {
      end -= 1
    }
    guard end > 0 else { return }
    // `gym tue thu 6pm`, `14-15 meeting tomorrow`
    let isDay = selector.isWeekday(tokens[end - 1])
    let isRange =
      end > 2 && tokens[0].kind == .number && tokens[1].isSymbol("-") && tokens[2].kind == .number
      && tokens[1].isGlued && tokens[2].isGlued && !tokens[3].isGlued
      && [tokens[0], tokens[2]].allSatisfy { ($0.value ?? 99) < 25 }
    if isDay || isRange {
      let (first, last) = isDay ? (end - 1, end - 1) : (0, 2)
      throw tokens.error(isDay ? .secondTime : .ambiguousHour, from: first, to: last + 1)
    }
    var text = Array(tokens[..<end])
    text.append(
      Token(.end, tokens[end - 1].end, tokens[end - 1].end, isGlued: false))
    guard let (other, first) = try? trailing(in: text, from: 0), other.saysDayAndTime.time,
      !isTied(tokens, first)
    else { return }
    throw tokens.error(.secondTime, from: first, to: end)
  }

  /// Refuses a text that says how often, beside a time that comes once: `gym every month at 9`.
  func checkRepeating(
    _ text: Range<Int>, beside parsed: ParsedTime, in tokens: [Token]
  ) throws(TimeError) {
    if case .rule = parsed { return }
    for place in text.dropLast() {
      let repeats = selector.languages.contains { language in
        guard let every = tokens[place].sense(in: language),
          every.roles.contains(.every), let next = tokens[place + 1].sense(in: language)
        else { return false }
        return next.unit != nil || next.weekday != nil
      }
      guard repeats else { continue }
      throw tokens.error(.secondTime, from: place, to: place + 2)
    }
  }
}
