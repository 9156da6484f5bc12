import CivilTime

/// Reads times as people say them.
///
/// This module turns words (`in 20m`, `domani alle 9`, `co drugi piątek`) into instants, wall times and
/// recurrences, and separates them from the text. `Scanner` cuts the input into tokens, `Grammar`
/// reads them with the words of one `Lexicon`, `Phrase` decides which part is time and which is text, and
/// `Resolve` applies the present, the calendar and the zone. It knows nothing of reminders.
package enum Parser {
  /// Reads a time and its text.
  ///
  /// - Parameters:
  ///   - input: the words after the verb, joined by spaces.
  ///   - verb: the command that they were given to.
  ///   - timeEnd: the byte offset at which the text begins; nil: the text begins with the first word that
  ///     is not part of the time.
  /// - Throws: what was not understood, and where.
  package static func reading(
    _ input: String, verb: TimeVerb, timeEnd: Int?, in context: TimeContext
  ) throws(TimeError) -> Reading {
    if verb == .every || verb == .any, let end = RuleText.end(in: input, timeEnd: timeEnd) {
      return try RuleText(input: input, end: end, timeEnd: timeEnd).reading(in: context)
    }
    do throws(TimeError) {
      var phrase = try Phrase(input, verb: verb, timeEnd: timeEnd, languages: context.languages)
      let (parsed, text) = try phrase.read()
      var reading = try Resolver(context: context).reading(of: parsed)
      reading.text = text
      return reading
    } catch {
      throw error.suggesting(from: context.languages, in: input)
    }
  }

  /// Reads a duration and the text after it, which need neither the present nor a zone.
  ///
  /// - Parameters:
  ///   - input: the words, joined by spaces.
  ///   - timeEnd: as for `reading`.
  ///   - languages: the languages to read, best first; the first one decides how figures are written.
  /// - Returns: the duration, which is never zero, and the text as it was typed.
  /// - Throws: what was not understood, and where.
  package static func span(
    _ input: String, timeEnd: Int? = nil, languages: [Language]
  ) throws(TimeError) -> (span: Span, text: String?) {
    do throws(TimeError) {
      var phrase = try Phrase(input, verb: .in, timeEnd: timeEnd, languages: languages)
      let (parsed, text) = try phrase.read()
      guard case .span(let span, _) = parsed else {
        throw TimeError(.notATime, at: 0, length: input.utf8.count, accepted: .duration)
      }
      return (span, text)
    } catch {
      throw error.suggesting(from: languages, in: input)
    }
  }

  /// Reads a time in the past. A duration counts back from now, a day without a time begins at midnight,
  /// and what comes again and again (`17:30`, `monday`, `1 nov`) means the last time it came.
  ///
  /// - Parameter input: the words, joined by spaces; all of them are the time.
  /// - Throws: what was not understood, and where; `future` for a time that is still to come.
  package static func past(
    _ input: String, in context: TimeContext
  ) throws(TimeError) -> Instant {
    let resolver = Resolver(context: context, looksBack: true)
    do throws(TimeError) {
      let length = input.utf8.count
      var phrase = try Phrase(input, verb: .any, timeEnd: length, languages: context.languages)
      let parsed = try phrase.read().parsed
      // `in 2 weeks`, but not `2 weeks`
      if case .span = parsed, phrase.has(.ahead, 0) {
        throw TimeError(.future, at: 0, length: length, accepted: .moment)
      }
      return try resolver.pastInstant(of: parsed)
    } catch {
      // `2 hours ago`: the words before the one that points back are a duration.
      if error.code == .past, error.at > 0,
        let (span, _) = try? span(
          String(decoding: input.utf8.prefix(error.at), as: UTF8.self), timeEnd: error.at,
          languages: context.languages)
      {
        return try resolver.instant(span, ago: error)
      }
      var error = error
      if error.accepted.contains(.rule) { error.accepted = [.duration, .moment] }
      throw error
    }
  }

  /// Whether the first word of `input` can belong to a time in one of `languages`: a number, a unit, a
  /// day, `an`, `every`. Any other first word is text, or a mistake.
  package static func beginsLikeTime(_ input: String, languages: [Language]) -> Bool {
    guard let first = Scanner.tokens(of: input).first else { return false }
    return switch first.kind {
    case .number, .fraction: true
    case .word: languages.contains { first.sense(in: $0) != nil }
    case .symbol, .end: false
    }
  }
}

extension TimeError {
  /// The same error for programs: its suggestion does not depend on the order of the languages.
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
      languages.allSatisfy({ $0.sense(of: word) == nil })
    else { return self }
    var error = self
    for language in languages where error.suggestion == nil {
      error.suggestion = language.correction(of: word) { sense in
        code == .notATime || sense.unit != nil
      }
    }
    return error
  }
}
