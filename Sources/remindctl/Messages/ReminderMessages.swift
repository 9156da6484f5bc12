import CivilTime
import Localization
import Reminders
import Store
import System

// The sentences of `Messages` about reminders and times, in lists and elsewhere, and about what was understood.

extension Messages {
  static var emptyInput: String { tr("Standard input was empty: the reminder has no text.") }

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
  static func cancelled(id: String, text: String, when: String) -> String {
    tr("{id}  {text}  cancelled (was due {when})", ["id": id, "text": text, "when": when])
  }
  static func cancelled(count: Int) -> String {
    tr(count, "{n} reminder cancelled", "{n} reminders cancelled")
  }
  static var doneAllTheSame: String { tr("It is done, but that cannot be printed.") }
  static var nothingToCancel: String { tr("There is nothing to cancel.") }
  static func confirmAll(count: Int) -> String {
    tr(count, "Cancel {n} reminder? [y/N] ", "Cancel all {n} reminders? [y/N] ")
  }

  static var nothingToCome: String { tr("Nothing is to come.") }
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
      switch (entry.holdReason, entry.state) {
      case (nil, .scheduled): tr("being shown")
      case (nil, _): tr("not answered")
      case (let holdReason?, .unanswered) where holdReason.mailReason != nil:
        tr("not answered, mail held: {reason}", ["reason": reason(holdReason)])
      case (let holdReason?, .scheduled): tr("held: {reason}", ["reason": reason(holdReason)])
      case (.outputClosed?, _), (.outputFull?, _):
        tr("not answered, held: {reason}", ["reason": reason(entry.holdReason ?? .outputClosed)])
      case (let holdReason?, _):
        tr("printed, popup held: {reason}", ["reason": reason(holdReason)])
      }
    case .done: tr("done")
    case .dismissed: tr("dismissed")
    case .snoozed: tr("snoozed")
    case .expired: tr("expired")
    case .cancelled: entry.isSkipped ? tr("skipped") : tr("cancelled")
    }
  }

  static func reason(_ holdReason: HoldReason) -> String {
    switch holdReason {
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
      holdReason.mailReason ?? holdReason.rawValue
    }
  }

  static func created(text: String, when: String, distance: String) -> String {
    tr("{text}  {when} ({distance})", ["text": text, "when": when, "distance": distance])
  }
  static func created(text: String, rule: String, when: String, distance: String) -> String {
    tr(
      "{text}  {rule}, next {when} ({distance})",
      ["text": text, "rule": rule, "when": when, "distance": distance])
  }
  static var nothingStored: String { tr("A dry run: nothing was stored.") }

  static var askedFor: String {
    tr("In how much time? An empty line is none of it; with nothing at all it is one second.")
  }
  /// - Parameter field: the name of its option.
  static func ask(_ field: String) -> String {
    switch field {
    case "--hours": tr("Hours: ")
    case "--minutes": tr("Minutes: ")
    default: tr("Seconds: ")
    }
  }
  static var askText: String { tr("What for? ") }
  /// What was wrong with an answer, in the question's words.
  static func answer(_ error: FieldError) -> String {
    let values = ["text": VisibleText.line(error.text)] as KeyValuePairs
    let problem =
      switch error.problem {
      case .notWhole: tr("'{text}' is no whole number.", values)
      case .negative: tr("'{text}' is less than nothing.", values)
      case .tooLarge: tr("'{text}' is too long: it ends beyond the year 9999.", values)
      }
    return ask(error.option) + problem
  }
  static var enterCloses: String { tr("Enter closes this. ") }
  static func repeating(_ text: String, _ rule: String) -> String {
    tr("{text} ({rule})", ["text": text, "rule": rule])
  }
}
