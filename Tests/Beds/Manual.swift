import Foundation

/// A manual page's source, in mdoc(7).
package struct Manual: Sendable {
  package let source: String

  /// - Parameter name: `remindd.1`.
  package init(_ name: String) throws {
    source = try Project.text("man/\(name)")
  }

  /// The text between a chapter's heading and the next one.
  package func chapter(_ name: String) -> String {
    let chapters = source.components(separatedBy: "\n.Sh ")
    return chapters.first { $0.hasPrefix(name + "\n") } ?? ""
  }

  /// What stands behind `macro` on lines of its own, in order.
  package static func lines(_ macro: String, in text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix(".\(macro) ") }
      .map { shown(String($0.dropFirst(macro.count + 2))) }
  }

  /// The displays of a text as they are shown: blocks of lines, and single lines.
  package static func displays(in text: String) -> [String] {
    let blocks = text.components(separatedBy: "\n.Bd -literal -offset indent\n").dropFirst()
      .map { $0.components(separatedBy: "\n.Ed").first ?? "" }
    return blocks.map(shown) + lines("Dl", in: text)
  }

  /// Words of the kind `macro`, wherever they stand in a line of macros.
  package func words(_ macro: String) -> Set<String> {
    var words: Set<String> = []
    for line in source.split(separator: "\n") where line.hasPrefix(".") {
      var isOfKind = false
      for word in line.dropFirst().split(separator: " ") {
        if word.first?.isUppercase == true, word.count == 2 {
          isOfKind = word == macro
        } else if isOfKind, word != "," {
          words.insert(Manual.shown(String(word)))
        }
      }
    }
    return words
  }

  /// Without the escapes that the pages use.
  private static func shown(_ text: String) -> String {
    text.replacing("\\-", with: "-").replacing("\\(aq", with: "'").replacing("\\&", with: "")
      .replacing(/\\\[u([0-9A-F]{4})\]/) {
        UInt32($0.1, radix: 16).flatMap(UnicodeScalar.init).map { String($0) } ?? ""
      }
      .replacing("\\e", with: "\\")
  }
}
