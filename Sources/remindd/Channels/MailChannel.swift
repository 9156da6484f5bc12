@preconcurrency import Dispatch
import Configuration
import Reminders
import Scheduler

/// The channel to mailboxes: an account each goes by a lane of its own, so that none waits for another's
/// server. Of each mail exactly one answer comes. It belongs to whoever made it, on one queue.
final class MailChannel {
  /// A mail, and where its bytes lie or are to lie.
  struct Letter: Sendable {
    var delivery: Int64
    var message: MailMessage
    var account: MailAccount
    var spool: String
  }

  /// What the channel has to tell, on the queue of a lane.
  enum Report: Sendable {
    /// A mail's bytes are about to go: nothing goes on before `answer`.
    case begins(delivery: Int64)
    case through(delivery: Int64, MailResult)
  }

  private let report: @Sendable (Report) -> Void
  /// By the names of their accounts.
  private var lanes: [String: MailLane] = [:]
  /// What was handed over and is not through, or was through last.
  private var deliveries: [String: Int64] = [:]

  init(report: @escaping @Sendable (Report) -> Void) { self.report = report }

  /// Has the bytes of what will be delivered put on the disk together; all of one account.
  func prepare(_ letters: [Letter]) {
    if let first = letters.first { lane(of: first.account).prepare(letters) }
  }

  func deliver(_ letter: Letter) {
    deliveries[letter.account.name] = letter.delivery
    lane(of: letter.account).deliver(letter)
  }

  /// Whether what `Report.begins` told of may go.
  func answer(_ delivery: Int64, go: Bool) {
    let account = deliveries.first { $0.value == delivery }?.key
    if let account { lanes[account]?.answer(go: go) }
  }

  private func lane(of account: MailAccount) -> MailLane {
    if let lane = lanes[account.name] { return lane }
    let lane = MailLane(report: report)
    lanes[account.name] = lane
    return lane
  }
}
