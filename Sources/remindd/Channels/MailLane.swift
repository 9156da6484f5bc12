@preconcurrency import Dispatch
import Scheduler
import System

/// One account's way to its mailbox: the helper `remind-mail`, which runs while there is mail to send, and
/// a thread that waits for it.
final class MailLane: @unchecked Sendable {
  /// Milliseconds that a server may take for each mail (RFC 5321, 4.5.3.2, would wait for ten minutes).
  private let limit: Int64
  /// After so many more the helper is killed: a secret's source may have asked the user (30 s).
  private static let patience: Int64 = 60_000
  /// How long the helper is kept for the next mail, and with it the server's connection.
  private static let rest = DispatchTimeInterval.milliseconds(500)

  private let queue = DispatchQueue(label: "mail", qos: .utility)
  private let report: @Sendable (MailChannel.Report) -> Void
  private var conversation: MailConversation?
  private var asked = 0
  private let isWanted = Guarded(false)
  private let answered = DispatchSemaphore(value: 0)

  init(limit: Int64 = 120_000, report: @escaping @Sendable (MailChannel.Report) -> Void) {
    self.limit = limit
    self.report = report
  }

  /// Has the bytes of what will be delivered put on the disk together. What goes wrong is found again
  /// when each is delivered.
  func prepare(_ letters: [MailChannel.Letter]) {
    queue.async { [self] in
      guard let first = letters.first, let conversation = present() else { return }
      let requests = letters.flatMap { MailRequest.preparing($0.message, spool: $0.spool) }
      if !conversation.tell([.account(first.account, limit: limit)] + requests) {
        self.conversation = nil
      }
    }
  }

  func deliver(_ letter: MailChannel.Letter) {
    queue.async { [self] in
      report(.through(delivery: letter.delivery, result(of: letter)))
      asked += 1
      queue.asyncAfter(deadline: .now() + Self.rest) { [self, asked] in
        if asked == self.asked { conversation = nil }
      }
    }
  }

  /// Whether what `MailChannel.Report.begins` told of may go.
  func answer(go: Bool) {
    isWanted.withLock { $0 = go }
    answered.signal()
  }

  private func result(of letter: MailChannel.Letter) -> MailResult {
    guard HelperProcess.path(of: "remind-mail") != nil else {
      return MailResult(.held, .helperMissing)
    }
    guard let conversation = present() else { return MailResult(.retry, .helperFailed) }
    let id = String(letter.delivery)
    let (result, isAlive) = conversation.ask(
      [.account(letter.account, limit: limit)]
        + MailRequest.sending(letter.message, id: id, spool: letter.spool, asks: true),
      id: id, patience: limit + Self.patience
    ) { [self] in
      report(.begins(delivery: letter.delivery))
      answered.wait()
      return isWanted.withLock { $0 }
    }
    if !isAlive { self.conversation = nil }
    return result
  }

  /// The conversation that goes on, or a new one.
  private func present() -> MailConversation? {
    if conversation == nil, let path = HelperProcess.path(of: "remind-mail") {
      conversation = MailConversation.begin(with: path)
    }
    return conversation
  }
}
