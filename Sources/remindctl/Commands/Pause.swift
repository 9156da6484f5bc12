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
      json: context.pauseMembers(end),
      text: Messages.paused(until: context.dateAndTime(at: end), distance) + " "
        + Messages.howToResume + "\n", hasChanged: true)
  }

  func runResume() throws -> CommandResult {
    try args.expectNoWords()
    let wasPaused = try endPause()
    return answer(
      json: [("was_paused", .boolean(wasPaused))] + context.pauseMembers(nil),
      text: (wasPaused ? Messages.resumed : tr("There was no pause.")) + "\n", hasChanged: true)
  }

  private func endPause() throws -> Bool {
    guard let store = try context.existingWriter(), let end = try store.pauseEnd() else {
      return false
    }
    try store.setPause(until: nil, at: context.now)
    return end > context.now
  }
}

extension Context {
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
  func pauseMembers(_ end: Instant?) -> [(name: String, value: JSON)] {
    JSON.time("paused_until", orNull: end.flatMap { $0 > now ? $0 : nil }, in: local.zone)
  }
}
