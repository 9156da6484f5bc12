/// A JSON value (RFC 8259) on its way out: members keep their order.
public enum JSON: Sendable {
  case null
  case boolean(Bool)
  case number(Int64)
  /// A number in thousandths, which is written without needless digits: 1500 is `1.5`.
  case thousandths(Int64)
  case string(String)
  case array([JSON])
  case object([(name: String, value: JSON)])

  /// The value on one line. Characters that would steer a terminal are escaped, beyond what
  /// the RFC asks for; all others stand as they are, in UTF-8.
  public var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .number(let value): text += String(value)
    case .thousandths(let value): text += JSON.decimal(value)
    case .string(let value): JSON.quote(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        JSON.quote(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
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

  private static func quote(_ value: String, to text: inout String) {
    text += "\""
    if value.unicodeScalars.contains(where: { $0 == "\"" || $0.needsEscape }) {
      for scalar in value.unicodeScalars {
        if scalar == "\"" { text += "\\\"" } else { escape(scalar, to: &text) }
      }
    } else {
      text += value
    }
    text += "\""
  }

  /// `value` with the escapes of a JSON string, but quotes as they are: it stays on its line and in
  /// its column, and steers no terminal.
  public static func escaped(_ value: String) -> String {
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
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int64) { self = .number(value) }
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { (name: $0.0, value: $0.1) })
  }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(nilLiteral: ()) { self = .null }
}
