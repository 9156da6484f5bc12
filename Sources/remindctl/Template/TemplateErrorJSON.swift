import Mail
import Reminders

// What scripts see of a template's error.

extension TemplateError {
  /// Its name in the JSON output.
  var name: String {
    switch self {
    case .notNamed, .noDate, .notADate, .severalDates, .tooLate: "usage"
    case .notFound, .noVariant: "template_not_found"
    case .broken, .confirmation: "template_render_failed"
    case .parameters: "invalid_template_params"
    case .tooLarge: "payload_too_large"
    }
  }

  var code: ExitCode {
    switch self {
    case .notNamed, .noDate, .notADate, .severalDates, .tooLate, .parameters: .usage
    case .notFound, .noVariant, .broken, .confirmation, .tooLarge: .failed
    }
  }

  /// Its other members there.
  var members: [(name: String, value: JSON)] {
    switch self {
    case .notNamed(let names): [("templates", .array(names.map(JSON.string)))]
    case .notFound(let name, let others):
      [("template", .string(name)), ("templates", .array(others.map(JSON.string)))]
    case .noVariant(let name, let locale, let others):
      [
        ("template", .string(name)), ("locale", .string(locale)),
        ("locales", .array(others.map(JSON.string))),
      ]
    case .broken(let path, let line, _):
      [("file", .string(path)), ("line", .number(Int64(line)))]
    case .parameters(let template, let locale, let problems),
      .confirmation(let template, let locale, let problems):
      [
        ("template", .string(template)), ("locale", .string(locale)),
        ("params", .array(problems.map(\.json))),
      ]
    case .severalDates(let names), .notADate(_, let names):
      [("params", .array(names.map(JSON.string)))]
    case .noDate, .tooLate, .tooLarge: []
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
}
