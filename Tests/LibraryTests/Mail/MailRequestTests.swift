import Testing

@testable import Configuration
@testable import Mail
@testable import Reminders
@testable import Scheduler
@testable import Store

/// What goes between the daemon and the mail helper, line by line.
@Suite("what the mail helper is asked")
struct MailRequestTests {
  private func message(subject: String = "tea", file: String = "a.pdf") throws -> MailMessage {
    let address = try #require(MailAddress("Zażółć <me@example.org>"))
    var message = MailMessage(
      sender: address, recipient: address, subject: subject, text: "a\nb", id: "1@example.org",
      seconds: 1_798_099_200)
    message.inReplyTo = "2@example.org"
    message.attachments = [.init(path: "/tmp/a", name: file)]
    return message
  }

  private func read(_ text: String) -> [MailRequest?] {
    text.split(separator: "\n").map { MailRequest(line: String($0)) }
  }

  @Test("it reads what was written")
  func roundTrip() throws {
    var account = MailAccount(name: "private")
    for (key, value) in [
      ("server", "localhost"), ("port", "2525"), ("encryption", "starttls"), ("user", "me"),
      ("sender", "Me <me@example.org>"), ("password-command", "pass 'a b'"), ("netrc", "/n"),
      ("ca-file", "/c"), ("authentication", "oauth"),
    ] { #expect(account.issue(key, value) == nil) }
    var sent = try message()
    let requests =
      [.hello, .account(account, limit: 3000), .check(id: "1")]
      + MailRequest.sending(sent, id: "2", spool: "/s")
    sent.attachments = []
    let read = read(
      MailRequest.text(
        requests + [
          .send(id: "3", sent, spool: nil, asks: true),
          .answer(go: true), .answer(go: false),
        ]))
    #expect(read.count == 8)
    #expect(Array(read.prefix(4)) == Array(requests.prefix(4)))
    #expect(
      Array(read.suffix(4)) == [
        .send(id: "2", sent, spool: "/s", asks: false),
        .send(id: "3", sent, spool: nil, asks: true),
        .answer(go: true), .answer(go: false),
      ])
  }

  @Test(
    "a line's end in a header is refused by the helper, too",
    arguments: ["a\r\nBcc: x@y.z", "a\nb", "a\rb", "a\u{0}b", "a\u{2028}b", "a\u{1b}[31m"])
  func injection(text: String) throws {
    #expect(
      try read(
        MailRequest.text([.send(id: "1", message(subject: text), spool: nil, asks: false)])) == [
          nil
        ])
    let attachment = try message(file: text).attachments[0]
    #expect(read(MailRequest.text([.attach(attachment)])) == [nil])
  }

  private let details: [MailResult.Detail] = [
    .init(.empty), .init(.exited, 3), .init(.signalled, 9), .init(.tooSlow, 30_000),
    .init(.tooMuch), .init(.quotes), .init(.readable, path: "/a \"b"), .init(.noLogin),
    .init(.system, 2), .init(.system, 13, path: "/x"),
    .init(.asked, path: "secret-tool, netrc"), .init(.asked, path: ""),
  ]

  @Test("each detail has words")
  func words() {
    for detail in details where detail != .init(.asked, path: "") {
      #expect(MailResult(.held, .keyringLocked, detail: detail).words != "")
    }
  }

  @Test("its answers are read as they were meant")
  func answers() {
    let answers: [MailAnswer] =
      [
        .hello(42), .sending(id: "7"),
        .done(id: "7", MailResult(.accepted, nil, status: 250, text: "250 ok", secret: .netrc)),
        .done(id: "8", MailResult(.held, .authFailed, status: 535, text: "535 \"no\"")),
      ] + details.map { .done(id: "9", MailResult(.held, .keyringLocked, detail: $0)) }
    for answer in answers {
      #expect(MailAnswer(line: answer.text) == answer)
    }
  }
}
