import CivilTime

extension Grammar {
  /// Reads a duration: parts from large to small (`1h 20m`, `1 hour and 20 minutes`), a clock's
  /// reading (`1:20:00`, `1:20`: hours come first), or ISO 8601's (`PT20M`).
  ///
  /// - Parameters:
  ///   - isClock: whether a clock's reading may be one, if it could be a time of day.
  ///   - isStep: whether it is the step of a repetition, which may be counted from something.
  mutating func duration(isClock: Bool, isStep: Bool = false) throws(TimeError) -> Span {
    let start = index
    skip(.about)
    skipSymbol("+")
    let isNumber = peek(1).kind == .number || sense(1).number != nil || has(.half, 1)
    if peek().isSymbol("-") && isNumber || has(.minus) {
      let amount = endOfRun(from: index + 1)
      throw error(.negative, from: index, to: amount, .duration)
    }
    if isClock, let span = try clockDuration() { return try checked(span, from: start, isStep) }
    if let span = try isoDuration() { return try checked(span, from: start, isStep) }

    guard var (span, unit) = try part(isFirst: true) else {
      throw error(.notATime, from: index, .duration)
    }
    while let (more, smaller) = try following(unit) {
      span += more
      unit = smaller
    }
    return try checked(span, from: start, isStep)
  }

  private mutating func checked(
    _ span: Span, from start: Int, _ isStep: Bool
  ) throws(TimeError) -> Span {
    if has(.ago) { throw error(.past, from: index, .duration) }
    if span.isTooLong { throw error(.tooLarge, from: start, to: index, .duration) }
    if span.isZero { throw error(.zero, from: start, to: index, .duration) }
    if has(.from), has(.now, 1) {
      index += 2
    } else if !isStep, let end = endOfAnotherTime {
      throw error(.secondTime, from: index, to: end, .duration)
    }
    return span
  }

  /// Where the time ends that the duration is counted from instead of now: `5 hours after noon`, but
  /// not `3h before you leave`. Nil if there is none.
  private var endOfAnotherTime: Int? {
    guard has([.from, .before, .after]), !peek(1).isGlued else { return nil }
    var rest = self
    rest.index += 1
    rest.isBound = true
    guard let partial = try? rest.dateTime() else { return nil }
    let end = rest.index
    if rest.isAtEnd || partial.instant != nil { return end }
    if let time = partial.time {
      // `from 9`, but not `before 2 tests`, nor `da 5 boroughs`
      let isForeign = language != figures && peek().word.utf8.count < 4
      return !time.isBare || partial.hasDay || has(.from) && !isForeign ? end : nil
    }
    switch partial.day {
    case .relative, .date, .ahead, .later: return end
    // `before sun cream`
    default: return partial.weekday != nil && verb != .in && peek(1).word.utf8.count > 5 ? end : nil
    }
  }

  /// A number and its unit.
  private mutating func part(isFirst: Bool) throws(TimeError) -> (span: Span, unit: Unit)? {
    let start = index
    let amount: Quantity
    if let quantity = try quantity() {
      amount = quantity
    } else if has(.alone), !isFirst || verb == .in || isRule || has(.ahead, -1) {
      amount = Quantity(numerator: 1)
    } else {
      return nil
    }
    if isGlued("-"), peek(1).isGlued, sense(1).unit != nil { index += 1 }
    let unit: Unit
    if let read = sense().unit {
      unit = read
      index += 1
      skipAbbreviationDot()
      // `a second coffee`
      if verb != .in, sense(-1).ordinal != nil, has(.article, -2),
        !has(.ahead, start - 1 - index), peek().kind == .word,
        peek().sense(in: language) == nil
      {
        throw error(.ambiguousText, from: start, to: index + 1, .duration)
      }
    } else if let prime = readPrime() {
      unit = prime
    } else if isAtEnd {
      throw error(.unitMissing, from: start, to: index, .unit)
    } else {
      throw error(.unknownUnit, from: index, .unit)
    }
    return (try span(amount + half(), of: unit, from: start), unit)
  }

