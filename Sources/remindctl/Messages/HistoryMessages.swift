import Localization
import Reminders
import Store
import System

// The sentences of `Messages` about what has happened: `show`, `history`, `watch` and `forget`.

extension Messages {
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
          ["place": place(record), "reason": reason(record.holdReason ?? .noServer)])
      case .unknown:
        tr(
          "Perhaps shown {place}: {reason}.",
          ["place": place(record), "reason": reason(record.holdReason ?? .noAnswer)])
      case .failed:
        tr(
          "Not shown {place}: {reason}.",
          ["place": place(record), "reason": reason(record.holdReason ?? .outOfTime)])
      }
    if record.state == .accepted, let holdReason = record.holdReason {
      sentence += " " + tr("It had waited: {reason}.", ["reason": reason(holdReason)])
    }
    if record.isPossibleRepeat { sentence += " " + tr("It may have been shown before.") }
    return sentence
  }

  private static func accepted(_ record: DeliveryRecord, _ when: String?) -> String {
    let when = when.map { " " + $0 } ?? ""
    let product = VisibleText.line(
      [record.product, record.version].compactMap { $0 }.joined(separator: " "))
    let purpose = purpose(record.purpose).map { " (" + $0 + ")" } ?? ""
    let values = ["when": when, "server": product, "purpose": purpose] as KeyValuePairs
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

  static var nothingHappened: String { tr("Nothing has been shown or finished yet.") }
  static var nothingSince: String { tr("Nothing has been shown or finished since then.") }
  static var moreHistory: String {
    tr("... and more before (remindctl history | less shows all)")
  }

  static func forgotten(id: String, text: String) -> String {
    tr("{id}  {text}  forgotten", ["id": id, "text": text])
  }
  static func forgotten(count: Int) -> String {
    tr(count, "{n} reminder forgotten", "{n} reminders forgotten")
  }
  static func confirmForget(count: Int) -> String {
    tr(
      count, "Forget {n} reminder for good? [y/N] ", "Forget {n} reminders for good? [y/N] ")
  }
  static var nothingToForget: String { tr("There is nothing to forget.") }
  static var logNotEmptied: String {
    tr(
      """
      The texts are gone from the store, but another program is reading its log just now: they are \
      erased from the file at the next `remindctl forget`, or when that program is through.
      """)
  }
  static func copyIsWritten(_ path: String) -> String {
    tr("{path} is being written just now, and may have the texts.", ["path": path])
  }
  static var keptCopies: String {
    tr("Stores that were kept aside may still have the texts; this removes them:")
  }

  static func watched(_ time: String, _ what: String) -> String {
    tr("{time}  {what}", ["time": time, "what": what])
  }

  static func waitsForStore(_ path: String) -> String {
    tr("{path} is gone; what happens is printed when it is there again.", ["path": path])
  }

  /// - Parameters:
  ///   - text: what the reminder is called.
  ///   - when: when it is due by that; nil if that is not known any more.
  static func happening(
    _ kind: HistoryEvent.Kind, id: String, text: String, when: String?
  ) -> String {
    let values = ["id": id, "text": text, "when": when ?? ""] as KeyValuePairs
    return switch kind {
    case .created where when != nil: tr("{id}  {text}  created, due {when}", values)
    case .created: tr("{id}  {text}  created", values)
    case .cancelled: tr("{id}  {text}  cancelled", values)
    case .done: tr("{id}  {text}  done", values)
    case .dismissed: tr("{id}  {text}  popup closed", values)
    case .dropped: tr("{id}  {text}  popup taken away by the server", values)
    case .lost: tr("{id}  {text}  popup gone with its server", values)
    case .snoozed where when != nil: tr("{id}  {text}  snoozed, again {when}", values)
    case .snoozed: tr("{id}  {text}  snoozed", values)
    case .skipped: tr("{id}  {text}  skipped", values)
    case .imported where when != nil: tr("{id}  {text}  imported, due {when}", values)
    case .imported: tr("{id}  {text}  imported", values)
    case .edited: tr("{id}  {text}  changed", values)
    case .mailCancelled: tr("{id}  {text}  mail cancelled", values)
    case .ruleLost: tr("{id}  {text}  does not come again: its rule cannot be read", values)
    case .undone: tr("{id}  {text}  undone", values)
    case .paused: tr("{id}  {text}  paused", values)
    }
  }

  static func happening(_ record: DeliveryRecord, id: String, text: String) -> String {
    let values =
      [
        "id": id, "text": text, "place": place(record),
        "reason": record.holdReason.map(reason) ?? "",
      ] as KeyValuePairs
    return switch record.state {
    case .accepted: tr("{id}  {text}  shown {place}", values)
    case .held: tr("{id}  {text}  held {place}: {reason}", values)
    case .unknown: tr("{id}  {text}  perhaps shown {place}: {reason}", values)
    case .failed: tr("{id}  {text}  not shown {place}: {reason}", values)
    case .scheduled, .claimed: tr("{id}  {text}  being shown {place}", values)
    }
  }
}
