import Configuration
import Reminders
import System

extension Command {
  /// The mail that a request would send: `mail preview`.
  func previewTemplate(_ name: String?) throws -> CommandResult {
    let filled = try FilledTemplate(name, args, at: nil, context)
    let named = args.value(.account) ?? filled.template.account
    // Nothing is sent: without an account everything else can be shown.
    let account = named == nil ? try? context.account(nil) : try context.account(named)
    let recipients = filled.recipients(orOf: account)
    return try answer(
      json: filled.previewMembers(account, recipients),
      text: filled.preview(account, recipients), remarks: missing(filled, account))
  }

  /// Why a request with these files would be refused.
  private func missing(_ filled: FilledTemplate, _ account: MailAccount?) throws -> [String] {
    do {
      _ = try MailOptions.files(filled.template.attachments, account?.name, context)
      return []
    } catch let failure as Failure {
      return failure.sentences
    }
  }
}

extension FilledTemplate {
  fileprivate func preview(_ account: MailAccount?, _ recipients: [MailAddress]) -> String {
    let sender = account?.sender?.text ?? Messages.oneself
    func head(to recipient: String, _ subject: String) -> [String] {
      [
        "From: " + VisibleText.line(sender), "To: " + VisibleText.line(recipient),
        "Subject: " + VisibleText.line(subject),
      ]
    }
    let to = recipients.isEmpty ? [Messages.oneself] : recipients.map(\.text)
    var lines = to.flatMap { head(to: $0, filling.subject) }
    if let replyTo = filling.replyTo { lines.append("Reply-To: " + VisibleText.line(replyTo.text)) }
    lines += template.attachments.map { "Attachment: " + VisibleText.line($0) }
    lines += ["", VisibleText.lines(filling.text)]
    if let confirmation {
      lines += ["", "-- ", Messages.confirmed(to: VisibleText.line(confirmation.recipient)), ""]
      lines += head(to: confirmation.recipient, confirmation.subject)
      lines += ["", VisibleText.lines(confirmation.text)]
    }
    return lines.lines
  }

  fileprivate func previewMembers(
    _ account: MailAccount?, _ recipients: [MailAddress]
  ) -> JSON.Members {
    guard case .object(let members) = mail.json else { return [] }
    return members.filter { $0.name != "confirmation" } + [
      ("account", .orNull(account?.name)), ("from", .orNull(account?.sender?.text)),
      ("recipients", .texts(recipients.map(\.text))),
      ("attachments", .texts(template.attachments)),
      ("confirmation", members.first { $0.name == "confirmation" }?.value ?? .null),
    ]
  }
}
