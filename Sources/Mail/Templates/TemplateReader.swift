import Configuration
import Reminders

/// Reads a template's file, up to the first mistake.
package enum TemplateReader {
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
      throw .issue(line: index + 1, .notUTF8)
    }
    var template = template
    // It is read once all parameters are known.
    var own = Group(name: "template", line: 0)
    for group in try Group.all(in: String(decoding: bytes, as: UTF8.self)) {
      if group.name == own.name {
        own.entries += group.entries
      } else if group.name.hasPrefix("parameter ") {
        let name = String(group.name.dropFirst(10))
        guard TemplateParameter.isName(name), template.parameter(name) == nil else {
          throw .issue(line: group.line, .badParameter(name))
        }
        template.parameters.append(try TemplateParameter(name, group, today: today))
      } else {
        throw .issue(line: group.line, .unknownGroup(group.name))
      }
    }
    try template.read(own)
    return template
  }
}

/// A group of a file with its lines.
private struct Group {
  typealias Line<Key> = (key: Key, value: String, line: Int)

  let name: String
  /// Where it begins.
  let line: Int
  var entries: [Line<String>] = []

  static func all(in text: String) throws(TemplateError) -> [Group] {
    var groups: [Group] = []
    for (line, content) in KeyFile.lines(of: text) {
      switch content {
      case .blank: break
      case .none: throw .issue(line: line, .notALine)
      case .group(let name): groups.append(Group(name: name, line: line))
      case .entry(let key, let value):
        guard !groups.isEmpty else { throw .issue(line: line, .noGroup(key: key)) }
        groups[groups.count - 1].entries.append((key, value, line))
      }
    }
    return groups
  }

  /// Its lines, if it knows their keys.
  func lines<Key: RawRepresentable<String> & Equatable>(
    mayRepeat: (Key) -> Bool
  ) throws(TemplateError) -> [Line<Key>] {
    var lines: [Line<Key>] = []
    for (name, value, line) in entries {
      guard let key = Key(rawValue: name) else { throw .issue(line: line, .unknownKey(name)) }
      guard mayRepeat(key) || !lines.contains(where: { $0.key == key }) else {
        throw .issue(line: line, .repeated(name))
      }
      lines.append((key, value, line))
    }
    return lines
  }
}

extension Template {
  fileprivate mutating func read(_ group: Group) throws(TemplateError) {
    let all = try group.lines(mayRepeat: \Key.isList)
    for line in all { try read(line) }
    for (key, isMissing) in [(Key.subject, subjects.isEmpty), (.body, lines.isEmpty)]
    where isMissing {
      throw .issue(line: 0, .missing(key: key.rawValue))
    }
    if let last = all.last(where: { $0.key == .subject }),
      let absent = subjects.last?.names.first(where: { !isAlwaysThere($0) })
    {
      throw .issue(line: last.line, .perhapsAbsent(parameter: absent))
    }
    if let asked = all.first(where: { $0.key == .confirmation }), confirmTo == nil {
      throw .issue(line: asked.line, .missing(key: Key.confirmTo.rawValue))
    }
    if confirmTo != nil, confirmation == nil { confirmation = Key.confirmation.rawValue }
  }

  private mutating func read(_ entry: Group.Line<Key>) throws(TemplateError) {
    let (key, value, line) = entry
    let bad = TemplateError.issue(line: line, .badValue(key: key.rawValue, value: value))
    guard key == .body || MailAddress.isOneLine(value) else { throw bad }
    switch key {
    case .body:
      let text = value.plainLines
      guard text.isPlain(hasLines: true) else { throw bad }
      for text in text.split(separator: "\n", omittingEmptySubsequences: false) {
        lines.append(try pattern(String(text), line))
      }
    case .description: summary = value
    case .subject:
      guard !value.isEmpty else { throw bad }
      let pattern = try pattern(value, line)
      for name in pattern.names where parameter(name)?.kind == .text {
        throw .issue(line: line, .linesInSubject(parameter: name))
      }
      subjects.append(pattern)
    case .to:
      let recipient = try recipient(value, line, bad)
      if case .parameter(let name) = recipient, !isAlwaysThere(name) {
        throw .issue(line: line, .perhapsAbsent(parameter: name))
      }
      recipients.append(recipient)
    case .replyTo: replyTo = try recipient(value, line, bad)
    case .confirmTo: confirmTo = try recipient(value, line, bad)
    case .attach:
      guard !value.isEmpty else { throw bad }
      attachments.append(value)
    case .account:
      guard MailAccount.isName(value[...]) else { throw bad }
      account = value
    case .confirmation:
      guard Template.isName(value) else { throw bad }
      confirmation = value
    }
  }

