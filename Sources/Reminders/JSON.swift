import CivilTime

/// A JSON value (RFC 8259) on its way out: members keep their order.
package enum JSON: Sendable {
  case null
  case boolean(Bool)
  case number(Int64)
  /// A number in thousandths, which is written without needless digits: 1500 is `1.5`.
  case thousandths(Int64)
  case string(String)
  case array([JSON])
  case object([(name: String, value: JSON)])

  /// An object's members, in their order.
  package typealias Members = [(name: String, value: JSON)]

  /// Members of an object; those that are nil are left out.
  package static func members(_ pairs: KeyValuePairs<String, JSON?>) -> Members {
    pairs.compactMap { name, value in value.map { (name, $0) } }
  }

  /// Nil for nil.
  package init?(_ text: String?) {
    guard let text else { return nil }
    self = .string(text)
  }

  /// Nil for nil.
  package init?(_ number: Int64?) {
    guard let number else { return nil }
    self = .number(number)
  }

  /// As milliseconds; nil for nil.
  package init?(_ instant: Instant?) { self.init(instant?.milliseconds) }

  /// The value on one line. Characters that would steer a terminal are escaped, beyond what
  /// the RFC asks for; all others stand as they are, in UTF-8.
  package var text: String {
    // Bytes: to append to a string takes twice as long.
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .boolean(let value): bytes += (value ? "true" : "false").utf8
    case .number(let value): bytes += String(value).utf8
    case .thousandths(let value): bytes += JSON.decimal(value).utf8
    case .string(let value): JSON.quote(value, to: &bytes)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        JSON.quote(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func decimal(_ thousandths: Int64) -> String {
    let size = thousandths.magnitude
    var text = (thousandths < 0 ? "-" : "") + String(size / 1000)
    var rest = Int(size % 1000)
    guard rest > 0 else { return text }
    var digits = 3
    while rest % 10 == 0 { (rest, digits) = (rest / 10, digits - 1) }
    text += "." + padded(rest, digits)
    return text
  }

  private static func quote(_ value: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if value.utf8.allSatisfy({ (0x20..<0x7f).contains($0) && $0 != 0x22 && $0 != 0x5c }) {
      bytes += value.utf8
    } else {
      var text = ""
      for scalar in value.unicodeScalars {
        if scalar == "\"" { text += "\\\"" } else { escape(scalar, to: &text) }
      }
      bytes += text.utf8
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// `value` with the escapes of a JSON string, but quotes as they are: it stays on its line and in
  /// its column, and steers no terminal.
  package static func escaped(_ value: String) -> String {
    guard value.unicodeScalars.contains(where: \.needsEscape) else { return value }
    var text = ""
    for scalar in value.unicodeScalars { escape(scalar, to: &text) }
    return text
  }

  private static func escape(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case _ where scalar.needsEscape: text += "\\u" + hexadecimal(scalar.value)
    default: text.unicodeScalars.append(scalar)
    }
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}

extension Unicode.Scalar {
  /// The backslash, C0, DEL, C1, line and paragraph separators, and what changes the
  /// direction of the text around it (UAX #9).
  fileprivate var needsEscape: Bool {
    switch value {
    case 0x5c, 0..<0x20, 0x7f..<0xa0, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int64) { self = .number(value) }
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { (name: $0.0, value: $0.1) })
  }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  package init(nilLiteral: ()) { self = .null }
}
