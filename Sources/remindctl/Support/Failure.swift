import CivilTime
import Configuration
import Mail
import Reminders
import Scheduler
import Store
import TimeLanguage

/// Why a command did not do what it was asked to. `Messages` has the sentences.
enum Failure: Error {
  case usage(UsageError)
  /// The time was not understood; the offsets in the error count in `input`.
  case time(TimeError, input: String)
  /// The same where the first word is no verb either.
  case phrase(TimeError, input: String, first: String)
  /// The same where no text can follow.
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
  /// It was answered, cancelled or fired in this very moment.
  case changedMeanwhile(Int64)
  case nothingToUndo
  /// What happened last to this reminder is not what could be taken back; nor is, where it was
  /// then, that its popup was closed.
  case movedOn(reminder: Int64, HistoryEvent.Kind, closed: String? = nil)
  /// What was done last is that the store was restored; what was in it before is there still.
  case restored(when: String, aside: String?)
  case store(StoreError, Places)
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
    /// Nil where it is not there.
    var state: OccurrenceState?
    /// When its popup was closed, where that was its end.
    var closed: String?
  }

  /// What an error is called here that a command threw.
  /// - Parameter places: nil: nobody says where things are kept.
  init(_ error: any Error, _ places: Places?) {
    switch error {
    case let failure as Failure: self = failure
    case StoreError.copy(let problem): self = .backup(problem)
    case StoreError.refused(let refusal): self = Failure(refusal)
    case let error as StoreError: self = places.map { .store(error, $0) } ?? .noHome
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

  var code: ExitCode {
    switch self {
    case .usage, .malformedKey: .usage
    case .time, .phrase, .alone, .option, .field: .time
    case .noSuchReminder, .unfinished, .noMail, .mailWaits: .noSuchReminder
    case .store, .noHome: .store
    case .template(let failure): failure.code
    case .backup, .nothingToBackUp, .mail, .calendar, .keyTaken: .failed
    case .input, .output, .declined, .changedMeanwhile, .nothingToUndo, .movedOn, .restored,
      .mailBeingSent, .mailWritten, .unexpected:
      .failed
    }
  }

  /// Whether the time that was not understood is a reminder's, with its text behind it.
  var hasText: Bool {
    switch self {
    case .alone, .option: false
    default: true
    }
  }

  /// The name of it in JSON; never translated.
  var name: String {
    switch self {
    case .usage(.notAnAddress): HoldReason.invalidRecipient.rawValue
    case .usage: "usage"
    case .time(let error, _), .phrase(let error, _, _), .alone(let error, _),
      .option(let error, _, _):
      error.code.rawValue
    case .field(let error): error.problem.rawValue
    case .noSuchReminder: "no-such-reminder"
    case .unfinished: "unfinished"
    case .mailWaits: "mail-waits"
    case .changedMeanwhile: "changed-meanwhile"
    case .nothingToUndo: "nothing-to-undo"
    case .movedOn: "moved-on"
    case .restored: "restored"
    case .noHome: "no-home"
    case .nothingToBackUp: "no-store"
    case .mail(let failure): failure.code.rawValue
    case .template(let failure): failure.name
    case .noMail(_, let why): why.rawValue
    case .mailBeingSent: "mail-being-sent"
    case .mailWritten: "mail-written"
    case .malformedKey: "invalid_idempotency_key"
    case .keyTaken: "idempotency_conflict"
    case .backup(.exists): "file-exists"
    case .backup(.notAFile): "not-a-file"
    case .backup(.own): "own-file"
    case .backup(.unusable): "not-a-backup"
    case .backup: "file"
    case .calendar(.noReader): "no-calendar-reader"
    case .calendar(.stopped): "calendar-reader"
    case .calendar(.file): "file"
    case .calendar(.broken): "calendar-broken"
    case .calendar(.unsupported): "calendar-unsupported"
    case .input: "input"
    case .output: "output"
    case .declined: "declined"
    case .unexpected: "unexpected-error"
    case .store(let error, _):
      switch error.cause {
      case .locked: "store-locked"
      case .full: "store-full"
      case .readOnly: "store-read-only"
      case .unreachable: "store-unreachable"
      case .foreign: "store-foreign"
      case .moved: "store-moved"
      case .notADatabase: "store-not-a-database"
      case .damaged: "store-damaged"
      case .newer: "store-newer"
      case .other: "store"
      }
    }
  }
}
