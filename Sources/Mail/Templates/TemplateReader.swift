import Configuration
import Reminders

/// Reads a template's file, up to the first mistake.
package struct TemplateReader {
  private enum Group { case none, template, parameter }
  private var template: Template
  private var group = Group.none
  /// The lines of `[template]`, which are read once all parameters are known.
  private var lines = GroupLines<Template.Key>()
  private var parameter: TemplateParameterReader?
  private let today: Int64

  /// - Parameter today: its day number; the default of a date may not be past.
  package static func template(
    _ bytes: [UInt8], name: String, locale: String, source: Template.Source, today: Int64
  ) throws(TemplateError) -> Template {
    do throws(TemplateError) {
      return try read(bytes, Template(name: name, locale: locale, source: source), today)
    } catch {
      if case .file(let path) = source { throw error.inFile(path) }
      throw error.inFile(locale == Template.everybodys ? name : "\(name).\(locale)")
    }
  }

  private static func read(
    _ bytes: [UInt8], _ template: Template, _ today: Int64
  ) throws(TemplateError) -> Template {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated()
    where String(validating: line, as: UTF8.self) == nil {
      throw .flaw(line: index + 1, .notUTF8)
    }
    var reader = TemplateReader(template: template, today: today)
    for (line, content) in KeyFile.lines(of: String(decoding: bytes, as: UTF8.self)) {
      try reader.take(content, line)
    }
    return try reader.finished()
  }

  private init(template: Template, today: Int64) {
    self.template = template
    self.today = today
  }

  private mutating func take(_ content: KeyFile.Line?, _ line: Int) throws(TemplateError) {
    switch content {
    case .blank: break
    case .none: throw .flaw(line: line, .notALine)
    case .group(let name):
      try finishParameter()
      if name == "template" {
        group = .template
      } else if name.hasPrefix("parameter ") {
        group = .parameter
        let name = String(name.dropFirst(10))
        guard TemplateParameter.isName(name), template.parameter(name) == nil else {
          throw .flaw(line: line, .badParameter(name))
        }
        parameter = TemplateParameterReader(name, line: line)
      } else {
        throw .flaw(line: line, .unknownGroup(name))
      }
    case .entry(let key, let value):
      switch group {
      case .none: throw .flaw(line: line, .noGroup(key: key))
      case .parameter: try parameter?.take(key, value, line)
      case .template: try lines.append(key, value, line, mayRepeat: \.isList)
      }
    }
  }

  private mutating func finishParameter() throws(TemplateError) {
    if let whole = try parameter?.finished(today: today) { template.parameters.append(whole) }
    parameter = nil
  }

  private mutating func finished() throws(TemplateError) -> Template {
    try finishParameter()
    for entry in lines.all { try understand(entry) }
    for (key, isMissing) in [
      (Template.Key.subject, template.subjects.isEmpty),
      (.body, template.lines.isEmpty),
    ] where isMissing {
      throw .flaw(line: 0, .missing(key: key.rawValue))
    }
    if let last = lines.all.last(where: { $0.key == .subject }),
      let absent = template.subjects.last?.names.first(where: { !isAlwaysThere($0) })
    {
      throw .flaw(line: last.line, .perhapsAbsent(parameter: absent))
    }
    if let asked = lines.first(.confirmation), template.confirmTo == nil {
      throw .flaw(line: asked.line, .missing(key: Template.Key.confirmTo.rawValue))
    }
    if template.confirmTo != nil, template.confirmation == nil {
      template.confirmation = Template.Key.confirmation.rawValue
    }
    return template
  }

  private mutating func understand(_ entry: GroupLines<Template.Key>.Line) throws(TemplateError) {
    let (key, value, line) = (entry.key, entry.value, entry.line)
    let bad = TemplateError.flaw(line: line, .badValue(key: key.rawValue, value: value))
    if key == .body {
      let lines = value.plainLines
      guard lines.isPlain(hasLines: true) else { throw bad }
      for text in lines.split(separator: "\n", omittingEmptySubsequences: false) {
        template.lines.append(try pattern(String(text), line))
      }
      return
    }
    guard MailAddress.isOneLine(value) else { throw bad }
    switch key {
    case .body: break
    case .description: template.summary = value
    case .subject:
      guard !value.isEmpty else { throw bad }
      let pattern = try pattern(value, line)
      for name in pattern.names where template.parameter(name)?.kind == .text {
        throw .flaw(line: line, .linesInSubject(parameter: name))
      }
      template.subjects.append(pattern)
    case .to:
      let recipient = try recipient(value, line, key)
      if case .parameter(let name) = recipient, !isAlwaysThere(name) {
        throw .flaw(line: line, .perhapsAbsent(parameter: name))
      }
      template.recipients.append(recipient)
    case .replyTo: template.replyTo = try recipient(value, line, key)
    case .confirmTo: template.confirmTo = try recipient(value, line, key)
    case .attach:
      guard !value.isEmpty else { throw bad }
      template.attachments.append(value)
    case .account:
      guard MailAccount.isName(value[...]) else { throw bad }
      template.account = value
    case .confirmation:
      guard Template.isName(value) else { throw bad }
      template.confirmation = value
    }
  }

  private func pattern(_ text: String, _ line: Int) throws(TemplateError) -> TemplatePattern {
    let pattern = try TemplatePattern(text, line: line)
    for name in pattern.names where template.parameter(name) == nil {
      throw .flaw(line: line, .unknownParameter(name))
    }
    let lists = Set(pattern.names.filter { template.parameter($0)?.kind == .list })
    guard lists.count <= 1 else { throw .flaw(line: line, .severalLists) }
    return pattern
  }

  /// An address, or the one parameter that contains it: no value can add another one.
  private func recipient(
    _ value: String, _ line: Int, _ key: Template.Key
  ) throws(TemplateError) -> Template.Recipient {
    if let address = MailAddress(value) { return .address(address) }
    guard let name = try pattern(value, line).onlyName else {
      throw .flaw(line: line, .badValue(key: key.rawValue, value: value))
    }
    guard template.parameter(name)?.kind == .email else {
      throw .flaw(line: line, .notAnEmail(parameter: name))
    }
    return .parameter(name)
  }

  private func isAlwaysThere(_ name: String) -> Bool {
    template.parameter(name)?.isAlwaysThere ?? false
  }
}