  /// So many of `unit`, which begin at `start`.
  func span(_ amount: Quantity, of unit: Unit, from start: Int) throws(TimeError) -> Span {
    switch amount.of(unit) {
    case .success(let span): return span
    case .failure(.tooLarge): throw error(.tooLarge, from: start, to: index, .duration)
    case .failure(.tooFine): throw error(.tooFine, from: start, to: index, .duration)
    }
  }

  /// `20'` and `20"`: minutes and seconds.
  private mutating func readPrime() -> Unit? {
    guard isGlued("'") || isGlued("\""), !peek(1).isGlued else { return nil }
    index += 1
    return peek(-1).isSymbol("'") ? .minute : .second
  }

  /// The next part after one of `unit`, which must be of a smaller unit; nil if the text
  /// begins.
  private mutating func following(_ unit: Unit) throws(TimeError) -> (span: Span, unit: Unit)? {
    let start = index
    while skipJoint() || skipSymbol("+") {}
    let isTight = peek().isGlued && index == start
    let first = index
    do throws(TimeError) {
      if let next = try unitless(after: unit, isTight: isTight) { return next }
      if let next = try part(isFirst: false) {
        if next.unit < unit { return next }
        if isTight { throw error(.unexpected, from: first, to: index, .duration) }
      }
    } catch {
      // A slip of the pen is no text: what hangs together with the time, what lacks one letter to
      // be a unit, what is too large.
      if isTight || error.code == .tooLarge || looksLikeSlip(error, from: first) { throw error }
    }
    return rewound(to: start)
  }

  /// The last number of `1h20`, which counts the next smaller unit.
  private mutating func unitless(
    after unit: Unit, isTight: Bool
  ) throws(TimeError) -> (span: Span, unit: Unit)? {
    let start = index
    let figures = peek()
    let words = numberWords()
    if figures.kind == .number { index += 1 }
    guard index > start, isAtEnd || isTight && !peek().isGlued && sense().unit == nil else {
      return rewound(to: start)
    }
    guard let (next, limit) = unit.next, let number = figures.value ?? words.map(Int64.init),
      number < limit,
      case .success(let span) = Quantity(numerator: number).of(next)
    else { throw error(.unitMissing, from: start, to: index, .unit) }
    return (span, next)
  }

  /// Whether what made `error` was meant as a part of the duration: `1h 20 minuts`.
  private func looksLikeSlip(_ error: TimeError, from first: Int) -> Bool {
    guard error.code == .unknownUnit,
      let culprit = tokens.firstIndex(where: { $0.start == error.at })
    else { return false }
    var reader = self
    reader.index = culprit
    return reader.isSlip(of: { $0.unit != nil })
  }

  /// `1:20:00` and `1:20`.
  private mutating func clockDuration() throws(TimeError) -> Span? {
    guard peek().kind == .number, isGlued(":", 1) else { return nil }
    let start = index
    var fields: [Int64] = []
    while let value = peek().value {
      fields.append(value)
      index += 1
      guard isGlued(":"), isGluedNumber(1), peek(1).digits == 2 else { break }
      index += 1
    }
    var milliseconds: Int64 = 0
    if fields.count == 3, isGlued("."), peek(1).isGlued, let value = peek(1).value,
      peek(1).digits < 4
    {
      milliseconds = value
      for _ in peek(1).digits..<3 { milliseconds *= 10 }
      index += 2
    }
    // 90:00 may be an hour and a half or nearly four days.
    guard !peek().isGlued, (2...3).contains(fields.count), fields[1...].allSatisfy({ $0 < 60 }),
      fields.count == 3 || fields[0] < 24
    else {
      throw error(.badNumber, from: start, to: endOfRun(from: start), .duration)
    }
    let seconds = fields.count == 3 ? fields[2] : 0
    guard fields[0] < Span.longest.milliseconds / 3_600_000 else {
      throw error(.tooLarge, from: start, to: index, .duration)
    }
    return Span(
      milliseconds: ((fields[0] * 60 + fields[1]) * 60 + seconds) * 1000 + milliseconds)
  }
}
