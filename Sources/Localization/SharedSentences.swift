import Configuration
import Glibc
import Reminders
import Store
import System

extension Product {
  /// The title of a reminder without text, as a person reads it.
  package static var spokenTitle: String { tr("Alert Time!") }
}

extension HoldReason {
  /// Why a mail was not sent, for people; nil if it is about something else.
  package var mailReason: String? {
    switch self {
    case .accountNotFound: tr("its account is not in remindctl.conf")
    case .attachmentTooLarge: tr("a file that goes with it is too large")
    case .attachmentUnreadable: tr("a file that goes with it cannot be read")
    case .authFailed: tr("the mail server does not accept the login")
    case .expired: tr("its time is over")
    case .helperMissing: tr("remind-mail is not installed")
    case .helperFailed: tr("remind-mail has failed")
    case .invalidRecipient: tr("the mail server refuses the recipient")
    case .keyringLocked: tr("the secret of the account is not to be had")
    case .networkError: tr("the mail server cannot be reached")
    case .offline: tr("there is no network")
    case .outcomeUnknown: tr("it was sent, and the server's answer was lost: it may have come")
    case .payloadTooLarge: tr("it is too large for the mail server")
    case .providerBusy: tr("the mail server takes no mail now")
    case .providerRejected: tr("the mail server refuses it")
    case .rateLimited: tr("as many mails as may be sent in an hour have gone")
    case .recipientNotAllowed: tr("the account may not write to that address")
    case .secretNotFound: tr("the account has no secret")
    case .spoolLost: tr("it may have been sent, and its bytes are gone")
    case .timeout: tr("the mail server does not answer")
    case .tlsFailed: tr("the connection to the mail server is not safe")
    case .cancelled: tr("it was cancelled")
    case .noBus, .noServer, .notAnswering, .refused, .noAnswer, .interrupted, .outputClosed,
      .outputFull, .answered, .superseded, .quiet, .paused, .tooLate, .outOfTime:
      nil
    }
  }
}

extension MailResult {
  /// What more there is to say: the server's words, libcurl's, or ours; empty: nothing.
  package var words: String { detail?.sentence ?? text }
}

extension MailResult.Detail {
  fileprivate var sentence: String {
    switch kind {
    case .empty: tr("it printed nothing")
    case .exited: tr("it ended with {code}", ["code": String(number)])
    case .signalled: tr("it was ended by signal {signal}", ["signal": String(number)])
    case .tooSlow: tr("it took longer than {length}", ["length": number.spoken])
    case .tooMuch: tr("it prints far more than a secret in one line")
    case .quotes: tr("its quotes do not match")
    case .readable:
      tr(
        "{path} can be read by others: {command}",
        ["path": path ?? "", "command": "chmod 600 \(path ?? "")"])
    case .noLogin: tr("the server offers no login that can be used")
    case .system:
      [path, String(cString: strerror(Int32(truncatingIfNeeded: number)))].compactMap(\.self)
        .joined(separator: ": ")
    case .asked: path ?? ""
    }
  }
}

extension RecoveryReport {
  /// What could be saved, and what not, for people.
  /// - Parameter path: of the store.
  package func sentence(path: String) -> String {
    let sentences = [
      tr(
        reminders, "The store {path} was damaged: {n} reminder could be saved.",
        "The store {path} was damaged: {n} reminders could be saved.",
        ["path": VisibleText.line(path)]),
      withoutText == 0
        ? nil
        : tr(withoutText, "{n} more comes without its text.", "{n} more come without their texts."),
      withoutTime == 0
        ? nil
        : tr(
          withoutTime, "{n} more has lost its time and is shown at once.",
          "{n} more have lost their times and are shown at once."),
      RecoveryReport.list(withoutOptions).map {
        tr("Options that could not be read are the usual ones now: {ids}.", ["ids": $0])
      },
      RecoveryReport.list(withoutRule).map {
        tr(
          "Rules that could not be read: {ids}; these do not repeat any more, and can be made anew.",
          ["ids": $0])
      },
      tr("The damaged file is {aside}.", ["aside": VisibleText.line(aside)]),
    ]
    return sentences.compactMap(\.self).joined(separator: " ")
  }

  /// The first of them, and whether there are more; nil if there are none.
  private static func list(_ ids: [Int64]) -> String? {
    let first = ids.prefix(20).map(String.init).joined(separator: ", ")
    return ids.isEmpty ? nil : first + (ids.count > 20 ? " ..." : "")
  }
}
