import CivilTime

/// An exact number: `1.5`, `1½`, `three quarters`.
struct Quantity: Hashable {
  var numerator: Int64
  var denominator: Int64 = 1

  /// The sum; what is too large, or too fine to count with, becomes huge.
  static func + (a: Quantity, b: Quantity) -> Quantity {
    let (left, leftOverflows) = a.numerator.multipliedReportingOverflow(by: b.denominator)
    let (right, rightOverflows) = b.numerator.multipliedReportingOverflow(by: a.denominator)
    let (sum, sumOverflows) = left.addingReportingOverflow(right)
    let (denominator, overflows) = a.denominator.multipliedReportingOverflow(by: b.denominator)
    if leftOverflows || rightOverflows || sumOverflows || overflows {
      return Quantity(numerator: .max)
    }
    return Quantity(numerator: sum, denominator: denominator)
  }

  /// This many of `unit`.
  func of(_ unit: Unit) -> Result<Span, Failure> {
    let one = unit.span
    func share(_ amount: Int64) -> (whole: Int64, rest: Int64)? {
      let (product, overflow) = numerator.multipliedReportingOverflow(by: amount)
      return overflow ? nil : (product / denominator, product % denominator)
    }
    guard let months = share(Int64(one.months)), let days = share(Int64(one.days)),
      let milliseconds = share(one.milliseconds)
    else { return .failure(.tooLarge) }
    let (fraction, overflow) = days.rest.multipliedReportingOverflow(by: 86_400_000)
    if overflow || months.rest != 0 || fraction % denominator != 0 || milliseconds.rest != 0 {
      return .failure(.tooFine)
    }
    let span = Span(
      months: Int(months.whole), days: Int(days.whole),
      milliseconds: milliseconds.whole + fraction / denominator)
    return span.isTooLong ? .failure(.tooLarge) : .success(span)
  }

  enum Failure: Error { case tooLarge, tooFine }
}

extension Grammar {
  /// Reads how many, up to the unit: `20`, `1.5`, `1 1/2`, `an`, `half an`, `forty five`,
  /// `three quarters of an`, `two and a half`. Nil if there is no quantity.
  mutating func quantity() throws(TimeError) -> Quantity? {
    switch peek().kind {
    case .number, .symbol("."):
      guard let figures = try digits() else { return nil }
      return figures + half()
    case .fraction(let numerator, let denominator):
      index += 1
      skipOne()
      return Quantity(numerator: numerator, denominator: denominator)
    case .word:
      return try words()
    default:
      return nil
    }
  }

  /// A quantity in words.
  private mutating func words() throws(TimeError) -> Quantity? {
    let start = index
    if has(.vague) { throw error(.vague, from: index, .duration) }
    if skip(.oneAndHalf) { return Quantity(numerator: 3, denominator: 2) }
    if has([.half, .quarter]) {
      let isHalf = has(.half)
      index += 1
      skipOne()
      return Quantity(numerator: 1, denominator: isHalf ? 2 : 4)
    }
    if skip(.article) {
      if has(.vague) { throw error(.vague, from: index, .duration) }
      if skip(.couple) {
        skip(.of)
        return Quantity(numerator: 2)
      }
      if has([.half, .quarter]) { return try words() }
      if let hundred = sense().number, hundred >= 100 { return try words() }
      return Quantity(numerator: 1) + half()
    }
    guard let number = numberWords() else { return rewound(to: start) }
    if skip(.quarter) {
      skipOne()
      return Quantity(numerator: Int64(number), denominator: 4)
    }
    return Quantity(numerator: Int64(number)) + half()
  }

  /// Reads a number in words: `forty five`, `forty-five`, `one hundred and twenty`.
  mutating func numberWords() -> Int? {
    guard var total = sense().number else { return nil }
    index += 1
    if total < 10, let hundred = sense().number, hundred == 100 {
      index += 1
      total *= 100
    }
    while total >= 20 {
      let skipped = isGlued("-") ? 1 : has(.and) && total >= 100 ? 1 : 0
      guard let next = sense(skipped).number, next > 0,
        next < 10 && total % 10 == 0 || next < 100 && total % 100 == 0
      else { break }
      total += next
      index += skipped + 1
    }
    return total
  }

  /// After a fraction: `of an`, `d'un'`, `an`, which change nothing.
  private mutating func skipOne() {
    skip(.of)
    skip(.article)
  }

  /// `and a half` (or a quarter, or three quarters) before or after the unit; zero if it is not
  /// there.
  mutating func half() -> Quantity {
    let start = index
    guard skip(.and) else { return Quantity(numerator: 0) }
    var parts: Int64 = 1
    if !skip(.article), let number = sense().number, (1...3).contains(number) {
      index += 1
      parts = Int64(number)
    }
    if parts == 1, skip(.half) { return Quantity(numerator: 1, denominator: 2) }
    if has(.quarter), !has(.of, 1) {
      index += 1
      return Quantity(numerator: parts, denominator: 4)
    }
    index = start
    return Quantity(numerator: 0)
  }
}

extension Span {
  /// The most of each part that can lie between the years 1 and 9999.
  static let longest = Span(
    months: 9998 * 12, days: 9998 * 366, milliseconds: 9998 * 366 * 86_400_000)

  var isTooLong: Bool {
    months > Span.longest.months || days > Span.longest.days
      || milliseconds > Span.longest.milliseconds
  }

  var isZero: Bool { isElapsed && milliseconds == 0 }
}
