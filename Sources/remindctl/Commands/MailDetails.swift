import Configuration
import Mail
import Reminders
import Scheduler
import Store
import System

/// What became of a reminder's mails: `mail show`.
enum MailDetails {
  static func report(
    _ words: [String], _ arguments: Arguments, _ context: Context
  ) throws -> CommandResult {
    try arguments.expectOne(of: .json, .raw)
    guard let word = words.first else {
      throw Failure.usage(.missingID(verb: "mail show", next: []))
    }
    let id = try ReminderID.id(word)
    guard let store = try context.reader() else { throw id.unknown }
    let number = try id.number(in: store, context)
    let (entry, records) = (try store.entry(of: number), try store.mails(of: number))
    guard let entry else { throw id.unknown }
    guard entry.options.mail != nil || !records.isEmpty else {
      throw Failure.noMail(number, .never)
    }
    let places = try context.places()
    let mails = try records.map { record in
      ToldMail(
        record: record, attempts: try store.attempts(of: record.delivery),
        spool: SpooledMail(places.mail(of: record.uid, delivery: record.delivery)))
    }
    if arguments.has(.raw) {
      guard let spool = mails.last(where: { $0.spool != nil })?.spool else {
        throw Failure.noMail(number, .notWritten)
      }
      return CommandResult(output: .text(spool.text))
    }
    let files = attachments(of: entry)
    if arguments.has(.json) { return CommandResult(output: json(entry, mails, files)) }
    var lines = ["\(entry.id)  " + (entry.text.map(Text.line) ?? Messages.defaultTitle)]
    lines += files.map {
      Messages.attached(VisibleText.line($0.name), size: ByteCount.text($0.size))
    }
    if mails.isEmpty { lines.append(Messages.mailIsToCome(to: recipient(of: entry))) }
    for mail in mails { lines += mail.lines(context) }
    return CommandResult(output: .text(lines.reduce(into: "") { $0 += $1 + "\n" }))
  }

  private static func recipient(of entry: Entry) -> String {
    VisibleText.line(entry.options.mail?.recipient ?? "")
  }

  /// The files that go with it, and their sizes in bytes; 0: it cannot be read.
  private static func attachments(of entry: Entry) -> [(name: String, size: Int64)] {
    (entry.options.mail?.attachments ?? []).map { ($0.name, SpoolFile.size($0.path) ?? 0) }
  }

  private static func json(
    _ entry: Entry, _ mails: [ToldMail], _ files: [(name: String, size: Int64)]
  ) -> Output {
    JSON.document([
      ("id", .number(entry.id)), ("text", .string(entry.text ?? Product.defaultTitle)),
      (
        "attachments",
        .array(files.map { ["name": .string($0.name), "bytes": .number($0.size)] })
      ),
      ("mails", .array(mails.map { .object($0.members) })),
    ])
  }
}

/// A mail with all that is known of it.
private struct ToldMail {
  var record: MailRecord
  var attempts: [MailAttempt]
  /// Nil where it has not been written yet.
  var spool: SpooledMail?

  func lines(_ context: Context) -> [String] {
    let head = Messages.mailHead(
      to: VisibleText.line(record.recipient), account: record.account,
      Messages.mailState(record), purpose: Messages.purpose(record.purpose))
    var lines: [String] = []
    if let spool {
      lines.append(
        Messages.mailWritten(id: spool.messageID ?? "", size: ByteCount.text(spool.size)))
    }
    lines += attempts.map { attempt in
      Messages.attempt(attempt, context.when(attempt.began))
    }
    if let again = record.again { lines.append(Messages.mailGoesAgain(context.when(again))) }
    return [head] + lines.map { "   " + $0 }
  }

  var members: [(name: String, value: JSON)] {
    record.members + [
      ("message_id", spool?.messageID.map(JSON.string) ?? .null),
      ("bytes", spool.map { .number($0.size) } ?? .null),
      ("attempts", .array(attempts.map { .object($0.members) })),
    ]
  }
}

extension MailAttempt {
  fileprivate var members: [(name: String, value: JSON)] {
    [
      ("attempt", .number(Int64(number))), ("claimed_ms", .number(began.milliseconds)),
      ("ended_ms", .number(ended.milliseconds)),
      ("verdict", .string(result.verdict.rawValue)),
      ("reason", result.reason.map { .string($0.rawValue) } ?? .null),
      ("reply", .string(result.text)),
    ]
  }
}
