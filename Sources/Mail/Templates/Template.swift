import Reminders

/// A mail with parameters to fill in: a key file, in one language;
/// remindctl-templates(5) describes it.
package struct Template: Sendable, Equatable {
  /// Where it comes from.
  package enum Source: Sendable, Equatable {
    /// It is part of the program.
    case builtIn
    case file(String)
  }

  /// Every key of the group `[template]`.
  package enum Key: String, CaseIterable, Sendable {
    case description, subject, body, to, attach, account, confirmation
    case confirmTo = "confirm-to"
    case replyTo = "reply-to"

    /// Whether it can be repeated, to add values.
    package var isList: Bool { self == .subject || self == .body || self == .to || self == .attach }
  }

  /// An address that the mail is sent to, or mentions.
  enum Recipient: Sendable, Equatable {
    case address(MailAddress)
    /// The value of a parameter of type email.
    case parameter(String)
  }

  /// Its name for `request`.
  package var name: String
  /// The language of this variant, as in its file name; `default` for all other languages.
  package var locale: String
  package var source: Source
  /// Its purpose, in a few words.
  package var summary = ""
  /// In the order of the file.
  package var parameters: [TemplateParameter] = []
  /// The first one without absent values is used; the last never has any.
  var subjects: [TemplatePattern] = []
  /// The lines of the body; lines with absent values are left out.
  var lines: [TemplatePattern] = []
  /// None: the user.
  var recipients: [Recipient] = []
  /// The attached files: absolute paths, or relative to the folder of the template's file.
  package var attachments: [String] = []
  /// The mail account that sends it; nil: the first.
  package var account: String?
  /// Who gets the answer to it; nil: the sender.
  var replyTo: Recipient?
  /// The recipient of a confirmation that it was sent; nil: none.
  var confirmTo: Recipient?
  /// The template of that.
  package var confirmation: String?

  init(name: String, locale: String, source: Source) {
    self.name = name
    self.locale = locale
    self.source = source
  }

  /// The name of the variant for all other languages.
  package static let everybodys = "default"

  /// Whether a template can have this name.
  package static func isName(_ name: some StringProtocol) -> Bool {
    !name.isEmpty && name.utf8.count <= 64 && name.utf8.first != UInt8(ascii: "-")
      && name.utf8.allSatisfy(\.isNameByte)
  }

  /// Whether a confirmation is sent.
  package var isConfirmed: Bool { confirmTo != nil }

  func parameter(_ name: String) -> TemplateParameter? {
    parameters.first { $0.name == name }
  }
}

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
          throw .issue(line: line, .brace)
        }
        let name = rest[..<close]
        guard TemplateParameter.isName(name) else {
          throw .issue(line: line, .unknownParameter(String(name)))
        }
        if !plain.isEmpty { pieces.append(.text(plain)) }
        plain = ""
        pieces.append(.parameter(String(name)))
        rest = rest[rest.index(after: close)...]
      } else if character == "}" {
        throw .issue(line: line, .brace)
      } else {
        plain.append(character)
      }
    }
    if !plain.isEmpty { pieces.append(.text(plain)) }
  }

  /// The parameters that it names, each as often as it does.
  var names: [String] {
    pieces.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
  }

  /// The parameter, if it consists of one alone.
  var onlyName: String? {
    guard pieces.count == 1, case .parameter(let name) = pieces[0] else { return nil }
    return name
  }

  /// The line with values, whose braces mean nothing.
  /// - Returns: nil if one is absent.
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
