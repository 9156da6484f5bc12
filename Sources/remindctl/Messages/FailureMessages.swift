import Configuration
import Glibc
import Localization
import Scheduler
import Store
import System

// The sentences of `Messages` about what went wrong, and what to do about it.

extension Messages {
  /// What went wrong and what to do about it, as lines.
  /// - Parameter columns: of the terminal that shows it; nil where there is none. A terminal gets
  ///   a caret under what was not understood.
  static func failure(_ failure: Failure, columns: Int?) -> [String] {
    switch failure {
    case .usage(let error): usage(error)
    case .time(let error, let input), .alone(let error, let input):
      [time(error, in: input, isReminder: failure.hasText)]
        + (columns.map { Caret.lines(error, in: input, columns: $0) } ?? [])
        + accepted(error.accepted, withText: failure.hasText)
    case .phrase(let error, let input, let first):
      Messages.failure(.time(error, input: input), columns: columns) + [noVerbEither(first)]
    case .option(let error, let input, let option):
      inOption(option, Messages.failure(.alone(error, input: input), columns: columns))
    case .field(let error): [field(error)] + accepted([.duration], withText: true)
    case .noSuchReminder(let ids): ids.map(noSuchReminder)
    case .unfinished(let ids): ids.map { unfinished(String($0)) }
    case .mailWaits(let ids): ids.map { mailWaits(String($0)) }
    case .changedMeanwhile(let id): [changedMeanwhile(String(id))]
    case .nothingToUndo: [nothingLeftToUndo]
    case .movedOn(let id, let kind, let closed):
      [movedOn(String(id), kind), closed.map { Messages.closed(String(id), $0) }, undoGoesOn]
        .compactMap(\.self)
    case .restored(let when, let aside): restoredLast(when, aside)
    case .store(let error, let places): [store(error, places)]
    case .backup(let error): [backup(error)]
    case .nothingToBackUp: [noStoreToBackUp]
    case .mail(let failure): mail(failure)
    case .template(let failure): template(failure)
    case .malformedKey(let text): [malformedKey(text)]
    case .keyTaken(let id): [keyTaken(by: id)]
    case .noMail(let id, let why): [noMail(String(id), why)]
    case .mailWritten(let id): [mailIsWritten(String(id))]
    case .mailBeingSent(let id):
      [tr("The mail of reminder {id} is being sent at this moment.", ["id": String(id)])]
    case .calendar(let error): calendar(error)
    case .noHome:
      [
        tr(
          "Nobody knows where the store is: HOME names no folder, and XDG_DATA_HOME and XDG_CONFIG_HOME do not both."
        )
      ]
    case .input(let code):
      [tr("Standard input cannot be read: {error}.", ["error": system(code)])]
    case .output(let code):
      [tr("Standard output cannot be written: {error}.", ["error": system(code)])]
    case .declined: [tr("Nothing was changed.")]
    case .unexpected(let name):
      [tr("An unexpected error: {error}.", ["error": VisibleText.line(name)])]
    }
  }

  private static func noSuchReminder(_ reminder: Failure.UnknownReminder) -> String {
    let id = reminder.id
    if id == Failure.UnknownReminder.last { return noneUnanswered }
    guard let state = reminder.state else { return tr("There is no reminder {id}.", ["id": id]) }
    if let closed = reminder.closed {
      return tr("Reminder {id} is finished.", ["id": id]) + " " + Messages.closed(id, closed)
    }
    return switch state {
    case .cancelled: tr("Reminder {id} is cancelled already.", ["id": id])
    case .scheduled, .unanswered, .done, .dismissed, .snoozed, .expired:
      tr("Reminder {id} is finished already.", ["id": id])
    }
  }

  private static func store(_ error: StoreError, _ places: Places) -> String {
    let (path, reason) =
      switch error {
      case .folder(let path, let code): (path, system(code))
      case .foreign(let path, _), .stray(let path): (path, "")
      case .unwatchable(let shortage): (places.data, watchesUsedUp(shortage))
      case .newer(let found, let known): (places.store, "\(found) > \(known)")
      case .refused, .copy: (places.store, "")
      case .database(_, let message, _):
        (error.cause == .unreachable ? places.unreadable : nil).map { ($0.path, system($0.errno)) }
          ?? (places.store, message)
      }
    let values = ["path": VisibleText.line(path), "error": reason] as KeyValuePairs
    return switch error.cause {
    case .locked: tr("Another program keeps {path} locked; try again.", values)
    case .full: tr("The disk with {path} is full; nothing was stored.", values)
    case .readOnly: unwritable(places.unwritable) ?? unwritable([places.store], reason)
    case .foreign:
      if case .foreign(_, .link) = error {
        tr(
          "{path} is a link, which remindd could not watch; XDG_DATA_HOME can be elsewhere.", values
        )
      } else {
        tr("{path} belongs to another user, and is not used.", values)
      }
    case .moved: tr("Another file has just taken the place of {path}; try again.", values)
    case .notADatabase:
      tr("{path} is not a store of reminders; move it away, and a new one is made.", values)
    case .damaged: tr("{path} is damaged: {error}.", values)
    case .newer:
      tr("{path} was written by a later version of remindctl; this one is too old for it.", values)
    case .unreachable where error == .foreign(path: path, .special):
      tr("{path} is no file; move it away and try again.", values)
    case .unreachable where error == .foreign(path: path, .folder):
      tr("{path} is a folder; move it away and try again.", values)
    case .unreachable where error == .foreign(path: path, .noFolder):
      tr("{path} is no folder, or a link to one; move it away and try again.", values)
    case .unreachable, .other: tr("{path} cannot be used: {error}.", values)
    }
  }

  /// Why a folder cannot be used.
  static func watchesUsedUp(_ shortage: FileEvents.Shortage) -> String {
    tr("no more can be watched, {limit} is used up", ["limit": shortage.rawValue])
  }

  /// - Returns: nil where all can be written.
  static func unwritable(_ places: [(path: String, errno: Int32)]) -> String? {
    guard let first = places.first else { return nil }
    return unwritable(places.map(\.path), system(first.errno))
  }

  private static func unwritable(_ paths: [String], _ reason: String) -> String {
    tr(
      paths.count, "{path} cannot be written: {error}.", "{path} cannot be written: {error}.",
      ["path": list(paths.map(VisibleText.line)), "error": reason])
  }

  static func system(_ code: Int32) -> String { String(cString: strerror(code)) }
}
