/// A stretch of the text that knows where it is.
struct TextPiece {
  let bytes: ArraySlice<UInt8>

  init(_ text: String) { bytes = ArraySlice(text.utf8) }
  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var text: String { String(decoding: bytes, as: UTF8.self) }
  var range: Range<Int> { bytes.startIndex..<bytes.endIndex }

  /// - Parameter name: in capital letters.
  func isCalled(_ name: String) -> Bool {
    bytes.elementsEqual(name.utf8) { byte, capital in
      byte == capital || (97...122).contains(byte) && byte - 32 == capital
    }
  }

  /// The pieces between separators that are not between double quotes.
  func split(on isSeparator: (UInt8) -> Bool, keepingEmpty: Bool = false) -> [TextPiece] {
    var isQuoted = false
    return bytes.split(omittingEmptySubsequences: !keepingEmpty) { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return !isQuoted && isSeparator(byte)
    }.map(TextPiece.init)
  }

  /// What is before and after the first `separator` that is not between double quotes.
  func cut(at separator: Unicode.Scalar) -> (TextPiece, TextPiece?) {
    guard let first = split(on: { $0 == UInt8(ascii: separator) }, keepingEmpty: true).first,
      first.bytes.endIndex < bytes.endIndex
    else { return (self, nil) }
    return (first, TextPiece(bytes[(first.bytes.endIndex + 1)...]))
  }

  /// A whole number with an optional sign, of at most ten figures.
  var number: Int? {
    let isSigned = bytes.first == 43 || bytes.first == 45
    let digits = bytes.dropFirst(isSigned ? 1 : 0)
    guard (1...10).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    let value = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    return bytes.first == 45 ? -value : value
  }

  var weekday: Weekday? { Weekday.allCases.first { isCalled($0.code) } }

  var day: RecurrenceRule.Day? {
    guard let weekday = TextPiece(bytes.suffix(2)).weekday else { return nil }
    guard bytes.count > 2 else { return .init(weekday) }
    return TextPiece(bytes.dropLast(2)).number.map { .init(weekday, ordinal: $0) }
  }

  /// `20261224`, `20261224T090000`, `20261224T090000Z`.
  var time: (wall: WallTime, hasTime: Bool, isUTC: Bool)? {
    var text = text.uppercased()
    let isUTC = text.hasSuffix("Z")
    if isUTC { text.removeLast() }
    let hasTime = text.utf8.count == 15
    guard hasTime || text.utf8.count == 8 && !isUTC else { return nil }
    if !hasTime { text += "T000000" }
    var expanded = ""
    for (index, character) in text.enumerated() {
      if index == 4 || index == 6 { expanded += "-" }
      if index == 11 || index == 13 { expanded += ":" }
      expanded.append(character)
    }
    return WallTime(expanded).map { ($0, hasTime, isUTC) }
  }
}
