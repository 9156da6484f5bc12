import Localization
import Reminders
import Scheduler
import Store
import System
import TimeLanguage

// The sentences of `Messages` about mails that wait or are through, and about keys of requests.

extension Messages {
  static func malformedKey(_ text: String) -> String {
    tr(
      "'{text}' is no key: that is 1 to {most} letters, digits and signs of ASCII, without blanks.",
      ["text": VisibleText.line(text), "most": String(RequestKey.most)])
  }
  static func keyTaken(by id: Int64) -> String {
    tr(
      "Another request has made reminder {id} under this key; nothing was stored.",
      ["id": String(id)])
  }
  static var isRepeated: String {
    tr("It is there already, by the same key; nothing new is stored.")
  }
  static var moreMails: String { tr("... and more (remindctl mail log | less shows all)") }
  static func mailCancelled(id: String, text: String, count: Int) -> String {
    tr(
      count, "{id}  {text}  its mail is cancelled", "{id}  {text}  {n} of its mails are cancelled",
      ["id": id, "text": text])
  }
  static var mailIsWell: String { tr("No mail waits for you, and no file of one is missing.") }
  static func mailFileGone(_ id: String, _ path: String) -> String {
    tr(
      "{path} is gone, and the mail of reminder {id} cannot be sent with it.",
      ["path": path, "id": id])
  }
  static func mailsHeld(_ count: Int, because reason: String) -> String {
    tr(
      count, "{n} mail waits for you: {reason}.", "{n} mails wait for you: {reason}.",
      ["reason": reason])
  }
  static func mailStrangers(_ count: Int) -> String {
    tr(
      count, "The files of mails that {n} reminder had are left; remindd removes them after a day.",
      "The files of mails that {n} reminders had are left; remindd removes them after a day.")
  }
  static func mailWaits(_ id: String) -> String {
    tr(
      "A mail of reminder {id} waits to be sent: `remindctl mail cancel {id}` comes first.",
      ["id": id])
  }
  static func mailIsWritten(_ id: String) -> String {
    tr(
      "A mail of reminder {id} is written and waits: it goes as it is, or `remindctl mail cancel {id}` gives it up.",
      ["id": id])
  }
  static func tooLateForMail(_ id: String) -> String {
    tr(
      "Reminder {id} was shown already: with a new time (`--in`, `--at`) it is mailed then.",
      ["id": id])
  }
  static func ofARequest(_ option: String, _ id: String) -> String {
    tr(
      "Reminder {id} is a request, whose mail its template has made: {option} would change nothing of it. `remindctl cancel {id}`, and make the request anew.",
      ["id": id, "option": option])
  }
  static func noMail(_ id: String, _ why: NoMail) -> String {
    switch why {
    case .never: tr("Reminder {id} is not mailed.", ["id": id])
    case .notWritten: tr("No mail of reminder {id} has been written yet.", ["id": id])
    case .notDue:
      tr(
        "The mail of reminder {id} is not due yet; `remindctl edit {id} --no-mail` leaves it out.",
        ["id": id])
    case .through: tr("No mail of reminder {id} waits.", ["id": id])
    }
  }
  static func mailIsToCome(to address: String) -> String {
    tr("It is still to be mailed, to {address}.", ["address": address])
  }
  /// - Parameter purpose: nil: the reminder itself.
  static func mailHead(
    to address: String, account: String, _ state: String, purpose: String?
  ) -> String {
    let values: KeyValuePairs = [
      "address": address, "account": account, "state": state,
      "purpose": purpose.map { " (" + $0 + ")" } ?? "",
    ]
    // Translators: {purpose} brings a blank along, or is empty.
    return tr("To {address} from the account {account}{purpose}: {state}", values)
  }
  static func mailWritten(id: String, size: String) -> String {
    // Translators: how a mail is called in its header, and its size.
    tr("Message-ID {id}, {size}", ["id": VisibleText.line(id), "size": size])
  }
  static func attempt(_ attempt: MailAttempt, _ when: String) -> String {
    let values: KeyValuePairs = [
      "n": String(attempt.number), "when": when, "reply": VisibleText.line(attempt.result.text),
      "reason": attempt.result.reason.map(reason) ?? "",
    ]
    return switch attempt.result.verdict {
    case .accepted: tr("Attempt {n} {when}: sent; the server says: {reply}", values)
    case _ where attempt.result.text.isEmpty: tr("Attempt {n} {when}: {reason}", values)
    case .retry, .held, .unknown, .failed: tr("Attempt {n} {when}: {reason} ({reply})", values)
    }
  }
  static func mailGoesAgain(_ when: String) -> String {
    tr("Again {when}.", ["when": when])
  }
}