  private func pattern(_ text: String, _ line: Int) throws(TemplateError) -> TemplatePattern {
    let pattern = try TemplatePattern(text, line: line)
    for name in pattern.names where parameter(name) == nil {
      throw .issue(line: line, .unknownParameter(name))
    }
    let lists = Set(pattern.names.filter { parameter($0)?.kind == .list })
    guard lists.count <= 1 else { throw .issue(line: line, .severalLists) }
    return pattern
  }

  /// An address, or the one parameter that contains it: no value can add another one.
  private func recipient(
    _ value: String, _ line: Int, _ bad: TemplateError
  ) throws(TemplateError) -> Recipient {
    if let address = MailAddress(value) { return .address(address) }
    guard let name = try pattern(value, line).onlyName else { throw bad }
    guard parameter(name)?.kind == .email else {
      throw .issue(line: line, .notAnEmail(parameter: name))
    }
    return .parameter(name)
  }

  private func isAlwaysThere(_ name: String) -> Bool { parameter(name)?.isAlwaysThere ?? false }
}

extension TemplateParameter {
  /// Reads a group `[parameter …]`.
  fileprivate init(_ name: String, _ group: Group, today: Int64) throws(TemplateError) {
    self.init(name: name)
    let lines = try group.lines { (key: Key) in key == .value }
    // What its other lines mean depends on its type.
    for (key, value, line) in lines where key == .type {
      guard let kind = Kind(rawValue: value) else {
        throw .issue(line: line, .badValue(key: key.rawValue, value: value))
      }
      self.kind = kind
    }
    if kind == .boolean { values = ["yes", "no"] }
    for (key, value, line) in lines {
      guard takes(key) else { throw .issue(line: line, .notForKind(key: key.rawValue, kind)) }
      guard understands(key, value) else {
        throw .issue(line: line, .badValue(key: key.rawValue, value: value))
      }
    }
    if kind == .enum, values.isEmpty {
      throw .issue(line: group.line, .missing(key: Key.value.rawValue))
    }
    guard hasRange else { throw .issue(line: group.line, .emptyRange(parameter: name)) }
    // Last: it must be a value that could be given. One that must not be past is checked on the day on
    // which it is used.
    let today = kind == .date && least == Self.today ? 0 : today
    for (_, value, line) in lines.filter({ $0.key == .default }) {
      do throws(TemplateProblem) { fallback = try taken(value, today: today) } catch {
        throw .issue(line: line, .badDefault(parameter: name, error.reason))
      }
      if fallback != nil { isRequired = false }
    }
  }

  /// - Returns: whether the value was understood.
  private mutating func understands(_ key: Key, _ value: String) -> Bool {
    // The type checks the default.
    guard key == .default || MailAddress.isOneLine(value) else { return false }
    switch key {
    case .type, .default: break
    case .label: label = value.isEmpty ? nil : value
    case .required:
      guard value == "yes" || value == "no" else { return false }
      isRequired = value == "yes"
    case .value:
      guard !value.isEmpty, !values.contains(value) else { return false }
      values.append(value)
    case .yes, .no:
      let (own, other) = key == .yes ? (0, 1) : (1, 0)
      guard !value.isEmpty, value != values[other] else { return false }
      values[own] = value
    case .min, .max:
      guard validator.size(value, 0) != nil else { return false }
      if key == .min { least = value } else { most = value }
    case .minLength, .maxLength:
      guard let length = Int(value), (1...1_000_000).contains(length) else { return false }
      if key == .minLength { leastLength = length } else { mostLength = length }
    }
    return true
  }

  private var hasRange: Bool {
    if let leastLength, leastLength > longest { return false }
    // Today moves: a range that is over is not a mistake in the file.
    guard let least, let most, least != Self.today, most != Self.today,
      let smallest = validator.size(least, 0), let largest = validator.size(most, 0)
    else { return true }
    return smallest <= largest
  }
}
