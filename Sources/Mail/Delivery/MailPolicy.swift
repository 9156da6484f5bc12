// Mail, but for sending it: what follows from a result, what `remind-mail` is asked and answers, and templates.
// It throws `TemplateError` and nothing else.

import CivilTime
import Reminders

/// What follows from what became of a mail. Pure: the engine carries it out.
package enum MailPolicy {
  /// How long after its time a mail that was never accepted is given up (RFC 5321, 4.5.4.1): four days.
  package static let patience: Int64 = 4 * 24 * 3_600_000
  /// How long after a result that is not known the same bytes are sent once more: a server may be busy with
  /// them that long.
  package static let doubt: Int64 = 15 * 60_000
  /// How long nothing is tried with an account whose login was refused: many in a row lock it. The same time
  /// passes between two looks at a condition whose end is not announced.
  static let loginPause: Int64 = 3_600_000
  /// The same after `patience`.
  package static let longPause: Int64 = 24 * 3_600_000
  /// How long after a network has come a server is looked for in it: addresses and names come later.
  package static let settling: Int64 = 1_000
  /// How often at most what comes and goes, like a network, has mails go on.
  package static let wakingPause: Int64 = 60_000

  /// The result as the store keeps it: with the time of the next attempt, or given up after four days.
  /// - Parameters:
  ///   - attempt: how often it has been tried, this time included.
  ///   - delivery: its number scatters the next attempts.
  ///   - due: when it was to be sent.
  ///   - isOwn: whether it goes to the user's own address, so that a second copy does no harm.
  package static func settled(
    _ result: MailResult, attempt: Int, of delivery: Int64, due: Instant, isOwn: Bool,
    at now: Instant
  ) -> MailResult {
    var result = result
    let isPatient = now.since(due) < patience
    switch result.verdict {
    case .accepted, .failed: break
    // Not every change is announced, so the condition is looked at once an hour.
    case .held: result.again = now.advanced(by: isPatient ? loginPause : longPause)
    case .unknown:
      result.reason = .outcomeUnknown
      result.again = isOwn ? now.advanced(by: doubt) : nil
    case .retry:
      result.again = isPatient ? now.advanced(by: pause(after: attempt, of: delivery)) : nil
      if result.again == nil { (result.verdict, result.reason) = (.failed, .expired) }
    }
    return result
  }

  /// Milliseconds until the next attempt: 1, 5, 15, 30 minutes, then an hour, by a fifth more or less.
  package static func pause(after attempt: Int, of delivery: Int64) -> Int64 {
    let minutes: [Int64] = [1, 5, 15, 30, 60]
    let pause = minutes[min(max(attempt, 1), minutes.count) - 1] * 60_000
    // Scattered, and the same whenever it is asked.
    let share = (delivery.magnitude &* 7919 &+ UInt64(max(0, attempt)) &* 104_729) % 401
    return pause * (800 + Int64(share)) / 1000
  }
}

extension HoldReason {
  /// What mails wait for, as opposed to a server that may take them later: the user has to do something,
  /// or a network to come; a cap, too, can be raised in the configuration.
  package static let mailConditions: [HoldReason] = [
    .accountNotFound, .authFailed, .helperMissing, .keyringLocked, .offline, .rateLimited,
    .recipientNotAllowed, .secretNotFound, .tlsFailed,
  ]
}
