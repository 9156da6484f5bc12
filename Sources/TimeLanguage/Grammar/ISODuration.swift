import CivilTime

extension Grammar {
  /// Reads a duration as ISO 8601 writes it (4.4.3.2): `P1DT12H`, `PT1,5H`, `P2W`.
  mutating func isoDuration() throws(TimeError) -> Span? {
    guard peek().word == "p" || peek().word == "pt", isGluedNumber(1) else { return nil }
    let start = index
    var isTime = peek().word == "pt"
    var last: Unit?
    var span = Span()
    index += 1
    repeat {
      let first = index
      guard let amount = try isoNumber(), peek().isGlued, peek().kind == .word,
        let (unit, opensTime) = isoUnit(peek().word, isTime: isTime),
        last.map({ unit < $0 }) ?? true
      else { throw error(.badNumber, from: start, to: endOfRun(from: start), .duration) }
      index += 1
      span += try self.span(amount, of: unit, from: first)
      last = unit
      isTime = isTime || opensTime
    } while isGluedNumber(0)
    return span
  }

  /// The standard allows a point and prefers a comma; here neither can part thousands.
  private mutating func isoNumber() throws(TimeError) -> Quantity? {
    guard let whole = peek().value else { return Quantity(numerator: .max) }
    index += 1
    guard isGlued(".") || isGlued(","), isGluedNumber(1),
      peek(1).digits < 10, let decimals = peek(1).decimals
    else { return Quantity(numerator: whole) }
    index += 2
    return Quantity(numerator: whole) + decimals
  }

  /// The unit that a letter stands for; a `t` after it opens the part with hours.
  private func isoUnit(_ word: String, isTime: Bool) -> (unit: Unit, opensTime: Bool)? {
    let opensTime = !isTime && word.utf8.count == 2 && word.hasSuffix("t")
    let unit: Unit? =
      switch (opensTime ? word.dropLast() : word[...], isTime) {
      case ("y", false): .year
      case ("m", false): .month
      case ("w", false): .week
      case ("d", false): .day
      case ("h", true): .hour
      case ("m", true): .minute
      case ("s", true): .second
      default: nil
      }
    return unit.map { ($0, opensTime) }
  }
}
