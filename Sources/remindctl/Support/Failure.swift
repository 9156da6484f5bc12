import CalendarText
import CivilTime
import Configuration
import Mail
import Reminders
import Store
import TimeLanguage

/// Why a command did not do what it was asked to. `Messages` has the sentences.
enum Failure: Error {
  case usage(UsageError)
  /// The time was not understood; the offsets in the error count in `input`.
  case time(TimeError, input: String)
  /// The same if the first word is not a command either.
  case phrase(TimeError, input: String, first: String)
  /// The same if no text can follow.
  case alone(TimeError, input: String)
  /// The same in the value of an option.
  case option(TimeError, input: String, option: String)
  /// The same for a time that was given as fields.
  case field(FieldError)
  /// These ids name no reminder, or (then with its state) one that is finished.
  case noSuchReminder([UnknownReminder])
  /// These cannot be forgotten: they are not finished.
  case unfinished([Int64])
  /// Nor these: they are finished, and their mails wait.
  case mailWaits([Int64])
  /// It was answered, cancelled or fired meanwhile.
  case changedMeanwhile(Int64)
  case nothingToUndo
  /// The reminder has changed since the change that undo would take back.
  /// - Parameter closed: when its popup was closed, if that was it.
  case movedOn(reminder: Int64, HistoryEvent.Kind, closed: String? = nil)
  /// What was done last is that the store was restored; what was in it before is there still.
  case restored(when: String, aside: String?)
  case store(StoreError, Paths)
  /// A copy could not be made, or not be taken back.
  case backup(StoreError.CopyProblem)
  case nothingToBackUp
  /// A mail was not sent, or an account does not work.
  case mail(MailFailure)
  /// A template makes no mail.
  case template(TemplateError)
  /// A reminder has no mail that this could be about.
  case noMail(Int64, NoMail)
  /// A mail of it was written, waits, and is not changed any more.
  case mailWritten(Int64)
  /// Its mail is in the server's hands at this moment.
  case mailBeingSent(Int64)
  case calendar(CalendarError)
  /// The key of a request is none.
  case malformedKey(String)
  /// Another request made this reminder by the same key.
  case keyTaken(by: Int64)
  /// Neither XDG_DATA_HOME nor HOME says where the store is.
  case noHome
  /// Standard input could not be read: errno.
  case input(Int32)
  /// Standard output could not be written: errno.
  case output(Int32)
  /// The user was asked, and did not agree.
  case declined
  /// An error that nothing here expects, by its name.
  case unexpected(String)

  /// A reminder that is not there, or that is finished.
  struct UnknownReminder: Equatable {
    /// What names the one that was shown last, instead of its number.
    static let last = "last"

    /// As the user names it.
    var id: String
    /// Nil if it is not there.
    var state: OccurrenceState?
    /// When its popup was closed, if that was its end.
    var closed: String?
  }

  /// The failure for any error that a command threw.
  /// - Parameter paths: nil if HOME is not set.
  init(_ error: any Error, _ paths: Paths?) {
    switch error {
    case let failure as Failure: self = failure
    case StoreError.copy(let problem): self = .backup(problem)
    case StoreError.refused(let refusal): self = Failure(refusal)
    case let error as StoreError: self = paths.map { .store(error, $0) } ?? .noHome
    default: self = .unexpected(String(describing: error))
    }
  }

  private init(_ refusal: StoreError.Refusal) {
    self =
      switch refusal {
      case .notPending(let ids):
        .noSuchReminder(ids.map { UnknownReminder(id: String($0.id), state: $0.state) })
      case .nothingToUndo: .nothingToUndo
      case .changedSince(let reminder, let kind): .movedOn(reminder: reminder, kind)
      case .restoredSince(let instant):
        .restored(when: Zone.utc.wall(at: instant).description, aside: nil)
      case .unknownReminder(let id): .noSuchReminder([UnknownReminder(id: String(id))])
      case .noMailWaits(let id, let why): .noMail(id, NoMail(why))
      case .mailBeingSent(let id): .mailBeingSent(id)
      }
  }

  /// The name of it in JSON; never translated.
  var name: String { kind.name }

  var code: ExitCode { kind.code }

  /// Whether the time that was not understood is a reminder's, with its text after it.
  var hasText: Bool {
    switch self {
    case .alone, .option: false
    default: true
    }
  }

  private var kind: (name: String, code: ExitCode) {
    switch self {
    case .usage(.notAnAddress): (HoldReason.invalidRecipient.rawValue, .usage)
    case .usage: ("usage", .usage)
    case .malformedKey: ("invalid_idempotency_key", .usage)
    case .time(let error, _), .phrase(let error, _, _), .alone(let error, _),
      .option(let error, _, _):
      (error.code.rawValue, .time)
    case .field(let error): (error.problem.rawValue, .time)
    case .noSuchReminder: ("no-such-reminder", .noSuchReminder)
    case .unfinished: ("unfinished", .noSuchReminder)
    case .mailWaits: ("mail-waits", .noSuchReminder)
    case .noMail(_, let why): (why.rawValue, .noSuchReminder)
    case .changedMeanwhile: ("changed-meanwhile", .failed)
    case .nothingToUndo: ("nothing-to-undo", .failed)
    case .movedOn: ("moved-on", .failed)
    case .restored: ("restored", .failed)
    case .nothingToBackUp: ("no-store", .failed)
    case .mail(let failure): (failure.code.rawValue, .failed)
    case .mailBeingSent: ("mail-being-sent", .failed)
    case .mailWritten: ("mail-written", .failed)
    case .template(let failure): (failure.name, failure.code)
    case .keyTaken: ("idempotency_conflict", .failed)
    case .backup(.exists): ("file-exists", .failed)
    case .backup(.notAFile): ("not-a-file", .failed)
    case .backup(.own): ("own-file", .failed)
    case .backup(.unusable): ("not-a-backup", .failed)
    case .backup, .calendar(.file): ("file", .failed)
    case .calendar(.noReader): ("no-calendar-reader", .failed)
    case .calendar(.stopped): ("calendar-reader", .failed)
    case .calendar(.broken): ("calendar-broken", .failed)
    case .calendar(.unsupported): ("calendar-unsupported", .failed)
    case .input: ("input", .failed)
    case .output: ("output", .failed)
    case .declined: ("declined", .failed)
    case .unexpected: ("unexpected-error", .failed)
    case .noHome: ("no-home", .store)
    case .store(let error, _):
      switch error.cause {
      case .locked: ("store-locked", .store)
      case .full: ("store-full", .store)
      case .readOnly: ("store-read-only", .store)
      case .unreachable: ("store-unreachable", .store)
      case .foreign: ("store-foreign", .store)
      case .moved: ("store-moved", .store)
      case .notADatabase: ("store-not-a-database", .store)
      case .damaged: ("store-damaged", .store)
      case .newer: ("store-newer", .store)
      case .other: ("store", .store)
      }
    }
  }
}

/// Why a calendar file was not imported. Nothing was changed.
enum CalendarError: Error, Equatable {
  /// remind-calendar is not installed.
  case noReader
  /// It ended too early: by this signal, or by itself.
  case stopped(signal: Int32?)
  /// The file could not be opened: errno.
  case file(path: String, errno: Int32)
  case broken(CalendarFault)
  /// It has parts that no reminder can keep.
  case unsupported([CalendarProblem])
}
