@preconcurrency import Dispatch
import Scheduler

/// The channel to mailboxes: the helper `remind-mail`, which runs while there is mail to send, and a
/// thread that waits for it. Of each mail exactly one answer comes.
final class MailChannel: @unchecked Sendable {
  /// Milliseconds that a server may take for each mail (RFC 5321, 4.5.3.2, would wait for ten minutes).
  private let limit: Int64
  /// After so many more the helper is killed: a secret's source may have asked the user (30 s).
  private static let patience: Int64 = 60_000
  /// How long the helper is kept for the next mail, and with it the server's connection.
  private static let rest = DispatchTimeInterval.milliseconds(500)

  private let queue = DispatchQueue(label: "mail", qos: .utility)
  private let report: @Sendable (Int64, MailResult) -> Void
  private var conversation: MailConversation?
  private var asked = 0

  /// - Parameter report: called on the channel's own queue.
  init(limit: Int64 = 120_000, report: @escaping @Sendable (Int64, MailResult) -> Void) {
    self.limit = limit
    self.report = report
  }

  /// - Parameter spool: where the mail's bytes lie, or are to lie.
  func deliver(_ delivery: Int64, _ message: MailMessage, from account: MailAccount, spool: String)
  {
    queue.async { [self] in
      report(delivery, result(delivery, message, account, spool))
      asked += 1
      queue.asyncAfter(deadline: .now() + Self.rest) { [self, asked] in
        if asked == self.asked { conversation = nil }
      }
    }
  }

  private func result(
    _ delivery: Int64, _ message: MailMessage, _ account: MailAccount, _ spool: String
  ) -> MailResult {
    guard let path = HelperProcess.path(of: "remind-mail") else {
      return MailResult(.held, .helperMissing)
    }
    if conversation == nil { conversation = MailConversation(path) }
    guard let conversation else { return MailResult(.retry, .helperFailed) }
    let id = String(delivery)
    let (result, isAlive) = conversation.ask(
      [.account(account, limit: limit)] + MailRequest.sending(message, id: id, spool: spool),
      id: id, patience: limit + Self.patience)
    if !isAlive { self.conversation = nil }
    return result
  }
}
