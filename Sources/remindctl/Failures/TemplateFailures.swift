import Localization
import Mail
import Reminders
import System

// Why a template makes no mail.

extension Failure {
  static func templateNotNamed(_ folder: TemplateFolder) -> Failure {
    let names = folder.families.map(\.name)
    return usage(
      tr("Which template? There are: {names}.", ["names": names.joined(separator: ", ")]),
      details: [("templates", .array(names.map(JSON.string)))])
  }

  /// The template has no date of that name; it has these.
  static func noDate(_ name: String, of dates: [String]) -> Failure {
    let values: KeyValuePairs = [
      "name": VisibleText.line(name), "names": dates.joined(separator: ", "),
    ]
    return usage(
      dates.isEmpty
        ? tr("The template has no date, and so none called {name}.", values)
        : tr("The template has no date called {name}; there are: {names}.", values),
      details: [("params", .array(dates.map(JSON.string)))])
  }

  /// The values do not fill in the template of a request's confirmation.
  static func confirmation(
    by template: String, _ locale: String, _ problems: [TemplateProblem]
  ) -> Failure {
    unfilled(
      "template_render_failed", .failed, template, locale, problems,
      tr(
        "The confirmation by the template {template} ({locale}) cannot be filled in.",
        ["template": template, "locale": locale]))
  }

  static func template(_ error: TemplateError) -> Failure {
    switch error {
    case .notFound(let name, let others):
      Failure(
        "template_not_found",
        tr("There is no template '{name}'.", ["name": VisibleText.line(name)])
          + Messages.didYouMean(Nearest.name(to: name, among: others)),
        tr("There are: {names}.", ["names": others.joined(separator: ", ")]),
        details: [
          ("template", .string(name)), ("templates", .array(others.map(JSON.string))),
        ])
    case .noVariant(let name, let locale, let others):
      Failure(
        "template_not_found",
        tr(
          "The template {name} has no variant for {locale}, and none for all others ({file}); there are: {locales}.",
          [
            "name": name, "locale": VisibleText.line(locale), "file": "\(name).conf",
            "locales": others.joined(separator: ", "),
          ]),
        details: [
          ("template", .string(name)), ("locale", .string(locale)),
          ("locales", .array(others.map(JSON.string))),
        ])
    case .broken(let path, let line, let issue):
      Failure(
        "template_render_failed", issue.sentence(VisibleText.line(path), line),
        details: [("file", .string(path)), ("line", .number(Int64(line)))])
    case .parameters(let template, let locale, let problems):
      unfilled(
        "invalid_template_params", .usage, template, locale, problems,
        tr(
          "The template {template} ({locale}) cannot be filled in.",
          ["template": template, "locale": locale]),
        tr(
          "`{command}` says what it wants to know.",
          ["command": "remindctl mail templates \(template)"]))
    }
  }

  private static func unfilled(
    _ name: String, _ code: ExitCode, _ template: String, _ locale: String,
    _ problems: [TemplateProblem], _ sentence: String, _ hint: String? = nil
  ) -> Failure {
    Failure(
      name, code: code,
      sentences: [sentence] + problems.map { "  " + $0.sentence } + [hint].compactMap(\.self),
      details: [
        ("template", .string(template)), ("locale", .string(locale)),
        ("params", .array(problems.map(\.json))),
      ])
  }
}

extension TemplateError.Issue {
  fileprivate func sentence(_ path: String, _ line: Int) -> String {
    line == 0
      ? path + ": " + sentence
      : tr(
        "{path}, line {line}: {what}",
        ["path": path, "line": String(line), "what": sentence])
  }

