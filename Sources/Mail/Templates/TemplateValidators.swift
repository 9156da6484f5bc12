import CivilTime
import Reminders

/// What parameters of one kind accept: a row of the table below.
struct TemplateValidator: Sendable {
  typealias Parameter = TemplateParameter

  /// The keys that only some kinds have.
  var keys: Set<Parameter.Key> = []
  /// The most characters, unless `max-length` says another number.
  var longest = 1000
  var hasLines = false
  /// Why a value is refused that is none of the kind's.
  var violation = TemplateProblem.Reason.notAllowed
  var accepts: @Sendable (_ text: String, Parameter) -> Bool = { _, _ in true }
  /// What `min` and `max` limit; nil: they cannot be this text.
  /// - Parameter today: a day number.
  var size: @Sendable (_ bound: String, _ today: Int64) -> PlainNumber? = { _, _ in nil }

  private static let lengths: Set<Parameter.Key> = [.minLength, .maxLength]
  private static let range: Set<Parameter.Key> = [.min, .max]

  static let table: [Parameter.Kind: TemplateValidator] = [
    .string: TemplateValidator(keys: lengths),
    .text: TemplateValidator(keys: lengths, longest: 100_000, hasLines: true),
    .email: TemplateValidator(
      keys: lengths, violation: .invalidEmail,
      accepts: { text, _ in MailAddress(text)?.address == text }),
    .url: TemplateValidator(
      keys: lengths, violation: .invalidURL, accepts: { text, _ in text.isWebAddress }),
    .number: TemplateValidator(
      keys: range, violation: .invalidNumber, accepts: { text, _ in PlainNumber(text) != nil },
      size: { text, _ in PlainNumber(text) }),
    .boolean: TemplateValidator(
      keys: [.yes, .no], accepts: { text, parameter in parameter.word(text) != nil }),
    .date: TemplateValidator(
      keys: range, violation: .invalidDate,
      accepts: { text, _ in Parameter.day(text, today: nil) != nil },
      size: { text, today in Parameter.day(text, today: today).flatMap { PlainNumber("\($0)") } }),
    .enum: TemplateValidator(
      keys: [.value], accepts: { text, parameter in parameter.lists(text) }),
    .list: TemplateValidator(
      keys: lengths.union(range).union([.value]),
      accepts: { text, parameter in parameter.values.isEmpty || parameter.lists(text) },
      size: { text, _ in
        Int(text).flatMap { (1...1000).contains($0) ? PlainNumber("\($0)") : nil }
      }),
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
    guard validator.accepts(value, self) else { throw problem(validator.violation, value) }
    // Of a list the number of items is limited, and not each of them.
    if kind != .list, let size = validator.size(value, today),
      let (isAbove, limit) = limit(exceededBy: size, today: today)
    {
      let isPast = kind == .date && limit == Self.today
      throw problem(isAbove ? .tooLarge : isPast ? .past : .tooSmall, value, limit: limit)
    }
    return kind == .boolean ? word(value) : value
  }

  /// Checks the number of a list's items.
  func checkCount(_ count: Int) throws(TemplateProblem) {
    guard let size = PlainNumber(String(count)),
      let (isAbove, limit) = limit(exceededBy: size, today: 0)
    else { return }
    throw TemplateProblem(name, isAbove ? .tooMany : .tooFew, value: String(count), limit: limit)
  }

  /// Which limit `size` is beyond; nil: neither.
  private func limit(
    exceededBy size: PlainNumber, today: Int64
  ) -> (isAbove: Bool, limit: String)? {
    if let least, let limit = validator.size(least, today), size < limit { return (false, least) }
    if let most, let limit = validator.size(most, today), size > limit { return (true, most) }
    return nil
  }

  /// The values that would be accepted, if they can be listed; of a date its form.
  package var acceptable: [String] { kind == .date ? ["YYYY-MM-DD"] : values }

  func problem(
    _ reason: TemplateProblem.Reason, _ value: String? = nil, limit: String? = nil
  ) -> TemplateProblem {
    TemplateProblem(name, reason, value: value, allowed: acceptable, limit: limit)
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
struct PlainNumber: Comparable {
  private let isNegative: Bool
  /// How many digits are before the point, and all of them, without leading and trailing zeros.
  private let wholeDigits: Int
  private let digits: String

  /// - Returns: nil unless it is digits, with an optional `-` first, and an optional point and more digits
  ///   last.
  init?(_ text: String) {
    let hasSign = text.hasPrefix("-")
    let parts = text.dropFirst(hasSign ? 1 : 0).split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    let whole = parts[0].drop { $0 == "0" }
    var digits = whole + (parts.count == 2 ? parts[1] : "")
    while digits.count > whole.count, digits.last == "0" { digits.removeLast() }
    wholeDigits = whole.count
    self.digits = String(digits)
    isNegative = hasSign && !digits.isEmpty
  }

  static func < (a: PlainNumber, b: PlainNumber) -> Bool {
    guard a.isNegative == b.isNegative else { return a.isNegative }
    let (a, b) = a.isNegative ? (b, a) : (a, b)
    return a.wholeDigits == b.wholeDigits ? a.digits < b.digits : a.wholeDigits < b.wholeDigits
  }
}
