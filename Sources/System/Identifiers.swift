/// RFC 9562 version 4 identifiers.
package enum UUID {
  /// A new one.
  package static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    var high = generator.next()
    var low = generator.next()
    high = high & 0xffff_ffff_ffff_0fff | 0x4000
    low = low & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
    let digits = hexadecimal(high) + hexadecimal(low)
    return String(decoding: dashed(digits), as: UTF8.self)
  }

  private static func hexadecimal(_ word: UInt64) -> [UInt8] {
    (0..<16).map { position in
      let nibble = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * position)) & 15
      return nibble < 10 ? 48 + nibble : 87 + nibble
    }
  }

  private static func dashed(_ digits: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    for (position, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(position) { text.append(45) }
      text.append(digit)
    }
    return text
  }
}

/// A number that tells bytes from others (FNV-1a, 64 bits): against mistakes, not against somebody who wants
/// two to be alike.
package struct Fingerprint: Sendable {
  /// That of the bytes so far.
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Of no bytes.
  package init() {}

  /// Goes on with further bytes.
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }
}