  fileprivate var sentence: String {
    func named(_ name: String) -> KeyValuePairs<String, String> { ["name": VisibleText.line(name)] }
    return switch self {
    case .notALine: tr("neither a group nor key=value")
    case .notUTF8: tr("not valid UTF-8 text")
    case .unknownGroup(let name): tr("there is no group [{name}] in a template", named(name))
    case .unknownKey(let name): tr("there is no key {name} here", named(name))
    case .noGroup(let key): tr("the key {name} stands before the first group", named(key))
    case .repeated(let key): tr("the key {name} stands twice", named(key))
    case .badValue(let key, let value):
      tr(
        "{name} cannot be '{value}'",
        ["name": VisibleText.line(key), "value": VisibleText.line(value)])
    case .badParameter(let name):
      tr(
        "[parameter {name}] is none: names have letters, digits, _ and -, and each stands once",
        named(name))
    case .notForKind(let key, let kind):
      tr("{name} says nothing about the type {type}", ["name": key, "type": kind.rawValue])
    case .missing(let key): tr("the key {name} is missing", named(key))
    case .emptyRange(let name): tr("nothing can be given for {name}: its limits cross", named(name))
    case .badDefault(let name, _): tr("the default of {name} could not be given", named(name))
    case .brace: tr("a brace without its other one; {example} means a brace", ["example": "{{"])
    case .unknownParameter(let name): tr("there is no [parameter {name}]", named(name))
    case .linesInSubject(let name):
      tr("{name} can have several lines, and the subject is one", named(name))
    case .severalLists: tr("two lists on one line")
    case .perhapsAbsent(let name): tr("{name} may be absent, and is needed here", named(name))
    case .notAnEmail(let name): tr("{name} is not of the type email", named(name))
    case .file(.notAFile): tr("it is no file")
    case .file(.foreign): tr("others can write it: it is not used")
    case .file(.openFolder(let folder)):
      tr(
        "others can write the folder {folder}: it is not used", ["folder": VisibleText.line(folder)]
      )
    case .file(.tooLong): tr("it is too long")
    case .file(let error):
      tr("it cannot be read: {error}", ["error": Messages.system(error.code)])
    }
  }
}

extension TemplateProblem {
  fileprivate var json: JSON {
    [
      "param": .string(parameter), "reason": .string(reason.rawValue),
      "value": value.map(JSON.string) ?? .null, "allowed": .array(allowed.map(JSON.string)),
      "limit": limit.map(JSON.string) ?? .null,
    ]
  }

  /// What is wrong with the parameter, and what would be taken.
  fileprivate var sentence: String {
    let sentence = VisibleText.line(parameter) + ": " + what
    guard !allowed.isEmpty else { return sentence }
    return sentence + " (" + allowed.map(VisibleText.line).joined(separator: " | ") + ")"
  }

  private var what: String {
    // Whether its limit is a day, and no number.
    let isOfDate = limit.map { TemplateParameter.day($0, today: 0) != nil } ?? false
    let value = VisibleText.cut(VisibleText.line(self.value ?? ""), characters: 60, bytes: 240)
    let values =
      ["value": value, "limit": TemplateParameter.limit(self.limit ?? "")] as KeyValuePairs
    return switch reason {
    case .missing: tr("it must be given")
    case .unknown: tr("the template does not have it")
    case .repeated: tr("it is given twice")
    case .noValue: tr("it has no value: say NAME=VALUE")
    case .controlCharacter: tr("a character in it ends a line, or cannot be seen")
    case .tooShort: tr("it is shorter than {limit} characters", values)
    case .tooLong: tr("it is longer than {limit} characters", values)
    case .invalidEmail: tr("'{value}' is no address like ann@example.org", values)
    case .invalidURL: tr("'{value}' is no address like https://example.org/", values)
    case .invalidNumber: tr("'{value}' is no number like 12 or 12.5", values)
    case .invalidDate: tr("'{value}' is no day of the calendar", values)
    case .tooSmall where isOfDate: tr("{value} comes before {limit}", values)
    case .tooLarge where isOfDate: tr("{value} comes after {limit}", values)
    case .tooSmall: tr("{value} is less than {limit}", values)
    case .tooLarge: tr("{value} is more than {limit}", values)
    case .past: tr("{value} is past", values)
    case .notAllowed: tr("'{value}' is none of those that are allowed", values)
    case .tooFew: tr("it is given {value} times, and has to be {limit} times", values)
    case .tooMany: tr("it is given {value} times, and may be {limit} times", values)
    }
  }
}
