extension PosixRule {
  /// Nil for anything but a whole, valid TZ string. A summer time without dates has those of the
  /// United States since 2007, as in glibc.
  convenience init?(_ text: String) {
    var scanner = Scanner(bytes: Array(text.utf8))
    guard let standard = scanner.localType(defaultOffset: nil, isDaylight: false) else {
      return nil
    }
    guard !scanner.isAtEnd else {
      self.init(standard: standard, daylight: nil)
      return
    }
    guard
      let type = scanner.localType(defaultOffset: standard.offset + 3600, isDaylight: true)
    else { return nil }
    if scanner.isAtEnd { scanner = Scanner(bytes: Array(",M3.2.0,M11.1.0".utf8)) }
    guard let start = scanner.changeover(), let end = scanner.changeover(), scanner.isAtEnd
    else { return nil }
    self.init(
      standard: standard, daylight: Daylight(type: type, start: start, end: end))
  }

  private struct Scanner {
    let bytes: [UInt8]
    var position = 0

    var isAtEnd: Bool { position == bytes.count }
    var next: UInt8? { isAtEnd ? nil : bytes[position] }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard next == UInt8(ascii: character) else { return false }
      position += 1
      return true
    }

    /// An abbreviation and the offset that it stands for; POSIX counts west of Greenwich.
    mutating func localType(defaultOffset: Int?, isDaylight: Bool) -> LocalTimeType? {
      guard let abbreviation = abbreviation() else { return nil }
      let offset: Int
      if next == nil || next == UInt8(ascii: ",") {
        guard let defaultOffset else { return nil }
        offset = defaultOffset
      } else {
        guard let west = time(hours: 0...24) else { return nil }
        offset = -west
      }
      return LocalTimeType(offset: offset, isDaylight: isDaylight, abbreviation: abbreviation)
    }

    mutating func abbreviation() -> String? {
      let quoted = skip("<")
      let start = position
      while let byte = next {
        let isLetter = (65...90).contains(byte & 0xDF)
        let isFigure = (48...57).contains(byte) || byte == 43 || byte == 45
        guard isLetter || quoted && isFigure else { break }
        position += 1
      }
      let name = bytes[start..<position]
      guard name.count >= 3, !quoted || skip(">") else { return nil }
      return String(decoding: name, as: UTF8.self)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int? {
      let start = position
      var value = 0
      while let byte = next, (48...57).contains(byte), position < start + 3 {
        value = value * 10 + Int(byte - 48)
        position += 1
      }
      return position > start && range.contains(value) ? value : nil
    }

    /// `[+|-]h[:m[:s]]` in seconds.
    mutating func time(hours range: ClosedRange<Int>) -> Int? {
      let isNegative = skip("-")
      if !isNegative { _ = skip("+") }
      guard let hours = number(range) else { return nil }
      var seconds = hours * 3600
      for unit in [60, 1] {
        guard skip(":") else { break }
        guard let value = number(0...59) else { return nil }
        seconds += value * unit
      }
      return isNegative ? -seconds : seconds
    }

    mutating func changeover() -> Changeover? {
      guard skip(",") else { return nil }
      let day: Changeover.Day
      if skip("M") {
        guard let month = number(1...12), skip("."), let week = number(1...5), skip("."),
          let weekday = number(0...6)
        else { return nil }
        day = .weekday(month: month, week: week, weekday: weekday)
      } else if skip("J") {
        guard let n = number(1...365) else { return nil }
        day = .julian(n)
      } else {
        guard let n = number(0...365) else { return nil }
        day = .ordinal(n)
      }
      guard skip("/") else { return Changeover(day: day, time: 2 * 3600) }
      guard let time = time(hours: 0...167) else { return nil }
      return Changeover(day: day, time: time)
    }
  }
}
