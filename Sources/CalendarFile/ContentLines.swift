import Glibc

/// A content line (RFC 5545 §3.1), unfolded.
struct ContentLine {
  /// The line of the file where it begins, from 1 on.
  var number: Int
  /// Without its end; of one that is too long, no more than the limit.
  var bytes: [UInt8]
  var isTooLong = false

  /// What stands before its parameters and value, in capital letters; nil where it is no property.
  var name: String? {
    guard let end = bytes.firstIndex(where: { $0 == 0x3a || $0 == 0x3b }), end > 0 else {
      return nil
    }
    var name: [UInt8] = []
    for byte in bytes[..<end] {
      switch byte {
      case 0x61...0x7a: name.append(byte - 0x20)
      case 0x41...0x5a, 0x30...0x39, 0x2d: name.append(byte)
      default: return nil
      }
    }
    return valueStart == nil ? nil : String(decoding: name, as: UTF8.self)
  }

  /// Where its value begins, behind the first colon that is not in quotes.
  private var valueStart: Int? {
    var isQuoted = false
    for (index, byte) in bytes.enumerated() {
      if byte == 0x22 { isQuoted.toggle() }
      if byte == 0x3a, !isQuoted { return index + 1 }
    }
    return nil
  }

  /// Its value as it stands there.
  var value: String { String(decoding: bytes[(valueStart ?? bytes.count)...], as: UTF8.self) }
}

/// The content lines of a file, each as soon as it is there.
struct ContentLines {
  /// The longest line that is kept, in bytes.
  static let limit = 1 << 20

  private let read: (UnsafeMutableRawBufferPointer) -> Int
  private var buffer: [UInt8] = []
  private var place = 0
  private var hasEnded = false
  private var number = 0
  /// A line of the file that may still go on in the next one.
  private var begun: ContentLine?

  /// - Parameter read: as read(2).
  init(read: @escaping (UnsafeMutableRawBufferPointer) -> Int) { self.read = read }

  /// The next line that is not empty; nil at the end.
  mutating func next() -> ContentLine? {
    while let line = physical() {
      let isFolded = line.bytes.first == 0x20 || line.bytes.first == 0x09
      if isFolded, begun != nil {
        let room = ContentLines.limit - begun!.bytes.count
        begun!.bytes += line.bytes.dropFirst().prefix(room)
        begun!.isTooLong = begun!.isTooLong || line.isTooLong || line.bytes.count - 1 > room
        continue
      }
      let whole = begun
      begun = line.bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? nil : line
      if let whole { return whole }
    }
    defer { begun = nil }
    return begun
  }

  /// The next line of the file.
  private mutating func physical() -> ContentLine? {
    var line = ContentLine(number: number + 1, bytes: [])
    while true {
      if place == buffer.count, !fill() {
        guard !line.bytes.isEmpty || line.isTooLong else { return nil }
        break
      }
      let start = place
      let end = buffer.withUnsafeBytes { bytes in
        memchr(bytes.baseAddress! + start, 10, bytes.count - start)
          .map { bytes.baseAddress!.distance(to: $0) }
      }
      let piece = buffer[start..<(end ?? buffer.count)]
      let room = ContentLines.limit - line.bytes.count
      line.bytes += piece.prefix(room)
      line.isTooLong = line.isTooLong || piece.count > room
      place = (end ?? buffer.count - 1) + 1
      if end != nil { break }
    }
    if line.bytes.last == 13 { line.bytes.removeLast() }
    if number == 0, line.bytes.starts(with: [0xef, 0xbb, 0xbf]) { line.bytes.removeFirst(3) }
    number += 1
    return line
  }

  private mutating func fill() -> Bool {
    guard !hasEnded else { return false }
    var count = -1
    buffer = [UInt8](unsafeUninitializedCapacity: 65_536) { bytes, filled in
      repeat {
        count = read(UnsafeMutableRawBufferPointer(bytes))
      } while count < 0 && errno == EINTR
      filled = max(0, count)
    }
    place = 0
    hasEnded = count <= 0
    return count > 0
  }
}
