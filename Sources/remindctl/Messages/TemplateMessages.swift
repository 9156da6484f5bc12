import Localization
import Mail
import System

// The sentences of `Messages` about templates and requests.

extension Messages {
  // What comes of it

  static func sentAtOnce(_ subject: String) -> String {
    tr("{text}, mailed at once", ["text": subject])
  }
  static func fromTemplate(_ template: String, _ locale: String) -> String {
    tr("By the template {template} ({locale}).", ["template": template, "locale": locale])
  }
  static func confirmed(to address: String) -> String {
    tr("When the server has taken it, {address} is told.", ["address": address])
  }
  // Translators: the recipient of a mail that goes to the user.
  static var oneself: String { tr("(yourself)") }
  // Translators: of a template that is part of the program.
  static var builtIn: String { tr("built in") }

  /// What a parameter accepts, after its name.
  static func parameter(_ parameter: TemplateParameter) -> String {
    var parts = [parameter.kind.rawValue]
    if parameter.isRequired { parts.append(tr("must be given")) }
    if let fallback = parameter.fallback {
      parts.append(tr("otherwise {value}", ["value": fallback]))
    }
    if let least = parameter.least { parts.append(tr("from {limit} on", ["limit": limit(least)])) }
    if let most = parameter.most { parts.append(tr("up to {limit}", ["limit": limit(most)])) }
    let text = parts.joined(separator: ", ")
    let allowed = parameter.acceptable
    return allowed.isEmpty ? text : text + ": " + allowed.joined(separator: " | ")
  }

  /// A limit of a parameter; `today` is translated.
  static func limit(_ text: String) -> String {
    // Translators: the present day, behind "from", "up to" or "after".
    text == TemplateParameter.today ? tr("today", context: "limit") : text
  }

  /// Why a template makes no mail, as lines.
  static func template(_ error: TemplateError) -> [String] {
    switch error {
    case .notNamed(let names):
      [tr("Which template? There are: {names}.", ["names": names.joined(separator: ", ")])]
    case .notFound(let name, let others):
      [
        tr("There is no template '{name}'.", ["name": VisibleText.line(name)])
          + didYouMean(Nearest.name(to: name, among: others)),
        tr("There are: {names}.", ["names": others.joined(separator: ", ")]),
      ]
    case .noVariant(let name, let locale, let others):
      [
        tr(
          "The template {name} has no variant for {locale}, and none for all others ({file}); there are: {locales}.",
          [
            "name": name, "locale": VisibleText.line(locale), "file": "\(name).conf",
            "locales": others.joined(separator: ", "),
          ])
      ]
    case .broken(let path, let line, let flaw): [broken(VisibleText.line(path), line, flaw)]
    case .parameters(let template, let locale, let problems):
      [tr("The template {template} ({locale}) cannot be filled in.", values(template, locale))]
        + problems.map { "  " + problem($0) }
        + [
          tr(
            "`{command}` says what it wants to know.",
            ["command": "remindctl mail templates \(template)"])
        ]
    case .confirmation(let template, let locale, let problems):
      [
        tr(
          "The confirmation by the template {template} ({locale}) cannot be filled in.",
          values(template, locale))
      ] + problems.map { "  " + problem($0) }
    case .noDate:
      [tr("{option} needs a date, and none was given.", ["option": "--remind-before"])]
    case .notADate(let name, []):
      [tr("The template has no date, and so none called {name}.", ["name": VisibleText.line(name)])]
    case .notADate(let name, let dates):
      [
        tr(
          "The template has no date called {name}; there are: {names}.",
          ["name": VisibleText.line(name), "names": dates.joined(separator: ", ")])
      ]
    case .severalDates(let names):
      [
        tr(
          "Before which date? Say {examples}.",
          [
            "examples": names.map { "--remind-before \($0)=3d" }
              .joined(separator: ", ")
          ])
      ]
    case .tooLate(let said, let date):
      [
        tr(
          "It is too late to remind you {length} before {date}.",
          ["length": VisibleText.line(said), "date": date])
      ]
    case .tooLarge(let size, let limit):
      [
        tr(
          "The mail has {n} bytes of text; {limit} are taken.",
          ["n": String(size), "limit": String(limit)])
      ]
    }
  }

  private static func broken(_ path: String, _ line: Int, _ flaw: TemplateError.Flaw) -> String {
    guard line > 0 else { return path + ": " + what(flaw) }
    return tr(
      "{path}, line {line}: {what}",
      ["path": path, "line": String(line), "what": what(flaw)])
  }

  private static func what(_ flaw: TemplateError.Flaw) -> String {
    func named(_ name: String) -> KeyValuePairs<String, String> { ["name": VisibleText.line(name)] }
    return switch flaw {
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
    case .file(let error): tr("it cannot be read: {error}", ["error": system(error.code)])
    }
  }

  private static func values(
    _ template: String, _ locale: String
  ) -> KeyValuePairs<String, String> {
    ["template": template, "locale": locale]
  }

  /// What is wrong with one parameter, and what would be taken.
  private static func problem(_ problem: TemplateProblem) -> String {
    let sentence = VisibleText.line(problem.parameter) + ": " + reason(problem)
    guard !problem.allowed.isEmpty else { return sentence }
    return sentence + " (" + problem.allowed.map(VisibleText.line).joined(separator: " | ") + ")"
  }

  private static func reason(_ problem: TemplateProblem) -> String {
    let value = VisibleText.cut(VisibleText.line(problem.value ?? ""), characters: 60, bytes: 240)
    let values = ["value": value, "limit": limit(problem.limit ?? "")] as KeyValuePairs
    return switch problem.reason {
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
    case .tooSmall where problem.isOfDate: tr("{value} comes before {limit}", values)
    case .tooLarge where problem.isOfDate: tr("{value} comes after {limit}", values)
    case .tooSmall: tr("{value} is less than {limit}", values)
    case .tooLarge: tr("{value} is more than {limit}", values)
    case .past: tr("{value} is past", values)
    case .notAllowed: tr("'{value}' is none of those that are allowed", values)
    case .tooFew: tr("it is given {value} times, and has to be {limit} times", values)
    case .tooMany: tr("it is given {value} times, and may be {limit} times", values)
    }
  }
}

extension TemplateProblem {
  /// Whether its limit is a day, and no number.
  fileprivate var isOfDate: Bool {
    limit.map { TemplateParameter.day($0, today: 0) != nil } ?? false
  }
}
