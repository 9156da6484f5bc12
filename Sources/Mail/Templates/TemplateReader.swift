import Configuration
import Reminders

/// Reads a template's file, up to the first mistake.
package struct TemplateReader {
  private enum Group { case none, template, parameter }
  private typealias Entry = (key: Template.Key, value: String, line: Int)

  private var template: Template
  private var group = Group.none
  /// The lines of `[template]`, which are read once all parameters are known.
  private var entries: [Entry] = []
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
      case .template:
        guard let known = Template.Key(rawValue: key) else {
          throw .flaw(line: line, .unknownKey(key))
        }
        guard known.isList || !entries.contains(where: { $0.key == known }) else {
          throw .flaw(line: line, .repeated(key))
        }
        entries.append((known, value, line))
      }
    }
  }

  private mutating func finishParameter() throws(TemplateError) {
    if let whole = try parameter?.finished(today: today) { template.parameters.append(whole) }
    parameter = nil
  }

  private mutating func finished() throws(TemplateError) -> Template {
    try finishParameter()
    for entry in entries { try understand(entry) }
    for (key, isMissing) in [
      (Template.Key.subject, template.subjects.isEmpty),
      (.body, template.lines.isEmpty),
    ] where isMissing {
      throw .flaw(line: 0, .missing(key: key.rawValue))
    }
    if let last = entries.last(where: { $0.key == .subject }),
      let absent = template.subjects.last?.names.first(where: { !isAlwaysThere($0) })
    {
      throw .flaw(line: last.line, .perhapsAbsent(parameter: absent))
    }
    if let asked = entries.first(where: { $0.key == .confirmation }), template.confirmTo == nil {
      throw .flaw(line: asked.line, .missing(key: Template.Key.confirmTo.rawValue))
    }
    if template.confirmTo != nil, template.confirmation == nil {
      template.confirmation = Template.Key.confirmation.rawValue
    }
    return template
  }

  private mutating func understand(_ entry: Entry) throws(TemplateError) {
    let (key, value, line) = entry
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
