import Localization
import Reminders
import Store
import System

// What cannot be done with reminders.

extension Failure {
  /// A reminder that is not there, or that is finished.
  struct UnknownReminder {
    /// What names the one that was shown last, instead of its number.
    static let last = "last"

    /// As the user names it.
    var id: String
    /// Nil if it is not there.
    var state: OccurrenceState?
    /// When its popup was closed, if that was its end.
    var closed: String?

    fileprivate var sentence: String {
      if id == UnknownReminder.last {
        return tr("There is no last one: nothing that was shown waits for an answer.")
      }
      guard let state else { return tr("There is no reminder {id}.", ["id": id]) }
      if let closed {
        return tr("Reminder {id} is finished.", ["id": id]) + " " + Failure.closed(id, closed)
      }
      return state == .cancelled
        ? tr("Reminder {id} is cancelled already.", ["id": id])
        : tr("Reminder {id} is finished already.", ["id": id])
    }
  }

  /// - Parameter sentence: of one of them.
  private static func about(
    _ ids: [Int64], _ name: String, _ code: ExitCode = .failed, sentence: (String) -> String
  ) -> Failure {
    let words = ids.map { String($0) }
    return Failure(
      name, code: code, sentences: words.map(sentence),
      details: [("ids", .array(words.map(JSON.string)))])
  }

  static func noSuchReminder(_ reminders: [UnknownReminder]) -> Failure {
    Failure(
      "no-such-reminder", code: .noSuchReminder, sentences: reminders.map(\.sentence),
      details: [("ids", .array(reminders.map { .string($0.id) }))])
  }
  static func unfinished(_ ids: [Int64]) -> Failure {
    about(ids, "unfinished", .noSuchReminder) {
      tr("Reminder {id} is not finished: `remindctl cancel {id}` comes first.", ["id": $0])
    }
  }
  /// They are finished, and their mails wait.
  static func mailWaits(_ ids: [Int64]) -> Failure {
    about(ids, "mail-waits", .noSuchReminder) {
      tr(
        "A mail of reminder {id} waits to be sent: `remindctl mail cancel {id}` comes first.",
        ["id": $0])
    }
  }
  /// It was answered, cancelled or fired meanwhile.
  static func changedMeanwhile(_ id: Int64) -> Failure {
    about([id], "changed-meanwhile") {
      tr("Reminder {id} has changed in this very moment; nothing was done.", ["id": $0])
    }
  }
  /// A mail of it is written, waits, and is not changed any more.
  static func mailWritten(_ id: Int64) -> Failure {
    about([id], "mail-written") {
      tr(
        "A mail of reminder {id} is written and waits: it goes as it is, or `remindctl mail cancel {id}` gives it up.",
        ["id": $0])
    }
  }
  static func mailBeingSent(_ id: Int64) -> Failure {
    about([id], "mail-being-sent") {
      tr("The mail of reminder {id} is being sent at this moment.", ["id": $0])
    }
  }
  static func mailNotWritten(_ id: Int64) -> Failure {
    about([id], "mail-not-written", .noSuchReminder) {
      tr("No mail of reminder {id} has been written yet.", ["id": $0])
    }
  }
  /// No mail of it waits.
  static func noMail(_ id: Int64, _ why: StoreError.WhyNone) -> Failure {
    switch why {
    case .never:
      about([id], "no-mail", .noSuchReminder) { tr("Reminder {id} is not mailed.", ["id": $0]) }
    case .notDue:
      about([id], "mail-not-due", .noSuchReminder) {
        tr(
          "The mail of reminder {id} is not due yet; `remindctl edit {id} --no-mail` leaves it out.",
          ["id": $0])
      }
    case .through:
      about([id], "no-mail-waits", .noSuchReminder) {
        tr("No mail of reminder {id} waits.", ["id": $0])
      }
    }
  }

  // Requests with a key

  static func malformedKey(_ text: String) -> Failure {
    Failure(
      "invalid_idempotency_key", code: .usage,
      tr(
        "'{text}' is no key: that is 1 to {most} letters, digits and signs of ASCII, without blanks.",
        ["text": VisibleText.line(text), "most": String(RequestKey.most)]))
  }
  static func keyTaken(by id: Int64) -> Failure {
    about([id], "idempotency_conflict") {
      tr("Another request has made reminder {id} under this key; nothing was stored.", ["id": $0])
    }
  }

  // Undo

  static var nothingToUndo: Failure {
    Failure("nothing-to-undo", tr("There is nothing to take back."))
  }
  /// The reminder has changed since the change that undo would take back.
  /// - Parameter closed: when its popup was closed, if that was it.
  static func movedOn(
    reminder id: Int64, _ kind: HistoryEvent.Kind, closed: String? = nil
  ) -> Failure {
    var failure = about([id], "moved-on") { Messages.movedOn($0, kind) }
    if let closed { failure.sentences.append(Failure.closed(String(id), closed)) }
    failure.sentences.append(
      tr("It stays as it is; `remindctl undo` again takes back what was done before that."))
    return failure
  }
  /// The store was restored last.
  /// - Parameter aside: the store that was there before, and is there still.
  static func restored(when: String, aside: String?) -> Failure {
    var failure = Failure(
      "restored",
      tr("The store was restored last, {when}, which undo does not take back.", ["when": when]),
      details: [("replaced", aside.map(JSON.string) ?? .null)])
    if let aside {
      let command = "remindctl restore \(VisibleText.line(aside)) --force"
      failure.sentences.append(
        tr("`{command}` has what was there before.", ["command": command]))
    }
    return failure
  }

  private static func closed(_ id: String, _ when: String) -> String {
    tr(
      "Its popup was closed {when}; `remindctl snooze {id}` brings it back.",
      ["when": when, "id": id])
  }
}
