/// Finds the word that somebody may have meant.
enum Spelling {
  /// A word of `language` whose meaning passes `fits` and that one slip (a letter too many, too
  /// few, wrong, or two swapped) turns into `word`.
  static func correction(
    of word: String, in language: Language, where fits: (Meaning) -> Bool
  ) -> String? {
    let letters = Array(word.utf8)
    guard letters.count > 1, letters.count < 20, letters.allSatisfy({ (0x61...0x7A).contains($0) })
    else { return nil }
    func check(_ bytes: [UInt8]) -> String? {
      let candidate = String(decoding: bytes, as: UTF8.self)
      guard let meaning = language.meaning(of: candidate), fits(meaning) else { return nil }
      return candidate
    }
    for place in letters.indices {
      var bytes = letters
      bytes.remove(at: place)
      if let found = check(bytes) { return found }
      if place > 0 {
        bytes = letters
        bytes.swapAt(place - 1, place)
        if let found = check(bytes) { return found }
      }
    }
    for place in 0...letters.count {
      for letter in UInt8(0x61)...0x7A {
        var bytes = letters
        bytes.insert(letter, at: place)
        if let found = check(bytes) { return found }
        guard place < letters.count else { continue }
        bytes = letters
        bytes[place] = letter
        if let found = check(bytes) { return found }
      }
    }
    return nil
  }
}
