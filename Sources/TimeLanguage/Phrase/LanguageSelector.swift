/// Reads tokens in each language and each way that the grammar has, and chooses.
struct LanguageSelector {
  let input: String
  let languages: [Language]
  private var best: (parsed: ParsedTime, end: Int)?
  /// Where in the tokens of the best reading a short name is that only another language than
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
  /// - Throws: the error that got furthest. That is also thrown if it lies after the best
  ///   reading and says that the words there are a time which cannot be: `in 2 days at 25:00`.
  mutating func parse(
    _ tokens: [Token], verb: TimeVerb
  ) throws(TimeError) -> (parsed: ParsedTime, end: Int) {
    (best, doubt, furthest, firmest) = (nil, nil, nil, nil)
    for language in languages where canGoOn(tokens, language) {
      readAllKinds(Grammar(tokens, of: input, verb: verb, in: language, figures: languages[0]))
    }
    if verb == .any, let own = TimeVerb(rawValue: tokens[0].word), own == .at || own == .on {
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
    throw furthest ?? TimeError(.notATime, at: 0, length: 0, accepted: Forms.all(after: verb))
  }

  /// Whether `language` may take more of the tokens than were taken so far.
  private func canGoOn(_ tokens: [Token], _ language: Language) -> Bool {
    guard let best else { return true }
    let next = tokens[best.end]
    switch next.kind {
    case .end: return false
    case .word: return next.sense(in: language) != nil
    default: return true
    }
  }

  /// Reads what can follow the verb.
  private mutating func readAllKinds(_ grammar: Grammar) {
    switch grammar.verb {
    case .in:
      readKind(.span, grammar)
      readKind(.moment, grammar)
    case .at, .on:
      readKind(.moment, grammar)
      readKind(.span, grammar)
    case .every:
      readKind(.rule, grammar)
    case .any:
      readKind(.rule, grammar)
      readKind(.moment, grammar)
      readKind(.span, grammar)
    }
  }

  private mutating func readKind(_ kind: Grammar.Kind, _ grammar: Grammar) {
    var grammar = grammar
    do throws(TimeError) {
      let parsed = try grammar.parse(kind)
      if best.map({ grammar.index > $0.end }) ?? true {
        best = (parsed, grammar.index)
        doubt = shortName(in: grammar)
      }
    } catch {
      if furthest.map({ error.end > $0.end }) ?? true { furthest = error }
      if error.isFirm, firmest.map({ error.end > $0.end }) ?? true { firmest = error }
    }
  }

  /// Reads words of another language after our own verb: `at 9 piątek`, which is not nine
  /// o'clock and a text.
  private mutating func readForeign(_ grammar: Grammar) {
    var grammar = grammar
    grammar.index = 1
    guard let parsed = try? grammar.parse(.moment), grammar.index > best?.end ?? 0 else { return }
    let isForeign = grammar.tokens[1..<grammar.index].contains { token in
      guard let sense = token.sense(in: grammar.language) else { return false }
      let isShared = token.sense(in: .en).map { sense.roles.isSubset(of: $0.roles) } ?? false
      return !isShared && !sense.isHomograph
    }
    if isForeign { (best, doubt) = ((parsed, grammar.index), nil) }
  }

  /// Where the first of the words is that were taken, if they are foreign and all of them short.
  private func shortName(in grammar: Grammar) -> Int? {
    guard grammar.language != languages[0] else { return nil }
    var first: Int?
    for place in 0..<grammar.index where grammar.tokens[place].kind == .word {
      let token = grammar.tokens[place]
      guard let sense = token.sense(in: grammar.language) else { continue }
      let known = token.sense(in: languages[0])
      guard sense.isHomograph else {
        // A word of the first language's that does the same there tells nothing.
        if let known, sense.roles.isSubset(of: known.roles) { continue }
        return nil
      }
      if known != nil { continue }
      first = first ?? place
    }
    return first
  }
}