/// The lines of a group, whose keys are known.
private struct GroupLines<Key: RawRepresentable<String> & Equatable> {
  typealias Line = (key: Key, value: String, line: Int)

  private(set) var all: [Line] = []

  func first(_ key: Key) -> Line? { all.first { $0.key == key } }

  mutating func append(
    _ name: String, _ value: String, _ line: Int, mayRepeat: (Key) -> Bool
  ) throws(TemplateError) {
    guard let key = Key(rawValue: name) else { throw .flaw(line: line, .unknownKey(name)) }
    guard mayRepeat(key) || first(key) == nil else { throw .flaw(line: line, .repeated(name)) }
    all.append((key, value, line))
  }
}

/// Reads one group `[parameter …]`; its lines are understood once its type is known.
private struct TemplateParameterReader {
  private var parameter: TemplateParameter
  private var lines = GroupLines<TemplateParameter.Key>()
  private let line: Int

  init(_ name: String, line: Int) {
    parameter = TemplateParameter(name: name)
    self.line = line
  }

  mutating func take(_ name: String, _ value: String, _ line: Int) throws(TemplateError) {
    try lines.append(name, value, line) { $0 == .value }
    guard name == TemplateParameter.Key.type.rawValue else { return }
    guard let kind = TemplateParameter.Kind(rawValue: value) else {
      throw .flaw(line: line, .badValue(key: name, value: value))
    }
    parameter.kind = kind
    if kind == .boolean { parameter.values = ["yes", "no"] }
  }

  mutating func finished(today: Int64) throws(TemplateError) -> TemplateParameter {
    for entry in lines.all {
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
    guard hasRange else { throw .flaw(line: line, .emptyRange(parameter: parameter.name)) }
    // Last: it must be a value that could be given.
    if let entry = lines.first(.default) { try useDefault(entry, today) }
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
    case .min, .max:
      guard parameter.validator.size(value, 0) != nil else { return false }
      if key == .min { parameter.least = value } else { parameter.most = value }
    case .minLength, .maxLength:
      guard let length = Int(value), (1...1_000_000).contains(length) else { return false }
      if key == .minLength { parameter.leastLength = length } else { parameter.mostLength = length }
    }
    return true
  }

  private var hasRange: Bool {
    if let least = parameter.leastLength, least > parameter.longest { return false }
    guard let least = parameter.least, let most = parameter.most else { return true }
    // Today moves: a range that is over is not a mistake in the file.
    guard least != TemplateParameter.today, most != TemplateParameter.today else { return true }
    return parameter.validator.size(least, 0).flatMap { least in
      parameter.validator.size(most, 0).map { least <= $0 }
    } ?? false
  }

  private mutating func useDefault(_ entry: GroupLines<TemplateParameter.Key>.Line, _ today: Int64)
    throws(TemplateError)
  {
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
