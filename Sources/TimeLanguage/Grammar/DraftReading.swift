extension Grammar {
  /// A rule of the grammar that can be the whole time.
  enum Kind { case span, moment, rule }

  /// Reads a time of one kind.
  mutating func draft(_ kind: Kind) throws(TimeError) -> Draft {
    let start = index
    switch kind {
    case .span:
      let isSaid = take(.ahead) || has(.now) && peek(1).isSymbol("+") && take(.now)
      let isHourAlone = !isSaid && (verb == .at || verb == .on) && looksLikeHour
      let span = try duration(isClock: verb == .in || isSaid)
      // `at 17h`: at 17, or in 17 hours?
      if isHourAlone { throw error(.ambiguousHour, from: start, to: index, .time) }
      return .span(span, bytes: bytes(from: start))
    case .rule:
      return .rule(try rule())
    case .moment:
      guard let outline = try outline() else {
        throw error(.notATime, from: start, to: isAtEnd ? index : index + 1, .moment)
      }
      let hasTime = outline.time != nil || outline.part != nil
      if case .ahead = outline.day {
        // Days ahead without a time of day are a span.
        if hasTime || outline.weekday != nil { return .moment(outline) }
      } else if verb != .in {
        return .moment(outline)
      }
      throw error(.notATime, from: start, verb == .in ? .duration : .moment)
    }
  }

  private var looksLikeHour: Bool {
    (peek().value ?? 99) < 25 && peek(1).word == "h"
  }
}
