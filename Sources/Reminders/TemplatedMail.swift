/// What a template made of a mail: it is sent as it stands here. What is stored was checked when it was
/// made, and is not looked through again.
package final class TemplatedMail: Sendable, Equatable {
  /// What is sent to the person who asked for something, when the server has taken that.
  package struct Confirmation: Sendable, Equatable {
    /// An address, without a name.
    package var recipient: String
    /// The template that made it, and in which variant.
    package var template: String
    package var locale: String
    package var subject: String
    package var text: String

    package init(
      recipient: String, template: String, locale: String, subject: String, text: String
    ) {
      self.recipient = recipient
      self.template = template
      self.locale = locale
      self.subject = subject
      self.text = text
    }

    fileprivate var json: JSON {
      [
        "to": .string(recipient), "template": .string(template), "locale": .string(locale),
        "subject": .string(subject), "text": .string(text),
      ]
    }

    fileprivate init?(_ json: JSON) {
      guard let recipient = json["to"]?.string else { return nil }
      func text(_ name: String) -> String { json[name]?.string ?? "" }
      self.init(
        recipient: recipient, template: text("template"), locale: text("locale"),
        subject: text("subject"), text: text("text"))
    }
  }

  /// What was filled in: a date as YYYY-MM-DD, a list with an LF between its items.
  package typealias Value = (name: String, text: String)

  /// The template that made it, and in which variant.
  package let template: String
  package let locale: String
  package let subject: String
  /// Lines that end in LF.
  package let text: String
  package let values: [Value]
  /// Who gets the answer to it, an address; nil: the sender.
  package let replyTo: String?
  /// Nil: it is not confirmed.
  package let confirmation: Confirmation?

  package init(
    template: String, locale: String, subject: String, text: String, values: [Value],
    replyTo: String? = nil, confirmation: Confirmation?
  ) {
    self.template = template
    self.locale = locale
    self.subject = subject
    self.text = text
    self.values = values
    self.replyTo = replyTo
    self.confirmation = confirmation
  }

  package static func == (a: TemplatedMail, b: TemplatedMail) -> Bool {
    a === b
      || a.template == b.template && a.locale == b.locale && a.subject == b.subject
        && a.text == b.text && a.replyTo == b.replyTo && a.confirmation == b.confirmation
        && a.values.elementsEqual(b.values) { $0.name == $1.name && $0.text == $1.text }
  }

  /// How the store holds it, and JSON output prints it.
  package var json: JSON {
    .object(
      JSON.members([
        "template": .string(template), "locale": .string(locale), "subject": .string(subject),
        "text": .string(text), "values": .object(values.map { ($0.name, .string($0.text)) }),
        "reply_to": JSON(replyTo), "confirmation": confirmation?.json,
      ]))
  }

  /// Reads what `json` writes; nil if it is no object.
  convenience init?(_ json: JSON) {
    guard case .object = json else { return nil }
    func text(_ name: String) -> String { json[name]?.string ?? "" }
    var values: [Value] = []
    if case .object(let members)? = json["values"] {
      values = members.map { ($0.name, $0.value.string ?? "") }
    }
    self.init(
      template: text("template"), locale: text("locale"), subject: text("subject"),
      text: text("text"), values: values, replyTo: json["reply_to"]?.string,
      confirmation: json["confirmation"].flatMap(Confirmation.init))
  }
}

/// What one mail says, and to whom.
package struct MailContent: Sendable {
  package var recipient: String
  /// Nil: what the reminder says.
  package var written: (subject: String, text: String)?
  /// Who gets the answer to it, an address; nil: the sender.
  package var replyTo: String?
  package var automatic: MailMessage.Automatic
}

extension Alert {
  /// What is mailed; nil if nothing is.
  package var mailContent: MailContent? {
    guard let mail = options.mail else { return nil }
    guard let letter = mail.letter else {
      return MailContent(recipient: mail.recipient, automatic: .generated)
    }
    guard purpose == .confirmation else {
      return MailContent(
        recipient: mail.recipient, written: (letter.subject, letter.text),
        replyTo: letter.replyTo, automatic: .no)
    }
    return letter.confirmation.map {
      MailContent(recipient: $0.recipient, written: ($0.subject, $0.text), automatic: .replied)
    }
  }
}

extension TemplatedMail {
  /// The same without a confirmation.
  package var unconfirmed: TemplatedMail {
    TemplatedMail(
      template: template, locale: locale, subject: subject, text: text, values: values,
      replyTo: replyTo, confirmation: nil)
  }
}
