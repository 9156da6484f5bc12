import Glibc
import Mail
import Reminders
import Store

/// `remind-mail`: composes mails and hands them to the mailbox's server. remindctl and remindd run it, since
/// they carry neither a mail library nor a network library; it can be killed at any time.
///
/// Requests are lines of JSON on standard input (`MailRequest`); each is answered by lines on standard
/// output (`MailAnswer`), written before anything is waited for again.
enum MailHelper {
  /// - Returns: the exit code: 0, or 2 if a request makes no sense.
  static func run() -> Int32 {
    umask(0o077)
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    guard let requests = Requests() else { return 1 }
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
      // Nobody has been asked.
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
    write(answer.text + "\n", to: STDOUT_FILENO)
  }

  /// Writes all of `text` at once: short enough for any pipe.
  @discardableResult
  static func write(_ text: String, to file: Int32) -> Bool {
    Glibc.write(file, text, text.utf8.count) == text.utf8.count
  }
}

/// What comes on standard input.
private final class Requests {
  private let reader: JSONReader
  /// Whether all that has come so far were requests.
  private(set) var makeSense = true

  /// - Returns: nil if there is no memory.
  init?() {
    guard let reader = try? JSONReader() else { return nil }
    self.reader = reader
  }

  /// The next; nil if no more come, or what comes is not a request.
  func next() -> MailRequest? {
    guard let line = readLine() else { return nil }
    if let members = try? reader.members(of: line), let request = MailRequest(members) {
      return request
    }
    MailHelper.write("remind-mail: this is no request\n", to: STDERR_FILENO)
    makeSense = false
    return nil
  }

  /// Waits for the answer to the question whether a mail may go.
  func allow() -> Bool {
    if case .answer(go: true)? = next() { true } else { false }
  }
}
