import Localization
import Scheduler

/// Every sentence that a user of remindctl reads, in English, in a file a subject; `tr` is where
/// translations come in.
enum Messages {}

/// A sentence that stands in a table, and is translated when it is printed.
struct Message: Sendable {
  private let english: String
  init(_ english: String) { self.english = english }
  var text: String { Catalogue.translation(of: english) }
}
