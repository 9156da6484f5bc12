import CLinux
import Glibc
import System
import TimeLanguage

/// What the standard streams are.
struct Terminal: Sendable {
  /// Standard output is a terminal.
  var isOutput: Bool
  /// Standard error is a terminal.
  var isError: Bool
  /// Standard input is a terminal.
  var isInput: Bool
  /// Colours are wanted on standard output (https://no-color.org).
  var hasColour: Bool
  /// Columns of the terminal; 80 if there is none.
  var columns: Int
}

extension Terminal {
  init(variable: (String) -> String?) {
    isInput = isatty(STDIN_FILENO) == 1
    isOutput = isatty(STDOUT_FILENO) == 1
    isError = isatty(STDERR_FILENO) == 1
    hasColour =
      isOutput && (variable("NO_COLOR") ?? "").isEmpty && variable("TERM") != "dumb"
      && variable("TERM") != nil
    columns =
      isOutput || isError ? Terminal.width(of: isOutput ? STDOUT_FILENO : STDERR_FILENO) : 80
  }

  private static func width(of descriptor: Int32) -> Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}

/// What stands out on a terminal. Colour never says anything that words do not.
enum ANSIStyle: String {
  case heading = "\u{1b}[1m"
  case attention = "\u{1b}[33m"
}

extension Terminal {
  func styled(_ text: String, _ style: ANSIStyle) -> String {
    hasColour ? style.rawValue + text + "\u{1b}[0m" : text
  }
}

/// How many columns of a terminal a text takes.
enum DisplayWidth {
  static func of(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + columns(of: $1) }
  }

  /// The beginning of `text` that fits into `width` columns, with `...` for what was left out.
  static func cut(_ text: String, to width: Int) -> String {
    guard text.utf8.count > width, of(text) > width else { return text }
    var kept = ""
    var used = 3
    for character in text {
      used += columns(of: character)
      guard used <= width else { break }
      kept.append(character)
    }
    return kept + "..."
  }

  /// A character is as wide as its widest scalar: those that join it take no place of their own.
  private static func columns(of character: Character) -> Int {
    guard hasTables else { return 1 }
    return character.unicodeScalars.reduce(0) { max($0, Int(linux_columns($1.value))) }
  }

  /// Whether the C library's tables of widths are there: any locale in UTF-8 has them.
  private static let hasTables = setlocale(LC_CTYPE, "C.UTF-8") != nil
}

extension TimeError {
  /// The part of `input` that was not understood.
  func culprit(in input: String) -> String { input.part(at..<at + length) }

  fileprivate func before(in input: String) -> String { input.part(0..<at) }
}

extension String {
  /// The part between two byte offsets (UTF-8); what lies beyond the end is not there.
  func part(_ bytes: Range<Int>) -> String {
    String(decoding: utf8.dropFirst(bytes.lowerBound).prefix(bytes.count), as: UTF8.self)
  }
}

/// The pointer under the part of a line that was not understood.
enum Caret {
  /// The line, and `^~~~` under the culprit; nothing if the line is too long to stand alone.
  static func lines(_ error: TimeError, in input: String, columns: Int) -> [String] {
    let line = VisibleText.line(input)
    guard !line.isEmpty, DisplayWidth.of(line) + 2 <= columns else { return [] }
    let indent = DisplayWidth.of(VisibleText.line(error.before(in: input)))
    let length = DisplayWidth.of(VisibleText.line(error.culprit(in: input)))
    let tail = String(repeating: "~", count: max(0, length - 1))
    return ["  " + line, String(repeating: " ", count: indent + 2) + "^" + tail]
  }
}
