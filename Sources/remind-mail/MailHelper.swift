import Configuration
import Glibc
import Mail
import Reminders
import System

/// `remind-mail`: composes mails and hands them to the mailbox's server. remindctl and remindd run it, since
/// they carry neither a mail library nor a network library; it can be killed at any time.
///
/// Requests are lines of JSON on standard input (`MailRequest`); each is answered by lines on standard
/// output (`MailAnswer`), written before anything is waited for again.
@main
enum MailHelper {
  static func main() { exit(run()) }

  /// - Returns: the exit code: 0, or 2 if a request makes no sense.
  private static func run() -> Int32 {
    umask(0o077)
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    let requests = Requests()
    var session: Session?
    var attachments: [MailMessage.Attachment] = []
    while let request = requests.next() {
      switch request {
      case .hello: say(.hello(getpid()))
      case .account(let account, let limit):
        // The same one's connection is kept.
        if session?.isOf(account, limit: limit) != true { session = Session(account, limit: limit) }
      case .attach(let attachment): attachments.append(attachment)
      case .check(let id):
        guard let session else { return 2 }
        say(.done(id: id, session.check()))
      case .send(let id, var message, let path, let asks):
        guard let session else { return 2 }
        (message.attachments, attachments) = (attachments, [])
        let result = session.send(message, spool: path) {
          say(.sending(id: id)) && (!asks || requests.allow())
        }
        say(.done(id: id, result))
      // No question was asked.
      case .answer: return 2
      }
    }
    return requests.makeSense ? 0 : 2
  }

  /// Whether the reader of the answers is still there.
  static var isHeard: Bool {
    var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    return poll(&output, 1, 0) <= 0 || Int32(output.revents) & POLLERR == 0
  }

  /// - Returns: whether it was written.
  @discardableResult
  private static func say(_ answer: MailAnswer) -> Bool {
    FileIO.write(Array((answer.text + "\n").utf8), to: STDOUT_FILENO) == 0
  }

  static func complain(_ text: String) { _ = FileIO.write(Array(text.utf8), to: STDERR_FILENO) }
}

/// What comes on standard input.
private final class Requests {
  /// Whether all that has come so far were requests.
  private(set) var makeSense = true

  /// The next; nil if no more come, or what comes is not a request.
  func next() -> MailRequest? {
    guard let line = readLine() else { return nil }
    if let request = MailRequest(line: line) { return request }
    MailHelper.complain("remind-mail: this is no request\n")
    makeSense = false
    return nil
  }

  /// Waits for the answer to the question whether a mail may go.
  func allow() -> Bool {
    if case .answer(go: true)? = next() { true } else { false }
  }
}

/// One account's mails, over one connection if the server keeps it open.
private final class Session {
  private let account: MailAccount
  private let limit: Int64
  private let transport: Transport
  /// Found at the first use, and kept: a keyring may ask its owner.
  private var found: Result<Secret, MailResult>?

  init(_ account: MailAccount, limit: Int64) {
    self.account = account
    self.limit = limit
    transport = Transport(account, limit: limit)
  }

  func isOf(_ account: MailAccount, limit: Int64) -> Bool {
    self.account == account && self.limit == limit
  }

  func check() -> MailResult { withSecret { transport.check(with: $0) } }

  /// - Parameters:
  ///   - spool: where its bytes lie, or are to lie.
  ///   - sending: called when the bytes themselves are about to go; false stops them.
  func send(
    _ message: MailMessage, spool: String?, sending: @escaping () -> Bool
  ) -> MailResult {
    do throws(MailResult) {
      let bytes = try Spool.bytes(of: message, at: spool)
      return withSecret { secret in
        transport.send(
          bytes, from: message.sender, to: message.recipient, with: secret, sending: sending)
      }
    } catch { return error }
  }

  private func withSecret(_ body: (Secret) -> MailResult) -> MailResult {
    let found = found ?? Result { () throws(MailResult) in try Secret(of: account) }
    self.found = found
    switch found {
    case .failure(let failure): return failure
    case .success(let secret):
      var result = body(secret)
      result.secret = secret.source
      return result
    }
  }
}
