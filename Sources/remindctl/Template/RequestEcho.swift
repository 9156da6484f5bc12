import Reminders
import Scheduler
import System

/// The output for a request that was made, or in a dry run would be.
struct RequestEcho {
  private let filled: FilledTemplate
  /// Its name.
  private let account: String
  private let files: [(path: String, size: Int64)]
  /// Of each mail.
  private let recipients: [String]
  private let time: Request?
  private let date: DateReminder?
  private let context: Context
  /// The stored reminders: one for each mail, then the one before a date. None in a dry run.
  var entries: [Entry] = []
  /// Whether an earlier request with the same key made them; nil: it has no key.
  var isRepeated: Bool?
  /// Whether a daemon will send it.
  var isServed = false

  init(
    _ filled: FilledTemplate, account: String, files: [(path: String, size: Int64)],
    recipients: [String], _ time: Request?, _ date: DateReminder?, _ context: Context
  ) {
    self.filled = filled
    self.account = account
    self.files = files
    self.recipients = recipients
    self.time = time
    self.date = date
    self.context = context
  }

  func output(_ arguments: Arguments) -> Output {
    if isRepeated == true, !arguments.has(.json) { return .text(context.repeated(entries)) }
    return arguments.has(.json) ? json : .text(lines.reduce(into: "") { $0 += $1 + "\n" })
  }

  private var lines: [String] {
    var lines: [String] = []
    for (index, recipient) in recipients.enumerated() {
      let subject = Text.line(filled.filling.subject)
      let said =
        if let time {
          Messages.created(
            text: subject, when: context.when(time.due), distance: time.distance(context))
        } else {
          Messages.sentAtOnce(subject)
        }
      lines.append(numbered(index, said))
      lines.append("   " + Messages.onlyMailed(to: VisibleText.line(recipient)))
    }
    lines.append("   " + filled.letter.lines[0])
    lines += MailOptions.lines(of: files).map { "   " + $0 }
    lines += filled.letter.lines.dropFirst().map { "   " + $0 }
    if let date {
      let said = Messages.created(
        text: Text.line(date.text), when: context.when(date.due),
        distance: context.distance(to: date.due))
      lines.append(numbered(recipients.count, said))
    }
    return lines
  }

  private func numbered(_ index: Int, _ said: String) -> String {
    entries.indices.contains(index) ? "\(entries[index].id)  \(said)" : said
  }

  private var json: Output {
    let zone = context.local.zone
    let letter = filled.letter
    let due = time?.due ?? context.now
    var members: [(name: String, value: JSON)] = [
      ("template", .string(letter.template)), ("locale", .string(letter.locale)),
      ("due", .string(due.rfc3339(in: zone))), ("due_ms", .number(due.milliseconds)),
      ("account", .string(account)), ("subject", .string(letter.subject)),
      ("recipients", .array(recipients.map(JSON.string))),
      (
        "confirmation",
        letter.confirmation.map { ["to": .string($0.recipient)] } ?? JSON.null
      ),
    ]
    members.append(
      (
        "requests",
        .array(entries.prefix(recipients.count).map { .object($0.members(in: zone)) })
      ))
    if let date {
      let entry = entries.dropFirst(recipients.count).first
      members.append(
        (
          "reminder",
          entry.map { .object($0.members(in: zone)) }
            ?? .object([
              ("text", .string(date.text)), ("due", .string(date.due.rfc3339(in: zone))),
              ("due_ms", .number(date.due.milliseconds)),
            ])
        ))
    }
    if let isRepeated { members.append(("repeated", .boolean(isRepeated))) }
    if !entries.isEmpty { members.append(("daemon", JSON.daemon(isRunning: isServed))) }
    return JSON.document(members)
  }
}

extension TemplatedMail {
  /// Its template, and the recipient of its confirmation: a sentence each.
  var lines: [String] {
    [Messages.fromTemplate(template, locale)]
      + [confirmation.map { Messages.confirmed(to: VisibleText.line($0.recipient)) }]
      .compactMap(\.self)
  }
}
