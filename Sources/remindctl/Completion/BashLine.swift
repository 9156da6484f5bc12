/// A line of bash up to the cursor, taken apart as bash(1) has it under QUOTING, and what may be
/// put there: readline inserts a word as it is.
struct BashLine {
  /// The words after the program's name, without their quotes.
  private(set) var words: [String] = []
  /// What stands of the word in which the cursor is, without quotes.
  private(set) var part = ""
  /// How much of `part` readline does not look at: it takes what follows the last of its break
  /// characters, or the quote that is open, for the word.
  private var prefix = ""
  /// The quote that is open at the cursor.
  private var quote: Character?

  /// - Parameter breaks: COMP_WORDBREAKS.
  init(_ line: String, breaks: String) {
    var hasBegun = false
    var isEscaped = false
    for character in line {
      if isEscaped {
        isEscaped = false
        // Inside double quotes a backslash is one before few characters.
        if quote == "\"", !"\\\"$`\n".contains(character) { part.append("\\") }
        if character != "\n" { part.append(character) }
      } else if character == "\\", quote != "'" {
        isEscaped = true
        hasBegun = true
      } else if character == quote || quote == nil && "'\"".contains(character) {
        quote = quote == nil ? character : nil
        hasBegun = true
        prefix = part
      } else if quote == nil, " \t;|&(\n".contains(character) {
        if hasBegun { words.append(part) }
        (hasBegun, part, prefix) = (false, "", "")
        // Another command begins.
        if character != " ", character != "\t" { words = [] }
      } else {
        part.append(character)
        hasBegun = true
        if quote == nil, breaks.contains(character) { prefix = part }
      }
    }
    let program = words.firstIndex { !BashLine.isAssignment($0) }
    words.removeSubrange(...(program ?? words.endIndex - 1))
  }

  /// `NAME=value` in front of a program.
  private static func isAssignment(_ word: String) -> Bool {
    guard let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")) else { return false }
    return word[..<equals].utf8.allSatisfy { $0.isDigit || $0.isLetter || $0 == UInt8(ascii: "_") }
  }

  /// The candidate as readline is to insert it; nil if it does not go on from what stands there.
  func inserted(_ candidate: Candidate) -> Candidate? {
    guard candidate != .files else { return candidate }
    guard candidate.word.hasPrefix(part), candidate.word.hasPrefix(prefix) else { return nil }
    let rest = candidate.word.dropFirst(prefix.count)
    // Nothing protects it from history expansion there.
    if quote == "\"", rest.contains("!") { return nil }
    let word = rest.reduce(into: "") { text, character in
      switch quote {
      case "'": text += character == "'" ? "'\\''" : String(character)
      case nil: text += BashLine.isPlain(character) ? String(character) : "\\\(character)"
      default: text += "\\\"$`".contains(character) ? "\\\(character)" : String(character)
      }
    }
    return Candidate(word, candidate.meaning)
  }

  private static func isPlain(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "-_./:,+@%=^".contains(character)
  }
}
