import Configuration
import Reminders

extension Product {
  /// The title of a reminder without text, as a person reads it.
  package static var spokenTitle: String { tr("Alert Time!") }
}
