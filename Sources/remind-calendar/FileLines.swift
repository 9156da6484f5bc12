import Glibc

/// A content line (RFC 5545 §3.1) of the file, unfolded.
struct FileLine {
  /// Where it begins, counted from 1.
  var number: Int
  /// Without its end; cut if it is too long.
  var bytes: [UInt8]
  var isTooLong = false

  /// The property's name in capital letters; nil if this is not a property.
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

  /// The index after the first colon that is not quoted.
  private var valueStart: Int? {
    var isQuoted = false
    for (index, byte) in bytes.enumerated() {
      if byte == 0x22 { isQuoted.toggle() }
      if byte == 0x3a, !isQuoted { return index + 1 }
    }
    return nil
  }

  /// The value, as written.
  var value: String { String(decoding: bytes[(valueStart ?? bytes.count)...], as: UTF8.self) }

  /// The value of a parameter, without quotes; nil if it has none of that name.
  func parameter(_ name: String) -> String? {
    guard bytes.contains(0x3b) else { return nil }
    let head = String(decoding: bytes[..<max((valueStart ?? 1) - 1, 0)], as: UTF8.self)
    for part in head.split(separator: ";").dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, pair[0].uppercased() == name else { continue }
      return pair[1].filter { $0 != "\"" }
    }
    return nil
  }

  /// As much of it as a message shows.
  var shown: String { String(decoding: bytes.prefix(200), as: UTF8.self) }
}

/// The content lines of a file, read one by one.
struct FileLines {
  /// The longest line that is kept, in bytes.
  static let limit = 1 << 20

  private let input: Int32
  private var buffer: [UInt8] = []
  private var place = 0
  private var hasEnded = false
  private var number = 0
  /// A line that the next one may continue.
  private var begun: FileLine?

  init(_ input: Int32) { self.input = input }

  /// The next line that is not empty; nil at the end.
  mutating func next() -> FileLine? {
    while let line = physical() {
      let isFolded = line.bytes.first == 0x20 || line.bytes.first == 0x09
      if isFolded, begun != nil {
        let room = FileLines.limit - begun!.bytes.count
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
  private mutating func physical() -> FileLine? {
    var line = FileLine(number: number + 1, bytes: [])
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
      let room = FileLines.limit - line.bytes.count
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
        count = read(input, bytes.baseAddress, bytes.count)
      } while count < 0 && errno == EINTR
      filled = max(0, count)
    }
    place = 0
    hasEnded = count <= 0
    return count > 0
  }
}
