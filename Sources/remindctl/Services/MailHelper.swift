import Configuration
import Mail
import Reminders
import System

/// The program that knows mail, as remindctl asks it: it runs, answers, and is gone.
struct MailHelper {
  private let account: MailAccount
  private let path: String

  /// Milliseconds that the server has for one answer.
  private static let limit: Int64 = 30_000
  /// After so many more it is killed: a secret's source may have asked the user (30 s), and libcurl
  /// waits for a farewell.
  private static let patience: Int64 = 40_000

  init(_ account: MailAccount, _ context: Context) throws {
    guard let path = ChildProcess.path(ofHelper: "remind-mail") else {
      throw Failure.mail(.helperMissing, account: account.name)
    }
    self.account = account
    self.path = path
  }

  /// What became of the last of `requests`, if it was accepted.
  func ask(_ requests: [MailRequest], _ context: Context) throws -> MailResult {
    var result: MailResult?
    var failure: SystemError?
    do throws(SystemError) {
      try ChildProcess.eachLine(
        of: [path], input: MailRequest.text([.account(account, limit: Self.limit)] + requests),
        limit: Self.limit + Self.patience
      ) { line in
        if case .done(_, let said)? = MailAnswer(line: line) { result = said }
        return false
      }
    } catch { failure = error }
    guard let result else {
      throw Failure.mail(
        failure == .tooSlow ? .timeout : .helperFailed, account: account.name,
        server: account.address)
    }
    guard result.verdict == .accepted else {
      throw Failure.mail(result, of: account)
    }
    return result
  }
}

extension Context {
  /// The account of that name, or the first.
  func account(_ name: String?) throws -> MailAccount {
    let accounts = configuration.accounts
    if let found = accounts.first(where: { name == nil || $0.name == name }) { return found }
    throw Failure.noAccount(name, configuration, try paths().configuration)
  }

  /// The same, where remind-mail is there to send by it.
  func sendingAccount(_ name: String?) throws -> MailAccount {
    let account = try account(name)
    _ = try MailHelper(account, self)
    return account
  }

  /// All of them are addresses that the account may write to.
  func check(_ account: MailAccount, mayWriteTo recipients: [MailAddress]) throws {
    var refused: [String] = []
    for next in recipients where !account.allows(next) && !refused.contains(next.address) {
      refused.append(next.address)
    }
    guard !refused.isEmpty else { return }
    throw Failure.mail(
      .recipientNotAllowed, account: account.name, text: refused.joined(separator: ", "),
      issues: configuration.accountFlaws(try paths().configuration))
  }
}
