import CivilTime
import Reminders
import Scheduler
import Store
import TimeLanguage

extension Commands {
  static func runSnooze(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    let context = try context.choosingZone(arguments)
    let snooze = try Snooze(arguments.words, context)
    let (entry, until, pauseEnd) = try snooze.put(context)
    var report = CommandResult(hasChanged: true)
    // Only what may keep it from being shown then.
    var options = ReminderOptions()
    options.urgency = entry.options.urgency
    let notes = AlertNotes(
      options, due: until, isRepeating: false, id: entry.id, pauseEnd: pauseEnd, context)
    if arguments.has(.json) {
      let zone = context.local.zone
      report.output = JSON.document(
        entry.members(in: zone) + [
          ("until", .string(until.rfc3339(in: zone))), ("until_ms", .number(until.milliseconds)),
        ] + notes.members)
    } else {
      let line = Messages.snoozed(
        id: String(entry.id), text: entry.title, when: context.when(until),
        distance: snooze.request.map { $0.distance(context) }
          ?? context.distance(to: until, units: 4))
      report.output = .text(line + "\n" + notes.text)
    }
    if let call = try DaemonStarter(isQuiet: arguments.has(.json), context) {
      report.remarks.append(call.sentence)
    }
    return .done(report)
  }
}

/// What is put off, and until when.
private struct Snooze {
  let id: ReminderID
  /// Nil: as the configuration says.
  let request: Request?
  private let words: [String]

  /// A number alone is an id; `10 min` is none.
  init(_ words: [String], _ context: Context) throws {
    self.words = words
    guard let id = words.first.flatMap(ReminderID.init) else {
      self.id = .last
      request = words.isEmpty ? nil : try Request(until: words, context)
      return
    }
    let rest = Array(words.dropFirst())
    do {
      request = rest.isEmpty ? nil : try Request(until: rest, context)
      self.id = id
    } catch {
      guard let whole = try? Request(until: words, context) else { throw error }
      request = whole
      self.id = .last
    }
  }

  func put(
    _ context: Context
  ) throws -> (entry: Entry, until: Instant, pauseEnd: Instant?) {
    let store = try [id].writer(context)
    return try context.change(store) {
      let number = try id.number(in: store, context)
      let found = try store.snoozeTarget(of: number, at: context.now)
      let target =
        if let found { found } else { try context.target(of: number, in: store) }
      guard request != nil || target.fired != nil else {
        throw Failure.usage(.snoozeNeedsTime(target.reminder))
      }
      let isPerhapsSent = try store.isRequestPerhapsSent(target.occurrence)
      guard !isPerhapsSent else { throw Failure.usage(.snoozeOfSent(target.reminder)) }
      let answer = answer(context)
      guard case .snoozed(let until, _, _) = answer else {
        throw Failure.changedMeanwhile(target.reminder)
      }
      let isAnswered = try store.answer(
        target, answer, at: context.now, in: target.zone(or: context.systemZone),
        words: spaced(["snooze"] + words))
      guard isAnswered else { throw Failure.changedMeanwhile(target.reminder) }
      let pauseEnd = try store.pauseEnd()
      return (try context.entry(of: target.occurrence, in: store), until, pauseEnd)
    }
  }

  private func answer(_ context: Context) -> Answer {
    guard let request else {
      let length = context.configuration.snoozes.first ?? 600_000
      let until = context.now.advanced(by: length) ?? .latest
      return .snoozed(
        until: until, bootID: context.moment.bootID, dueBoot: context.moment.boot + length)
    }
    guard case .interval(let bootID, let dueBoot) = request.trigger else {
      return .snoozed(until: request.due, bootID: nil, dueBoot: nil)
    }
    return .snoozed(until: request.due, bootID: bootID, dueBoot: dueBoot)
  }
}
