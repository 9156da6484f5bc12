import Configuration
import Reminders
import System

/// The mail that a request would send: `mail preview`.
enum TemplatePreview {
  static func report(
    _ name: String?, _ arguments: Arguments, _ context: Context
  ) throws -> CommandResult {
    let filled = try FilledTemplate(name, arguments, at: nil, context)
    let named = arguments.value(.account) ?? filled.template.account
    // Nothing is sent: without an account everything else can be shown.
    let account = named == nil ? try? context.account(nil) : try context.account(named)
    let recipients =
      filled.recipients.isEmpty ? [account?.oneself].compactMap(\.self) : filled.recipients
    return CommandResult(
      output: arguments.has(.json)
        ? json(filled, account, recipients) : .text(text(filled, account, recipients)),
      remarks: try missing(filled, account, context))
  }

  /// Why a request with these files would be refused.
  private static func missing(
    _ filled: FilledTemplate, _ account: MailAccount?, _ context: Context
  ) throws -> [String] {
    do {
      _ = try MailOptions.files(
        filled.template.attachments, account?.name, context)
      return []
    } catch let failure as Failure {
      return failure.sentences
    }
  }

  private static func text(
    _ filled: FilledTemplate, _ account: MailAccount?, _ recipients: [MailAddress]
  ) -> String {
    let sender = account?.sender?.text ?? Messages.oneself
    let to = recipients.isEmpty ? [Messages.oneself] : recipients.map(\.text)
    var text = ""
    for recipient in to {
      text += head(from: sender, to: recipient, filled.filling.subject)
    }
    if let replyTo = filled.filling.replyTo {
      text += "Reply-To: \(VisibleText.line(replyTo.text))\n"
    }
    for path in filled.template.attachments {
      text += "Attachment: \(VisibleText.line(path))\n"
    }
    text += "\n" + VisibleText.lines(filled.filling.text) + "\n"
    guard let confirmation = filled.confirmation else { return text }
    return text + "\n-- \n" + Messages.confirmed(to: VisibleText.line(confirmation.recipient))
      + "\n\n"
      + head(from: sender, to: confirmation.recipient, confirmation.subject) + "\n"
      + VisibleText.lines(confirmation.text) + "\n"
  }

  private static func head(from sender: String, to recipient: String, _ subject: String) -> String {
    """
    From: \(VisibleText.line(sender))
    To: \(VisibleText.line(recipient))
    Subject: \(VisibleText.line(subject))

    """
  }

  private static func json(
    _ filled: FilledTemplate, _ account: MailAccount?, _ recipients: [MailAddress]
  ) -> Output {
    guard case .object(let members) = filled.mail.json else { return .text("") }
    let names = filled.template.attachments
    return JSON.document(
      members.filter { $0.name != "confirmation" } + [
        ("account", account.map { .string($0.name) } ?? .null),
        ("from", (account?.sender).map { .string($0.text) } ?? .null),
        ("recipients", .array(recipients.map { .string($0.text) })),
        ("attachments", .array(names.map(JSON.string))),
        ("confirmation", members.first { $0.name == "confirmation" }?.value ?? .null),
      ])
  }
}
