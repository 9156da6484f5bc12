import Reminders

/// A mail with blanks in it, for others to fill in: a key file, in one language;
/// remindctl-templates(5) describes it.
package struct Template: Sendable, Equatable {
  /// Where it comes from.
  package enum Source: Sendable, Equatable {
    /// It is part of the program.
    case builtIn
    case file(String)
  }

  /// Every key of the group `[template]`.
  package enum Key: String, CaseIterable, Sendable {
    case description, subject, body, to, attach, account, confirmation
    case confirmTo = "confirm-to"
    case replyTo = "reply-to"

    /// Whether it may stand again, to add to what it says.
    var isList: Bool { self == .subject || self == .body || self == .to || self == .attach }
  }

  /// To whom it goes.
  enum Recipient: Sendable, Equatable {
    case address(MailAddress)
    /// What a parameter of type email says.
    case parameter(String)
  }

  /// As it is asked for.
  package var name: String
  /// The language of this variant, as its file is called; `default` of the one for all others.
  package var locale: String
  package var source: Source
  /// What it is for, in a few words.
  package var summary = ""
  /// What has to be filled in, in the order in which it is asked for.
  package var parameters: [TemplateParameter] = []
  /// The first of which nothing is absent is taken; nothing of the last ever is.
  var subjects: [TemplatePattern] = []
  /// The body's lines; the same holds for none of them.
  var lines: [TemplatePattern] = []
  /// Nobody: it goes to oneself.
  var recipients: [Recipient] = []
  /// Files that go with it: absolute paths, or, of a file's, some in its folder.
  package var attachments: [String] = []
  /// The mail account that sends it; nil: the first.
  package var account: String?
  /// Who gets the answer to it; nil: the sender.
  var replyTo: Recipient?
  /// Who is told that it was sent; nil: nobody.
  var confirmTo: Recipient?
  /// The template of what they are told.
  package var confirmation: String?

  init(name: String, locale: String, source: Source) {
    self.name = name
    self.locale = locale
    self.source = source
  }

  /// What the variant for everybody is called that has no language of its own.
  package static let everybodys = "default"

  /// Whether a template may be called so.
  package static func isName(_ name: some StringProtocol) -> Bool {
    !name.isEmpty && name.utf8.count <= 64 && name.utf8.first != UInt8(ascii: "-")
      && name.utf8.allSatisfy(\.isNameByte)
  }

  /// Whether somebody is told that it was sent.
  package var isConfirmed: Bool { confirmTo != nil }

  func parameter(_ name: String) -> TemplateParameter? { parameters.first { $0.name == name } }
}
