import CivilTime
import Localization
import Mail
import Reminders
import System

/// A template with what a command line fills it in with, and the confirmation that goes with it.
struct FilledTemplate {
  let template: Template
  let filling: TemplateFilling
  /// Nil: it is not confirmed.
  let confirmation: TemplatedMail.Confirmation?

  /// The most bytes of text in a mail.
  private static let limit = 1 << 19

  /// - Parameter time: when it is sent; nil: now.
  init(
    _ name: String?, _ arguments: Arguments, at time: Instant?, _ context: Context
  ) throws {
    let folder = TemplateFolder(try context.paths())
    guard let name else { throw Failure.templateNotNamed(folder) }
    let locale = context.locale(arguments.value(.locale))
    template = try folder.template(name, for: locale, today: context.today)
    let given = try FilledTemplate.given(arguments)
    let day = context.wall(at: time ?? context.now).dayNumber
    filling = try template.filled(with: given, today: context.today, goingOn: day)
    if (template.attachments + arguments.values(.attach)).isEmpty {
      try template.checkText(of: filling)
    }
    let size = filling.text.utf8.count
    guard size <= FilledTemplate.limit else {
      throw Failure(
        "payload_too_large",
        tr(
          "The mail has {n} bytes of text; {limit} are taken.",
          ["n": String(size), "limit": String(FilledTemplate.limit)]))
    }
    confirmation = try FilledTemplate.confirmation(
      of: template, filling, goingOn: day, in: folder, for: locale, context)
  }

  /// The recipients, without duplicates.
  var recipients: [MailAddress] {
    filling.recipients.reduce(into: []) { all, next in
      if !all.contains(where: { $0.isSame(as: next) }) { all.append(next) }
    }
  }

  /// The mail as it is stored.
  var mail: TemplatedMail {
    TemplatedMail(
      template: template.name, locale: template.locale, subject: filling.subject,
      text: filling.text,
      values: filling.values.map { ($0.name, $0.items.joined(separator: "\n")) },
      replyTo: filling.replyTo?.text, confirmation: confirmation)
  }

  /// The values of all `--param NAME=VALUE`; one of them can be `-`, standard input.
  private static func given(
    _ arguments: Arguments
  ) throws -> [(name: String, value: String?)] {
    var given: [(name: String, value: String?)] = []
    var isRead = false
    for text in arguments.values(.param) {
      guard let equals = text.firstIndex(of: "=") else {
        given.append((text, nil))
        continue
      }
      let value = String(text[text.index(after: equals)...])
      let name = String(text[..<equals])
      guard Text.isFromInput(value) else {
        given.append((name, value))
        continue
      }
      guard !isRead else {
        throw Failure.usage(
          tr(
            "Standard input is read for one parameter, and {param} is another.",
            ["param": VisibleText.line(name)]))
      }
      isRead = true
      given.append((name, try Text.taken(from: value) ?? ""))
    }
    return given
  }

  /// It gets the values that it has parameters for.
  private static func confirmation(
    of template: Template, _ filling: TemplateFilling, goingOn day: Int64,
    in folder: TemplateFolder, for locale: String?, _ context: Context
  ) throws -> TemplatedMail.Confirmation? {
    guard let recipient = filling.confirmTo, let name = template.confirmation else { return nil }
    let answer = try folder.template(name, for: locale, today: context.today)
    let given = filling.values.flatMap { value in
      value.handedOn.map { (name: value.name, value: Optional($0)) }
    }.filter { value in answer.parameters.contains { $0.name == value.name } }
    do throws(TemplateError) {
      let filled = try answer.filled(with: given, today: context.today, goingOn: day)
      try answer.checkText(of: filled)
      return TemplatedMail.Confirmation(
        recipient: recipient.address, template: name, locale: answer.locale,
        subject: filled.subject, text: filled.text)
    } catch {
      guard case .parameters(_, let locale, let problems) = error else { throw error }
      throw Failure.confirmation(by: name, locale, problems)
    }
  }
}

extension Context {
  /// The locale of a template: the one that was given, or that of the user's messages.
  func locale(_ said: String?) -> String? {
    said ?? language.locale.text?.split(separator: " ").first.map(String.init)
  }

  /// The day number of the present day, in the user's zone.
  var today: Int64 { wall(at: now).dayNumber }
}
