import CivilTime
import Reminders

/// What follows from what became of a mail. Pure: the engine carries it out.
package enum MailPolicy {
  /// What is to be done with a mail after an attempt.
  package enum Step: Sendable, Equatable {
    /// It is accepted.
    case done
    /// Again at this instant, unless something happens to it before.
    case again(Obstacle, at: Instant)
    /// Not before somebody changes something, or asks for it.
    case hold(Obstacle)
    /// Perhaps accepted: again at this instant, or where there is none not before somebody asks for it.
    case unsure(again: Instant?)
    /// Never again.
    case over(Obstacle)
  }

  /// How long after its time a mail that was never accepted is given up (RFC 5321, 4.5.4.1): four days.
  package static let patience: Int64 = 4 * 24 * 3_600_000
  /// How long after one whose fate is not known the same bytes are sent once more: a server may be
  /// busy with them that long.
  package static let doubt: Int64 = 15 * 60_000
  /// How long nothing is tried with an account whose login was refused: many in a row lock it. So long
  /// passes, too, between two looks at whether what a mail waits for has come to pass unnoticed.
  package static let loginPause: Int64 = 3_600_000
  /// The same after `patience`.
  static let longPause: Int64 = 24 * 3_600_000
  /// How long after a network has come a server is looked for in it: addresses and names come later.
  static let settling: Int64 = 1_000
  /// How often at most what comes and goes, like a network, has mails go on.
  static let wakingPause: Int64 = 60_000

  /// - Parameters:
  ///   - attempt: how often it has been tried, this time included.
  ///   - delivery: whose number scatters the next attempts.
  ///   - due: when it was to be sent.
  ///   - isOwn: whether it goes to the user's own address: what may come twice may do so there.
  package static func step(
    after result: MailResult, attempt: Int, of delivery: Int64, due: Instant, isOwn: Bool,
    at now: Instant
  ) -> Step {
    let obstacle = Obstacle(result.code ?? .helperFailed)
    switch result.verdict {
    case .accepted: return .done
    case .held: return wait(for: obstacle, due: due, at: now)
    case .failed: return .over(obstacle)
    case .unknown: return .unsure(again: isOwn ? now.advanced(by: doubt) : nil)
    case .retry:
      guard now.since(due) < patience,
        let next = now.advanced(by: pause(after: attempt, of: delivery))
      else { return .over(.expired) }
      return .again(obstacle, at: next)
    }
  }

  /// What waits for a condition goes on when that changes; since not all changes are told, it is looked
  /// at once an hour.
  static func wait(for obstacle: Obstacle, due: Instant, at now: Instant) -> Step {
    let pause = now.since(due) < patience ? loginPause : longPause
    guard let next = now.advanced(by: pause) else { return .hold(obstacle) }
    return .again(obstacle, at: next)
  }

  /// Milliseconds until the next attempt: 1, 5, 15, 30 minutes, then an hour, by a fifth more or less.
  static func pause(after attempt: Int, of delivery: Int64) -> Int64 {
    let minutes: [Int64] = [1, 5, 15, 30, 60]
    let pause = minutes[min(max(attempt, 1), minutes.count) - 1] * 60_000
    // Scattered, and the same whenever it is asked.
    let share = (delivery.magnitude &* 7919 &+ UInt64(max(0, attempt)) &* 104_729) % 401
    return pause * (800 + Int64(share)) / 1000
  }
}

extension Obstacle {
  /// Whether a mail can have it.
  package var isOfMail: Bool { MailCode(rawValue: rawValue) != nil }

  /// What mails wait for, as opposed to a server that may take them later: somebody has to do something,
  /// or a network to come; a cap, too, is another one where the file says so.
  package static let mailConditions: [Obstacle] = [
    .accountNotFound, .authFailed, .helperMissing, .keyringLocked, .offline, .rateLimited,
    .recipientNotAllowed, .secretNotFound, .tlsFailed,
  ]

  /// The reason for which a mail was not accepted.
  package init(_ code: MailCode) {
    self =
      switch code {
      case .accountNotFound: .accountNotFound
      case .attachmentTooLarge: .attachmentTooLarge
      case .attachmentUnreadable: .attachmentUnreadable
      case .authFailed: .authFailed
      case .cancelled: .cancelled
      case .expired: .expired
      case .helperMissing: .helperMissing
      case .helperFailed: .helperFailed
      case .invalidRecipient: .invalidRecipient
      case .keyringLocked: .keyringLocked
      case .networkError: .networkError
      case .offline: .offline
      case .outcomeUnknown: .outcomeUnknown
      case .payloadTooLarge: .payloadTooLarge
      case .providerBusy: .providerBusy
      case .providerRejected: .providerRejected
      case .rateLimited: .rateLimited
      case .recipientNotAllowed: .recipientNotAllowed
      case .secretNotFound: .secretNotFound
      case .spoolLost: .spoolLost
      case .timeout: .timeout
      case .tlsFailed: .tlsFailed
      }
  }
}
