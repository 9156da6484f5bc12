/// A function of a Swift file, as far as the scan of the tests needs it.
struct SourceFunction {
  var path: String
  var line: Int
  var name: String
  var isTest: Bool
  var body: Substring

  /// Whether something in the body can fail: Swift Testing's own means, or one of `helpers`.
  func expects(with helpers: Set<String> = []) -> Bool {
    if body.firstMatch(of: Self.expectation) != nil { return true }
    return body.matches(of: /\b(\w+)\s*[({]/).contains { helpers.contains(String($0.1)) }
  }

  private nonisolated(unsafe) static let expectation =
    /#expect\b|#require\b|\bconfirmation\s*\(|\bIssue\s*\.\s*record\s*\(/
}

extension SourceText {
  /// Every function with a name and a body, in the order of the file.
  func functions(path: String) -> [SourceFunction] {
    let code = joined
    let tests = Set(
      code.ranges(of: /@Test\b/).compactMap { attribute in
        // The attribute's arguments may hold anything; the next `func` behind them is its own.
        let rest = Self.skippingParentheses(code[attribute.upperBound...])
        return rest.firstMatch(of: /\bfunc\s/)?.range.lowerBound
      })
    return code.matches(of: /\bfunc\s+(`?\w+`?)/).compactMap { match in
      let before = code[..<match.range.lowerBound]
      guard let body = Self.body(after: code[match.range.upperBound...]) else { return nil }
      return SourceFunction(
        path: path, line: before.count { $0 == "\n" } + 1, name: match.1.filter { $0 != "`" },
        isTest: tests.contains(match.range.lowerBound), body: body)
    }
  }

  private static func skippingParentheses(_ text: Substring) -> Substring {
    let start = text.drop { $0.isWhitespace }
    guard start.first == "(" else { return text }
    var depth = 0
    for index in start.indices {
      if start[index] == "(" { depth += 1 }
      if start[index] == ")" { depth -= 1 }
      if depth == 0 { return start[start.index(after: index)...] }
    }
    return ""
  }

  /// From the brace that opens a function's body to the one that closes it; nil where it has none.
  private static func body(after signature: Substring) -> Substring? {
    var parentheses = 0
    var braces = 0
    var start: Substring.Index?
    for index in signature.indices {
      switch signature[index] {
      case "(": parentheses += 1
      case ")": parentheses -= 1
      case "{" where start != nil || parentheses == 0:
        braces += 1
        start = start ?? index
      case "}" where start != nil:
        braces -= 1
        if braces == 0 { return signature[start!...index] }
      case "}" where parentheses == 0: return nil  // a requirement of a protocol
      default: break
      }
    }
    return nil
  }
}

extension SourceRule {
  /// Findings in all files of Tests together: a helper of one file may be called in another.
  static func tests(_ files: [(path: String, text: SourceText)]) -> [Finding] {
    let functions = files.flatMap { $0.text.functions(path: $0.path) }
    var helpers: Set<String> = []
    var size = -1
    while helpers.count != size {
      size = helpers.count
      helpers.formUnion(functions.filter { !$0.isTest && $0.expects(with: helpers) }.map(\.name))
    }
    var mentions: [Substring: Int] = [:]
    for file in files {
      for word in file.text.joined.matches(of: /\w+/) { mentions[word.0, default: 0] += 1 }
    }
    let declarations = Dictionary(grouping: functions, by: \.name).mapValues(\.count)

    return functions.compactMap { function in
      func finding(_ rule: SourceRule) -> Finding {
        Finding(path: function.path, line: function.line, rule: rule, detail: function.name)
      }
      if function.isTest { return function.expects(with: helpers) ? nil : finding(.expectation) }
      let isCalled =
        mentions[Substring(function.name), default: 0] > declarations[function.name, default: 0]
      return isCalled || witnesses.contains(function.name) ? nil : finding(.forgotten)
    }
  }

  /// Called by the language or by Swift Testing, through a protocol.
  private static let witnesses: Set = [
    "hash", "encode", "next", "makeIterator", "prepare", "provideScope", "enqueue",
  ]
}
