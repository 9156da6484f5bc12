import CivilTime
import Configuration
import Localization
import Reminders
import Scheduler

// The sentences of `Messages` about reminders and times, in lists and elsewhere.

extension Messages {
  static var emptyInput: String { tr("Standard input was empty: the reminder has no text.") }
  static var defaultTitle: String { Product.spokenTitle }

  // Translators: what other sentences call {when}: today, at that time.
  static func at(_ time: String) -> String { tr("at {time}", ["time": time]) }
  static func on(_ date: String, at time: String) -> String {
    // Translators: what other sentences call {when}: on another day. {date} is like "Thu 24 Dec".
    tr("on {date} at {time}", ["date": date, "time": time])
  }
  // Translators: {length} is like "1 h 20 min" here and elsewhere.
  static func ahead(_ length: String) -> String { tr("in {length}", ["length": length]) }
  static func ago(_ length: String) -> String { tr("{length} ago", ["length": length]) }
  // Translators: a distance, beside "in {length}" and "{length} ago".
  static var now: String { tr("now") }

  // Translators: a heading over what is due then.
  static var today: String { tr("Today") }
  static var tomorrow: String { tr("Tomorrow") }
  static var yesterday: String { tr("Yesterday") }
  static var notAnsweredYet: String { tr("Shown, and not answered yet") }
  static var notShownYet: String { tr("Due, and still to be shown") }

  static func created(id: String, text: String, when: String, distance: String) -> String {
    tr(
      "{id}  {text}  {when} ({distance})",
      ["id": id, "text": text, "when": when, "distance": distance])
  }
  /// - Parameter time: on the clocks of the zone that it keeps to, which it names.
  static func pinned(_ text: String, _ time: String) -> String {
    // Translators: {time} names the zone that the reminder keeps to.
    tr("{text} ({time})", ["text": text, "time": time])
  }
  static func time(_ time: String, zone: String) -> String {
    tr("{time}, {zone}", ["time": time, "zone": zone])
  }
  static func cancelled(id: String, text: String, when: String) -> String {
    tr("{id}  {text}  cancelled (was due {when})", ["id": id, "text": text, "when": when])
  }
  /// Of many that a command has changed, so many are named.
  static let mostNamed = 10
  static func cancelled(count: Int) -> String {
    tr(count, "{n} reminder cancelled", "{n} reminders cancelled")
  }
  static var doneAllTheSame: String { tr("It is done, but that cannot be printed.") }
  static var nothingToCancel: String { tr("There is nothing to cancel.") }
  static func confirmAll(count: Int) -> String {
    tr(count, "Cancel {n} reminder? [y/N] ", "Cancel all {n} reminders? [y/N] ")
  }
  /// Whether an answer to such a question agrees.
  static func agrees(_ answer: String) -> Bool {
    let answer = answer.lowercased()
    // Translators: the answers that agree to a question with [y/N].
    return ["y", "yes", tr("y"), tr("yes")].contains(answer)
  }

  static var nothingToCome: String { tr("Nothing is to come.") }
  static func alsoChanged(_ count: Int) -> String {
    tr(count, "... and {n} more", "... and {n} more")
  }
  static func more(_ count: Int) -> String {
    tr(
      count, "... and {n} more (remindctl list | less shows all)",
      "... and {n} more (remindctl list | less shows all)")
  }
  static var moreThanThousand: String {
    tr("... and more than 1,000 more (remindctl list | less shows all)")
  }

  static func state(of entry: Entry, at now: Instant) -> String {
    switch entry.state {
    // Translators: the state of a reminder, in a column of a list, and so are those that follow.
    case .scheduled where entry.fired == nil && entry.due > now: tr("scheduled")
    case .scheduled where entry.fired == nil: tr("overdue")
    case .scheduled, .unanswered:
      switch (entry.obstacle, entry.state) {
      case (nil, .scheduled): tr("being shown")
      case (nil, _): tr("not answered")
      case (let obstacle?, .unanswered) where obstacle.mailReason != nil:
        tr("not answered, mail held: {reason}", ["reason": reason(obstacle)])
      case (let obstacle?, .scheduled): tr("held: {reason}", ["reason": reason(obstacle)])
      case (.outputClosed?, _), (.outputFull?, _):
        tr("not answered, held: {reason}", ["reason": reason(entry.obstacle ?? .outputClosed)])
      case (let obstacle?, _):
        tr("printed, popup held: {reason}", ["reason": reason(obstacle)])
      }
    case .done: tr("done")
    case .dismissed: tr("dismissed")
    case .snoozed: tr("snoozed")
    case .expired: tr("expired")
    case .cancelled: entry.isSkipped ? tr("skipped") : tr("cancelled")
    }
  }

  static func reason(_ obstacle: HoldReason) -> String {
    switch obstacle {
    case .noBus: tr("no desktop session")
    case .noServer: tr("no notification server")
    case .notAnswering: tr("the notification server does not answer")
    case .refused: tr("the notification server refused it")
    case .noAnswer: tr("the notification server took it without an answer")
    case .interrupted: tr("remindd ended while showing it")
    case .outputClosed: tr("remindd's standard output is closed")
    case .outputFull: tr("the disk that remindd prints to is full")
    case .cancelled: tr("cancelled")
    case .answered: tr("it was answered first")
    case .outOfTime: tr("no notification server appeared in time")
    case .tooLate: tr("it would have come too late")
    case .superseded: tr("a newer one took its place")
    case .quiet: tr("quiet hours")
    case .paused: tr("paused")
    case .expired, .accountNotFound, .attachmentTooLarge, .attachmentUnreadable, .authFailed,
      .helperMissing, .helperFailed, .invalidRecipient, .keyringLocked, .networkError, .offline,
      .outcomeUnknown,
      .payloadTooLarge, .providerBusy, .providerRejected, .rateLimited, .recipientNotAllowed,
      .secretNotFound, .spoolLost, .timeout, .tlsFailed:
      obstacle.mailReason ?? obstacle.rawValue
    }
  }
}
