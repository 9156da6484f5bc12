import Localization
import Scheduler

// The sentences of `Messages` about what is over: history, forget, watch.

extension Messages {
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
  static func unfinished(_ id: String) -> String {
    tr("Reminder {id} is not finished: `remindctl cancel {id}` comes first.", ["id": id])
  }
}
