import CivilTime
import Reminders

/// What parameters of one kind accept: a row of the table below.
struct TemplateValidator: Sendable {
  typealias Parameter = TemplateParameter
  typealias Objection = (reason: TemplateProblem.Reason, limit: String?)

  /// The keys that only some kinds have.
  var keys: Set<Parameter.Key> = []
  /// The most characters, unless `max-length` says another number.
  var longest = 1000
  var hasLines = false
  /// Why a value is not accepted, and the limit that it exceeds; nil: it is accepted.
  /// - Parameter today: a day number.
  var objection: @Sendable (_ text: String, Parameter, _ today: Int64) -> Objection? = { _, _, _ in
    nil
  }
  /// Whether `min` and `max` can be this text.
  var isBound: @Sendable (String) -> Bool = { Int($0).map { (1...1000).contains($0) } ?? false }
  /// Whether `min` is not above `max`.
  var isRange: @Sendable (String, String) -> Bool = { Int($0) ?? 0 <= Int($1) ?? 0 }

  private static let lengths: Set<Parameter.Key> = [.minLength, .maxLength]
  private static let range: Set<Parameter.Key> = [.min, .max]

  static let table: [Parameter.Kind: TemplateValidator] = [
    .string: TemplateValidator(keys: lengths),
    .text: TemplateValidator(keys: lengths, longest: 100_000, hasLines: true),
    .email: TemplateValidator(keys: lengths) { text, _, _ in
      MailAddress(text)?.address == text ? nil : (.invalidEmail, nil)
    },
    .url: TemplateValidator(keys: lengths) { text, _, _ in
      text.isWebAddress ? nil : (.invalidURL, nil)
    },
    .number: TemplateValidator(
      keys: range,
      objection: { text, parameter, _ in
        guard let number = PlainNumber(text) else { return (.invalidNumber, nil) }
        return parameter.objection(number, tooSmall: .tooSmall) { PlainNumber($0) }
      },
      isBound: { PlainNumber($0) != nil },
      isRange: { least, most in
        PlainNumber(least).flatMap { least in PlainNumber(most).map { least <= $0 } } ?? false
      }),
    .boolean: TemplateValidator(keys: [.yes, .no]) { text, parameter, _ in
      parameter.word(text) == nil ? (.notAllowed, nil) : nil
    },
    .date: TemplateValidator(
      keys: range,
      objection: { text, parameter, today in
        guard let day = Parameter.day(text, today: nil) else { return (.invalidDate, nil) }
        let isFuture = parameter.least == Parameter.today
        return parameter.objection(day, tooSmall: isFuture ? .past : .tooSmall) {
          Parameter.day($0, today: today)
        }
      },
      isBound: { Parameter.day($0, today: 0) != nil },
      // Today moves: a range that is over is not a mistake in the file.
      isRange: { $0 == Parameter.today || $1 == Parameter.today || $0 <= $1 }),
    .enum: TemplateValidator(keys: [.value]) { text, parameter, _ in
      parameter.lists(text) ? nil : (.notAllowed, nil)
    },
    .list: TemplateValidator(keys: lengths.union(range).union([.value])) { text, parameter, _ in
      parameter.values.isEmpty || parameter.lists(text) ? nil : (.notAllowed, nil)
    },
  ]
}

extension TemplateParameter {
  var validator: TemplateValidator { TemplateValidator.table[kind]! }

  /// A value as it is put into the mail.
  /// - Parameters:
  ///   - text: as it was given; whitespace at its ends is ignored.
  ///   - today: a day number (`WallTime.dayNumber`).
  /// - Returns: nil if it is empty, which is the same as none.
  func taken(_ text: String, today: Int64) throws(TemplateProblem) -> String? {
    guard let value = (validator.hasLines ? text.plainLines : text).withoutOuterBlanks else {
      return nil
    }
    guard value.isPlain(hasLines: validator.hasLines) else {
      throw problem(.controlCharacter, value)
    }
    // Bytes first: a single character can be endless.
    if value.utf8.count > 32 * longest || value.count > longest {
      throw problem(.tooLong, value, limit: String(longest))
    }
    if let leastLength, value.count < leastLength {
      throw problem(.tooShort, value, limit: String(leastLength))
    }
    if let (reason, limit) = validator.objection(value, self, today) {
      throw problem(reason, value, limit: limit)
    }
    return kind == .boolean ? word(value) : value
  }

