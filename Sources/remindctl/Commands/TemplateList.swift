import Localization
import Mail
import Reminders
import System

extension Command {
  /// The templates that there are, and what each wants to know: `mail templates`.
  /// - Parameter name: nil: all of them.
  func listTemplates(_ name: String?) throws -> CommandResult {
    try args.expectOne(of: .json, .source)
    let folder = TemplateFolder(try context.paths())
    let families = folder.families
    let locale = context.locale(args.value(.locale))
    if args.has(.source) {
      guard let name else { throw Failure.templateNotNamed(folder) }
      return CommandResult(output: .text(try folder.text(name, for: locale)))
    }
    if let name {
      let template = try folder.template(name, for: locale, today: context.today)
      guard let family = families.first(where: { $0.name == name }) else {
        throw TemplateError.notFound(name, others: [])
      }
      return answer(
        json: template.members(of: family),
        text: [template.line(of: family), template.lines].filter { !$0.isEmpty }.lines)
    }
    let all = families.map { family in
      (family, Result { try folder.template(family.name, for: locale, today: context.today) })
    }
    return answer(
      json: [("templates", .array(all.map { .object(members($0, $1)) }))],
      text: all.map(line).lines)
  }

  private func members(
    _ family: TemplateFolder.Family, _ answer: Result<Template, any Error>
  ) -> JSON.Members {
    switch answer {
    case .success(let template): template.members(of: family)
    case .failure(let error):
      family.members + [("error", .object(Failure(error, try? context.paths()).members))]
    }
  }

  private func line(
    _ family: TemplateFolder.Family, _ answer: Result<Template, any Error>
  ) -> String {
    switch answer {
    case .success(let template): template.line(of: family)
    case .failure(let error):
      "\(family.name)  "
        + Failure(error, try? context.paths()).sentences[0]
    }
  }
}

extension Template {
  /// Its name, what it is for, where it comes from and in which languages it is.
  fileprivate func line(of family: TemplateFolder.Family) -> String {
    // Translators: of a template that is part of the program.
    let origin = family.isBuiltIn ? tr("built in") : nil
    let notes = [origin, family.locales.joined(separator: ", ")].compactMap(\.self)
    return [family.name, VisibleText.line(summary), "(\(notes.joined(separator: "; ")))"]
      .filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// A line for each parameter.
  fileprivate var lines: String {
    Help.columns(parameters.map { ($0.name, VisibleText.line($0.sentence)) })
  }

  fileprivate func members(of family: TemplateFolder.Family) -> JSON.Members {
    let file: JSON = if case .file(let path) = source { .string(path) } else { .null }
    return family.members + [
      ("locale", .string(locale)), ("description", .string(summary)), ("file", file),
      ("confirmation", .orNull(confirmation)), ("params", .array(parameters.map(\.json))),
    ]
  }
}

extension TemplateFolder.Family {
  fileprivate var members: JSON.Members {
    [
      ("template", .string(name)), ("built_in", .boolean(isBuiltIn)), ("locales", .texts(locales)),
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
    .object(
      [
        ("param", .string(name)), ("type", .word(kind)), ("label", .orNull(label)),
        ("required", .boolean(isRequired)), ("default", .orNull(fallback)),
        ("allowed", .texts(acceptable)),
      ]
        + JSON.members([
          "min": least.map(JSON.string), "max": most.map(JSON.string),
          "min_length": leastLength.map(JSON.count), "max_length": mostLength.map(JSON.count),
        ]))
  }
}
