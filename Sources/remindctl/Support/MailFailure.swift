import Configuration
import Reminders
import Store

/// Why there is no mail.
struct MailFailure: Error, Equatable {
  /// The most bytes that the files of one mail may have together: mail servers take little more.
  static let mostAttached: Int64 = 25 << 20

  var code: HoldReason
  /// The account's name, as far as one is meant.
  var account: String?
  /// `smtp.example.org:465`, if one was asked.
  var server: String?
  /// The accounts that there are, if none has that name.
  var others: [String] = []
  /// The server's last reply code; 0: none.
  var status = 0
  /// In the words of the server, of libcurl or of a secret's source; empty: none.
  var text = ""
  /// Whose secret did not help.
  var secret: MailSecretSource?
  /// Where the account would stand, or stands.
  var configuration: String
  /// What is wrong there.
  var flaws: [Configuration.Flaw] = []
}

extension MailFailure {
  init(_ result: MailResult, of account: MailAccount, configuration: String) {
    self.init(
      code: result.reason ?? .helperFailed, account: account.name, server: account.address,
      status: result.status,
      text: result.words, secret: result.secret, configuration: configuration)
  }
}

extension MailAccount {
  /// Its server and port.
  var address: String { "\(server):\(port)" }
}

/// Why a reminder has no mail of the kind that was asked for.
enum NoMail: String, Error {
  /// It is not mailed at all.
  case never = "no-mail"
  /// None of its mails has been written yet.
  case notWritten = "mail-not-written"
  /// Its time is still to come.
  case notDue = "mail-not-due"
  /// Each was sent, or given up.
  case through = "no-mail-waits"

  init(_ why: StoreError.WhyNone) {
    self =
      switch why {
      case .never: .never
      case .notDue: .notDue
      case .through: .through
      }
  }
}
