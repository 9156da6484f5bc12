import Configuration
import Localization
import Mail
import Reminders
import Store
import System

extension Command {
  /// What became of a reminder's mails: `mail show`.
  func showMail(_ word: String?) throws -> CommandResult {
    try args.expectOne(of: .json, .raw)
    guard let word else { throw Failure.missingID(verb: "mail show", next: []) }
    let (store, entry) = try ReminderID.id(word).found(in: try context.reader())
    let records = try store.mails(of: entry.id)
    guard entry.options.mail != nil || !records.isEmpty else {
      throw Failure.noMail(entry.id, .never)
    }
    let paths = try context.paths()
    let mails = try records.map { record in
      DetailedMail(
        record: record, attempts: try store.attempts(of: record.delivery),
        spool: SpooledMail(paths.mail(of: record.uid, delivery: record.delivery)))
    }
    if args.has(.raw) {
      guard let spool = mails.last(where: { $0.spool != nil })?.spool else {
        throw Failure.mailNotWritten(entry.id)
      }
      return CommandResult(output: .text(spool.text))
    }
    // A file that cannot be read has no bytes.
    let files = (entry.options.mail?.attachments ?? []).map { file in
      (name: file.name, size: FileStatus.size(file.path) ?? 0)
    }
    return answer(
      json: [
        ("id", .number(entry.id)), ("text", .string(entry.text ?? Product.defaultTitle)),
        (
          "attachments",
          .array(files.map { ["name": .string($0.name), "bytes": .number($0.size)] })
        ),
        ("mails", .array(mails.map { .object($0.members) })),
      ], text: lines(entry, mails, files).lines)
  }

  private func lines(
    _ entry: Entry, _ mails: [DetailedMail], _ files: [(name: String, size: Int64)]
  ) -> [String] {
    let head = "\(entry.id)  " + entry.title
    let attached = files.map {
      Messages.attached(VisibleText.line($0.name), size: ByteCount.text($0.size))
    }
    let recipient = VisibleText.line(entry.options.mail?.recipient ?? "")
    return [head] + attached
      + (mails.isEmpty
        ? [tr("It is still to be mailed, to {address}.", ["address": recipient])]
        : mails.flatMap { $0.lines(context) })
  }
}

/// A mail with all that is known of it.
private struct DetailedMail {
  var record: MailRecord
  var attempts: [MailAttempt]
  /// Nil if it has not been written yet.
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
    if let again = record.again { lines.append(tr("Again {when}.", ["when": context.when(again)])) }
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
