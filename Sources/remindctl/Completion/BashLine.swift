/// A line of bash up to the cursor, taken apart as bash(1) has it under QUOTING, and what may be
/// put there: readline inserts a word as it is.
struct BashLine {
  private enum Quote { case none, single, double }

  /// The words after the program's name, without their quotes.
  private(set) var words: [String] = []
  /// What stands of the word in which the cursor is, without quotes.
  private(set) var part = ""
  /// How much of `part` readline does not look at: it takes what follows the last of its break
  /// characters, or the quote that is open, for the word.
  private var prefix = ""
  /// The quote that is open at the cursor.
  private var quote = Quote.none

  /// - Parameter breaks: COMP_WORDBREAKS.
  init(_ line: String, breaks: String) {
    var hasBegun = false
    var isEscaped = false
    for character in line {
      if isEscaped {
        isEscaped = false
        // Inside double quotes a backslash is one before few characters.
        if quote == .double, !"\\\"$`\n".contains(character) { part.append("\\") }
        if character != "\n" { part.append(character) }
        continue
      }
      switch (quote, character) {
      case (.none, "\\"), (.double, "\\"):
        isEscaped = true
        hasBegun = true
      case (.none, "'"), (.none, "\""):
        quote = character == "'" ? .single : .double
        hasBegun = true
        prefix = part
      case (.single, "'"), (.double, "\""):
        quote = .none
        prefix = part
      case (.none, " "), (.none, "\t"): end(&hasBegun)
      case (.none, ";"), (.none, "|"), (.none, "&"), (.none, "("), (.none, "\n"):
        end(&hasBegun)
        words = []
      default:
        part.append(character)
        hasBegun = true
        if quote == .none, breaks.contains(character) { prefix = part }
      }
    }
    let program = words.firstIndex { !BashLine.isAssignment($0) }
    words.removeSubrange(...(program ?? words.endIndex - 1))
  }

  private mutating func end(_ hasBegun: inout Bool) {
    if hasBegun { words.append(part) }
    (hasBegun, part, prefix) = (false, "", "")
  }

  /// `NAME=value` in front of a program.
  private static func isAssignment(_ word: String) -> Bool {
    guard let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")) else { return false }
    return word[..<equals].utf8.allSatisfy { $0.isDigit || ($0 | 0x20) >= 97 || $0 == 95 }
  }

  /// The candidate as readline is to insert it; nil if it does not go on from what stands there.
  func inserted(_ candidate: Candidate) -> Candidate? {
    guard candidate != .files else { return candidate }
    guard candidate.word.hasPrefix(part), candidate.word.hasPrefix(prefix) else { return nil }
    let rest = candidate.word.dropFirst(prefix.count)
    switch quote {
    case .none: return Candidate(rest.reduce(into: "", BashLine.escape), candidate.meaning)
    case .single:
      return Candidate(
        rest.split(separator: "'", omittingEmptySubsequences: false)
          .joined(separator: "'\\''"), candidate.meaning)
    case .double:
      // Nothing protects it from history expansion there.
      guard !rest.contains("!") else { return nil }
      let escaped = rest.reduce(into: "") { text, character in
        if "\\\"$`".contains(character) { text.append("\\") }
        text.append(character)
      }
      return Candidate(escaped, candidate.meaning)
    }
  }

  private static func escape(_ text: inout String, _ character: Character) {
    let isPlain =
      character.isLetter || character.isNumber || "-_./:,+@%=^".contains(character)
    if !isPlain { text.append("\\") }
    text.append(character)
  }
}
