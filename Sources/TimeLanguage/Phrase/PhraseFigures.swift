/// Figures at the start of a text, which may belong to the time before it.
extension Phrase {
  /// Refuses figures after a day without a time of day, which may be one: `11-12`, `~10`, `by
  /// 10`; and a zone without one.
  func checkFigures(_ first: Int, _ parsed: ParsedTime) throws(TimeError) {
    if case .span = parsed { return }
    guard !parsed.saysTime else { return try checkList(first, parsed) }
    var next = first
    while selector.has([.tie, .from, .about, .between], tokens[next]) { next += 1 }
    let end = endOfRun(from: next)
    if Grammar.isRegion(tokens[next].word), end > next + 2, tokens[next + 1].isSymbol("/") {
      throw error(.unexpected, from: first, to: end)
    }
    // `domani h9`
    let isHourWord = tokens[next].kind == .word && selector.isHour(tokens[next])
    if isHourWord, tokens[next + 1].kind == .number, tokens[next + 1].isGlued {
      throw error(.ambiguousHour, from: first, to: end)
    }
    guard tokens[next].kind != .word, !["#", "$"].contains(where: tokens[next].isSymbol),
      tokens[next..<end].contains(where: { $0.kind == .number }), !isMeasure(next..<end),
      !isLength(next)
    else { return }
    throw error(.ambiguousHour, from: first, to: end)
  }

  /// Refuses more figures after a time of day: `every day at 9, 13 and 18 pills`, `every hour 9-17`.
  private func checkList(_ first: Int, _ parsed: ParsedTime) throws(TimeError) {
    func isHour(_ place: Int) -> Bool {
      tokens[place].kind == .number && (tokens[place].value ?? 99) < 25
    }
    // `at 17 30 call`
    if case .moment(let partial) = parsed, partial.time?.isBare ?? false,
      tokens[first].digits == 2, tokens[first].value ?? 99 < 60, !tokens[first + 1].isGlued
    {
      throw error(.ambiguousHour, from: first, to: first + 1)
    }
    guard isHour(first) else { return }
    var next = first + 1
    let isRange = tokens[next].isSymbol("-")
    if isRange || tokens[next].isSymbol(",") || selector.has([.and, .or], tokens[next]) {
      next += 1
    }
    guard next < tokens.count, isHour(next), isRange == tokens[next].isGlued else { return }
    if isRange, case .moment = parsed { return }
    throw error(.ambiguousHour, from: first, to: next + 1)
  }

  /// Whether a duration is there that cannot be an hour: `30 min run`, but not `10h`.
  private func isLength(_ place: Int) -> Bool {
    guard tokens[place].kind == .number, tokens[place + 1].kind == .word else { return false }
    let token = tokens[place + 1]
    return selector.languages.contains { language in
      guard let unit = token.sense(in: language)?.unit else { return false }
      return unit != .hour || token.word.utf8.count > 2
    }
  }

  /// Whether figures and letters are a measure, not an hour with a slip of the pen: `5km`.
  func isMeasure(_ places: Range<Int>) -> Bool {
    guard let last = places.last, places.count == 2, tokens[places.lowerBound].kind == .number
    else { return false }
    return switch tokens[last].word {
    case "k", "km", "kg", "cm", "mm", "ml", "cl", "x", "lb", "lbs", "oz", "mg", "gb": true
    default: false
    }
  }
}
