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

private func filled(_ sentence: String, with value: (Substring) -> String?) -> String {
  var result = ""
  var rest = Substring(sentence)
  while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
    result += rest[..<open]
    let name = rest[rest.index(after: open)..<close]
    result += value(name) ?? "{\(name)}"
    rest = rest[rest.index(after: close)...]
  }
  return result + rest
}
