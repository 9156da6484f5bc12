import CivilTime

extension Grammar {
  /// Reads a duration as ISO 8601 writes it (4.4.3.2): `P1DT12H`, `PT1,5H`, `P2W`.
  mutating func isoDuration() throws(TimeError) -> Span? {
    guard peek().kind == .word, peek().word == "p" || peek().word == "pt",
      peek(1).isGlued, peek(1).kind == .number
    else { return nil }
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
      switch amount.of(unit) {
      case .success(let part): span += part
      case .failure(.tooLarge): throw error(.tooLarge, from: first, to: index, .duration)
      case .failure(.tooFine): throw error(.tooFine, from: first, to: index, .duration)
      }
      last = unit
      isTime = isTime || opensTime
    } while peek().isGlued && peek().kind == .number
    return span
  }

  /// The standard allows a point and prefers a comma; here neither can part thousands.
  private mutating func isoNumber() throws(TimeError) -> Quantity? {
    guard let whole = peek().value else { return Quantity(numerator: .max) }
    index += 1
    guard isGlued(".") || isGlued(","), peek(1).isGlued, peek(1).kind == .number,
      let part = peek(1).value, peek(1).digits < 10
    else { return Quantity(numerator: whole) }
    var scale: Int64 = 1
    for _ in 0..<peek(1).digits { scale *= 10 }
    index += 2
    return Quantity(numerator: whole) + Quantity(numerator: part, denominator: scale)
  }

  /// The unit that a letter stands for; a `t` after it opens the part with hours.
  private func isoUnit(_ word: String, isTime: Bool) -> (unit: Unit, opensTime: Bool)? {
    switch (word, isTime) {
    case ("y", false): (.year, false)
    case ("m", false): (.month, false)
    case ("w", false): (.week, false)
    case ("d", false): (.day, false)
    case ("yt", false): (.year, true)
    case ("mt", false): (.month, true)
    case ("wt", false): (.week, true)
    case ("dt", false): (.day, true)
    case ("h", true): (.hour, true)
    case ("m", true): (.minute, true)
    case ("s", true): (.second, true)
    default: nil
    }
  }
}
