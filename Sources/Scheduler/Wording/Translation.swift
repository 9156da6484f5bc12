/// The one function through which every sentence goes that a user reads: the place for a
/// catalogue of translations.
///
/// - Parameters:
///   - sentence: English, with the places for values in braces: `"{text} is due {time}"`.
///   - values: what stands in those places; a value is never searched for places itself.
public func tr(_ sentence: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
  guard values.count > 0 else { return sentence }
  return filled(sentence) { name in values.first { $0.key == name }?.value }
}

/// A sentence about a number of things; `{n}` stands for the number.
public func tr(
  _ n: Int, _ one: String, _ many: String, _ values: KeyValuePairs<String, String> = [:]
) -> String {
  filled(n == 1 ? one : many) { name in
    name == "n" ? String(n) : values.first { $0.key == name }?.value
  }
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
