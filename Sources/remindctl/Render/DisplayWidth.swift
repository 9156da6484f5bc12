import CLinux
import Glibc

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
