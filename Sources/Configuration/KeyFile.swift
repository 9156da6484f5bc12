/// The lines of a key file.
package enum KeyFile {
  package enum Line: Equatable {
    case blank
    case group(String)
    case entry(key: String, value: String)
  }

  /// Every line with its number from 1; nil for one that is none of a key file's.
  package static func lines(of text: String) -> [(Int, Line?)] {
    // Some editors begin a file with U+FEFF (RFC 3629, 6).
    let mark = text.utf8.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    // Bytes: CR LF is one character, and no line feed.
    return text.utf8.dropFirst(mark)
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
      .map { ($0.offset + 1, line(Substring($0.element))) }
  }

  private static func line(_ text: Substring) -> Line? {
    let bare = trimmed(text)
    if bare.isEmpty || bare.hasPrefix("#") { return .blank }
    if bare.hasPrefix("[") {
      guard bare.hasSuffix("]"), bare.count > 2 else { return nil }
      return .group(String(bare.dropFirst().dropLast()))
    }
    guard let equals = bare.firstIndex(of: "=") else { return nil }
    let key = trimmed(bare[..<equals])
    guard !key.isEmpty else { return nil }
    return .entry(
      key: String(key), value: unescaped(trimmed(bare[bare.index(after: equals)...])))
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }

  private static func unescaped(_ text: Substring) -> String {
    var result = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        switch character {
        case "s": result += " "
        case "n": result += "\n"
        case "t": result += "\t"
        case "r": result += "\r"
        case "\\": result += "\\"
        // What is no escape stays as it is.
        default: result += "\\" + String(character)
        }
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}
