import Configuration
import Glibc
import Localization

/// The sentences that a user of remindctl reads, in English, a file for each subject; `tr` translates
/// them.
enum Messages {
  static var defaultTitle: String { Product.spokenTitle }
  // Translators: {length} is like "1 h 20 min" here and elsewhere.
  static func ahead(_ length: String) -> String { tr("in {length}", ["length": length]) }
  /// Of many that a command has changed, so many are named.
  static let mostNamed = 10
  static func alsoChanged(_ count: Int) -> String {
    tr(count, "... and {n} more", "... and {n} more")
  }
  /// Whether the answer to a question agrees.
  static func agrees(_ answer: String) -> Bool {
    let answer = answer.lowercased()
    // Translators: the answers that agree to a question with [y/N].
    return ["y", "yes", tr("y"), tr("yes")].contains(answer)
  }
  static func didYouMean(_ name: String?) -> String {
    guard let name else { return "" }
    return " " + tr("Did you mean {name}?", ["name": name])
  }
  static func system(_ code: Int32) -> String { String(cString: strerror(code)) }
  /// `Monday, Wednesday and Friday`
  static func list(_ parts: [String]) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return tr(
      "{parts} and {last}",
      ["parts": parts.dropLast().joined(separator: ", "), "last": last])
  }
}

/// A sentence that stands in a table, and is translated when it is printed.
struct Message: Sendable {
  private let english: String
  init(_ english: String) { self.english = english }
  var text: String { Catalogue.translation(of: english) }
}
