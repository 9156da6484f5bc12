/// A number that tells bytes from others (FNV-1a, 64 bits): against mistakes, not against somebody who wants
/// two to be alike.
public struct Fingerprint: Sendable {
  /// That of the bytes so far.
  public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Of no bytes.
  public init() {}

  /// Goes on with further bytes.
  public mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }
}
