import CivilTime
import Reminders
import Scheduler
import TimeLanguage

extension Commands {
  static func runSkip(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    guard arguments.words.count <= 2 else {
      throw Failure.usage(.needlessWord(arguments.words[2], verb: arguments.verb.name))
    }
    let id = try ReminderID.first(in: arguments, context)
    let count = try arguments.words.dropFirst().first.map { word in
      try Arguments.number(word, of: "N", to: mostSkipped)
    }
    let (entry, next) = try skip(id, count: count ?? 1, context)
    var report = CommandResult(hasChanged: true)
    if arguments.has(.json) {
      let zone = context.local.zone
      let following: [(name: String, value: JSON)] = [
        ("next", next.map { .string($0.rfc3339(in: zone)) } ?? .null),
        ("next_ms", next.map { .number($0.milliseconds) } ?? .null),
      ]
      report.output = JSON.document(
        entry.members(in: zone) + [("skipped", .number(Int64(count ?? 1)))] + following)
    } else {
      let there = context.following(entry.trigger)
      let line = Messages.skipped(
        id: String(entry.id), text: entry.title, when: there.when(entry.due), count: count ?? 1)
      let after =
        next.map { Messages.nextThen(there.when($0), context.distance(to: $0)) } ?? Messages.noNext
      report.output = .text(line + "\n   " + after + "\n")
    }
    return .done(report)
  }

  private static let mostSkipped = 1000

  private static func skip(
    _ id: ReminderID, count: Int, _ context: Context
  ) throws -> (skipped: Entry, next: Instant?) {
    let store = try [id].writer(context)
    return try context.change(store) {
      let number = try id.number(in: store, context)
      // Says where there is none, or it is over.
      _ = try context.target(of: number, in: store)
      let upcoming = try store.upcoming(of: number)
      guard let upcoming, upcoming.trigger.recurrence != nil else {
        throw Failure.usage(.notRepeating(number))
      }
      let next = try store.skip(
        upcoming, count: count, at: context.now,
        in: upcoming.zone(or: context.systemZone),
        words: count == 1 ? "skip" : "skip \(count)")
      return (try context.entry(of: upcoming.occurrence, in: store), next)
    }
  }
}
