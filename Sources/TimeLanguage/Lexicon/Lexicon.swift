import CivilTime
import Glibc

/// The words of one language, as the scanner folds them: lower case, no accents, cut at the
/// apostrophe (`o'clock` is `o` and `clock`, `un'ora` is `un` and `ora`).
struct Lexicon: Sendable {
  /// A line for each `List`, with a bar between two rows and a blank before each word. A word may be
  /// in several rows: `second` is a unit and an ordinal.
  let words: StaticString
  /// The long words that people misspell, for suggestions.
  let common: StaticString

  /// The lines of `words`, and what their rows are.
  private enum List: Int {
    /// One for each `Unit`: its names, and what happens once in it (`daily`).
    case units, frequencies
    /// From Monday and from January on; yesterday, today, tomorrow, the day after.
    case weekdays, months, days
    /// One for each `PartOfDay`; noon, and the midnight that ends the day.
    case parts, times
    /// Cardinal numbers from zero on, and multiples of ten; the last, the first, the second…
    case numbers, tens, ordinals
    /// Days and months that are also words or abbreviations for people who speak another language.
    case homographs
    /// One for each `WordRole`, which begins with its name.
    case roles
  }

  /// What `word` stands for by the lists; nil if none has it.
  func sense(of word: String) -> WordSense? {
    var sense: WordSense?
    words.forEachPlace(of: word) { line, row in
      var found = sense ?? WordSense()
      switch List(rawValue: line)! {
      case .units: found.unit = Unit(rawValue: row)
      case .frequencies: found.frequency = Unit(rawValue: row)
      case .weekdays: found.weekday = Weekday(rawValue: row + 1)
      case .months: found.month = row + 1
      case .days: found.day = row - 1
      case .parts: found.part = PartOfDay(rawValue: row)
      case .times: found.time = 12 * (row + 1)
      case .numbers: found.number = row
      case .tens: found.number = row * 10
      case .ordinals: found.ordinal = row == 0 ? -1 : row
      case .homographs: found.isHomograph = true
      case .roles: found.roles.insert(WordRole(rawValue: 1 << UInt64(row)))
      }
      sense = found
    }
    return sense
  }

  /// The first of the common words whose meaning passes `fits` and that one slip (a letter too many,
  /// too few, wrong, or two swapped) turns into `word`.
  func correction(
    of word: String, sense: (String) -> WordSense?, where fits: (WordSense) -> Bool
  ) -> String? {
    let word = Array(word.utf8)
    return common.withUTF8Buffer { list -> String? in
      for candidate in list.split(separator: UInt8(ascii: " "))
      where abs(candidate.count - word.count) <= 1 && Lexicon.isOneSlip(word[...], candidate) {
        let found = String(decoding: candidate, as: UTF8.self)
        if let sense = sense(found), fits(sense) { return found }
      }
      return nil
    }
  }

  /// Whether exactly one slip lies between the two.
  private static func isOneSlip(
    _ a: ArraySlice<UInt8>, _ b: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Bool {
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

extension StaticString {
  /// Calls `body` with the line and the row of each place that has `word`. Finds it by strstr(3): at
  /// each start of the program a few words are looked for in a few languages.
  func forEachPlace(of word: String, _ body: (_ line: Int, _ row: Int) -> Void) {
    (" " + word).withCString { needle in
      let length = strlen(needle)
      var (line, row) = (0, 0)
      var counted = UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
      var rest = counted
      while let found = strstr(rest, needle) {
        rest = UnsafePointer(found) + length
        guard rest.pointee <= 32 else { continue }
        while counted < rest {
          if counted.pointee == UInt8(ascii: "|") { row += 1 }
          if counted.pointee == UInt8(ascii: "\n") { (line, row) = (line + 1, 0) }
          counted += 1
        }
        body(line, row)
      }
    }
  }
}
