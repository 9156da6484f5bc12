/// RFC 9562 version 4 identifiers.
package enum UUID {
  /// A new one.
  package static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    let high = generator.next() & 0xffff_ffff_ffff_0fff | 0x4000
    let low = generator.next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
    var text: [UInt8] = []
    for position in 0..<32 {
      if position == 8 || position == 12 || position == 16 || position == 20 { text.append(45) }
      let word = position < 16 ? high : low
      let nibble = UInt8(truncatingIfNeeded: word >> UInt64(60 - position % 16 * 4)) & 15
      text.append(nibble < 10 ? 48 + nibble : 87 + nibble)
    }
    return String(decoding: text, as: UTF8.self)
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
