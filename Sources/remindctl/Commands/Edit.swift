import CivilTime
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
    let change = Edition(id: id, text: text, request: request, arguments: args)
    let (before, after, pauseEnd, files) = try change.make(context)
    let notes = AlertNotes(
      after.options, due: after.due, isRepeating: after.trigger.recurrence != nil, id: after.id,
      pauseEnd: pauseEnd, context)
    let zone = context.local.zone
    let lines =
      [Messages.isNow(context.sentence(for: after))] + (request?.notes(context) ?? [])
      + after.options.changes(from: before.options) + files
    return answer(
      json: after.members(in: zone) + notes.members
        + [("before", .object(before.members(in: zone)))],
      text: Messages.was(id: String(before.id), context.sentence(for: before)) + "\n"
        + lines.indentedLines + notes.silenceText,
      remarks: try startDaemon(), hasChanged: true)
  }
}

/// What is to become of a reminder.
private struct Edition {
  let id: ReminderID
  /// Nil: stays as it is.
  let text: String??
  let request: Request?
  fileprivate let arguments: Arguments

  /// - Returns: with a sentence for each file that goes with its mail now.
  func make(
    _ context: Context
  ) throws -> (before: Entry, after: Entry, pauseEnd: Instant?, files: [String]) {
    let store = try [id].writer(context)
    let target = try context.target(of: try id.number(in: store), in: store)
    var options = try target.options.changed(by: arguments, context)
    var mail = try MailChange(of: target.options.mail, by: arguments, context)
    let isAlert = Option.alerts.contains(where: arguments.has)
    guard text != nil || request != nil || isAlert || mail != nil else {
      throw Failure.usage(.nothingToChange(target.reminder))
    }
    if let mail { try expectInTime(mail, of: target) }
    try expectTrue(of: target, mail)
    let before = try context.entry(of: target.occurrence, in: store)
    let trigger = request.map { request in
      (
        request.trigger, due: request.due,
        place: request.trigger.place(
          of: request.due, in: request.trigger.zone(or: context.local.zone))
      )
    }
    if mail != nil {
      try mail?.options?.copyFiles(for: target.uid, context)
      options.mail = mail?.options?.mail
    }
    do {
      try context.change(store) {
        if mail != nil {
          guard try !store.has(.writtenMails(of: target.reminder)) else {
            throw Failure.mailWritten(target.reminder)
          }
          try removeUntried(target, in: store, context)
        }
        let isDone = try store.edit(
          target, text: text, trigger: trigger, options: options, at: context.now, words: words)
        guard isDone else {
          throw Failure.changedMeanwhile(target.reminder)
        }
      }
    } catch {
      mail?.options?.removeCopies()
      throw error
    }
    let now = request == nil ? nil : try store.upcoming(of: target.reminder)
    let after = try store.entry(ofOccurrence: now?.occurrence ?? target.occurrence)
    return (before, after ?? before, try store.pauseEnd(), mail?.options?.fileLines ?? [])
  }

  /// The daemon cannot fire them meanwhile: the store is locked.
  private func removeUntried(
    _ target: DueOccurrence, in store: ReminderStore, _ context: Context
  ) throws {
    let paths = try context.paths()
    for mail in try store.ids(of: .untriedMails(of: target.reminder)) {
      paths.removeMail(of: target.uid, delivery: mail)
    }
  }

  /// One that was shown already would never be mailed.
  private func expectInTime(_ mail: MailChange, of target: DueOccurrence) throws {
    guard target.options.mail == nil, let options = mail.options, options.mail.ifUnanswered == nil,
      target.fired != nil, request == nil, target.trigger.recurrence == nil
    else { return }
    throw Failure.usage(.tooLateForMail(target.reminder))
  }

  /// A request's mail is what its template made of it, once. It is not shown, but ahead of its time.
  private func expectTrue(of target: DueOccurrence, _ change: MailChange?) throws {
    let mail = change.map { $0.options?.mail } ?? target.options.mail
    guard let mail, mail.letter != nil else { return }
    let ofPopups: [Option] = [.nag, .times, .speak, .noSpeak]
    let untrue = [.text, .everyRule] + (mail.isOnly ? ofPopups : [])
    if let option = untrue.first(where: arguments.has) {
      throw Failure.usage(.ofARequest(option.name, target.reminder))
    }
  }

  /// The command, as `show` prints it; without the new text, which is long.
  private var words: String {
    let options = [.inLength, .atTime, .everyRule, .tz] + Option.alerts + Option.mails + [.noMail]
    var words = "edit"
    for option in options {
      guard let value = arguments.value(option) else { continue }
      words += " " + option.name + (option.value == nil ? "" : " " + value)
    }
    return text == nil ? words : words + " " + Option.text.name
  }
}
