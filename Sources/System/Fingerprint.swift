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
