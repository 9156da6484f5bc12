/// Words at the start of a text, which may belong to the time before it.
extension Phrase {
  /// Refuses a first word that may belong to the time: a day in another language or a slip of the
  /// pen (`at 5 pn tea`), half of `pm`, the week of `monday week`.
  func checkFirstWord(_ first: Int, _ parsed: ParsedTime) throws(TimeError) {
    guard tokens[first].kind == .word else { return }
    let word = tokens[first].word
    let isWeekday = selector.isWeekday(tokens[first])
    guard case .moment(let partial) = parsed else { return }
    // `mon wed gym`
    if isWeekday, partial.weekday != nil { throw error(.secondTime, from: first, to: first + 1) }
    let isDay =
      !partial.hasDay
      && selector.languages.contains { language in
        tokens[first].sense(in: language).map { $0.weekday != nil && $0.isHomograph } ?? false
      }
    let isHalf =
      partial.time?.isBare ?? false && ["p", "mp", "om", "pmm", "amm"].contains(word)
    let isWeek =
      partial.weekday != nil && partial.day == nil && partial.time == nil
      && selector.languages.contains { tokens[first].sense(in: $0)?.unit == .week }
    guard isDay || isHalf || isWeek else { return }
    throw error(.ambiguousText, from: first, to: first + 1)
  }

  /// Refuses first words that say more about the time than was understood: `after lunch`, `of the
  /// quarter`, `for 3pm`.
  mutating func checkFirstWords(_ first: Int, _ parsed: ParsedTime) throws(TimeError) {
    if !parsed.saysPart, selector.has([.after, .before], tokens[first]) {
      throw error(.vague, from: first, to: first + 1)
    }
    var next = first
    while selector.has([.of, .on, .the, .tie, .lasting, .ahead], tokens[next]) { next += 1 }
    // `every day 9:00 after dec 24`
    if case .rule = parsed, next == first, selector.has([.after, .before], tokens[first]),
      let read = try? selector.parse(Array(tokens[(first + 1)...]), verb: .any),
      case .moment = read.parsed
    {
      throw error(.unexpected, from: first, to: first + 1 + read.end)
    }
    // `tomorrow in 2 hours`
    if next > first, selector.has([.ahead], tokens[first]),
      let read = try? selector.parse(Array(tokens[first...]), verb: .any), case .span = read.parsed,
      !parsed.saysTime
    {
      throw error(.secondTime, from: first, to: first + read.end)
    }
    // `a week on monday`, `every hour on weekdays`
    if !parsed.saysDays, next > first || parsed.isRule, selector.isDays(tokens[next]) {
      throw error(.unexpected, from: first, to: next + 1)
    }
    guard next > first else { return }
    // `every friday the 13th`
    if case .rule = parsed, tokens[next].kind == .number, tokens[next + 1].isGlued,
      selector.has([.ordinalEnding], tokens[next + 1])
    {
      throw error(.unexpected, from: first, to: next + 2)
    }
    if case .rule = parsed,
      selector.languages.contains(where: { language in
        guard let sense = tokens[next].sense(in: language) else { return false }
        return sense.unit != nil || sense.weekday != nil || sense.ordinal != nil
          || sense.roles.contains(.quarter)
      })
    {
      throw error(.unexpected, from: first, to: next + 1)
    }
    let rest = Array(tokens[next...])
    guard let read = try? selector.parse(rest, verb: .at), rest[read.end].kind == .end else {
      return
    }
    throw error(.secondTime, from: first, to: next + read.end)
  }
}
