import CivilTime
import Configuration
import Localization
import Mail
import Store
import System

// What the store did not do.

extension Failure {
  /// The failure for any error that a command threw.
  /// - Parameter paths: nil if HOME is not set.
  init(_ error: any Error, _ paths: Paths?) {
    switch error {
    case let failure as Failure: self = failure
    case let time as TimeFailure: self = time.asFailure
    case let field as FieldError: self = field.asFailure
    case let error as TemplateError: self = .template(error)
    case StoreError.copy(let problem): self = .backup(problem)
    case StoreError.refused(let refusal): self = .refused(refusal)
    case let error as StoreError: self = paths.map { .store(error, $0) } ?? .noHome
    default:
      self = Failure(
        "unexpected-error",
        tr(
          "An unexpected error: {error}.",
          ["error": VisibleText.line(String(describing: error))]))
    }
  }

  static func refused(_ refusal: StoreError.Refusal) -> Failure {
    switch refusal {
    case .notPending(let ids):
      noSuchReminder(ids.map { UnknownReminder(id: String($0.id), state: $0.state) })
    case .nothingToUndo: nothingToUndo
    case .changedSince(let reminder, let kind): movedOn(reminder: reminder, kind)
    case .restoredSince(let instant):
      restored(when: Zone.utc.wall(at: instant).description, aside: nil)
    case .unknownReminder(let id): noSuchReminder([UnknownReminder(id: String(id))])
    case .noMailWaits(let id, let why): noMail(id, why)
    case .mailBeingSent(let id): mailBeingSent(id)
    }
  }

  static func store(_ error: StoreError, _ paths: Paths) -> Failure {
    let (path, reason) =
      switch error {
      case .folder(let path, let code): (path, Messages.system(code))
      case .foreign(let path, _), .stray(let path): (path, "")
      case .unwatchable(let shortage):
        (paths.data, tr("no more can be watched, {limit} is used up", ["limit": shortage.rawValue]))
      case .newer(let found, let known): (paths.store, "\(found) > \(known)")
      case .refused, .copy, .taken, .lock: (paths.store, "")
      case .database(_, let message, _):
        (error.cause == .unreachable ? paths.unreadable : nil)
          .map { ($0.path, Messages.system($0.errno)) } ?? (paths.store, message)
      }
    let values = ["path": VisibleText.line(path), "error": reason] as KeyValuePairs
    let sentence =
      switch error.cause {
      case .locked:
        tr("Another program keeps {path} locked; try again.", values)
      case .full:
        tr("The disk with {path} is full; nothing was stored.", values)
      case .readOnly:
        Messages.unwritable(paths.unwritable) ?? Messages.unwritable([paths.store], reason)
      case .foreign where error == .foreign(path: path, .link):
        tr(
          "{path} is a link, which remindd could not watch; XDG_DATA_HOME can be elsewhere.", values
        )
      case .foreign:
        tr("{path} belongs to another user, and is not used.", values)
      case .moved:
        tr("Another file has just taken the place of {path}; try again.", values)
      case .notADatabase:
        tr("{path} is not a store of reminders; move it away, and a new one is made.", values)
      case .damaged:
        tr("{path} is damaged: {error}.", values)
      case .newer: writtenByLater(path)
      case .unreachable: unreachable(error, values)
      case .other: tr("{path} cannot be used: {error}.", values)
      }
    let name = error.cause == .other ? "store" : "store-" + error.cause.rawValue
    return Failure(name, code: .store, sentence)
  }

  private static func unreachable(
    _ error: StoreError, _ values: KeyValuePairs<String, String>
  ) -> String {
    switch error {
    case .foreign(_, .special): tr("{path} is no file; move it away and try again.", values)
    case .foreign(_, .folder): tr("{path} is a folder; move it away and try again.", values)
    case .foreign(_, .noFolder):
      tr("{path} is no folder, or a link to one; move it away and try again.", values)
    default: tr("{path} cannot be used: {error}.", values)
    }
  }

  private static func writtenByLater(_ path: String) -> String {
    tr(
      "{path} was written by a later version of remindctl; this one is too old for it.",
      ["path": VisibleText.line(path)])
  }

  // Copies

  /// A copy could not be made, or not be taken back.
  static func backup(_ problem: StoreError.CopyProblem) -> Failure {
    func named(_ path: String) -> KeyValuePairs<String, String> {
      ["path": VisibleText.line(path)]
    }
    return switch problem {
    case .file(let path, let code): file(path, code)
    case .exists(let path):
      Failure("file-exists", tr("{path} is there already; --force replaces it.", named(path)))
    case .notAFile(let path):
      Failure(
        "not-a-file", tr("{path} is not a regular file, and stays as it is.", named(path)))
    case .own(let path):
      Failure(
        "own-file",
        tr("{path} is a file with which remindctl works, and stays as it is.", named(path)))
    case .unusable(let path, .newer): Failure("not-a-backup", writtenByLater(path))
    case .unusable(let path, .damaged):
      Failure(
        "not-a-backup",
        tr(
          "{path} is damaged; `{command}` repairs a copy of it that lies at ~/DIR/remindctl/reminders.db, which can be restored then.",
          [
            "path": VisibleText.line(path),
            "command": "XDG_DATA_HOME=~/DIR remindctl doctor --repair",
          ]))
    case .unusable(let path, _):
      Failure("not-a-backup", tr("{path} is no backup of reminders.", named(path)))
    }
  }
}

extension Messages {
  /// - Returns: nil if all can be written.
  static func unwritable(_ paths: [(path: String, errno: Int32)]) -> String? {
    guard let first = paths.first else { return nil }
    return unwritable(paths.map(\.path), system(first.errno))
  }

  fileprivate static func unwritable(_ paths: [String], _ reason: String) -> String {
    tr(
      paths.count, "{path} cannot be written: {error}.", "{path} cannot be written: {error}.",
      ["path": list(paths.map(VisibleText.line)), "error": reason])
  }
}
