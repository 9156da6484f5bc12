/// Reads tokens in each language and each way that the grammar has, and chooses.
struct Attempt {
  let input: String
  let languages: [Language]
  private var best: (draft: Draft, end: Int)?
  /// Where in the tokens of the best reading a short name stands that only another language than
  /// the first has, if nothing else tells that it is spoken: `17:30 PT`.
  private(set) var doubt: Int?
  private var furthest: TimeError?
  private var firmest: TimeError?

  init(_ input: String, languages: [Language]) {
    self.input = input
    self.languages = languages
  }

  /// The reading that takes most of the tokens from the first one on; among equals that of the
  /// first language.
  ///
  /// - Throws: the error that got furthest. That is also thrown where it lies behind the best
  ///   reading and says that the words there are a time which cannot be: `in 2 days at 25:00`.
  mutating func draft(
    _ tokens: [Token], verb: Verb
  ) throws(TimeError) -> (draft: Draft, end: Int) {
    (best, doubt, furthest, firmest) = (nil, nil, nil, nil)
    for language in languages where canGoOn(tokens, language) {
      read(Grammar(tokens, of: input, verb: verb, in: language, figures: languages[0]))
    }
    if verb == .any, let own = Verb(rawValue: tokens[0].word), own == .at || own == .on {
      for language in languages where language != .en && canGoOn(tokens, language) {
        readForeign(Grammar(tokens, of: input, verb: own, in: language, figures: languages[0]))
      }
    }
    if let best {
      let end = best.end > 0 ? tokens[best.end - 1].end : 0
      guard let firmest, firmest.end > end else { return best }
      throw firmest
    }
    if let firmest, firmest.end >= furthest?.end ?? 0 { throw firmest }
    throw furthest ?? TimeError(.notATime, at: 0, length: 0, accepted: Form.all(after: verb))
  }

  /// Whether `language` may take more of the tokens than were taken so far.
  private func canGoOn(_ tokens: [Token], _ language: Language) -> Bool {
    guard let best else { return true }
    let next = tokens[best.end]
    switch next.kind {
    case .end: return false
    case .word: return next.meaning(in: language) != nil
    default: return true
    }
  }

  /// Whether a time can begin with `token`.
  func canBegin(_ token: Token) -> Bool {
    switch token.kind {
    case .number, .fraction, .symbol("@"), .symbol("+"), .symbol("-"), .symbol("."): true
    case .word: isTimeWord(token)
    default: false
    }
  }

  /// Whether a word has anything to do with time.
  func isTimeWord(_ token: Token) -> Bool {
    languages.contains { token.meaning(in: $0) != nil }
  }

  /// Reads what can follow the verb.
  private mutating func read(_ grammar: Grammar) {
    switch grammar.verb {
    case .in:
      read(.span, grammar)
      read(.moment, grammar)
    case .at, .on:
      read(.moment, grammar)
      read(.span, grammar)
    case .every:
      read(.rule, grammar)
    case .any:
      read(.rule, grammar)
      read(.moment, grammar)
      read(.span, grammar)
    }
  }

  private mutating func read(_ kind: Grammar.Kind, _ grammar: Grammar) {
    var grammar = grammar
    do throws(TimeError) {
      let draft = try grammar.draft(kind)
      if best.map({ grammar.index > $0.end }) ?? true {
        best = (draft, grammar.index)
        doubt = shortName(in: grammar)
      }
    } catch {
      if furthest.map({ error.end > $0.end }) ?? true { furthest = error }
      if error.isFirm, firmest.map({ error.end > $0.end }) ?? true { firmest = error }
    }
  }

  /// Reads what stands in another language behind our own verb: `at 9 piątek`, which is not nine
  /// o'clock and a text.
  private mutating func readForeign(_ grammar: Grammar) {
    var grammar = grammar
    grammar.index = 1
    guard let draft = try? grammar.draft(.moment), grammar.index > best?.end ?? 0 else { return }
    let isForeign = grammar.tokens[1..<grammar.index].contains { token in
      guard let meaning = token.meaning(in: grammar.language) else { return false }
      let isShared = token.meaning(in: .en).map { meaning.roles.isSubset(of: $0.roles) } ?? false
      return !isShared && !grammar.language.isHomograph(token.word)
    }
    if isForeign { (best, doubt) = ((draft, grammar.index), nil) }
  }

  /// Where the first of the words is that were taken, if they are foreign and all of them short.
  private func shortName(in grammar: Grammar) -> Int? {
    guard grammar.language != languages[0] else { return nil }
    var first: Int?
    for place in 0..<grammar.index where grammar.tokens[place].kind == .word {
      let token = grammar.tokens[place]
      guard let meaning = token.meaning(in: grammar.language) else { continue }
      let known = token.meaning(in: languages[0])
      guard grammar.language.isHomograph(token.word) else {
        // A word of the first language's that does the same there tells nothing.
        if let known, meaning.roles.isSubset(of: known.roles) { continue }
        return nil
      }
      if known != nil { continue }
      first = first ?? place
    }
    return first
  }

  /// Whether a word is the unit of hours.
  func isHour(_ token: Token) -> Bool {
    languages.contains { token.meaning(in: $0)?.unit == .hour }
  }

  /// Whether a word is a day counted from today: `tomorrow`.
  func isDay(_ token: Token) -> Bool {
    languages.contains { token.meaning(in: $0)?.day != nil }
  }

  /// Whether a word says on which days of a week.
  func isDays(_ token: Token) -> Bool {
    isWeekday(token) || has([.workday], token) || has([.weekend], token)
  }

  /// Whether a word is a weekday, and nothing else in another language.
  func isWeekday(_ token: Token) -> Bool {
    languages.contains {
      token.meaning(in: $0)?.weekday != nil && !$0.isHomograph(token.word)
    }
  }

  /// Whether the first language says a word before a time of day.
  func saysAt(_ token: Token) -> Bool {
    token.meaning(in: languages[0])?.roles.contains(.at) ?? false
  }

  /// Whether a word in any of the languages has one of `roles`.
  func has(_ roles: Roles, _ token: Token) -> Bool {
    token.kind == .word
      && languages.contains {
        !(token.meaning(in: $0)?.roles.isDisjoint(with: roles) ?? true)
      }
  }
}

extension Form {
  /// What is accepted where nothing was understood.
  static func all(after verb: Verb) -> [Form] {
    switch verb {
    case .in: [.duration]
    case .at, .on: [.moment]
    case .every: [.rule]
    case .any: [.duration, .moment, .rule]
    }
  }
}

extension TimeError {
  /// The offset where the culprit ends.
  var end: Int { at + length }

  /// Whether the words were a time beyond doubt, and a wrong one.
  var isFirm: Bool {
    switch code {
    case .empty, .notATime, .unknownUnit, .unitMissing, .vague, .ambiguousText, .ambiguousDay,
      .unexpected:
      false
    case .badNumber, .ambiguousNumber, .negative, .zero, .tooLarge, .tooFine, .past, .future,
      .secondTime, .noSuchTime, .noSuchDate, .ambiguousDate, .ambiguousHour, .ambiguousMidnight,
      .ambiguousRule, .mayRepeat, .timeMissing, .ambiguousZone, .contradiction, .unknownZone,
      .never, .tooOften, .badRule:
      true
    }
  }
}
