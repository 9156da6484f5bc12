import System

/// A value that a template needs: a group `[parameter NAME]`.
package struct TemplateParameter: Sendable, Equatable {
  /// The type of its values.
  package enum Kind: String, CaseIterable, Sendable {
    /// One line.
    case string
    /// Several lines; only in the body.
    case text
    /// An address of a mailbox, without a name.
    case email
    /// A web address: http or https.
    case url
    /// Decimal digits, with a point before a fraction.
    case number
    /// Yes or no, as the variant says it.
    case boolean
    /// A day: YYYY-MM-DD (ISO 8601), in no zone.
    case date
    /// One of the values that `value` lists.
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

  /// ASCII letters, digits, `_` and `-`, a letter first.
  package var name: String
  package var kind = Kind.string
  /// Its name for people; nil: `name`.
  package var label: String?
  /// Whether it must be given (`required`, yes unless there is a `default`).
  package var isRequired = true
  /// The value that is used if none is given.
  package var fallback: String?
  /// The values of an `enum` or a `list`; of a `boolean` its two words, yes first.
  package var values: [String] = []
  /// The limits of a number, a date (`today` is one), or the number of a list's items, as written.
  package var least: String?
  package var most: String?
  /// The limits of its length, in characters.
  package var leastLength: Int?
  package var mostLength: Int?

  init(name: String) { self.name = name }

  /// Whether the mail always has it.
  var isAlwaysThere: Bool { isRequired || fallback != nil }

  /// The most characters that it, or an item of it, may have.
  package var longest: Int { mostLength ?? validator.longest }

  /// Whether a parameter may be called so.
  static func isName(_ name: some StringProtocol) -> Bool {
    guard let first = name.utf8.first, (first | 0x20) >= 0x61, name.utf8.count <= 64 else {
      return false
    }
    return name.utf8.allSatisfy(\.isNameByte)
  }

  /// Whether its kind has this key.
  func takes(_ key: Key) -> Bool {
    [.type, .label, .required, .default].contains(key) || validator.keys.contains(key)
  }
}
