/// A line of a template: text, and parameters' names in braces. `{{` and `}}` stand for braces.
struct TemplatePattern: Sendable, Equatable {
  enum Piece: Sendable, Equatable {
    case text(String)
    case parameter(String)
  }

  private(set) var pieces: [Piece] = []

  /// - Parameter line: its number in the file.
  init(_ text: String, line: Int) throws(TemplateError) {
    var plain = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      if character == "{" || character == "}", rest.first == character {
        plain.append(character)
        rest.removeFirst()
      } else if character == "{" {
        guard let close = rest.firstIndex(of: "}") else {
          throw .flaw(line: line, .brace)
        }
        let name = rest[..<close]
        guard TemplateParameter.isName(name) else {
          throw .flaw(line: line, .unknownParameter(String(name)))
        }
        if !plain.isEmpty { pieces.append(.text(plain)) }
        plain = ""
        pieces.append(.parameter(String(name)))
        rest = rest[rest.index(after: close)...]
      } else if character == "}" {
        throw .flaw(line: line, .brace)
      } else {
        plain.append(character)
      }
    }
    if !plain.isEmpty { pieces.append(.text(plain)) }
  }

  /// The parameters that it names, each as often as it does.
  package var names: [String] {
    pieces.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
  }

  /// The parameter, if it consists of one alone.
  var onlyName: String? {
    guard pieces.count == 1, case .parameter(let name) = pieces[0] else { return nil }
    return name
  }

  /// The line with values, whose braces mean nothing.
  /// - Returns: nil if one is absent.
  package func filled(_ value: (String) -> String?) -> String? {
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let plain): text += plain
      case .parameter(let name):
        guard let value = value(name) else { return nil }
        text += value
      }
    }
    return text
  }
}
