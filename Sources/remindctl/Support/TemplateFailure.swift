import Scheduler

/// Why a template makes no mail. Nothing was stored.
enum TemplateFailure: Error, Equatable {
  /// No template was named; there are these.
  case notNamed([String])
  case unusable(TemplateError)
  /// What was given does not fill it in.
  case parameters(template: String, locale: String, [TemplateProblem])
  /// The template of the confirmation is not filled in by what fills in the request.
  case confirmation(template: String, locale: String, [TemplateProblem])
  /// No date was given that a reminder could come before.
  case noDate
  /// The template has no date that is called so; it has these.
  case notADate(String, dates: [String])
  /// Several were: which one is meant must be said.
  case severalDates([String])
  /// The time of that reminder is past: what was said, and the date.
  case tooLate(String, date: String)
  /// The mail has more bytes than are taken.
  case tooLarge(Int, limit: Int)

  /// What JSON calls it.
  var name: String {
    switch self {
    case .notNamed, .noDate, .notADate, .severalDates, .tooLate: "usage"
    case .unusable(.notFound), .unusable(.noVariant): "template_not_found"
    case .unusable(.broken), .confirmation: "template_render_failed"
    case .parameters: "invalid_template_params"
    case .tooLarge: "payload_too_large"
    }
  }

  var code: ExitCode {
    switch self {
    case .notNamed, .noDate, .notADate, .severalDates, .tooLate, .parameters: .usage
    case .unusable, .confirmation, .tooLarge: .failed
    }
  }

  /// What JSON says beside that.
  var members: [(name: String, value: JSON)] {
    switch self {
    case .notNamed(let names): [("templates", .array(names.map(JSON.string)))]
    case .unusable(.notFound(let name, let others)):
      [("template", .string(name)), ("templates", .array(others.map(JSON.string)))]
    case .unusable(.noVariant(let name, let locale, let others)):
      [
        ("template", .string(name)), ("locale", .string(locale)),
        ("locales", .array(others.map(JSON.string))),
      ]
    case .unusable(.broken(let path, let flaw)):
      [("file", .string(path)), ("line", .number(Int64(flaw.line)))]
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
