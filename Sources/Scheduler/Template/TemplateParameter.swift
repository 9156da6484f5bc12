/// A blank in a template, which whoever uses it fills in: a group `[parameter NAME]`.
package struct TemplateParameter: Sendable, Equatable {
  /// What can stand in it.
  package enum Kind: String, CaseIterable, Sendable {
    /// One line.
    case string
    /// Several lines; in the body alone.
    case text
    /// An address of a mailbox, without a name.
    case email
    /// An address of the web's: http or https.
    case url
    /// Decimal digits, with a point where it has a fraction.
    case number
    /// Yes or no, as the variant says it.
    case boolean
    /// A day: YYYY-MM-DD (ISO 8601), of no zone.
    case date
    /// One of those that `value` names.
    case `enum`
    /// Any number of lines.
    case list
  }

  /// Every key of such a group; remindctl-templates(5) describes them.
  package enum Key: String, CaseIterable, Sendable {
    case type, label, required, `default`, value, min, max, yes, no
    case minLength = "min-length"
    case maxLength = "max-length"
  }

  /// As the template names it: ASCII's letters, digits, `_` and `-`, a letter first.
  package var name: String
  package var kind = Kind.string
  /// What people call it; nil: as it is named.
  package var label: String?
  /// Whether it must be given (`required`, yes unless there is a `default`).
  package var isRequired = true
  /// What it is where it is not given, as it is put in.
  package var fallback: String?
  /// What can stand in an `enum` or in a `list`; of a `boolean` its two words, yes first.
  package var values: [String] = []
  /// The least and the most of a number, of a date (`today` is one), or of a list's items; as they are
  /// written.
  package var least: String?
  package var most: String?
  /// How many characters it may have, and must have.
  package var leastLength: Int?
  package var mostLength: Int?

  /// How many characters it may have where nothing is said: of one line, of several.
  package static let usualLengths = (line: 1000, text: 100_000)

  package init(name: String) { self.name = name }

  /// Whether the mail always has it.
  package var isAlwaysThere: Bool { isRequired || fallback != nil }

  /// The most characters that it, or an item of it, may have.
  package var longest: Int {
    mostLength ?? (kind == .text ? Self.usualLengths.text : Self.usualLengths.line)
  }

  /// Whether a parameter may be called so.
  static func isName(_ name: some StringProtocol) -> Bool {
    guard let first = name.utf8.first, (first | 0x20) >= 0x61, name.utf8.count <= 64 else {
      return false
    }
    return name.utf8.allSatisfy(\.isNameByte)
  }

  /// Whether `key` says anything about this kind.
  func takes(_ key: Key) -> Bool {
    switch key {
    case .type, .label, .required, .default: true
    case .value: kind == .enum || kind == .list
    case .min, .max: kind == .number || kind == .date || kind == .list
    case .minLength, .maxLength:
      kind == .string || kind == .text || kind == .email || kind == .url || kind == .list
    case .yes, .no: kind == .boolean
    }
  }
}

extension UInt8 {
  /// ASCII's letters and digits, `_` and `-`.
  package var isNameByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5a, 0x5f, 0x61...0x7a, 0x2d: true
    default: false
    }
  }
}
