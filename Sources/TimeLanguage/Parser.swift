import CivilTime

/// Reads times as people say them.
package enum Parser {
  /// Where and when an input is read.
  package struct Context: Sendable {
    /// The present.
    package var now: Instant
    /// The zone whose clock the words mean.
    package var zone: Zone
    /// Whether wall times stay in `zone` wherever the user goes (`--tz`, `TZ`).
    package var isPinned: Bool
    /// The languages to read, best first. The first one's habits count for dates in figures.
    package var languages: [Language]

    package init(now: Instant, zone: Zone, isPinned: Bool, languages: [Language]) {
      self.now = now
      self.zone = zone
      self.isPinned = isPinned
      self.languages = languages
    }
  }

  /// Reads a time and its text.
  ///
  /// - Parameters:
  ///   - input: the words behind the verb, joined by blanks.
  ///   - verb: what they were given to.
  ///   - timeEnd: the byte offset where the text begins; nil lets the first word that is not part
  ///     of the time begin it.
  /// - Throws: what was not understood, and where.
  package static func reading(
    _ input: String, verb: Verb, timeEnd: Int?, in context: Context
  ) throws(TimeError) -> Reading {
    if verb == .every || verb == .any, let end = RuleText.end(in: input, timeEnd: timeEnd) {
      return try RuleText(input: input, end: end, timeEnd: timeEnd).reading(in: context)
    }
    do throws(TimeError) {
      var phrase = try Phrase(
        input, verb: verb, timeEnd: timeEnd, languages: context.languages)
      let (draft, text) = try phrase.read()
      var reading = try Resolver(context: context).reading(draft)
      reading.text = text
      return reading
    } catch {
      throw error.suggesting(from: context.languages, in: input)
    }
  }

  /// Reads a duration and the text behind it: what needs neither now nor a zone.
  ///
  /// - Parameters:
  ///   - input: the words, joined by blanks.
  ///   - timeEnd: the byte offset where the text begins; nil lets the first word that is not part
  ///     of the duration begin it.
  ///   - languages: the languages to read, best first; the first one's habits count for figures.
  /// - Returns: the duration, which is never zero, and the text as it was typed.
  /// - Throws: what was not understood, and where.
  package static func span(
    _ input: String, timeEnd: Int? = nil, languages: [Language]
  ) throws(TimeError) -> (span: Span, text: String?) {
    do throws(TimeError) {
      var phrase = try Phrase(input, verb: .in, timeEnd: timeEnd, languages: languages)
      let (draft, text) = try phrase.read()
      guard case .span(let span, _) = draft else {
        throw TimeError(.notATime, at: 0, length: input.utf8.count, accepted: [.duration])
      }
      return (span, text)
    } catch {
      throw error.suggesting(from: languages, in: input)
    }
  }
}

extension TimeError {
  /// The same error for programs: what it suggests does not depend on whose language is read first.
  package func forPrograms(in input: String) -> TimeError {
    var error = self
    error.suggestion = nil
    return error.suggesting(from: Language.allCases, in: input)
  }

  /// The same error with the word that an unknown one may have been meant for.
  fileprivate func suggesting(from languages: [Language], in input: String) -> TimeError {
    guard suggestion == nil, code == .notATime || code == .unknownUnit else { return self }
    let tokens = Scanner.tokens(of: input, from: at, to: min(end, input.utf8.count))
    guard let word = tokens.first?.word, word.utf8.count > 3,
      languages.allSatisfy({ $0.meaning(of: word) == nil })
    else { return self }
    var error = self
    for language in languages {
      error.suggestion = Spelling.correction(of: word, in: language) { meaning in
        code == .notATime || meaning.unit != nil
      }
      if error.suggestion != nil { break }
    }
    return error
  }
}
