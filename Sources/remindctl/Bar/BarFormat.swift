import Reminders

/// How `--format` wants a status to look: text with places in braces; doubled, a brace is one.
struct BarFormat {
  /// What can stand in the braces.
  enum Field: String, CaseIterable {
    case line, time, text, id, due, `class`, details, pending, held, unanswered
  }

  /// Who reads a value: `{line:pango}`. Whatever a reminder's text says, it stays text there.
  enum Reader: String {
    case json, pango, polybar
    /// JSON that has Pango's markup in it.
    case waybar
  }

  private enum Piece {
    case text(String)
    case field(Field, Reader?)
  }

  private var pieces: [Piece] = []

  static let waybarWord = "waybar"
  /// The JSON of Waybar's custom modules (waybar-custom(5)).
  private static let waybar = """
    {{"text":"{line:waybar}","alt":"{class:waybar}","tooltip":"{details:waybar}",\
    "class":"{class:waybar}"}}
    """

  init(_ format: String) throws {
    // Neither a name nor a template: no bar wants the same word for ever.
    guard format == BarFormat.waybarWord || format.contains("{") else {
      throw BarFormat.unknown(format)
    }
    var rest = (format == BarFormat.waybarWord ? BarFormat.waybar : format)[...]
    while let mark = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      let brace = rest[mark]
      pieces.append(.text(String(rest[..<mark])))
      let place = rest[mark...].dropFirst()
      if place.first == brace || brace == "}" {
        pieces.append(.text(String(brace)))
        rest = place.first == brace ? place.dropFirst() : place
      } else {
        guard let close = place.firstIndex(of: "}") else {
          throw BarFormat.unknown(String(rest[mark...]))
        }
        pieces.append(try BarFormat.field(place[..<close]))
        rest = place[close...].dropFirst()
      }
    }
    pieces.append(.text(String(rest)))
  }

  private static func field(_ name: Substring) throws -> Piece {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let field = Field(rawValue: String(parts[0])) else { throw unknown("{\(name)}") }
    guard parts.count == 2 else { return .field(field, nil) }
    guard let reader = Reader(rawValue: String(parts[1])) else { throw unknown("{\(name)}") }
    return .field(field, reader)
  }

  private static func unknown(_ text: String) -> Failure {
    let places = Field.allCases.map { "{\($0.rawValue)}" }
    let readers = [Field.line, .text, .details].flatMap { field in
      [Reader.json, .pango, .polybar].map { "{\(field.rawValue):\($0.rawValue)}" }
    }
    return .notOneOf([waybarWord] + places + readers, text, option: Option.format.name)
  }

  /// The line for a bar.
  func line(_ status: BarStatus) -> String {
    pieces.reduce(into: "") { line, piece in
      switch piece {
      case .text(let text): line += text
      case .field(let field, let reader):
        let value = status.value(of: field)
        line += reader?.escaped(value) ?? value
      }
    } + "\n"
  }
}

extension BarFormat.Reader {
  /// `value` as this reader takes it for nothing but text.
  func escaped(_ value: String) -> String {
    switch self {
    case .json: return String(JSON.string(value).text.dropFirst().dropLast())
    case .waybar: return Self.json.escaped(Self.pango.escaped(value))
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
