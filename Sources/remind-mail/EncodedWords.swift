import CMime
import Glibc

extension String {
  /// The same text, where it has `=?` as encoded words (RFC 2047): whoever reads a header field would
  /// else decode what somebody wrote to look like one, and find other words in it, line ends among
  /// them. GMime takes ASCII as it is, and words of this kind for words.
  var withoutFalseWords: String {
    guard contains("=?") else { return self }
    return words.map { "=?utf-8?b?\($0)?=" }.joined(separator: " ")
  }

  /// In base64, each with whole characters (RFC 2047, 5) and short enough for a line of 78
  /// behind the field's name.
  private var words: [String] {
    var words: [[UInt8]] = [[]]
    for scalar in unicodeScalars {
      let bytes = Array(UTF8.encode(scalar)!)
      if words[words.endIndex - 1].count + bytes.count > 39 { words.append([]) }
      words[words.endIndex - 1] += bytes
    }
    return words.map { bytes in
      let base64 = g_base64_encode(bytes, gsize(bytes.count))!
      defer { g_free(base64) }
      return String(cString: base64)
    }
  }
}
