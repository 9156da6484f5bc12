import Reminders

/// How `--format` wants a status to look.
enum BarFormat {
  /// The JSON of Waybar's custom modules (waybar-custom(5)), which reads Pango's markup in it.
  case waybar
  /// Text with places in braces; doubled, a brace is one.
  case template([Piece])

  /// What can stand in a template's braces.
  enum Field: String, CaseIterable {
    case line, time, text, id, due, `class`, details, pending, held, unanswered
  }

  /// Who reads a value: `{line:pango}`. Whatever a reminder's text says, it stays text there.
  enum Reader: String, CaseIterable { case json, pango, polybar }

  enum Piece {
    case text(String)
    case field(Field, Reader?)
  }

  static let waybarWord = "waybar"

  init(_ format: String) throws {
    guard format != BarFormat.waybarWord else {
      self = .waybar
      return
    }
    // Neither a name nor a template: no bar wants the same word for ever.
    guard format.contains("{") else { throw BarFormat.unknown(format) }
    var pieces: [Piece] = []
    var rest = format[...]
    while let mark = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      let brace = rest[mark]
      let next = rest.index(after: mark)
      pieces.append(.text(String(rest[..<mark])))
      if rest[next...].first == brace {
        pieces.append(.text(String(brace)))
        rest = rest[rest.index(after: next)...]
      } else if brace == "}" {
        pieces.append(.text("}"))
        rest = rest[next...]
      } else {
        guard let close = rest[next...].firstIndex(of: "}") else {
          throw BarFormat.unknown(String(rest[mark...]))
        }
        pieces.append(try BarFormat.place(rest[next..<close]))
        rest = rest[rest.index(after: close)...]
      }
    }
    self = .template(pieces + [.text(String(rest))])
  }

  private static func place(_ name: Substring) throws -> Piece {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let field = Field(rawValue: String(parts[0])) else { throw unknown("{\(name)}") }
    guard parts.count == 2 else { return .field(field, nil) }
    guard let reader = Reader(rawValue: String(parts[1])) else { throw unknown("{\(name)}") }
    return .field(field, reader)
  }

  private static func unknown(_ text: String) -> Failure {
    let places = Field.allCases.map { "{\($0.rawValue)}" }
    let readers = [Field.line, .text, .details].flatMap { field in
      Reader.allCases.map { "{\(field.rawValue):\($0.rawValue)}" }
    }
    return .notOneOf([waybarWord] + places + readers, text, option: Option.format.name)
  }

  /// The line for a bar.
  func line(_ status: BarStatus) -> String {
    switch self {
    case .waybar:
      let values: [(String, BarFormat.Field)] = [
        ("text", .line), ("alt", .class), ("tooltip", .details), ("class", .class),
      ]
      return JSON.object(
        values.map { ($0.0, .string(Reader.pango.escaped(status.value(of: $0.1)))) }
      ).text + "\n"
    case .template(let pieces):
      return pieces.reduce(into: "") { line, piece in
        switch piece {
        case .text(let text): line += text
        case .field(let field, let reader):
          let value = status.value(of: field)
          line += reader?.escaped(value) ?? value
        }
      } + "\n"
    }
  }
}

extension BarFormat.Reader {
  /// `value` as this reader takes it for nothing but text.
  func escaped(_ value: String) -> String {
    switch self {
    case .json: return String(JSON.string(value).text.dropFirst().dropLast())
    case .pango, .polybar:
      var text = ""
      for character in value.unicodeScalars {
        switch (self, character) {
        case (.pango, "&"): text += "&amp;"
        case (.pango, "<"): text += "&lt;"
        case (.pango, ">"): text += "&gt;"
        // Its tags begin with `%{` and can hold commands; it has no escape for them, so something
        // without width comes between.
        case (.polybar, "%"): text += "%\u{200B}"
        default: text.unicodeScalars.append(character)
        }
      }
      return text
    }
  }
}
