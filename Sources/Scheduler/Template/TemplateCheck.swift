import CivilTime
import Reminders

extension TemplateParameter {
  /// A value as it is put into the mail.
  /// - Parameters:
  ///   - text: as it was given; blanks at its ends are not part of it.
  ///   - today: its day number (`WallTime.dayNumber`).
  /// - Returns: nil where it is empty, which is the same as none.
  func taken(_ text: String, today: Int64) throws(TemplateProblem) -> String? {
    let text = kind == .text ? text.plainLines : text
    guard let value = text.withoutOuterBlanks else { return nil }
    guard value.unicodeScalars.allSatisfy(kind.allows) else {
      throw problem(.controlCharacter, value)
    }
    // Where it is longer than that in bytes, nobody counts characters: one alone can be endless.
    if value.utf8.count > 32 * longest || value.count > longest {
      throw problem(.tooLong, value, limit: String(longest))
    }
    if let leastLength, value.count < leastLength {
      throw problem(.tooShort, value, limit: String(leastLength))
    }
    switch kind {
    case .string, .text: return value
    case .email:
      guard MailAddress(value)?.address == value else { throw problem(.invalidEmail, value) }
      return value
    case .url:
      guard value.isWebAddress else { throw problem(.invalidURL, value) }
      return value
    case .number: return try number(value)
    case .boolean: return try truth(value)
    case .date: return try date(value, today: today)
    case .enum: return try allowed(value)
    case .list: return values.isEmpty ? value : try allowed(value)
    }
  }

  /// Whether there are as many items as there have to be.
  func checkCount(_ count: Int) throws(TemplateProblem) {
    if let least, let limit = Int(least), count < limit {
      throw TemplateProblem(name, .tooFew, value: String(count), limit: least)
    }
    if let most, let limit = Int(most), count > limit {
      throw TemplateProblem(name, .tooMany, value: String(count), limit: most)
    }
  }

  /// The values that would be taken, where they can be listed; of a date its form.
  package var acceptable: [String] { kind == .date ? ["YYYY-MM-DD"] : values }

  func problem(
    _ reason: TemplateProblem.Reason, _ value: String? = nil, limit: String? = nil
  ) -> TemplateProblem {
    TemplateProblem(name, reason, value: value, allowed: acceptable, limit: limit)
  }

  private func allowed(_ value: String) throws(TemplateProblem) -> String {
    // Byte for byte: what reads the mail may not know that two spellings of a letter are one.
    guard values.contains(where: { $0.utf8.elementsEqual(value.utf8) }) else {
      throw problem(.notAllowed, value)
    }
    return value
  }

  private func truth(_ value: String) throws(TemplateProblem) -> String {
    switch value {
    case values[0], "yes", "true", "1": values[0]
    case values[1], "no", "false", "0": values[1]
    default: throw problem(.notAllowed, value)
    }
  }

  private func number(_ value: String) throws(TemplateProblem) -> String {
    guard let number = PlainNumber(value) else { throw problem(.invalidNumber, value) }
    if let least, let limit = PlainNumber(least), number < limit {
      throw problem(.tooSmall, value, limit: least)
    }
    if let most, let limit = PlainNumber(most), limit < number {
      throw problem(.tooLarge, value, limit: most)
    }
    return value
  }

  private func date(_ value: String, today: Int64) throws(TemplateProblem) -> String {
    guard let day = TemplateParameter.day(value, today: nil) else {
      throw problem(.invalidDate, value)
    }
    if let least, let limit = TemplateParameter.day(least, today: today), day < limit {
      throw problem(least == Self.today ? .past : .tooSmall, value, limit: least)
    }
    if let most, let limit = TemplateParameter.day(most, today: today), day > limit {
      throw problem(.tooLarge, value, limit: most)
    }
    return value
  }

  /// What stands for the present day in `min` and `max`.
  package static let today = "today"

  /// The day number of `2026-12-24`, or with one for today of `today`; nil for anything else.
  package static func day(_ text: String, today: Int64?) -> Int64? {
    if let today, text == Self.today { return today }
    guard text.utf8.count == 10 else { return nil }
    return WallTime(text + "T00:00:00")?.dayNumber
  }
}

extension TemplateParameter.Kind {
  /// Whether a character may stand in such a value; what may in a `text` may in a body.
  func allows(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0a, 0x09, 0x2028, 0x2029: self == .text
    case 0..<0x20, 0x7f..<0xa0: false
    default: true
    }
  }
}

extension String {
  /// Lines that end in LF alone.
  var plainLines: String {
    var text = UnicodeScalarView()
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\r", rest.first == "\n" { continue }
      text.append(scalar)
    }
    return String(text)
  }

  /// An http or https address with a host, and nothing that ends it in running text (RFC 3986, appendix C).
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
