import Localization
import Scheduler

// The sentences of `Messages` about what is over: history, forget, watch.

extension Messages.Help {
  static let forgetOperands = Message("[ID...]")
  static let historySummary = Message("Show what has been")
  static let forgetSummary = Message("Erase reminders and all that is known of them")
  static let watchSummary = Message("Print every change as it happens")
  static let historyDetails = Message(
    """
    The newest comes first. On a terminal the last 50 are shown, elsewhere all. --plain has one line
    for each: id, when it was shown or ended, state and text, with tabs between them.
    """)
  static let forgetDetails = Message(
    """
    Nothing of their text is left in the store's files; stores that were kept aside, by a repair or by
    `restore`, are named. What is not finished is refused: cancel it first. It cannot be undone.
    """)
  static let watchDetails = Message(
    """
    It begins with what happens next, and ends with its reader or with Ctrl-C. With --json each line
    is an object; `event` says what it is about. With --format the line is that of `status --format`,
    at once and whenever it becomes another one.
    """)
  static let since = Message("from then on: 2h, yesterday, 1 nov, 2026-11-01 17:00")
  static let date = Message("DATE")
  static let beforeDate = Message("everything that was finished before")
  static let atOperand = Message("WHEN")
}

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
