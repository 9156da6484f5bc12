import CivilTime
import Localization
import Reminders
import Store

extension Command {
  func runEdit() throws -> CommandResult {
    let id = try ReminderID.one(in: args, context)
    let request = try Request(
      in: [(.inLength, .in), (.atTime, .at), (.everyRule, .every)], of: args, context)
    let text = try args.value(.text).map { text in
      try Text.taken(from: text.isEmpty ? nil : text)
    }
    let store = try [id].writer(context)
    let target = try context.target(of: try id.number(in: store), in: store)
    var options = try target.options.changed(by: args, context)
    var mail = try MailChange(of: target.options.mail, by: args, context)
    guard text != nil || request != nil || mail != nil || Option.alerts.contains(where: args.has)
    else {
      throw Failure.usage(
        tr(
          "What is to become of reminder {id}? Try --in, --at, --every or --text.",
          ["id": String(target.reminder)]))
    }
    if let mail, request == nil { try expectInTime(mail, of: target) }
    try expectTrue(of: target, mail)
    let before = try context.entry(of: target.occurrence, in: store)
    if mail != nil {
      try mail?.options?.copyFiles(for: target.uid, context)
      options.mail = mail?.options?.mail
    }
    do {
      try store.atomically {
        if mail != nil { try removeUntriedMails(of: target, in: store) }
        let isDone = try store.edit(
          target, text: text, trigger: request.map(trigger), options: options, at: context.now,
          words: editWords)
        guard isDone else {
          throw Failure.changedMeanwhile(target.reminder)
        }
      }
    } catch {
      mail?.options?.removeCopies()
      throw error
    }
    let now = request == nil ? nil : try store.upcoming(of: target.reminder)
    let after = try store.entry(ofOccurrence: now?.occurrence ?? target.occurrence) ?? before
    return try edited(
      before, after, store, (request?.notes(context) ?? []),
      MailOptions.lines(of: mail?.options?.files ?? []))
  }

  /// - Parameters:
  ///   - notes: what is not obvious about the new time, a sentence each.
  ///   - files: a sentence for each file that goes with its mail now.
  private func edited(
    _ before: Entry, _ after: Entry, _ store: ReminderStore, _ notes: [String], _ files: [String]
  ) throws -> CommandResult {
    let alerts = AlertNotes(
      after.options, due: after.due, id: after.id, pauseEnd: try store.pauseEnd(), context)
    let lines =
      [Messages.isNow(context.sentence(for: after))] + notes
      + after.options.changes(from: before.options) + files
    let zone = context.local.zone
    return answer(
      json: after.members(in: zone) + alerts.members
        + [("before", .object(before.members(in: zone)))],
      text: Messages.was(id: String(before.id), context.sentence(for: before)) + "\n"
        + lines.indentedLines + alerts.silenceText,
      remarks: try startDaemon(), hasChanged: true)
  }

  private func trigger(of request: Request) -> (Trigger, due: Instant, place: Int64) {
    let zone = request.trigger.zone(or: context.local.zone)
    return (request.trigger, request.due, request.trigger.place(of: request.due, in: zone))
  }

  /// The daemon cannot fire them meanwhile: the store is locked.
  private func removeUntriedMails(of target: DueOccurrence, in store: ReminderStore) throws {
    guard try !store.has(.writtenMails(of: target.reminder)) else {
      throw Failure.mailWritten(target.reminder)
    }
    let paths = try context.paths()
    for mail in try store.ids(of: .untriedMails(of: target.reminder)) {
      paths.removeMail(of: target.uid, delivery: mail)
    }
  }

  /// One that was shown already would never be mailed.
  private func expectInTime(_ mail: MailChange, of target: DueOccurrence) throws {
    guard target.options.mail == nil, let options = mail.options, options.mail.ifUnanswered == nil,
      target.fired != nil, target.trigger.recurrence == nil
    else { return }
    throw Failure.usage(
      tr(
        "Reminder {id} was shown already: with a new time (`--in`, `--at`) it is mailed then.",
        ["id": String(target.reminder)]))
  }

  /// A request's mail is what its template made of it, once. It is not shown, but ahead of its time.
  private func expectTrue(of target: DueOccurrence, _ change: MailChange?) throws {
    let mail = change.map { $0.options?.mail } ?? target.options.mail
    guard let mail, mail.letter != nil else { return }
    let ofPopups: [Option] = [.nag, .times, .speak, .noSpeak]
    let untrue = [.text, .everyRule] + (mail.isOnly ? ofPopups : [])
    if let option = untrue.first(where: args.has) {
      throw Failure.usage(
        tr(
          "Reminder {id} is a request, whose mail its template has made: {option} would change nothing of it. `remindctl cancel {id}`, and make the request anew.",
          ["id": String(target.reminder), "option": option.name]))
    }
  }

  /// The command, as `show` prints it; without the new text, which is long.
  private var editWords: String {
    let options = [.inLength, .atTime, .everyRule, .tz] + Option.alerts + Option.mails + [.noMail]
    var words = "edit"
    for option in options {
      guard let value = args.value(option) else { continue }
      words += " " + option.name + (option.value == nil ? "" : " " + value)
    }
    return args.has(.text) ? words + " " + Option.text.name : words
  }
}
