import Reminders

/// What both programs say of themselves.
package enum Product {
  /// Semantic versioning 2.0.0.
  package static let version = "0.1.0"
  /// The title of a reminder without text, untranslated: what JSON says.
  package static let defaultTitle = "Alert Time!"
}
