/// Why a template cannot be filled in with what was given; one for each parameter that it is about.
package struct TemplateProblem: Error, Sendable, Equatable {
  /// The raw values are what JSON says; remindctl-templates(5) describes them.
  package enum Reason: String, CaseIterable, Sendable {
    /// It must be given, and was not.
    case missing
    /// The template has none of that name.
    case unknown
    /// It was given twice, and is no list.
    case repeated
    /// A name without `=` and a value.
    case noValue = "no_value"
    /// A character that ends a line or steers something.
    case controlCharacter = "control_character"
    case tooShort = "too_short"
    case tooLong = "too_long"
    case invalidEmail = "invalid_email"
    case invalidURL = "invalid_url"
    case invalidNumber = "invalid_number"
    /// No day of the calendar, or not written YYYY-MM-DD.
    case invalidDate = "invalid_date"
    case tooSmall = "too_small"
    case tooLarge = "too_large"
    /// A day before today.
    case past
    /// None of those that are allowed.
    case notAllowed = "not_allowed"
    case tooFew = "too_few"
    case tooMany = "too_many"
  }

  /// Of which one, and why.
  package var parameter: String
  package var reason: Reason
  /// What was given; nil: nothing.
  package var value: String?
  /// What would be taken, where that can be listed: values, or names.
  package var allowed: [String]
  /// The limit that it is beyond.
  package var limit: String?

  package init(
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
