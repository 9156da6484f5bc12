/// A blank in a template, which whoever uses it fills in: a group `[parameter NAME]`.
public struct TemplateParameter: Sendable, Equatable {
  /// What can stand in it.
  public enum Kind: String, CaseIterable, Sendable {
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
  public enum Key: String, CaseIterable, Sendable {
    case type, label, required, `default`, value, min, max, yes, no
    case minLength = "min-length"
    case maxLength = "max-length"
  }

  /// As the template names it: ASCII's letters, digits, `_` and `-`, a letter first.
  public var name: String
  public var kind = Kind.string
  /// What people call it; nil: as it is named.
  public var label: String?
  /// Whether it must be given (`required`, yes unless there is a `default`).
  public var isRequired = true
  /// What it is where it is not given, as it is put in.
  public var fallback: String?
  /// What can stand in an `enum` or in a `list`; of a `boolean` its two words, yes first.
  public var values: [String] = []
  /// The least and the most of a number, of a date (`today` is one), or of a list's items; as they are
  /// written.
  public var least: String?
  public var most: String?
  /// How many characters it may have, and must have.
  public var leastLength: Int?
  public var mostLength: Int?

  /// How many characters it may have where nothing is said: of one line, of several.
  public static let usualLengths = (line: 1000, text: 100_000)

  public init(name: String) { self.name = name }

  /// Whether the mail always has it.
  public var isAlwaysThere: Bool { isRequired || fallback != nil }

  /// The most characters that it, or an item of it, may have.
  public var longest: Int {
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
  var isNameByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5a, 0x5f, 0x61...0x7a, 0x2d: true
    default: false
    }
  }
}
