import Localization
import Reminders
import Store

// The sentences of `Messages` about answers and changes: done, snooze, skip, edit, cancel, undo, forget, pause.

extension Messages {
  static func done(id: String, text: String, when: String, isEarly: Bool) -> String {
    let values = ["id": id, "text": text, "when": when] as KeyValuePairs
    return isEarly
      ? tr("{id}  {text}  done early (due {when})", values)
      : tr("{id}  {text}  done (was due {when})", values)
  }
  static func snoozed(id: String, text: String, when: String, distance: String) -> String {
    tr(
      "{id}  {text}  snoozed, again {when} ({distance})",
      ["id": id, "text": text, "when": when, "distance": distance])
  }
  static func skipped(id: String, text: String, when: String, count: Int) -> String {
    tr(
      count, "{id}  {text}  skipped (was due {when})",
      "{id}  {text}  skipped {n} times (the first was due {when})",
      ["id": id, "text": text, "when": when])
  }
  static func nextThen(_ when: String, _ distance: String) -> String {
    tr("Next {when} ({distance}).", ["when": when, "distance": distance])
  }
  static var noNext: String { tr("It does not come again.") }
  static var nothingUnanswered: String { tr("Nothing waits for an answer.") }

  static func was(id: String, _ sentence: String) -> String {
    // Translators: before and after a change; "now:" follows on the next line.
    tr("{id}  was: {reminder}", ["id": id, "reminder": sentence])
  }
  // Translators: behind "was:", on the next line.
  static func isNow(_ sentence: String) -> String { tr("now: {reminder}", ["reminder": sentence]) }

  static func undone(_ kind: HistoryEvent.Kind, id: String, text: String) -> String {
    let values = ["id": id, "text": text] as KeyValuePairs
    return switch kind {
    case .created: tr("{id}  {text}  not created: you are not reminded of it", values)
    case .cancelled: tr("{id}  {text}  not cancelled", values)
    case .edited: tr("{id}  {text}  as it was before the change", values)
    case .imported: tr("{id}  {text}  not imported", values)
    case .snoozed: tr("{id}  {text}  not snoozed", values)
    case .skipped: tr("{id}  {text}  not skipped", values)
    case .mailCancelled: tr("{id}  {text}  its mail is not cancelled", values)
    case .done, .dismissed, .undone, .dropped, .lost, .ruleLost:
      tr("{id}  {text}  not done", values)
    case .paused: pauseUndone
    }
  }
  static var pauseUndone: String { tr("The pause is as it was before.") }
  static var shownAtOnce: String { tr("Its time has passed: it is shown at once.") }
  static var shownOnceMore: String { tr("It is shown once more.") }

  // What cannot be done

  static var mailOver: String { tr("Its mail has not gone, and does not go any more.") }
  static func mailGoesOn(id: String) -> String {
    tr(
      "Its mail waits, and goes all the same; `remindctl mail cancel {id}` gives it up.", ["id": id]
    )
  }
  static func movedOn(_ id: String, _ kind: HistoryEvent.Kind) -> String {
    let values = ["id": id] as KeyValuePairs
    return switch kind {
    case .created:
      tr("Reminder {id} was made last, but it has been shown or changed since.", values)
    case .cancelled:
      tr("Reminder {id} was cancelled last, but it has changed since.", values)
    case .imported:
      tr("Reminder {id} was imported last, but it has been shown or changed since.", values)
    case .edited:
      tr("Reminder {id} was edited last, but it has been shown or changed since.", values)
    case .snoozed:
      tr("Reminder {id} was snoozed last, but it has been shown or changed since.", values)
    case .skipped:
      tr("Reminder {id} was skipped last, but it has been shown or changed since.", values)
    case .mailCancelled:
      tr("The mail of reminder {id} was cancelled last, but it has changed since.", values)
    case .done, .dismissed, .undone, .dropped, .lost, .ruleLost:
      tr("Reminder {id} was answered last, but it has changed since.", values)
    case .paused: pauseUndone
    }
  }

  static func paused(until when: String, _ distance: String) -> String {
    tr("Paused until {when} ({distance}).", ["when": when, "distance": distance])
  }
  static func paused(until when: String) -> String {
    tr("Paused until {when}.", ["when": when])
  }
  static func quiet(until when: String, _ distance: String) -> String {
    tr("Quiet hours until {when} ({distance}).", ["when": when, "distance": distance])
  }
  static var howToResume: String {
    tr("Critical reminders come through; `remindctl resume` ends it.")
  }
  static var resumed: String { tr("The pause is over.") }
  static var wasOver: String { tr("The pause was over already.") }
  static var wasNotPaused: String { tr("There was no pause.") }
}
