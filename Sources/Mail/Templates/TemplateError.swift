import System

/// Why a template makes no mail. Nothing was stored.
package enum TemplateError: Error, Sendable, Equatable {
  case notFound(String, others: [String])
  /// None in that language, and none for all others.
  case noVariant(String, locale: String, others: [String])
  /// A mistake in the file, or in a built-in template, whose name is its path. Line 0 means all of it.
  case broken(path: String, line: Int, Issue)
  /// The values do not fill it in.
  case parameters(template: String, locale: String, [TemplateProblem])

  /// A mistake in a template's file; each case carries what its sentence needs.
  package enum Issue: Sendable, Equatable {
    case notALine
    case notUTF8
    case unknownGroup(String)
    case unknownKey(String)
    /// A key before the first group.
    case noGroup(key: String)
    /// A second line with a key that may only have one.
    case repeated(String)
    case badValue(key: String, value: String)
    /// A group `[parameter …]` whose name is not valid, or already taken.
    case badParameter(String)
    /// A key that parameters of this kind do not have.
    case notForKind(key: String, TemplateParameter.Kind)
    /// The template, or the parameter, lacks this key.
    case missing(key: String)
    /// The minimum is more than the maximum.
    case emptyRange(parameter: String)
    /// The default would not be accepted as a value.
    case badDefault(parameter: String, TemplateProblem.Reason)
    /// A `{` without `}`, or the reverse.
    case brace
    /// A name in braces that no parameter has.
    case unknownParameter(String)
    /// A parameter of several lines, in the subject.
    case linesInSubject(parameter: String)
    /// Two lists on one line, which is repeated for each item.
    case severalLists
    /// An optional parameter in the last subject, or as the recipient.
    case perhapsAbsent(parameter: String)
    /// A recipient in braces that is not a parameter of type email.
    case notAnEmail(parameter: String)
    /// It cannot be read, or another user could write it.
    case file(SystemError)
  }

  /// A mistake on a line of a file whose path `inFile` adds.
  package static func issue(line: Int, _ issue: Issue) -> TemplateError {
    .broken(path: "", line: line, issue)
  }

  func inFile(_ path: String) -> TemplateError {
    guard case .broken(_, let line, let issue) = self else { return self }
    return .broken(path: path, line: line, issue)
  }
}

/// Why one parameter of a template cannot be filled in with what was given.
package struct TemplateProblem: Error, Sendable, Equatable {
  /// The raw values are those of the JSON output; remindctl-templates(5) describes them.
  package enum Reason: String, CaseIterable, Sendable {
    case missing
    /// The template has no such parameter.
    case unknown
    /// It was given twice, and is not a list.
    case repeated
    /// A name without `=` and a value.
    case noValue = "no_value"
    case controlCharacter = "control_character"
    case tooShort = "too_short"
    case tooLong = "too_long"
    case invalidEmail = "invalid_email"
    case invalidURL = "invalid_url"
    case invalidNumber = "invalid_number"
    /// Not a day of the calendar, or not written YYYY-MM-DD.
    case invalidDate = "invalid_date"
    case tooSmall = "too_small"
    case tooLarge = "too_large"
    /// A day before today.
    case past
    /// Not one of the allowed values.
    case notAllowed = "not_allowed"
    case tooFew = "too_few"
    case tooMany = "too_many"
  }

  /// The parameter's name, and what is wrong with it.
  package var parameter: String
  package var reason: Reason
  /// What was given; nil: nothing.
  package var value: String?
  /// What would be accepted, if that can be listed: values, or names.
  package var allowed: [String]
  /// The limit that it exceeds.
  package var limit: String?

  init(
    _ parameter: String, _ reason: Reason, value: String? = nil, allowed: [String] = [],
    limit: String? = nil
  ) {
    self.parameter = parameter
    self.reason = reason
    self.value = value
    self.allowed = allowed
    self.limit = limit
  }
}
