import Configuration
import Glibc
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
      var status = stat()
      return (path: file.name, size: stat(file.path, &status) == 0 ? Int64(status.st_size) : 0)
    }
    let recipient = VisibleText.line(entry.options.mail?.recipient ?? "")
    return answer(
      json: [
        ("id", .number(entry.id)), ("text", .string(entry.text ?? Product.defaultTitle)),
        (
          "attachments",
          .array(files.map { ["name": .string($0.path), "bytes": .number($0.size)] })
        ),
        ("mails", .array(mails.map { .object($0.members) })),
      ],
      text: (["\(entry.id)  " + entry.title] + MailOptions.lines(of: files)
        + (mails.isEmpty
          ? [tr("It is still to be mailed, to {address}.", ["address": recipient])]
          : mails.flatMap { $0.lines(context) }))
        .lines)
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
    let written = spool.map {
      Messages.mailWritten(id: $0.messageID ?? "", size: ByteCount.text($0.size))
    }
    let again = record.again.map { tr("Again {when}.", ["when": context.when($0)]) }
    let tries = attempts.map { Messages.attempt($0, context.when($0.began)) }
    return [head] + ([written] + tries + [again]).compactMap(\.self).map { "   " + $0 }
  }

  var members: JSON.Members {
    record.members + [
      ("message_id", .orNull(spool?.messageID)), ("bytes", spool.map { .number($0.size) } ?? .null),
      ("attempts", .array(attempts.map { .object($0.members) })),
    ]
  }
}

extension MailAttempt {
  fileprivate var members: JSON.Members {
    [
      ("attempt", .count(number)), ("claimed_ms", .instant(began)), ("ended_ms", .instant(ended)),
      ("verdict", .word(result.verdict)), ("reason", .orNull(result.reason?.rawValue)),
      ("reply", .string(result.text)),
    ]
  }
}
