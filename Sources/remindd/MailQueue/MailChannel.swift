import Configuration
@preconcurrency import Dispatch
import Mail
import Reminders
import Scheduler
import System

/// The channel to mailboxes: each account has a queue of its own, so that none waits for another's server.
/// Each mail gets exactly one answer. Whoever made the channel calls it, on one queue.
final class MailChannel {
  /// A mail, and where its bytes lie or are to lie.
  struct Mail: Sendable {
    var delivery: Int64
    var message: MailMessage
    var account: MailAccount
    var spool: String
  }

  private let report: @Sendable (Engine.Event) -> Void
  /// By the names of their accounts.
  private var queues: [String: MailQueue] = [:]

  /// - Parameter report: is given `.mailBegins` and `.mailed`, on the queue of an account.
  init(report: @escaping @Sendable (Engine.Event) -> Void) { self.report = report }

  func deliver(_ mail: Mail) {
    let name = mail.account.name
    let queue = queues[name] ?? MailQueue(report: report)
    queues[name] = queue
    queue.inHand = mail.delivery
    queue.deliver(mail)
  }

  /// Answers `.mailBegins`: whether the bytes may go.
  func answer(_ delivery: Int64, go: Bool) {
    queues.values.first { $0.inHand == delivery }?.answer(go: go)
  }
}

/// One account's mails: the helper `remind-mail`, which runs while there is mail to send, and a thread that
/// waits for it.
private final class MailQueue: @unchecked Sendable {
  /// Milliseconds that a server may take for each mail (RFC 5321, 4.5.3.2, would wait for ten minutes).
  private let limit: Int64
  /// After so many more the helper is killed: a secret's source may have asked the user (30 s).
  private static let patience: Int64 = 60_000
  /// How long the helper is kept for the next mail, and with it the server's connection.
  private static let rest = DispatchTimeInterval.milliseconds(500)

  /// What the channel gave it last.
  var inHand: Int64 = 0
  private let queue = DispatchQueue(label: "mail", qos: .utility)
  private let report: @Sendable (Engine.Event) -> Void
  private var conversation: MailConversation?
  private var count = 0
  private let isPermitted = Mutex(false)
  private let answered = DispatchSemaphore(value: 0)

  init(limit: Int64 = 120_000, report: @escaping @Sendable (Engine.Event) -> Void) {
    self.limit = limit
    self.report = report
  }

  func deliver(_ mail: MailChannel.Mail) {
    queue.async { [self] in
      report(.mailed(delivery: mail.delivery, result(of: mail)))
      count += 1
      queue.asyncAfter(deadline: .now() + Self.rest) { [self, count] in
        if count == self.count { conversation = nil }
      }
    }
  }

  /// Whether the bytes of the mail in hand may go.
  func answer(go: Bool) {
    isPermitted.withLock { $0 = go }
    answered.signal()
  }

  private func result(of mail: MailChannel.Mail) -> MailResult {
    guard let path = ChildProcess.path(ofHelper: "remind-mail") else {
      return MailResult(.held, .helperMissing)
    }
    guard let conversation = conversation ?? MailConversation.begin(with: path) else {
      return MailResult(.retry, .helperFailed)
    }
    let id = String(mail.delivery)
    let (result, isAlive) = conversation.ask(
      [.account(mail.account, limit: limit)]
        + MailRequest.sending(mail.message, id: id, spool: mail.spool, asks: true),
      id: id, patience: limit + Self.patience
    ) { [self] in
      report(.mailBegins(delivery: mail.delivery))
      answered.wait()
      return isPermitted.withLock { $0 }
    }
    self.conversation = isAlive ? conversation : nil
    return result
  }
}
