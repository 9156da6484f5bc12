import Glibc
import Localization
import System

/// A reminder's text: how it is read, and how a line shows it.
enum Text {
  /// As much of it as a line shows, visible; `show` has all of it, and so has JSON.
  static func line(_ text: String) -> String {
    VisibleText.line(VisibleText.cut(text, characters: 500, bytes: 2000, mark: "..."))
  }

  /// The most that is taken from standard input, in bytes: far more than anything can show.
  static let limit = 1 << 20

  /// Whether the words ask for a text from standard input.
  static func isFromInput(_ words: String?) -> Bool { words == "-" }

  /// What is to be stored: `-` alone stands for standard input, without its last newline, and blanks
  /// alone are none.
  static func taken(from words: String?) throws -> String? {
    guard isFromInput(words) else { return visible(words) }
    guard var bytes = FileIO.read(STDIN_FILENO, most: limit + 1) else {
      throw Failure.input(errno)
    }
    guard bytes.count <= limit else { throw Failure.textTooLong(limit: limit) }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    guard !bytes.contains(0) else {
      throw Failure.usage(tr("The text contains a NUL character, which nothing can show."))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure.textNotUTF8
    }
    return visible(text)
  }

  /// The text as it is; nil if there is nothing in it but blanks.
  static func visible(_ text: String?) -> String? {
    text?.withoutOuterBlanks == nil ? nil : text
  }
}

// Bytes: a slash with an accent after it is one character, and still a slash.
extension String {
  /// The part of a path after its last slash.
  var lastName: String {
    utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? self
  }

  /// The path of the directory of a path; nil for `/`, and if none is named.
  var folder: String? {
    guard utf8.count > 1, let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}

/// Sizes for people.
enum ByteCount {
  /// `812 B`, `13 kB`, `2.4 MB`.
  static func text(_ bytes: Int64) -> String {
    switch bytes {
    case ..<1000: "\(bytes) B"
    case ..<1_000_000: "\((bytes + 500) / 1000) kB"
    default: "\((bytes + 50_000) / 1_000_000).\((bytes + 50_000) / 100_000 % 10) MB"
    }
  }
}

extension String {
  /// As a word of a shell's.
  var shellWord: String {
    let isPlain = utf8.allSatisfy { $0.isDigit || $0.isLetter || "/._-+@%".utf8.contains($0) }
    return isPlain ? self : "'" + reduce(into: "") { $0 += $1 == "'" ? "'\\''" : "\($1)" } + "'"
  }
}

extension UInt8 {
  /// Whether it is one of ASCII's ten digits.
  var isDigit: Bool { (48...57).contains(self) }
  /// Whether it is one of ASCII's letters.
  var isLetter: Bool { (65...90).contains(self) || (97...122).contains(self) }
}

extension [String] {
  /// Each on a line of its own.
  var lines: String {
    var text = ""
    for line in self { text += line + "\n" }
    return text
  }

  /// Each on a line below the one that it belongs to.
  var indentedLines: String { map { "   " + $0 }.lines }
}

/// The words with blanks between them; `joined`, not made for strings alone, is slow at start-up.
func spaced(_ words: [String]) -> String {
  guard var line = words.first else { return "" }
  for word in words.dropFirst() { line += " " + word }
  return line
}

/// The name that a misspelt one was probably meant to be.
enum Nearest {
  /// The closest of `names` within two slips of a finger, and less than half of it wrong.
  static func name(to word: String, among names: [String]) -> String? {
    let close = names.map { (name: $0, slips: slips(word, $0)) }
      .filter { $0.slips <= 2 && $0.slips * 2 < max(word.count, $0.name.count) }
    return close.min { $0.slips < $1.slips }?.name
      // A beginning is no slip: `--req` for `--require-daemon`.
      ?? (word.count >= 3 ? names.first { $0.hasPrefix(word) } : nil)
  }

  /// How many letters were added, left out, replaced or exchanged with their neighbour (the
  /// optimal string alignment distance).
  static func slips(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.unicodeScalars), Array(b.unicodeScalars))
    // Far longer words are not worth the square of their length.
    guard abs(a.count - b.count) <= 2 else { return abs(a.count - b.count) }
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var least = min(row[j], rows[i][j + 1]) + 1
        least = min(least, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, rows[i - 1][j - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
