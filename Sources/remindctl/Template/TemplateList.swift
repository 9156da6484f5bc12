import Localization
import Mail
import Reminders
import System

/// The templates that there are, and what each wants to know: `mail templates`.
struct TemplateList {
  private let folder: TemplateFolder
  private let locale: String?
  private let arguments: Arguments
  private let context: Context

  init(_ arguments: Arguments, _ context: Context) throws {
    folder = TemplateFolder(try context.paths())
    locale = context.locale(arguments.value(.locale))
    self.arguments = arguments
    self.context = context
  }

  /// - Parameter name: nil: all of them.
  func report(_ name: String?) throws -> CommandResult {
    try arguments.expectOne(of: .json, .source)
    if arguments.has(.source) {
      guard let name else { throw Failure.templateNotNamed(folder) }
      return CommandResult(output: .text(try folder.text(name, for: locale)))
    }
    if let name {
      let template = try template(name)
      guard let family = folder.families.first(where: { $0.name == name }) else {
        throw TemplateError.notFound(name, others: [])
      }
      return CommandResult(
        output: arguments.has(.json)
          ? JSON.document(template.members(of: family))
          : .text(([head(family, template)] + template.lines).joined(separator: "\n") + "\n"))
    }
    let all = folder.families.map { (family: $0, answer: answer($0.name)) }
    guard arguments.has(.json) else {
      return CommandResult(
        output: .text(all.reduce(into: "") { $0 += line($1.family, $1.answer) + "\n" }))
    }
    let members = all.map { family, answer -> JSON in
      switch answer {
      case .success(let template): .object(template.members(of: family))
      case .failure(let failure):
        .object(family.members + [("error", .object(failure.members))])
      }
    }
    return CommandResult(output: JSON.document([("templates", .array(members))]))
  }

  private func template(_ name: String) throws -> Template {
    try folder.template(name, for: locale, today: context.today)
  }

  private func answer(_ name: String) -> Result<Template, Failure> {
    do { return .success(try template(name)) } catch {
      return .failure(Failure(error, try? context.paths()))
    }
  }

  private func line(_ family: TemplateFolder.Family, _ answer: Result<Template, Failure>) -> String
  {
    switch answer {
    case .success(let template): head(family, template)
    case .failure(let failure): "\(family.name)  " + failure.sentences[0]
    }
  }

  private func head(_ family: TemplateFolder.Family, _ template: Template) -> String {
    // Translators: of a template that is part of the program.
    let origin = family.isBuiltIn ? tr("built in") : nil
    let notes = [origin, family.locales.joined(separator: ", ")].compactMap(\.self)
    return [family.name, VisibleText.line(template.summary), "(\(notes.joined(separator: "; ")))"]
      .filter { !$0.isEmpty }.joined(separator: "  ")
  }
}

extension Template {
  /// A line for each parameter.
  fileprivate var lines: [String] {
    let width = parameters.map(\.name.count).max() ?? 0
    return parameters.map { parameter in
      let name = parameter.name + String(repeating: " ", count: width - parameter.name.count)
      return "  \(name)  " + VisibleText.line(parameter.sentence)
    }
  }

  private var file: JSON {
    switch source {
    case .builtIn: .null
    case .file(let path): .string(path)
    }
  }

  fileprivate func members(
    of family: TemplateFolder.Family
  ) -> [(name: String, value: JSON)] {
    family.members + [
      ("locale", .string(locale)), ("description", .string(summary)),
      ("file", file),
      ("confirmation", confirmation.map(JSON.string) ?? .null),
      ("params", .array(parameters.map(\.json))),
    ]
  }
}

extension TemplateFolder.Family {
  fileprivate var members: [(name: String, value: JSON)] {
    [
      ("template", .string(name)), ("built_in", .boolean(isBuiltIn)),
      ("locales", .array(locales.map(JSON.string))),
    ]
  }
}

extension TemplateParameter {
  /// What a parameter accepts, after its name.
  var sentence: String {
    var parts = [kind.rawValue]
    if isRequired { parts.append(tr("must be given")) }
    if let fallback = fallback {
      parts.append(tr("otherwise {value}", ["value": fallback]))
    }
    if let least = least { parts.append(tr("from {limit} on", ["limit": Self.limit(least)])) }
    if let most = most { parts.append(tr("up to {limit}", ["limit": Self.limit(most)])) }
    let text = parts.joined(separator: ", ")
    return acceptable.isEmpty ? text : text + ": " + acceptable.joined(separator: " | ")
  }

  /// A limit of a parameter; `today` is translated.
  static func limit(_ text: String) -> String {
    // Translators: the present day, behind "from", "up to" or "after".
    text == TemplateParameter.today ? tr("today", context: "limit") : text
  }

  fileprivate var json: JSON {
    var members: [(name: String, value: JSON)] = [
      ("param", .string(name)), ("type", .string(kind.rawValue)),
      ("label", label.map(JSON.string) ?? .null), ("required", .boolean(isRequired)),
      ("default", fallback.map(JSON.string) ?? .null),
      ("allowed", .array(acceptable.map(JSON.string))),
    ]
    if let least { members.append(("min", .string(least))) }
    if let most { members.append(("max", .string(most))) }
    if let leastLength { members.append(("min_length", .number(Int64(leastLength)))) }
    if let mostLength { members.append(("max_length", .number(Int64(mostLength)))) }
    return .object(members)
  }
}
