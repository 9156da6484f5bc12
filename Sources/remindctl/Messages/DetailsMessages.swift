import Localization
import Reminders
import Scheduler
import System

// The sentences of `Messages` about one reminder's life.

extension Messages {
  static func due(_ when: String, _ distance: String) -> String {
    tr("Due {when} ({distance}).", ["when": when, "distance": distance])
  }
  static func wasDue(_ when: String, _ distance: String) -> String {
    tr("Was due {when} ({distance}).", ["when": when, "distance": distance])
  }
  static func wasDue(_ when: String, state: String) -> String {
    tr("Was due {when}: {state}.", ["when": when, "state": state])
  }
  static func keeps(toZone zone: String) -> String {
    tr("It keeps to the clocks of {zone}.", ["zone": zone])
  }
  static func keeps(toZone zone: String, there: String) -> String {
    tr("It keeps to the clocks of {zone}; there that is {there}.", ["zone": zone, "there": there])
  }
  static func waitsForAnswer(_ id: String) -> String {
    tr("It waits for an answer: `remindctl done {id}`, or `remindctl snooze {id}`.", ["id": id])
  }
  static func shownOften(_ times: Int) -> String {
    tr(
      times, "It was shown once, and is not shown again by itself.",
      "It was shown {n} times, and is not shown again by itself.")
  }
  static func printedOften(_ times: Int) -> String {
    tr(
      times, "It was printed once, and is not printed again.",
      "It was printed {n} times, which is the most on standard output.")
  }
  static func earlier(_ count: Int, id: String) -> String {
    tr(
      count, "... and {n} thing before (`remindctl show {id} --json` tells all)",
      "... and {n} things before (`remindctl show {id} --json` tells all)", ["id": id])
  }

  /// - Parameter until: of a snooze: until when.
  static func happened(_ event: HistoryEvent, _ when: String, until: String?) -> String {
    let words = event.words.map(VisibleText.line)
    let values = ["when": when, "words": words ?? "", "until": until ?? ""] as KeyValuePairs
    return switch event.kind {
    case .created where words != nil: tr("Made {when}, from the words '{words}'.", values)
    case .created: tr("Made {when}.", values)
    case .cancelled: tr("Cancelled {when}.", values)
    case .done: tr("Marked as done {when}.", values)
    case .dismissed: tr("Its popup was closed {when}.", values)
    case .dropped: tr("The notification server took its popup away {when}, unanswered.", values)
    case .lost: tr("Its popup went with the notification server {when}, unanswered.", values)
    case .snoozed where words != nil: tr("Put off {when} by '{words}': again {until}.", values)
    case .snoozed: tr("Put off {when}: again {until}.", values)
    case .skipped where words != nil: tr("Skipped {when}, by '{words}'.", values)
    case .skipped: tr("Skipped {when}.", values)
    case .imported where event.words != "-" && words != nil:
      tr("Imported {when} from {words}.", values)
    case .imported: tr("Imported {when} from standard input.", values)
    case .edited where words != nil: tr("Changed {when}, by '{words}'.", values)
    case .edited: tr("Changed {when}.", values)
    case .undone: undone(event.undoes, when)
    case .paused: tr("The pause was changed {when}.", values)
    case .mailCancelled: tr("Its mail was cancelled {when}.", values)
    case .ruleLost:
      tr("Its rule '{words}' could not be read {when}: it does not come again.", values)
    }
  }

  private static func undone(_ kind: HistoryEvent.Kind?, _ when: String) -> String {
    let place = ["when": when] as KeyValuePairs
    return switch kind {
    case .created: tr("Its making was taken back {when}.", place)
    case .cancelled: tr("The cancellation was taken back {when}.", place)
    case .snoozed: tr("The snooze was taken back {when}.", place)
    case .skipped: tr("The skip was taken back {when}.", place)
    case .edited: tr("The change was taken back {when}.", place)
    case .imported: tr("The import was taken back {when}.", place)
    case .mailCancelled: tr("The cancellation of its mail was taken back {when}.", place)
    case .done, .dismissed, .undone, .paused, .dropped, .lost, .ruleLost, nil:
      tr("The answer was taken back {when}.", place)
    }
  }

