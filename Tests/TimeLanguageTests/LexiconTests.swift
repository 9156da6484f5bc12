import Testing

@testable import TimeLanguage

/// The lists of a lexicon are read by their place: each language must have all of them, in the same
/// order.
@Suite struct LexiconTests {
  private static let english = labels(of: .english)

  @Test("each language has a list for each kind of word, and a row for each role")
  func lists() {
    #expect(Self.english.lists.count == 12 && Self.english.lists.last == "roles:")
    #expect(Self.english.roles.count == 46 && Self.english.roles.last == "ONCE")
    for lexicon in [Lexicon.italian, .polish] {
      #expect(Self.labels(of: lexicon) == Self.english)
    }
  }

  private struct Labels: Equatable {
    var lists: [Substring]
    var roles: [Substring]
  }

  private static func labels(of lexicon: Lexicon) -> Labels {
    let text = lexicon.words.description
    let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
    let rows = lines[lines.count - 1].dropFirst().split(
      separator: "|", omittingEmptySubsequences: false)
    return Labels(lists: lines.compactMap(\.first), roles: rows.compactMap(\.first))
  }
}
