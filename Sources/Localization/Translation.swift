// Localization says things in the user's language: translations (gettext), the locale, how it writes
// times and durations, and the sentences that both programs say. In English and in the C locale it opens
// nothing and calls nothing.

/// The one function through which every sentence goes that a user reads: it is looked up in the
/// `Catalogue` of the user's language.
///
/// - Parameters:
///   - sentence: English, and a literal, since scripts/translations collects them; with the places
///     for values in braces: `"{text} is due {time}"`.
///   - values: what stands in those places; a value is never searched for places itself.
package func tr(_ sentence: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
  let sentence = Catalogue.isOpen ? Catalogue.translation(of: sentence) : sentence
  guard values.count > 0 else { return sentence }
  return filled(sentence) { name in values.first { $0.key == name }?.value }
}

/// A sentence about a number of things; `{n}` stands for the number. A language may have more
/// than two forms: which one it is, its catalogue knows.
package func tr(
  _ n: Int, _ one: String, _ many: String, _ values: KeyValuePairs<String, String> = [:]
) -> String {
  let sentence =
    Catalogue.isOpen ? Catalogue.translation(of: one, many, n) : n == 1 ? one : many
  return filled(sentence) { name in
    name == "n" ? String(n) : values.first { $0.key == name }?.value
  }
}

/// A word whose translation hangs on where it stands.
/// - Parameter context: a literal, the place: `"on"` for `Monday` in `on Monday`.
package func tr(
  _ sentence: String, context: String, _ values: KeyValuePairs<String, String> = [:]
) -> String {
  let sentence =
    Catalogue.isOpen ? Catalogue.translation(of: sentence, in: context) : sentence
  return filled(sentence) { name in values.first { $0.key == name }?.value }
}

private func filled(_ sentence: String, with value: (String) -> String?) -> String {
  // Bytes, and strings that are appended to strings: neither needs anything made at run time.
  var result = ""
  var rest = Substring(sentence)
  while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
    let close = rest.utf8[open...].firstIndex(of: UInt8(ascii: "}"))
  {
    result += String(rest[..<open])
    let name = String(rest[rest.utf8.index(after: open)..<close])
    result += value(name) ?? "{\(name)}"
    rest = rest[rest.utf8.index(after: close)...]
  }
  return result + String(rest)
}
