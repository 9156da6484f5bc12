import CivilTime
import Localization
import Reminders

extension Command {
  func runPause() throws -> CommandResult {
    let request = args.words.isEmpty ? nil : try Request(until: args.words, context)
    let end = request?.due ?? context.now.advanced(by: 3_600_000) ?? .latest
    try context.writer().setPause(until: end, at: context.now)
    let distance = request?.distance(context) ?? context.distance(to: end, units: 4)
    return answer(
      json: context.pauseMembers(end), text: context.paused(until: end, distance) + "\n",
      hasChanged: true)
  }

  func runResume() throws -> CommandResult {
    try args.expectNoWords()
    let store = try context.existingWriter()
    let end = try store?.pauseEnd()
    if end != nil { try store?.setPause(until: nil, at: context.now) }
    let wasPaused = context.running(end) != nil
    return answer(
      json: [("was_paused", .boolean(wasPaused))] + context.pauseMembers(nil),
      text: (wasPaused ? Messages.resumed : tr("There was no pause.")) + "\n", hasChanged: true)
  }
}

extension Context {
  /// A pause's end; nil if it is over.
  func running(_ pauseEnd: Instant?) -> Instant? { pauseEnd.flatMap { $0 > now ? $0 : nil } }

  /// That reminders are paused, and how to change that.
  func paused(until end: Instant, _ distance: String) -> String {
    Messages.paused(until: dateAndTime(at: end), distance) + " " + Messages.howToResume
  }

  /// Why only critical reminders are shown now, for people; nil if all are.
  /// - Parameter pauseEnd: as the store has it.
  func silenceNow(pauseEnd: Instant?) -> String? {
    let silence = silence(at: now, quiet: configuration.quiet, pauseEnd: pauseEnd)
    guard let silence else { return nil }
    let isPaused = silence.reason == .paused
    let end = isPaused ? pauseEnd ?? silence.end : silence.end
    let (when, distance) = (dateAndTime(at: end), distance(to: end))
    return isPaused
      ? Messages.paused(until: when, distance) : Messages.quiet(until: when, distance)
  }

  /// The end of the pause in JSON; null if there is none.
  func pauseMembers(_ end: Instant?) -> JSON.Members {
    JSON.time("paused_until", running(end), in: local.zone)
  }
}
