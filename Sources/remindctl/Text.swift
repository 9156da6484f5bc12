import Glibc
import Scheduler
import System

/// A reminder's text on its way in, and on the lines that tell of it.
enum Text {
  /// As much of it as a line shows, visible; `show` has all of it, and so has JSON.
  static func line(_ text: String) -> String {
    VisibleText.line(VisibleText.cut(text, characters: 500, bytes: 2000, mark: "..."))
  }

  /// The most that is taken from standard input, in bytes: far more than anything can show.
  static let limit = 1 << 20

  /// Whether the words ask for a text from standard input.
  static func isFromInput(_ words: String?) -> Bool { words == "-" }

  /// What is to be stored: `-` alone stands for standard input, and blanks alone are none.
  static func taken(from words: String?) throws -> String? {
    guard isFromInput(words) else { return visible(words) }
    let bytes = try read()
    guard !bytes.contains(0) else { throw Failure.usage(.textWithNUL) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure.usage(.textNotUTF8)
    }
    return visible(text)
  }

  /// The text as it is; nil where there is nothing in it but blanks.
  static func visible(_ text: String?) -> String? {
    text?.withoutOuterBlanks == nil ? nil : text
  }

  /// Standard input without its last newline.
  private static func read() throws -> ArraySlice<UInt8> {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      if count == 0 { break }
      guard count > 0 else {
        if errno == EINTR { continue }
        throw Failure.input(errno)
      }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { throw Failure.usage(.textTooLong(limit: limit)) }
    }
    return bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
  }
}