  static func fired(_ when: String, late: String?) -> String {
    guard let late else { return tr("Taken up {when}, on time.", ["when": when]) }
    return tr("Taken up {when}, {late} late.", ["when": when, "late": late])
  }
  static func fired(_ when: String, late: String, because reason: String) -> String {
    tr(
      "Taken up {when}, {late} late: {reason}.",
      ["when": when, "late": late, "reason": reason])
  }
  static func daemonStarted(_ when: String) -> String {
    tr("remindd was started {when}", ["when": when])
  }
  static func machineStarted(_ when: String) -> String {
    tr("the machine was started {when}", ["when": when])
  }
  static func broughtBack(_ when: String) -> String {
    tr("it was brought back {when}", ["when": when])
  }
  static var asleep: String { tr("the machine slept, or remindd was not running") }
  static func standsFor(missed count: Int) -> String {
    tr(
      count, "It stands for {n} earlier one that was missed.",
      "It stands for {n} earlier ones that were missed.")
  }

  static func delivery(_ record: DeliveryRecord, when: String?) -> String {
    if record.channel == .mail { return mailDelivery(record, when: when) }
    var sentence =
      switch record.state {
      case .accepted: accepted(record, when)
      case .scheduled, .claimed:
        tr("Being shown {place}.", ["place": place(record)])
      case .held:
        tr(
          "Held {place}: {reason}.",
          ["place": place(record), "reason": reason(record.obstacle ?? .noServer)])
      case .unknown:
        tr(
          "Perhaps shown {place}: {reason}.",
          ["place": place(record), "reason": reason(record.obstacle ?? .noAnswer)])
      case .failed:
        tr(
          "Not shown {place}: {reason}.",
          ["place": place(record), "reason": reason(record.obstacle ?? .outOfTime)])
      }
    if record.state == .accepted, let obstacle = record.obstacle {
      sentence += " " + tr("It had waited: {reason}.", ["reason": reason(obstacle)])
    }
    if record.isPossibleRepeat { sentence += " " + tr("It may have been shown before.") }
    return sentence
  }

  private static func accepted(_ record: DeliveryRecord, _ when: String?) -> String {
    let when = when.map { " " + $0 } ?? ""
    let product = VisibleText.line(
      [record.product, record.version].compactMap { $0 }.joined(separator: " "))
    let purpose = purpose(record.purpose).map { " (" + $0 + ")" } ?? ""
    let values =
      ["when": when, "server": product, "purpose": purpose] as KeyValuePairs
    return switch record.channel {
    // Translators: {when} and {purpose} bring a blank along, or are empty.
    case .stdout: tr("Written to standard output{when}{purpose}.", values)
    case .mail: mailDelivery(record, when: when)
    // Translators: {when} and {purpose} bring a blank along, or are empty.
    case .desktop where product.isEmpty: tr("Shown on the desktop{when}{purpose}.", values)
    // Translators: {when} and {purpose} bring a blank along, or are empty.
    case .desktop: tr("Shown on the desktop{when}, by {server}{purpose}.", values)
    }
  }

  /// What a delivery is for; nil for the reminder itself.
  static func purpose(_ purpose: Purpose) -> String? {
    switch purpose {
    case .due: nil
    // Translators: which one of several showings it was; it stands in brackets.
    case .before(let length): tr("{length} before", ["length": length.spoken(units: 4)])
    // Translators: which one of several showings it was; it stands in brackets.
    case .nag(let number): tr("time {n}", ["n": String(number)])
    case .again: tr("once more")
    case .unanswered, .mailRetry: tr("unanswered")
    // Translators: what a mail was for; it stands in brackets.
    case .confirmation: tr("confirmation")
    }
  }

  static func place(_ record: DeliveryRecord) -> String {
    let place =
      switch record.channel {
      // Translators: where it was shown, behind "Not shown" and the like.
      case .desktop: tr("on the desktop")
      case .stdout: tr("on standard output")
      case .mail: tr("by mail")
      }
    return purpose(record.purpose).map { "\(place) (\($0))" } ?? place
  }
}
