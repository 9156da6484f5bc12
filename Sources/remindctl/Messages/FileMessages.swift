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

  static func exported(count: Int, _ path: String) -> String {
    tr(
      count, "{n} reminder is written to {path}.", "{n} reminders are written to {path}.",
      ["path": VisibleText.line(path)])
  }
  static func exportedMailed(count: Int) -> String {
    tr(
      count,
      "{n} of them is mailed, which a calendar file does not say: imported elsewhere it is only shown.",
      "{n} of them are mailed, which a calendar file does not say: imported elsewhere they are only shown."
    )
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

  static func calendar(_ error: CalendarError) -> [String] {
    switch error {
    case .noReader:
      [
        tr("The program that reads calendar files, remind-calendar, is not installed."),
        tr("It is built where libical is (Debian: libical-dev), and installed with remindctl."),
      ]
    case .stopped:
      [tr("The program that reads calendar files broke off; nothing was changed.")]
    case .file(let path, let code):
      [tr("{path}: {error}.", ["path": VisibleText.line(path), "error": system(code)])]
    case .broken(let fault): [broken(fault), nothingImported]
    case .unsupported(let problems):
      problems.prefix(mostNamed).map(unsupported)
        + (problems.count > mostNamed ? [morePartsLike(problems.count - mostNamed)] : [])
        + [tr("Nothing was imported; --skip-unsupported leaves these out.")]
    }
  }

  private static var nothingImported: String { tr("Nothing was imported.") }

  private static func morePartsLike(_ count: Int) -> String {
    tr(count, "... and {n} more", "... and {n} more")
  }

  static func skippedPart(_ problem: CalendarProblem) -> String {
    tr("Left out: {part}", ["part": unsupported(problem)])
  }

  private static func unsupported(_ problem: CalendarProblem) -> String {
    let values =
      [
        "n": String(problem.line), "part": part(problem),
        "text": problem.summary.map(Text.line) ?? "",
      ] as KeyValuePairs
    return problem.summary == nil
      ? tr("Line {n}: {part}.", values) : tr("Line {n} ({text}): {part}.", values)
  }

  static func part(_ problem: CalendarProblem) -> String {
    let detail = VisibleText.line(problem.value)
    return switch problem.kind {
    case .allThatFollow: tr("a change of this and all future instances (RANGE)")
    case .exceptionRule: tr("a rule of exceptions (EXRULE)")
    case .tooOften: tr("it comes too often")
    case .rule: tr("its repetition: {problem}", ["problem": detail])
    case .neverOccurs: tr("its repetition: {problem}", ["problem": tr("it never comes")])
    case .zone: tr("no time zone of this system is '{zone}'", ["zone": detail])
    case .place: tr("an alarm at a place")
    case .alarmWithoutTime: tr("an alarm without a time (TRIGGER)")
    case .method: tr("a message of the kind {method}", ["method": detail])
    case .repeated: tr("the same UID as on line {n}", ["n": detail])
    case .instanceAlone: tr("an instance of a series that is not in the file itself")
    }
  }

  private static func broken(_ fault: CalendarFault) -> String {
    let values =
      [
        "n": String(fault.line), "name": VisibleText.line(fault.name),
        "value": VisibleText.line(VisibleText.cut(fault.value, characters: 80, bytes: 300)),
      ] as KeyValuePairs
    return switch fault.kind {
    case .notACalendar: tr("Line {n}: this is no iCalendar file.", values)
    case .version: tr("Line {n}: this is vCalendar 1.0, not iCalendar.", values)
    case .notAProperty: tr("Line {n} is no property of a calendar: {value}", values)
    case .wrongEnd: tr("Line {n}: {value} ends what has not begun.", values)
    case .unclosed: tr("Line {n}: {name} begins here and does not end.", values)
    case .notUTF8: tr("Line {n}: {name} is not UTF-8 text.", values)
    case .tooDeep: tr("Line {n}: {name} lies too deep within others.", values)
    case .tooLong: tr("Line {n}: {name} is too long.", values)
    case .missing: tr("Line {n}: {name} is missing.", values)
    case .value: tr("Line {n}: {name} cannot be '{value}'.", values)
    }
  }
}
