/// Finds the word that may have been meant.
enum Spelling {
  /// The first of `language`'s common words whose meaning passes `fits` and that one slip (a
  /// letter too many, too few, wrong, or two swapped) turns into `word`.
  static func correction(
    of word: String, in language: Language, where fits: (WordSense) -> Bool
  ) -> String? {
    var word = word
    return word.withUTF8 { word in
      language.commonWords.withUTF8Buffer { list in
        for candidate in list.split(separator: UInt8(ascii: " "))
        where abs(candidate.count - word.count) <= 1 && isOneSlip(word[...], candidate) {
          let found = String(decoding: candidate, as: UTF8.self)
          if let sense = language.sense(of: found), fits(sense) { return found }
        }
        return nil
      }
    }
  }

  /// Whether exactly one slip lies between the two.
  static func isOneSlip(
    _ a: Slice<UnsafeBufferPointer<UInt8>>, _ b: Slice<UnsafeBufferPointer<UInt8>>
  )
    -> Bool
  {
    let same = zip(a, b).prefix { $0 == $1 }.count
    let (restA, restB) = (a.dropFirst(same), b.dropFirst(same))
    switch a.count - b.count {
    case 1: return restA.dropFirst().elementsEqual(restB)
    case -1: return restB.dropFirst().elementsEqual(restA)
    case 0 where !restA.isEmpty:
      if restA.dropFirst().elementsEqual(restB.dropFirst()) { return true }
      return restA.count > 1 && restA.first == restB.dropFirst().first
        && restA.dropFirst().first == restB.first
        && restA.dropFirst(2).elementsEqual(restB.dropFirst(2))
    default: return false
    }
  }
}
