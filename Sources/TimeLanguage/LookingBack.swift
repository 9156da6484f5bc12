import CivilTime

extension Parser {
  /// Reads since when: a time that is over. A length of time lies before now, a day without a time
  /// begins at midnight, and what comes again and again (`17:30`, `monday`, `1 nov`) means its last
  /// coming.
  ///
  /// - Parameter input: the words, joined by blanks; all of them are the time.
  /// - Throws: what was not understood, and where; `future` for a time that is still to come.
  package static func past(_ input: String, in context: Context) throws(TimeError) -> Instant {
    do throws(TimeError) {
      var phrase = try Phrase(
        input, verb: .any, timeEnd: input.utf8.count, languages: context.languages)
      let draft = try phrase.read().draft
      guard case .span = draft, pointsAhead(input, context.languages) else {
        return try instant(of: draft, in: context)
      }
      throw TimeError(.future, at: 0, length: input.utf8.count, accepted: [.moment])
    } catch {
      // `2 hours ago`: what stands before the word that points back.
      if error.code == .past, error.at > 0,
        let (span, _) = try? span(
          String(decoding: input.utf8.prefix(error.at), as: UTF8.self), timeEnd: error.at,
          languages: context.languages)
      {
        return try before(span, error, in: context)
      }
      throw error.accepted.contains(.rule)
        ? TimeError(
          error.code, at: error.at, length: error.length, accepted: [.duration, .moment],
          suggestion: error.suggestion) : error
    }
  }

  /// `in 2 weeks`, but not `2 weeks`.
  private static func pointsAhead(_ input: String, _ languages: [Language]) -> Bool {
    guard let first = Scanner.tokens(of: input).first else { return false }
    return languages.contains { first.meaning(in: $0)?.roles.contains(.ahead) ?? false }
  }

  private static func instant(of draft: Draft, in context: Context) throws(TimeError) -> Instant {
    let outline: Outline
    switch draft {
    case .span(let span, let bytes):
      let whole = TimeError(
        .tooLarge, at: bytes.lowerBound, length: bytes.count, accepted: [.duration])
      return try before(span, whole, in: context)
    case .rule(let rule):
      throw TimeError(
        .unexpected, at: rule.bytes.lowerBound, length: rule.bytes.count, accepted: [.moment])
    case .moment(let said): outline = said
    }
    let day: Int64 = 86_400_000
    var failure = Resolver(context: context).error(.future, outline)
    for back in outline.isOneDay ? [0] : [0, day, 7 * day, 31 * day, 366 * day] {
      guard let earlier = context.now.advanced(by: -back) else { continue }
      var then = context
      then.now = earlier
      do throws(TimeError) {
        let resolver = Resolver(context: then, looksBack: true)
        let due = try OutlineResolver(outline, resolver).moment().due
        if due <= context.now { return due }
      } catch { if failure.code == .future { failure = error } }
    }
    throw failure
  }

  private static func before(
    _ span: Span, _ error: TimeError, in context: Context
  ) throws(TimeError) -> Instant {
    let back = Span(months: -span.months, days: -span.days, milliseconds: -span.milliseconds)
    guard let instant = context.now.adding(back, in: context.zone) else { throw error }
    return instant
  }
}

extension Outline {
  /// Whether it means one day, whenever it is said in the course of today.
  fileprivate var isOneDay: Bool {
    if instant != nil { return true }
    switch day {
    case .relative, .ahead, .later, .week, .date(.some, _, _): return true
    case nil, .next, .afterComing, .date(nil, _, _), .ofMonth, .endOfMonth, .nth, .nthWorkday:
      return false
    }
  }
}
