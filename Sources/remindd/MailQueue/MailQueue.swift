import Configuration
@preconcurrency import Dispatch
import Mail
import Reminders
import Scheduler
import System

/// One account's mails, so that none waits for another account's server: the helper `remind-mail`, which runs while
/// there is mail to send, and a thread that waits for it. Each mail gets exactly one answer. Its maker calls it, on one
/// queue.
final class MailQueue: @unchecked Sendable {
  /// A mail, and where its bytes lie or are to lie.
  struct Mail: Sendable {
    var delivery: Int64
    var message: MailMessage
    var account: MailAccount
    var spool: String
  }

  /// Milliseconds that a server may take for each mail (RFC 5321, 4.5.3.2, would wait for ten minutes).
  private static let limit: Int64 = 120_000
  /// After so many more the helper is killed: a secret's source may have asked the user (30 s).
  private static let patience: Int64 = 60_000
  /// How long the helper is kept for the next mail, and with it the server's connection.
  private static let rest = DispatchTimeInterval.milliseconds(500)

  /// What it was given last.
  private(set) var inHand: Int64 = 0
  private let queue = DispatchQueue(label: "mail", qos: .utility)
  private let send: @Sendable (Engine.Event) -> Void
  private var conversation: MailConversation?
  private var count = 0
  private let isPermitted = Mutex(false)
  private let answered = DispatchSemaphore(value: 0)

  /// - Parameter send: is given `.mailBegins` and `.mailed`, on the queue's thread.
  init(send: @escaping @Sendable (Engine.Event) -> Void) { self.send = send }

  func deliver(_ mail: Mail) {
    inHand = mail.delivery
    queue.async { [self] in
      send(.mailed(delivery: mail.delivery, result(of: mail)))
      count += 1
      queue.asyncAfter(deadline: .now() + Self.rest) { [self, count] in
        if count == self.count { conversation = nil }
      }
    }
  }

  /// Answers `.mailBegins`: whether the bytes of the mail in hand may go.
  func proceed(go: Bool) {
    isPermitted.withLock { $0 = go }
    answered.signal()
  }

  private func result(of mail: Mail) -> MailResult {
    guard let path = ChildProcess.path(ofHelper: "remind-mail") else {
      return MailResult(.held, .helperMissing)
    }
    guard let conversation = conversation ?? MailConversation.begin(with: path) else {
      return MailResult(.retry, .helperFailed)
    }
    let id = String(mail.delivery)
    let (result, isAlive) = conversation.ask(
      [.account(mail.account, limit: Self.limit)]
        + MailRequest.sending(mail.message, id: id, spool: mail.spool, asks: true),
      id: id, patience: Self.limit + Self.patience
    ) { [self] in
      send(.mailBegins(delivery: mail.delivery))
      answered.wait()
      return isPermitted.withLock { $0 }
    }
    self.conversation = isAlive ? conversation : nil
    return result
  }
}
