import Localization
import Reminders
import Scheduler
import System

// The sentences of `Messages` about what a reminder does beside being shown at its time.

extension Messages {
  // What is to be expected, below the line of a new reminder

  static func announced(_ when: String, before length: String) -> String {
    tr("Announced {when}, {length} before.", ["when": when, "length": length])
  }
  static func announcedEach(before length: String) -> String {
    tr("Announced {length} before, each time.", ["length": length])
  }
  static func tooLateToAnnounce(before length: String) -> String {
    tr("It is too late to announce it {length} before.", ["length": length])
  }
  static func nags(every length: String, times: Int) -> String {
    guard times <= ReminderOptions.Nag.mostPrinted else {
      return tr(
        """
        Shown again every {length} until you answer, {n} times in all at most, {printed} where it is \
        only printed.
        """,
        [
          "length": length, "n": String(times),
          "printed": String(ReminderOptions.Nag.mostPrinted),
        ])
    }
    return tr(
      "Shown again every {length} until you answer, {n} times in all at most.",
      ["length": length, "n": String(times)])
  }
  static func expires(after length: String) -> String {
    tr("Dropped where it would come more than {length} late.", ["length": length])
  }
  static func closes(after length: String) -> String {
    tr("Its popup closes by itself after {length}.", ["length": length])
  }
  static var isReadAloud: String { tr("It is read aloud, too.") }

  static func quietThen(shown when: String) -> String {
    tr("Those are quiet hours: it is shown {when}.", ["when": when])
  }
  static func pausedThen(shown when: String) -> String {
    tr("Reminders are paused then: it is shown {when}.", ["when": when])
  }
  static var droppedByThen: String {
    tr("That is later than --max-late allows: it is dropped.")
  }
  static func breakThrough(id: String?) -> String {
    guard let id else { return tr("With --urgency critical it comes through.") }
    return tr("`remindctl edit {id} --urgency critical` lets it through.", ["id": id])
  }

  // One option, as `show` and `edit` name it

  static func option(_ option: String, is value: String) -> String {
    tr("{option} {value}", ["option": option, "value": value])
  }
  static func option(_ option: String, was old: String, is new: String) -> String {
    tr("{option}: {old} -> {new}", ["option": option, "old": old, "new": new])
  }
  static func nag(every length: String, times: Int) -> String {
    tr("every {length}, {n} times at most", ["length": length, "n": String(times)])
  }
  // Translators: the value of an option: never closed by itself.
  static var never: String { tr("never") }
  static var yes: String { tr("yes") }
  static var no: String { tr("no") }
  // Translators: the value of an option that was not given.
  static var unset: String { tr("as usual") }
  static func with(_ options: [String]) -> String {
    tr("With {options}.", ["options": options.joined(separator: "; ")])
  }

  // What is wrong with one

  static func needs(_ option: String, _ other: String) -> String {
    tr("{option} needs {other}.", ["option": option, "other": other])
  }
  static func notASound(_ text: String) -> String {
    tr(
      "'{text}' is no name of a sound; they are like bell, message-new-instant, alarm-clock-elapsed.",
      ["text": VisibleText.line(text)])
  }
  static func notATag(_ text: String) -> String {
    tr(
      "The tag '{text}' has characters that cannot be seen.", ["text": VisibleText.line(text)])
  }
  static func notAnIcon(_ text: String) -> String {
    tr(
      "The icon '{text}' has characters that cannot be seen.", ["text": VisibleText.line(text)])
  }
  static func noSuchFile(_ path: String, _ reason: String) -> String {
    tr(
      "The file '{path}' cannot be used: {error}.",
      ["path": VisibleText.line(path), "error": reason])
  }
}
