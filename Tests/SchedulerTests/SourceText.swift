/// A Swift file taken apart far enough to search it honestly: the code with comments and the
/// insides of literals blanked out (every line keeps its length), and the string literals with the
/// lines they begin on.
struct SourceText {
  struct Literal: Equatable {
    var line: Int
    var text: String
  }

  let lines: [String]
  private(set) var code: [String] = []
  private(set) var literals: [Literal] = []

  init(_ source: String) {
    lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var reader = Reader(bytes: Array(source.utf8))
    reader.readCode(until: nil)
    code = String(decoding: reader.code, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    literals = reader.literals.sorted { $0.line < $1.line }
  }

  /// All of the code, its lines joined by line ends.
  var joined: String { code.joined(separator: "\n") }
}

/// Walks through the bytes once; `code` is as long as the source.
private struct Reader {
  let bytes: [UInt8]
  var code: [UInt8] = []
  var literals: [SourceText.Literal] = []
  var at = 0
  var line = 1

  init(bytes: [UInt8]) {
    self.bytes = bytes
    code.reserveCapacity(bytes.count)
  }

  private func sees(_ text: String) -> Bool {
    bytes[at...].starts(with: text.utf8)
  }

  /// Steps over `count` bytes; those that are no code leave blanks.
  private mutating func step(_ count: Int = 1, asCode: Bool) {
    for byte in bytes[at..<min(at + count, bytes.count)] {
      if byte == UInt8(ascii: "\n") { line += 1 }
      code.append(asCode || byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " "))
      at += 1
    }
  }

  /// Reads code up to the end, or up to the parenthesis that closes an interpolation.
  mutating func readCode(until closing: UInt8?) {
    var depth = 0
    while at < bytes.count {
      if sees("//") {
        while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { step(asCode: false) }
      } else if sees("/*") {
        skipBlockComment()
      } else if let hashes = opensString() {
        readString(hashes: hashes)
      } else if opensRegex() {
        skipRegex()
      } else {
        if bytes[at] == UInt8(ascii: "(") { depth += 1 }
        if bytes[at] == UInt8(ascii: ")") {
          if depth == 0, closing != nil { return }
          depth -= 1
        }
        step(asCode: true)
      }
    }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if sees("/*") {
        depth += 1
        step(2, asCode: false)
      } else if sees("*/") {
        depth -= 1
        step(2, asCode: false)
      } else {
        step(asCode: false)
      }
    } while depth > 0 && at < bytes.count
  }

  /// The number of `#` before a string that begins here; nil where none does.
  private func opensString() -> Int? {
    var hashes = 0
    while at + hashes < bytes.count, bytes[at + hashes] == UInt8(ascii: "#") { hashes += 1 }
    let quote = at + hashes
    return quote < bytes.count && bytes[quote] == UInt8(ascii: "\"") ? hashes : nil
  }

  private mutating func readString(hashes: Int) {
    let first = line
    let marks = String(repeating: "#", count: hashes)
    step(hashes, asCode: true)
    let quotes = sees("\"\"\"") ? "\"\"\"" : "\""
    step(quotes.utf8.count, asCode: true)
    var text: [UInt8] = []
    while at < bytes.count, !sees(quotes + marks) {
      if sees("\\" + marks + "(") {
        step(2 + hashes, asCode: false)
        readCode(until: UInt8(ascii: ")"))
        step(asCode: false)
      } else if sees("\\" + marks) {
        step(2 + hashes, asCode: false)
      } else {
        text.append(bytes[at])
        step(asCode: false)
      }
    }
    step(quotes.utf8.count + hashes, asCode: true)
    literals.append(.init(line: first, text: String(decoding: text, as: UTF8.self)))
  }

  /// A slash begins a regular expression where a value is expected and no blank follows it.
  private func opensRegex() -> Bool {
    guard bytes[at] == UInt8(ascii: "/"), at + 1 < bytes.count,
      !" /*=\n)".utf8.contains(bytes[at + 1])
    else { return false }
    let before = code.last { $0 != UInt8(ascii: " ") }
    return before.map { "(,=:[{\n".utf8.contains($0) } ?? true
  }

  private mutating func skipRegex() {
    step(asCode: true)
    while at < bytes.count, bytes[at] != UInt8(ascii: "/"), bytes[at] != UInt8(ascii: "\n") {
      step(bytes[at] == UInt8(ascii: "\\") ? 2 : 1, asCode: false)
    }
    if at < bytes.count { step(asCode: true) }
  }
}
