import Reminders
import Scheduler
import Store

/// Giving up mails that wait: `mail cancel`.
enum MailCancelling {
  static func report(
    _ words: [String], _ arguments: Arguments, _ context: Context
  ) throws -> CommandResult {
    guard !words.isEmpty else { throw Failure.usage(.missingID(verb: "mail cancel", next: [])) }
    let ids = try words.map(ReminderID.id)
    let store = try ids.writer(context)
    let cancelled = try store.cancelMail(
      of: try ids.numbers(in: store, context), at: context.now)
    guard arguments.has(.json) else {
      let lines = cancelled.map { entry, count in
        Messages.mailCancelled(id: String(entry.id), text: entry.title, count: count)
      }
      return CommandResult(
        output: .text(lines.reduce(into: "") { $0 += $1 + "\n" }), hasChanged: true)
    }
    let count = cancelled.reduce(0) { $0 + $1.count }
    return CommandResult(
      output: JSON.document([
        ("cancelled", .number(Int64(count))),
        (
          "reminders",
          .array(cancelled.map { .object($0.entry.members(in: context.local.zone)) })
        ),
      ]), hasChanged: true)
  }
}
