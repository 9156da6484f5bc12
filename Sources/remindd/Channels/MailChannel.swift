import Configuration
@preconcurrency import Dispatch
import Reminders
import Scheduler

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
  /// What each account has in hand, or had last.
  private var deliveries: [String: Int64] = [:]

  /// - Parameter report: is given `.mailBegins` and `.mailed`, on the queue of an account.
  init(report: @escaping @Sendable (Engine.Event) -> Void) { self.report = report }

  func deliver(_ mail: Mail) {
    let name = mail.account.name
    let queue = queues[name] ?? MailQueue(report: report)
    queues[name] = queue
    deliveries[name] = mail.delivery
    queue.deliver(mail)
  }

  /// Answers `.mailBegins`: whether the bytes may go.
  func answer(_ delivery: Int64, go: Bool) {
    let account = deliveries.first { $0.value == delivery }?.key
    if let account { queues[account]?.answer(go: go) }
  }
}
