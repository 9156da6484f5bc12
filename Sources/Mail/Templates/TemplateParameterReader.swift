import Reminders

/// Reads one group `[parameter …]`; its lines are understood once its type is known.
struct TemplateParameterReader {
  private typealias Entry = (key: TemplateParameter.Key, value: String, line: Int)

  private var parameter: TemplateParameter
  private var entries: [Entry] = []
  private let line: Int

  init(_ name: String, line: Int) {
    parameter = TemplateParameter(name: name)
    self.line = line
  }

  mutating func take(_ name: String, _ value: String, _ line: Int) throws(TemplateError) {
    guard let key = TemplateParameter.Key(rawValue: name) else {
      throw .flaw(line: line, .unknownKey(name))
    }
    guard key == .value || !entries.contains(where: { $0.key == key }) else {
      throw .flaw(line: line, .repeated(name))
    }
    if key == .type {
      guard let kind = TemplateParameter.Kind(rawValue: value) else {
        throw .flaw(line: line, .badValue(key: name, value: value))
      }
      parameter.kind = kind
      if kind == .boolean { parameter.values = ["yes", "no"] }
    }
    entries.append((key, value, line))
  }

  mutating func finished(today: Int64) throws(TemplateError) -> TemplateParameter {
    for entry in entries {
      guard parameter.takes(entry.key) else {
        throw .flaw(line: entry.line, .notForKind(key: entry.key.rawValue, parameter.kind))
      }
      guard understands(entry.key, entry.value) else {
        throw .flaw(line: entry.line, .badValue(key: entry.key.rawValue, value: entry.value))
      }
    }
    if parameter.kind == .enum, parameter.values.isEmpty {
      throw .flaw(line: line, .missing(key: TemplateParameter.Key.value.rawValue))
    }
    guard hasRange() else {
      throw .flaw(line: line, .emptyRange(parameter: parameter.name))
    }
    // Last: it must be a value that could be given.
    if let entry = entries.first(where: { $0.key == .default }) { try useDefault(entry, today) }
    return parameter
  }

  /// - Returns: whether the value was understood.
  private mutating func understands(_ key: TemplateParameter.Key, _ value: String) -> Bool {
    // The type checks the default.
    guard key == .default || MailAddress.isOneLine(value) else { return false }
    switch key {
    case .type, .default: break
    case .label: parameter.label = value.isEmpty ? nil : value
    case .required:
      guard value == "yes" || value == "no" else { return false }
      parameter.isRequired = value == "yes"
    case .value:
      guard !value.isEmpty, !parameter.values.contains(value) else { return false }
      parameter.values.append(value)
    case .yes, .no:
      let (own, other) = key == .yes ? (0, 1) : (1, 0)
      guard !value.isEmpty, value != parameter.values[other] else { return false }
      parameter.values[own] = value
    case .min:
      guard parameter.validator.isBound(value) else { return false }
      parameter.least = value
    case .max:
      guard parameter.validator.isBound(value) else { return false }
      parameter.most = value
    case .minLength, .maxLength:
      guard let length = Int(value), (1...1_000_000).contains(length) else { return false }
      if key == .minLength { parameter.leastLength = length } else { parameter.mostLength = length }
    }
    return true
  }

  private func hasRange() -> Bool {
    if let least = parameter.leastLength, least > parameter.longest { return false }
    guard let least = parameter.least, let most = parameter.most else { return true }
    return parameter.validator.isRange(least, most)
  }

  private mutating func useDefault(_ entry: Entry, _ today: Int64) throws(TemplateError) {
    // A default that must not be past is checked on the day on which it is used.
    let today = parameter.kind == .date && parameter.least == TemplateParameter.today ? 0 : today
    do throws(TemplateProblem) {
      parameter.fallback = try parameter.taken(entry.value, today: today)
    } catch {
      throw .flaw(line: entry.line, .badDefault(parameter: parameter.name, error.reason))
    }
    if parameter.fallback != nil { parameter.isRequired = false }
  }
}
