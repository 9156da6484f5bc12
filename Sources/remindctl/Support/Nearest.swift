/// The name that a misspelt one was probably meant to be.
enum Nearest {
  /// The closest of `names` within two slips of a finger, and less than half of it wrong.
  static func name(to word: String, among names: [String]) -> String? {
    let close = names.map { (name: $0, slips: slips(word, $0)) }
      .filter { $0.slips <= 2 && $0.slips * 2 < max(word.count, $0.name.count) }
    return close.min { $0.slips < $1.slips }?.name
      // A beginning is no slip: `--req` for `--require-daemon`.
      ?? (word.count >= 3 ? names.first { $0.hasPrefix(word) } : nil)
  }

  /// How many letters were added, left out, replaced or exchanged with their neighbour (the
  /// optimal string alignment distance).
  static func slips(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.unicodeScalars), Array(b.unicodeScalars))
    // Far longer words are not worth the square of their length.
    guard abs(a.count - b.count) <= 2 else { return abs(a.count - b.count) }
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var least = min(row[j], rows[i][j + 1]) + 1
        least = min(least, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, rows[i - 1][j - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
