import CivilTime
import Reminders
import Scheduler
import Store
import TimeLanguage

extension Commands {
  static func runPause(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    let context = try context.choosingZone(arguments)
    let request = arguments.words.isEmpty ? nil : try Request(until: arguments.words, context)
    let end = request?.due ?? context.now.advanced(by: 3_600_000) ?? .latest
    try setPause(until: end, in: try context.writer(), context)
    let distance = request?.distance(context) ?? context.distance(to: end, units: 4)
    let text =
      Messages.paused(until: context.dateAndTime(at: end), distance) + " " + Messages.howToResume
      + "\n"
    var report = CommandResult(output: .text(text), hasChanged: true)
    if arguments.has(.json) { report.output = JSON.document(context.pauseMembers(end)) }
    return .done(report)
  }

  static func runResume(_ arguments: Arguments, _ context: Context) throws -> Interaction {
    try arguments.expectNoWords()
    let wasPaused = try endPause(context)
    var report = CommandResult(hasChanged: true)
    if arguments.has(.json) {
      report.output = JSON.document(
        [("was_paused", .boolean(wasPaused))] + context.pauseMembers(nil))
    } else {
      report.output = .text((wasPaused ? Messages.resumed : Messages.wasNotPaused) + "\n")
    }
    return .done(report)
  }

  private static func endPause(_ context: Context) throws -> Bool {
    guard let store = try context.existingWriter() else { return false }
    let end = try store.pauseEnd()
    guard let end else { return false }
    try setPause(until: nil, in: store, context)
    return end > context.now
  }

  private static func setPause(
    until end: Instant?, in store: ReminderStore, _ context: Context
  ) throws {
    try store.setPause(until: end, at: context.now)
  }
}

extension Context {
  /// Why nothing but critical reminders is shown now, for people; nil where that is not so.
  /// - Parameter pauseEnd: as the store has it.
  func silenceNow(pauseEnd: Instant?) -> String? {
    let silence = silence(at: now, quiet: configuration.quiet, pauseEnd: pauseEnd)
    guard let silence else { return nil }
    let isPaused = silence.obstacle == .paused
    let end = isPaused ? pauseEnd ?? silence.end : silence.end
    let (when, distance) = (dateAndTime(at: end), distance(to: end))
    return isPaused
      ? Messages.paused(until: when, distance) : Messages.quiet(until: when, distance)
  }

  /// The end of the pause in JSON; null where there is none.
  func pauseMembers(_ end: Instant?) -> [(name: String, value: JSON)] {
    let end = end.flatMap { $0 > now ? $0 : nil }
    return [
      ("paused_until", end.map { .string($0.rfc3339(in: local.zone)) } ?? .null),
      ("paused_until_ms", end.map { .number($0.milliseconds) } ?? .null),
    ]
  }
}
