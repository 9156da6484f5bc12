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
    let cancelled = try cancel(try ids.numbers(in: store, context), in: store, context)
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

  private static func cancel(
    _ ids: [Int64], in store: ReminderStore, _ context: Context
  ) throws -> [(entry: Entry, count: Int)] {
    do throws(MailCancelError) { return try store.cancelMail(of: ids, at: context.now) } catch {
      switch error {
      case .noReminder(let id):
        throw Failure.noSuchReminder([Failure.UnknownReminder(id: String(id))])
      case .noneWaits(let id, let why): throw Failure.noMail(id, NoMail(why))
      case .beingSent(let id): throw Failure.mailBeingSent(id)
      case .store(let error): throw error
      }
    }
  }
}
