import CivilTime

extension JSON {
  /// Reads one value (RFC 8259). Of a fraction, thousandths are kept.
  /// - Parameter allowsNUL: whether a string may have a NUL, at which C would end.
  /// - Returns: nil for anything else, and if arrays and objects are nested more than eight deep.
  package init?(parsing bytes: UnsafeRawBufferPointer, allowsNUL: Bool = true) {
    var parser = JSONParser(bytes: bytes, allowsNUL: allowsNUL)
    guard let value = parser.value(depth: 8), parser.isAtEnd else { return nil }
    self = value
  }

  /// Reads one value, without a NUL.
  package init?(parsing text: String) {
    var text = text
    guard let value = text.withUTF8({ JSON(parsing: UnsafeRawBufferPointer($0), allowsNUL: false) })
    else {
      return nil
    }
    self = value
  }

  /// The member of an object; nil if there is none, or it is null.
  package subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    let value = members.first { $0.name == name }?.value
    if case .null? = value { return nil }
    return value
  }

  /// A string's text; nil for any other value.
  package var string: String? { if case .string(let text) = self { text } else { nil } }
  /// A number; nil for any other value.
  package var number: Int64? { if case .number(let number) = self { number } else { nil } }
  /// A Boolean; nil for any other value.
  package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
  /// An array's values; nil for any other value.
  package var array: [JSON]? { if case .array(let values) = self { values } else { nil } }
  /// A length of time in milliseconds, forward or back, of ten thousand years at most: adding such to each
  /// other never overflows, even if the store was edited.
  var length: Int64? {
    number.map { min(max($0, -Instant.latest.milliseconds), Instant.latest.milliseconds) }
  }
}

private struct JSONParser {
  let bytes: UnsafeRawBufferPointer
  let allowsNUL: Bool
  private var place = 0

  init(bytes: UnsafeRawBufferPointer, allowsNUL: Bool) {
    self.bytes = bytes
    self.allowsNUL = allowsNUL
  }

  var isAtEnd: Bool { place == bytes.count }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  /// Steps over `text`, if it is here.
  private mutating func skip(_ text: String) -> Bool {
    guard bytes[place...].starts(with: text.utf8) else { return false }
    place += text.utf8.count
    return true
  }

  private mutating func skipBlanks() {
    while let byte = next, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { place += 1 }
  }

  /// A value, with the blanks around it.
  mutating func value(depth: Int) -> JSON? {
    guard depth > 0 else { return nil }
    skipBlanks()
    defer { skipBlanks() }
    switch next {
    case UInt8(ascii: "\""): return string().map(JSON.string)
    case UInt8(ascii: "["): return list(until: "]") { $0.value(depth: depth - 1) }.map(JSON.array)
    case UInt8(ascii: "{"):
      return list(until: "}") { $0.member(depth: depth - 1) }.map(JSON.object)
    case UInt8(ascii: "t"): return skip("true") ? .boolean(true) : nil
    case UInt8(ascii: "f"): return skip("false") ? .boolean(false) : nil
    case UInt8(ascii: "n"): return skip("null") ? .null : nil
    default: return number()
    }
  }

  private mutating func number() -> JSON? {
    let start = place
    while let byte = next, (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte) {
      place += 1
    }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    if let number = Int64(text) { return .number(number) }
    return Double(text).map { .thousandths(Int64(exactly: ($0 * 1000).rounded()) ?? .max) }
  }

  /// What is between the bracket here and the one that closes it.
  private mutating func list<Element>(
    until end: String, _ read: (inout JSONParser) -> Element?
  ) -> [Element]? {
    var elements: [Element] = []
    place += 1
    skipBlanks()
    if skip(end) { return elements }
    repeat {
      guard let element = read(&self) else { return nil }
      elements.append(element)
    } while skip(",")
    return skip(end) ? elements : nil
  }

  private mutating func member(depth: Int) -> (name: String, value: JSON)? {
    guard case .string(let name)? = value(depth: 1), skip(":"), let value = value(depth: depth)
    else { return nil }
    return (name, value)
  }

  private mutating func string() -> String? {
    place += 1
    let start = place
    while let byte = next, byte >= 0x20, byte != 0x22, byte != 0x5c { place += 1 }
    if next == 0x22 {
      defer { place += 1 }
      return String(validating: bytes[start..<place], as: UTF8.self)
    }
    var text = Array(bytes[start..<place])
    while let byte = next, byte >= 0x20 {
      place += 1
      switch byte {
      case 0x22: return String(validating: text, as: UTF8.self)
      case 0x5c: guard escape(&text) else { return nil }
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escape(_ text: inout [UInt8]) -> Bool {
    guard let letter = next else { return false }
    place += 1
    switch letter {
    case 0x22, 0x5c, 0x2f: text.append(letter)
    case UInt8(ascii: "b"): text.append(8)
    case UInt8(ascii: "f"): text.append(12)
    case UInt8(ascii: "n"): text.append(10)
    case UInt8(ascii: "r"): text.append(13)
    case UInt8(ascii: "t"): text.append(9)
    case UInt8(ascii: "u"):
      guard var units = hexadecimal().map({ [$0] }), allowsNUL || units != [0] else { return false }
      if UTF16.isLeadSurrogate(units[0]) {
        guard skip("\\u"), let second = hexadecimal() else { return false }
        units.append(second)
      }
      guard let character = String(validating: units, as: UTF16.self) else { return false }
      text += character.utf8
    default: return false
    }
    return true
  }

  private mutating func hexadecimal() -> UInt16? {
    guard bytes.count - place >= 4 else { return nil }
    defer { place += 4 }
    return UInt16(String(decoding: bytes[place..<place + 4], as: UTF8.self), radix: 16)
  }
}
