/// A mail as it is to be composed: everything that its bytes are made of.
package struct MailMessage: Sendable, Equatable {
  /// A file that goes with it.
  package struct Attachment: Sendable, Equatable {
    /// Where it is read.
    package var path: String
    /// What the recipient's program calls it.
    package var name: String

    package init(path: String, name: String) {
      self.path = path
      self.name = name
    }
  }

  /// Who or what has it sent (RFC 3834, 5).
  package enum Automatic: String, Sendable {
    case generated = "auto-generated"
    /// In answer to something that a person sent.
    case replied = "auto-replied"
    /// A person did.
    case no
  }

  /// From whom it is, to whom, and what it says; the text's lines end in LF.
  package var sender: MailAddress
  package var recipient: MailAddress
  package var subject: String
  package var text: String
  /// Without its angle brackets; the same in each copy.
  package var id: String
  /// When it was first composed; seconds since the epoch.
  package var seconds: Int64
  package var automatic = Automatic.generated
  /// The id of the message that it answers; nil: none.
  package var inReplyTo: String?
  /// Who gets an answer to it; nil: the sender.
  package var replyTo: MailAddress?
  package var attachments: [Attachment] = []

  package init(
    sender: MailAddress, recipient: MailAddress, subject: String, text: String, id: String,
    seconds: Int64
  ) {
    self.sender = sender
    self.recipient = recipient
    self.subject = subject
    self.text = text
    self.id = id
    self.seconds = seconds
  }

  /// An id of a message (RFC 5322, 3.6.4), unique as `local` is.
  package static func id(_ local: String, from sender: MailAddress) -> String {
    local + "@" + (sender.domain.utf8.allSatisfy { $0 < 0x80 } ? sender.domain : "remindctl")
  }

  /// Whether nothing in its header fields ends a line: Debian 12's libcurl hands that on.
  package var isSafe: Bool {
    ([subject, id, inReplyTo ?? "", sender.text, recipient.text, replyTo?.text ?? ""]
      + attachments.map(\.name))
      .allSatisfy(MailAddress.isOneLine)
      && ([id] + [inReplyTo].compactMap(\.self)).allSatisfy { id in
        id.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != 0x3c && $0 != 0x3e }
      }
  }
}