  /// Checks the number of a list's items.
  func checkCount(_ count: Int) throws(TemplateProblem) {
    if let least, let limit = Int(least), count < limit {
      throw TemplateProblem(name, .tooFew, value: String(count), limit: least)
    }
    if let most, let limit = Int(most), count > limit {
      throw TemplateProblem(name, .tooMany, value: String(count), limit: most)
    }
  }

  /// The values that would be accepted, if they can be listed; of a date its form.
  package var acceptable: [String] { kind == .date ? ["YYYY-MM-DD"] : values }

  func problem(
    _ reason: TemplateProblem.Reason, _ value: String? = nil, limit: String? = nil
  ) -> TemplateProblem {
    TemplateProblem(name, reason, value: value, allowed: acceptable, limit: limit)
  }

  fileprivate func objection<Size: Comparable>(
    _ size: Size, tooSmall: TemplateProblem.Reason, _ read: (String) -> Size?
  ) -> TemplateValidator.Objection? {
    if let least, let limit = read(least), size < limit { return (tooSmall, least) }
    if let most, let limit = read(most), size > limit { return (.tooLarge, most) }
    return nil
  }

  /// The word of a boolean that the mail says; nil if the value is neither.
  fileprivate func word(_ value: String) -> String? {
    switch value {
    case values[0], "yes", "true", "1": values[0]
    case values[1], "no", "false", "0": values[1]
    default: nil
    }
  }

  /// Byte for byte: the mail's reader may not know that two spellings of a letter are the same.
  fileprivate func lists(_ value: String) -> Bool {
    values.contains { $0.utf8.elementsEqual(value.utf8) }
  }

  /// The word for the present day in `min` and `max`.
  package static let today = "today"

  /// The day number of `2026-12-24`, and with one for today of `today`; nil for anything else.
  package static func day(_ text: String, today: Int64?) -> Int64? {
    if let today, text == Self.today { return today }
    guard text.utf8.count == 10 else { return nil }
    return WallTime(text + "T00:00:00")?.dayNumber
  }
}

extension String {
  /// Whether it has no control characters and no line ends, unless it may have lines.
  func isPlain(hasLines: Bool) -> Bool {
    unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x0a, 0x09, 0x2028, 0x2029: hasLines
      case 0..<0x20, 0x7f..<0xa0: false
      default: true
      }
    }
  }

  /// Lines that end in LF alone.
  var plainLines: String {
    String(map { $0 == "\r\n" ? "\n" : $0 })
  }

  /// An http or https address with a host, without characters that end it in running text (RFC 3986,
  /// appendix C).
  fileprivate var isWebAddress: Bool {
    let lower = lowercased()
    guard let scheme = ["http://", "https://"].first(where: lower.hasPrefix) else { return false }
    let host = lower.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    return !host.isEmpty && host != ":"
      && !unicodeScalars.contains {
        $0.properties.isWhitespace || "<>\"\\^`{|}".unicodeScalars.contains($0)
      }
  }
}

/// A decimal number of any length, `-12.50`, to be compared.
private struct PlainNumber: Comparable {
  private let isNegative: Bool
  /// Without leading or trailing zeros.
  private let whole: Substring.UTF8View
  private let fraction: Substring.UTF8View

  /// - Returns: nil unless it is digits, with an optional `-` first, and an optional point and more digits
  ///   last.
  init?(_ text: String) {
    var digits = text[...].utf8
    let hasSign = digits.first == UInt8(ascii: "-")
    if hasSign { digits.removeFirst() }
    let parts = digits.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }) else {
      return nil
    }
    whole = parts[0].drop { $0 == 0x30 }
    var rest = parts.count == 2 ? parts[1] : parts[0].prefix(0)
    while rest.last == 0x30 { rest.removeLast() }
    fraction = rest
    isNegative = hasSign && !(whole.isEmpty && rest.isEmpty)
  }

  static func == (a: PlainNumber, b: PlainNumber) -> Bool { !(a < b) && !(b < a) }

  static func < (a: PlainNumber, b: PlainNumber) -> Bool {
    guard a.isNegative == b.isNegative else { return a.isNegative }
    return a.isNegative ? b.isCloser(than: a) : a.isCloser(than: b)
  }

  /// Whether it is closer to zero.
  private func isCloser(than other: PlainNumber) -> Bool {
    guard whole.count == other.whole.count else { return whole.count < other.whole.count }
    guard whole.elementsEqual(other.whole) else {
      return whole.lexicographicallyPrecedes(other.whole)
    }
    return fraction.lexicographicallyPrecedes(other.fraction)
  }
}
