import CivilTime
import Reminders
import Scheduler
import Store

/// Sending mails that wait, whatever for: `mail retry`.
enum MailRetry {
  /// Mails that have to wait all the same.
  private struct Capped {
    var account: String
    var count: Int
    /// When the next of them may go.
    var again: Instant
  }

  static func report(
    _ word: String?, _ arguments: Arguments, _ context: Context
  ) throws -> CommandResult {
    var reminder: Int64?
    let store = try context.existingWriter()
    if let word {
      let id = try ReminderID.id(word)
      guard let store else { throw Failure.noSuchReminder([Failure.UnknownReminder(id: word)]) }
      let number = try id.number(in: store, context)
      let entry = try store.entry(of: number)
      guard entry != nil else { throw id.unknown }
      reminder = number
    }
    let doubtful = try store?.doubtfulMails(of: reminder) ?? 0
    let count = try store?.retryMail(of: reminder) ?? 0
    var report = CommandResult(hasChanged: count > 0)
    var (capped, isServed): ([Capped], Bool) = ([], true)
    if let store, count > 0 {
      capped = try overCap(store, reminder, context)
      if let call = try DaemonStarter(isQuiet: arguments.has(.json), context) {
        isServed = call.hasStarted
        report.remarks.append(call.sentence)
      }
    }
    let held = capped.reduce(0) { $0 + $1.count }
    if arguments.has(.json) {
      report.output = JSON.document([
        ("retried", .number(Int64(count))), ("held", .number(Int64(held))),
        ("unknown", .number(Int64(doubtful))),
      ])
      return report
    }
    var lines = count == 0 ? [Messages.noMailWaits] : []
    if count > held {
      lines.append(Messages.mailRetried(count: count - held, isServed: isServed))
    }
    if doubtful > 0 { lines.append(Messages.mailDoubtful(count: doubtful)) }
    lines += capped.map { capped in
      Messages.mailCapped(
        count: capped.count, account: capped.account, context.when(capped.again))
    }
    report.output = .text(lines.reduce(into: "") { $0 += $1 + "\n" })
    return report
  }

  /// Of each account those that are more than may be sent in this hour.
  private static func overCap(
    _ store: ReminderStore, _ reminder: Int64?, _ context: Context
  ) throws -> [Capped] {
    var capped: [Capped] = []
    for account in context.configuration.accounts {
      let waiting = try store.mailsToGo(by: account.name, of: reminder)
      guard waiting > 0, let since = context.now.advanced(by: -3_600_000) else { continue }
      let sent = try store.mailsSent(by: account.name, after: since)
      let room = max(0, account.hourlyCap - sent.count)
      guard waiting > room else { continue }
      // Where none is in the way now, the first that goes is, an hour later.
      let first = room > 0 ? sent.first ?? context.now : sent[sent.count - account.hourlyCap]
      capped.append(
        Capped(
          account: account.name, count: waiting - room,
          again: first.advanced(by: 3_600_000) ?? context.now))
    }
    return capped
  }
}
