/// A second time of day somewhere in a text, beside the time that was read.
extension Phrase {
  /// Refuses a text in which stands the time of day that a day lacks: `tomorrow call mum at 5pm
  /// about tea`, but not `tomorrow prepare the 5pm meeting`.
  mutating func checkInside(
    _ text: Range<Int>, of draft: Draft, in tokens: [Token]
  ) throws(TimeError) {
    if case .span = draft { return }
    guard !draft.saysDayAndTime.time else { return }
    for place in text where !tokens[place].isGlued {
      let isSaid = tokens[place].kind == .word && attempt.saysAt(tokens[place])
      guard isSaid || tokens[place].kind == .number else { continue }
      if place > text.lowerBound,
        attempt.has([.the, .of], tokens[place - 1]) || isTied(tokens, place)
      {
        continue
      }
      guard let read = try? attempt.draft(Array(tokens[place...]), verb: .any),
        case .moment(let outline) = read.draft, let time = outline.time, isSaid || !time.isBare,
        place + read.end <= text.upperBound
      else { continue }
      throw TimeError(
        .secondTime, at: tokens[place].start,
        length: tokens[place + read.end - 1].end - tokens[place].start, accepted: [])
    }
  }

  /// Refuses a text that ends with one more time of day: `tea 5pm, 6pm`.
  mutating func checkSecondTime(before start: Int, in tokens: [Token]) throws(TimeError) {
    var end = start
    while end > 0, [",", "&", "/", "-", "+", ";"].contains(where: tokens[end - 1].isSymbol) {
      end -= 1
    }
    guard end > 0 else { return }
    var text = Array(tokens[..<end])
    text.append(
      Token(kind: .end, start: tokens[end - 1].end, end: tokens[end - 1].end, isGlued: false))
    guard let (other, first) = try? trailing(in: text, from: 0), other.saysDayAndTime.time,
      !isTied(tokens, first)
    else { return }
    throw TimeError(
      .secondTime, at: tokens[first].start, length: tokens[end - 1].end - tokens[first].start,
      accepted: [])
  }
}
