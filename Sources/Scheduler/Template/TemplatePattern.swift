/// A line of a template: text, and names in braces for what is put in. `{{` and `}}` are braces.
struct TemplatePattern: Sendable, Equatable {
  enum Piece: Sendable, Equatable {
    case text(String)
    case parameter(String)
  }

  private(set) var pieces: [Piece] = []

  /// - Parameter line: its number in the file.
  init(_ text: String, line: Int) throws(TemplateFlaw) {
    var plain = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      if character == "{" || character == "}", rest.first == character {
        plain.append(character)
        rest.removeFirst()
      } else if character == "{" {
        guard let close = rest.firstIndex(of: "}") else {
          throw TemplateFlaw(line: line, .brace)
        }
        let name = rest[..<close]
        guard TemplateParameter.isName(name) else {
          throw TemplateFlaw(line: line, .unknownParameter(String(name)))
        }
        if !plain.isEmpty { pieces.append(.text(plain)) }
        plain = ""
        pieces.append(.parameter(String(name)))
        rest = rest[rest.index(after: close)...]
      } else if character == "}" {
        throw TemplateFlaw(line: line, .brace)
      } else {
        plain.append(character)
      }
    }
    if !plain.isEmpty { pieces.append(.text(plain)) }
  }

  /// The parameters that it names, each time that it does.
  var names: [String] {
    pieces.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
  }

  /// The one parameter that it is, and nothing else.
  var onlyName: String? {
    guard pieces.count == 1, case .parameter(let name) = pieces[0] else { return nil }
    return name
  }

  /// With values in their places, which are not looked through for braces.
  /// - Returns: nil where one is absent.
  func filled(_ value: (String) -> String?) -> String? {
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
