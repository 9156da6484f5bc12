import CalendarText
import Localization
import Store
import System

// The sentences of `Messages` about files that are read and written: backups and calendars.

extension Messages {
  static func backedUp(count: Int, _ path: String) -> String {
    tr(
      count, "{n} reminder is copied to {path}.", "{n} reminders are copied to {path}.",
      ["path": VisibleText.line(path)])
  }
  static func backedUp(files: Int) -> String {
    tr(files, "With {n} file of their mails.", "With {n} files of their mails.")
  }
  static func restored(count: Int, _ path: String) -> String {
    tr(
      count, "{n} reminder is there again from {path}.",
      "{n} reminders are there again from {path}.", ["path": VisibleText.line(path)])
  }

  /// Entries that the file had, and has no longer.
  static func left(_ left: [(id: Int64, text: String?)]) -> String {
    let shown = left.prefix(10).map { "\($0.id) (\(Text.line($0.text ?? defaultTitle)))" }
    let list = shown.joined(separator: ", ") + (left.count > shown.count ? ", …" : "")
    return tr(
      left.count, "{n} reminder whose event is gone from the file still comes: {list}.",
      "{n} reminders whose events are gone from the file still come: {list}.", ["list": list])
      + " " + tr("`remindctl cancel ID` cancels one.")
  }

  static func source(_ path: String) -> String {
    path == "-" ? tr("standard input") : VisibleText.line(path)
  }
}
