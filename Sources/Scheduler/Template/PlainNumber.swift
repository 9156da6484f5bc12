/// A number as people write it, of any length: `-12.50`. It is compared, and nothing else.
struct PlainNumber: Comparable {
  private let isNegative: Bool
  /// Without zeros in front, or behind.
  private let whole: Substring.UTF8View
  private let fraction: Substring.UTF8View

  /// - Returns: nil where it is not digits, with a `-` in front and a point with more digits behind at most.
  init?(_ text: String) {
    var digits = text[...].utf8
    let hasSign = digits.first == UInt8(ascii: "-")
    if hasSign { digits.removeFirst() }
    let parts = digits.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }) else {
      return nil
    }
    whole = parts[0].drop { $0 == 0x30 }
    var rest = parts.count == 2 ? parts[1] : parts[0].prefix(0)
    while rest.last == 0x30 { rest.removeLast() }
    fraction = rest
    isNegative = hasSign && !(whole.isEmpty && rest.isEmpty)
  }

  static func == (a: PlainNumber, b: PlainNumber) -> Bool { !(a < b) && !(b < a) }

  static func < (a: PlainNumber, b: PlainNumber) -> Bool {
    guard a.isNegative == b.isNegative else { return a.isNegative }
    return a.isNegative ? b.isCloser(than: a) : a.isCloser(than: b)
  }

  /// Whether it is closer to zero.
  private func isCloser(than other: PlainNumber) -> Bool {
    guard whole.count == other.whole.count else { return whole.count < other.whole.count }
    guard whole.elementsEqual(other.whole) else {
      return whole.lexicographicallyPrecedes(other.whole)
    }
    return fraction.lexicographicallyPrecedes(other.fraction)
  }
}
