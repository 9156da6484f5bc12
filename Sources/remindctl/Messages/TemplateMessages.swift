import Localization
import Mail
import System

// The sentences of `Messages` about templates and requests.

extension Messages {
  // What comes of it

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
}
