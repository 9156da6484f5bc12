import Configuration
import Localization
import Reminders
import Store
import System

// The sentences of `Messages` about mail.

extension Messages {
  static func confirmed(to address: String) -> String {
    tr("When the server has taken it, {address} is told.", ["address": address])
  }
  // Translators: the recipient of a mail that goes to the user.
  static var oneself: String { tr("(yourself)") }
  // Translators: the subject of a mail.
  static var testSubject: String { tr("This is a test of remindctl") }
  static func onlyMailed(to address: String) -> String {
    tr("Mailed to {address}, and not shown.", ["address": address])
  }
  static func attached(_ name: String, size: String) -> String {
    tr("{file} goes with the mail ({size}).", ["file": name, "size": size])
  }
  // Translators: why a file cannot be attached, behind its name.
  static var notARegularFile: String { tr("it is no file that can be attached") }
  static var notOneLine: String {
    // Translators: why a file cannot be attached, behind its name.
    tr("its name has a character that ends a line or steers something")
  }
  static func mailRetried(count: Int, isServed: Bool) -> String {
    isServed
      ? tr(count, "{n} mail is sent now.", "{n} mails are sent now.")
      : tr(
        count, "{n} mail is to be sent when remindd runs.",
        "{n} mails are to be sent when remindd runs.")
  }
  /// - Parameter words: the server's, if there are any.
  static func mailState(_ record: MailRecord, saying words: String?) -> String {
    let words = VisibleText.cut(VisibleText.line(words ?? ""), characters: 200, bytes: 800)
    return mailState(record) + (words.isEmpty ? "" : " (" + words + ")")
  }
  static func mailState(_ record: MailRecord) -> String {
    switch record.state {
    case .scheduled: tr("waits for its turn")
    case .claimed: tr("being sent")
    case .accepted: tr("sent")
    case .held: tr("held: {reason}", ["reason": record.reason.map(reason) ?? ""])
    case .unknown: tr("perhaps sent: {reason}", ["reason": record.reason.map(reason) ?? ""])
    case .failed: tr("not sent: {reason}", ["reason": record.reason.map(reason) ?? ""])
    }
  }

  /// What has become of a mail, in a reminder's life.
  static func mailDelivery(_ record: DeliveryRecord, when: String?) -> String {
    let reason = record.holdReason.map(reason) ?? ""
    switch record.state {
    case .accepted:
      let place = purpose(record.purpose).map { " (" + $0 + ")" } ?? ""
      let sentence = tr(
        "Mailed{when}{purpose}; {server} says: {reply}",
        [
          "when": when.map { " " + $0 } ?? "", "purpose": place,
          "server": VisibleText.line(record.product ?? ""),
          "reply": VisibleText.line(record.version ?? ""),
        ])
      guard record.isPossibleRepeat else { return sentence }
      return sentence + " " + tr("It may have come before: an earlier answer was lost.")
    case .scheduled: return tr("Its mail waits for its turn.")
    case .claimed: return tr("Being mailed.")
    case .held: return tr("Its mail waits: {reason}.", ["reason": reason])
    case .unknown: return tr("Perhaps mailed: {reason}.", ["reason": reason])
    case .failed: return tr("Not mailed: {reason}.", ["reason": reason])
    }
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
}
