/// Words at the start of a text, which may belong to the time before it.
extension Phrase {
  /// Refuses a first word that may belong to the time: a day in another language or a slip of the
  /// pen (`at 5 pn tea`), half of `pm`, the week of `monday week`.
  func checkFirstWord(_ first: Int, _ draft: Draft) throws(TimeError) {
    guard tokens[first].kind == .word else { return }
    let word = tokens[first].word
    let isWeekday = attempt.isWeekday(tokens[first])
    guard case .moment(let outline) = draft else { return }
    // `mon wed gym`
    if isWeekday, outline.weekday != nil { throw error(.secondTime, from: first, to: first + 1) }
    let isDay =
      !outline.hasDay
      && attempt.languages.contains {
        $0.isHomograph(word) && tokens[first].meaning(in: $0)?.weekday != nil
      }
    let isHalf =
      outline.time?.isBare ?? false && ["p", "mp", "om", "pmm", "amm"].contains(word)
    let isWeek =
      outline.weekday != nil && outline.day == nil && outline.time == nil
      && attempt.languages.contains { tokens[first].meaning(in: $0)?.unit == .week }
    guard isDay || isHalf || isWeek else { return }
    throw error(.ambiguousText, from: first, to: first + 1)
  }

  /// Refuses first words that say more about the time than was understood: `after lunch`, `of the
  /// quarter`, `for 3pm`.
  mutating func checkFirstWords(_ first: Int, _ draft: Draft) throws(TimeError) {
    if !draft.saysPart, attempt.has([.after, .before], tokens[first]) {
      throw error(.vague, from: first, to: first + 1)
    }
    var next = first
    while attempt.has([.of, .on, .the, .tie, .lasting, .ahead], tokens[next]) { next += 1 }
    // `every day 9:00 after dec 24`
    if case .rule = draft, next == first, attempt.has([.after, .before], tokens[first]),
      let read = try? attempt.draft(Array(tokens[(first + 1)...]), verb: .any),
      case .moment = read.draft
    {
      throw error(.unexpected, from: first, to: first + 1 + read.end)
    }
    // `tomorrow in 2 hours`
    if next > first, attempt.has([.ahead], tokens[first]),
      let read = try? attempt.draft(Array(tokens[first...]), verb: .any), case .span = read.draft,
      !draft.saysTime
    {
      throw error(.secondTime, from: first, to: first + read.end)
    }
    // `a week on monday`, `every hour on weekdays`
    if !draft.saysDays, next > first || draft.isRule, attempt.isDays(tokens[next]) {
      throw error(.unexpected, from: first, to: next + 1)
    }
    guard next > first else { return }
    // `every friday the 13th`
    if case .rule = draft, tokens[next].kind == .number, tokens[next + 1].isGlued,
      attempt.has([.ordinalEnding], tokens[next + 1])
    {
      throw error(.unexpected, from: first, to: next + 2)
    }
    if case .rule = draft,
      attempt.languages.contains(where: { language in
        guard let meaning = tokens[next].meaning(in: language) else { return false }
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
}
