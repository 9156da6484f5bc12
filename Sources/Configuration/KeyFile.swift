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
    var rest = text
    while let character = rest.popFirst() {
      guard character == "\\" else {
        result.append(character)
        continue
      }
      switch rest.popFirst() {
      case "s": result += " "
      case "n": result += "\n"
      case "t": result += "\t"
      case "r": result += "\r"
      case "\\": result += "\\"
      // What is not an escape stays as it is.
      case let other?: result += "\\\(other)"
      case nil: break
      }
    }
    return result
  }
}
