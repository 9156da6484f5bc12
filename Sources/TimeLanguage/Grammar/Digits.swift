extension Grammar {
  /// Reads a number in digits: `20`, `1.5`, `1,5`, `.5`, `1/2`, `1 1/2`, `1½`. Nil if a lone
  /// dot stands.
  mutating func digits() throws(TimeError) -> Quantity? {
    let start = index
    var number = Quantity(numerator: 0)
    if peek().kind == .number {
      // More than eighteen digits are too many of any unit.
      number = Quantity(numerator: peek().value ?? .max)
      index += 1
      if let fraction = simpleFraction(over: number) { return fraction }
    } else {
      guard peek(1).kind == .number, peek(1).isGlued else { return nil }
    }
    if isGlued(".") || isGlued(",") || index == start {
      if peek(1).kind == .number, peek(1).isGlued {
        number = try decimals(after: number, from: start)
      } else if peek().isSymbol(".") {
        throw error(.badNumber, from: start, to: endOfRun(from: start), .duration)
      }
    }
    let isBroken =
      isGlued(".") || isGlued("_") || isGlued("'")
      || isGlued(",") && number.denominator > 1
    if isBroken, peek(1).isGlued, peek(1).kind == .number || peek(1).isSymbol(".") {
      throw error(.badNumber, from: start, to: endOfRun(from: start), .duration)
    }
    return number + mixedFraction()
  }

  /// Reads the mark and the digits after it.
  private mutating func decimals(
    after whole: Quantity, from start: Int
  ) throws(TimeError) -> Quantity {
    let digits = peek(1)
    // 1,000 and 1.000 are a thousand for one half of the world and one for the other.
    let isGrouping = digits.digits == 3 && whole.numerator != 0
    if isGrouping, peek().isSymbol(",") || figures != .en {
      throw error(.ambiguousNumber, from: start, to: index + 2, .duration)
    }
    index += 2
    guard let decimals = digits.decimals else { return Quantity(numerator: .max) }
    return whole + decimals
  }

  /// `1/2`, of which the numerator was just read.
  private mutating func simpleFraction(over numerator: Quantity) -> Quantity? {
    guard isGlued("/"), peek(1).isGlued, let below = peek(1).value, (2...60).contains(below),
      (1..<below).contains(numerator.numerator)
    else { return nil }
    index += 2
    return Quantity(numerator: numerator.numerator, denominator: below)
  }

  /// The fraction of `1 1/2` and `1½`; zero if there is none.
  private mutating func mixedFraction() -> Quantity {
    if case .fraction(let numerator, let denominator) = peek().kind {
      index += 1
      return Quantity(numerator: numerator, denominator: denominator)
    }
    let start = index
    if let numerator = peek().value, !peek().isGlued {
      index += 1
      if let fraction = simpleFraction(over: Quantity(numerator: numerator)) { return fraction }
    }
    index = start
    return Quantity(numerator: 0)
  }
}

extension Token {
  /// What a number is after a decimal mark; nil if it has too many digits.
  var decimals: Quantity? {
    var scale: Int64 = 1
    for _ in 0..<min(digits, 18) { scale *= 10 }
    return value.map { Quantity(numerator: $0, denominator: scale) }
  }
}
