import Glibc
import Scheduler

/// `remind-mail`: composes mails and hands them to the mailbox's server. It is run by remindctl and
/// remindd, which carry neither a mail library nor a network library, and can be killed at any time.
///
/// Requests are lines of JSON on standard input (`MailRequest`); each is answered by lines on standard
/// output (`MailAnswer`), written before anything is waited for again.
enum MailHelper {
  /// - Returns: the exit code: 0, or 2 where a request makes no sense.
  static func run() -> Int32 {
    umask(0o077)
    signal(SIGPIPE, SIG_IGN)
    guard let reader = try? JSONReader() else { return 1 }
    var session: Session?
    var attachments: [MailMessage.Attachment] = []
    while let line = readLine() {
      guard let members = try? reader.members(of: line), let request = MailRequest(members) else {
        write("remind-mail: this is no request\n", to: STDERR_FILENO)
        return 2
      }
      switch request {
      case .account(let account, let limit):
        // The same one's connection is kept.
        if session?.isOf(account, limit: limit) != true { session = Session(account, limit: limit) }
      case .attach(let attachment): attachments.append(attachment)
      case .check(let id):
        guard let session else { return 2 }
        say(.done(id: id, session.check()))
      case .send(let id, var message, let spool):
        guard let session else { return 2 }
        message.attachments = attachments
        attachments = []
        let result = session.send(message, spool: spool) { say(.sending(id: id)) }
        say(.done(id: id, result))
      }
    }
    return 0
  }

  /// - Returns: whether somebody is there to hear it.
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
