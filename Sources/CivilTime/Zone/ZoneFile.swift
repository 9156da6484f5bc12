import Glibc
import System

/// The format of the system's time zone files (RFC 9636, tzfile(5)), versions 1 to 4.
enum ZoneFile {
  /// Far above any real one (4 kB); keeps a mistaken path from being read into memory.
  private static let largest = 256 * 1024

  static func read(path: String, name: String) throws(CivilTimeError) -> ZoneRules {
    let bytes: [UInt8]
    do { bytes = try FileIO.bytes(of: path, most: largest + 1) } catch {
      // EISDIR: a folder of zones has this name.
      let isAbsent = [ENOENT, ENOTDIR, ENAMETOOLONG, EISDIR].contains(error.code)
      throw .zone(isAbsent ? .unknown(name) : .unreadable(name, errno: error.code))
    }
    guard bytes.count <= largest, let rules = try parse(bytes, name: name) else {
      throw .zone(.notZoneFile(name))
    }
    return rules
  }

  /// Nil if `bytes` are not a whole and valid zone file.
  static func parse(_ bytes: [UInt8], name: String) throws(CivilTimeError) -> ZoneRules? {
    guard let first = Header(bytes, at: 0) else { return nil }
    guard first.version > 0 else { return try block(bytes, first, width: 4, name: name)?.rules }
    // The first block is for readers that only know 32-bit times.
    guard let header = Header(bytes, at: first.end(width: 4)),
      let (rules, end) = try block(bytes, header, width: 8, name: name),
      end < bytes.count, bytes[end] == newline,
      let length = bytes[(end + 1)...].firstIndex(of: newline)
    else { return nil }
    let footer = String(decoding: bytes[(end + 1)..<length], as: UTF8.self)
    guard !footer.isEmpty else { return rules }
    guard let rule = PosixRule(footer) else { return nil }
    return ZoneRules(
      transitions: rules.transitions, indices: rules.indices, types: rules.types, rule: rule)
  }

  private static let newline = UInt8(ascii: "\n")

  private struct Header {
    let version: UInt8
    let start: Int
    let utcCount, standardCount, leapCount, timeCount, typeCount, characterCount: Int

    init?(_ bytes: [UInt8], at offset: Int) {
      guard offset + 44 <= bytes.count, bytes[offset..<offset + 4].elementsEqual("TZif".utf8)
      else { return nil }
      let byte = bytes[offset + 4]
      version = byte == 0 ? 0 : byte &- 48
      start = offset + 44
      func count(_ index: Int) -> Int {
        Int(UInt32(truncatingIfNeeded: bytes.bigEndian(at: offset + 20 + 4 * index, width: 4)))
      }
      utcCount = count(0)
      standardCount = count(1)
      leapCount = count(2)
      timeCount = count(3)
      typeCount = count(4)
      characterCount = count(5)
    }

    /// Where the block ends whose times have `width` bytes.
    func end(width: Int) -> Int {
      start + timeCount * (width + 1) + typeCount * 6 + characterCount
        + leapCount * (width + 4) + standardCount + utcCount
    }
  }

  private static func block(
    _ bytes: [UInt8], _ header: Header, width: Int, name: String
  ) throws(CivilTimeError) -> (rules: ZoneRules, end: Int)? {
    let end = header.end(width: width)
    guard end <= bytes.count, (1...256).contains(header.typeCount) else { return nil }
    guard header.leapCount == 0 else { throw .zone(.countsLeapSeconds(name)) }
    let indexStart = header.start + header.timeCount * width
    let typeStart = indexStart + header.timeCount
    let nameStart = typeStart + header.typeCount * 6
    let names = bytes[nameStart..<nameStart + header.characterCount]

    let transitions = (0..<header.timeCount).map {
      bytes.bigEndian(at: header.start + $0 * width, width: width)
    }
    guard zip(transitions, transitions.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
    let indices = Array(bytes[indexStart..<typeStart])
    guard indices.allSatisfy({ $0 < header.typeCount }) else { return nil }

    var types: [LocalTimeType] = []
    for index in 0..<header.typeCount {
      let position = typeStart + index * 6
      let offset = Int(bytes.bigEndian(at: position, width: 4))
      let abbreviation = names.dropFirst(Int(bytes[position + 5]))
      // RFC 9636 §3.2: more than -25 hours, less than 26.
      guard Zone.offsets.contains(offset), let length = abbreviation.firstIndex(of: 0)
      else { return nil }
      types.append(
        LocalTimeType(
          offset: offset, isDaylight: bytes[position + 4] != 0,
          abbreviation: String(decoding: abbreviation[..<length], as: UTF8.self)))
    }
    return (ZoneRules(transitions: transitions, indices: indices, types: types, rule: nil), end)
  }
}

extension [UInt8] {
  /// A big-endian two's-complement number of `width` bytes.
  fileprivate func bigEndian(at position: Int, width: Int) -> Int64 {
    var value = Int64(Int8(bitPattern: self[position]))
    for index in 1..<width { value = value << 8 | Int64(self[position + index]) }
    return value
  }
}
