import CivilTime

/// Texts of ours that iCalendar's text values would change, in properties that only remindctl reads.
package enum EscapedText {
  /// Whether a calendar text cannot contain it: control characters, and what some readers take for the
  /// end of a line.
  static func isStrange(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 9, 10: false
    case 0..<0x20, 0x7f..<0xa0, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Whether a calendar file would change the text: readers trim whitespace.
  static func isStrange(_ text: String) -> Bool {
    text.unicodeScalars.contains(where: isStrange) || text.withoutOuterBlanks != text
  }

  /// The text with `%XX;` for each character that would be lost.
  package static func escaped(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let ink = scalars.firstIndex { !$0.properties.isWhitespace }
    let last = scalars.lastIndex { !$0.properties.isWhitespace }
    return scalars.indices.reduce(into: "") { result, index in
      let scalar = scalars[index]
      let isAtEnd = ink.map { index < $0 } ?? true || last.map { index > $0 } ?? true
      if isStrange(scalar) || scalar == "%" || isAtEnd {
        result += "%" + String(scalar.value, radix: 16) + ";"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  /// The text that was escaped; nil if `escaped` is malformed.
  package static func visible(_ escaped: String) -> String? {
    var text = ""
    var rest = escaped[...]
    while let percent = rest.firstIndex(of: "%") {
      text += rest[..<percent]
      guard let end = rest[percent...].firstIndex(of: ";"),
        let value = UInt32(rest[rest.index(after: percent)..<end], radix: 16), value != 0,
        let scalar = Unicode.Scalar(value)
      else { return nil }
      text.unicodeScalars.append(scalar)
      rest = rest[rest.index(after: end)...]
    }
    return text + rest
  }
}

extension Recurrence.Lead {
  /// Its length in seconds, with days of 24 hours.
  package var length: Int64 { Int64(days) * 86_400 + seconds }
}
