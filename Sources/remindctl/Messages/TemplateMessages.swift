import Localization
import Mail
import Scheduler
import System

// The sentences of `Messages` about templates and requests.

extension Messages.Help {
  static let requestOperands = Message("TEMPLATE")
  static let requestSummary = Message("Mail a request or a message that a template makes")
  static let requestDetails = Message(
    """
    TEMPLATE is contact, quote, confirmation, or one of your own: remindctl-templates(5) says how to
    write one, `remindctl mail templates` which there are and what each wants to know. --param fills
    one thing in, NAME=VALUE; `-` as the VALUE is read from standard input. What is missing, unknown
    or wrong is all told at once, and nothing is stored. What is absent leaves no line in the mail.

    Without --in and --at it goes at once. To others than yourself it goes only where
    allow-recipients in remindctl.conf lets it.
    """)

  static let assignment = Message("NAME=VALUE")
  static let locale = Message("LOCALE")

  static let localeHelp = Message("the language of the mail: it, pt_BR; else that of LC_MESSAGES")
  static let param = Message("what the template wants to know; may be given again")
  static let remindBefore = Message("remind you so long before 9:00 on the date that was given")
  static let requestAt = Message("mail it at this time")
  static let requestIn = Message("mail it after this length of time")
  static let requestTo = Message("mail it to that address, and not to the template's")
  static let source = Message("print the template's file")
}

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
}
