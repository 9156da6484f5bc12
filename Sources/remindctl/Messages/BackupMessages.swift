import Localization
import Scheduler
import Store
import System

// The sentences of `Messages` about backups.

extension Messages.Help {
  static let backupOperands = Message("FILE")
  static let backupSummary = Message("Copy the store to a file")
  static let restoreSummary = Message("Put a backup into the store's place")
  static let backupDetails = Message(
    """
    The copy is what the store is in this moment, also while reminders are shown, with the files that go
    with mails and the mails that were written. A file that is there already is replaced only with
    --force.
    """)
  static let restoreDetails = Message(
    """
    What is in the store then is what was in it when FILE was made; a running remindd shows that from
    then on. What was in it before is kept in a file beside it, and named.
    """)
}

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
  /// Why nothing is taken back.
  static func restoredLast(_ when: String, _ aside: String?) -> [String] {
    [tr("The store was restored last, {when}, which undo does not take back.", ["when": when])]
      + [
        aside.map {
          tr(
            "`{command}` has what was there before.",
            ["command": "remindctl restore \(VisibleText.line($0)) --force"])
        }
      ].compactMap(\.self)
  }
  static func confirmRestore(_ path: String) -> String {
    tr("Replace all reminders by those of {path}? [y/N] ", ["path": VisibleText.line(path)])
  }
  static func keptAside(_ path: String) -> String {
    tr("What was there before is kept as {path}.", ["path": VisibleText.line(path)])
  }
  static func mailedAgain(_ ids: [String]) -> String {
    tr(
      "Mailed since the backup was made, and mailed again: {ids}. `remindctl cancel` keeps back what has not gone yet.",
      ["ids": ids.joined(separator: ", ")])
  }
  static var noStoreToBackUp: String { tr("There is no store yet, and nothing to copy.") }
  static func missingFile(_ verb: String) -> String {
    tr("`remindctl {verb} FILE` needs the name of a file.", ["verb": verb])
  }

  static func backup(_ problem: StoreError.CopyProblem) -> String {
    switch problem {
    case .exists(let path):
      tr("{path} is there already; --force replaces it.", ["path": VisibleText.line(path)])
    case .notAFile(let path):
      tr("{path} is not a regular file, and stays as it is.", ["path": VisibleText.line(path)])
    case .own(let path):
      tr(
        "{path} is a file with which remindctl works, and stays as it is.",
        ["path": VisibleText.line(path)])
    case .file(let path, let code):
      tr("{path}: {error}.", ["path": VisibleText.line(path), "error": system(code)])
    case .unusable(let path, .newer):
      tr(
        "{path} was written by a later version of remindctl; this one is too old for it.",
        ["path": VisibleText.line(path)])
    case .unusable(let path, .damaged):
      tr(
        "{path} is damaged; `{command}` repairs a copy of it that lies at ~/DIR/remindctl/reminders.db, which can be restored then.",
        [
          "path": VisibleText.line(path),
          "command": "XDG_DATA_HOME=~/DIR remindctl doctor --repair",
        ])
    case .unusable(let path, _):
      tr("{path} is no backup of reminders.", ["path": VisibleText.line(path)])
    }
  }
}
