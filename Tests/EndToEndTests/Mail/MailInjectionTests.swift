import Beds
import Foundation
import Testing

/// What a text smuggles into a conversation with a mail server: nothing. Debian's libcurl hands on control
/// characters in addresses and names, so they have to be refused before it sees them.
@Suite("mail and what would be commands", .timeLimit(.minutes(5)), .enabled(if: MailBed.isThere))
struct MailInjectionTests {
  /// Characters that end a line somewhere, or steer something: C0, DEL, C1, and Unicode's separators.
  static let characters = [
    "\0", "\t", "\n", "\r", "\r\n", "\u{b}", "\u{c}", "\u{1b}", "\u{7f}", "\u{85}", "\u{9b}",
    "\u{2028}",
    "\u{2029}",
  ]

  private static let mail = [
    "do": "send", "id": "7", "from": "Me <me@example.org>", "to": "You <you@example.org>",
    "subject": "tea", "text": "tea", "message_id": "7.1@example.org", "seconds": "1798099200",
    "automatic": "auto-replied", "in_reply_to": "6.1@example.org",
  ]

  /// The verbs that a server was sent, in their order.
  private func verbs(_ bed: MailBed) -> [String] {
    let commands =
      (try? String(contentsOfFile: bed.folder + "/commands", encoding: .isoLatin1)) ?? ""
    return commands.components(separatedBy: "\r\n").filter { !$0.isEmpty }
      .map { String($0.prefix { $0 != " " }) }
  }

  @Test(
    "a control character in what goes into a command or a header is refused, and nothing is sent",
    arguments: ["from", "to", "subject", "message_id", "in_reply_to", "name"])
  func helper(field: String) async throws {
    let bed = try await MailBed(fault: nil, isHolding: true)
    for character in Self.characters {
      let evil = character + "RCPT TO:<evil@example.org>"
      var values = [Self.mail[field, default: "plan.pdf"] + evil]
      // Within the address, and before its end.
      if field == "from" || field == "to" {
        values += ["you@example.org>" + evil, "you\(evil)@example.org"]
      }
      for value in values {
        var requests = [Self.mail.merging([field: value]) { $1 }]
        if field == "name" {
          requests = [["do": "attach", "path": "/etc/hostname", "name": value], Self.mail]
        }
        let answer = try await bed.ask(requests)
        #expect(answer.code == 2, "\(value.debugDescription)")
        #expect(answer.output == "", "\(value.debugDescription)")
      }
    }
    #expect(verbs(bed) == [])
    #expect(bed.mails == [])
  }

  @Test("an account with one is none, and its mails are not sent")
  func account() async throws {
    let bed = try await MailBed(fault: nil, isHolding: true)
    for field in ["server", "user", "sender", "password-command", "ca-file"] {
      var account = [
        "account": "private", "server": "localhost", "port": String(bed.port),
        "encryption": "implicit",
        "user": "me", "authentication": "password", "sender": "me@example.org",
        "ca-file": bed.folder + "/cert.pem", "limit_ms": "5000", "password-command": "echo secret",
      ]
      account[field]? += "\r\nRSET"
      let answer = try await bed.ask([Self.mail], as: account)
      #expect(answer.code == 2, "\(field)")
    }
    #expect(verbs(bed) == [])
  }

  @Test(
    "in a text, a secret or a recipient's name they are what they are: the server sees one mail and no command more"
  )
  func harmless() async throws {
    let bed = try await MailBed(
      fault: nil, lines: "password-command=printf 'secret\\\\rRSET\\\\nQUIT'", isHolding: true)
    let evil = "tea\r\n.\r\nMAIL FROM:<evil@example.org>\n.\nRCPT TO:<evil@example.org>\r.\rDATA"
    #expect(try await bed.home.remindctl("in", "1s", "--channel", "mail", "--", evil).code == 0)
    let daemon = try await bed.home.remindd("--channel", "stdout")
    _ = try await bed.mails(1)
    _ = try await bed.wait("log") { !$0.isEmpty }
    try await daemon.end(SIGTERM)
    try await until("QUIT") { verbs(bed).last == "QUIT" }
    #expect(verbs(bed) == ["EHLO", "AUTH", "MAIL", "RCPT", "DATA", "QUIT"])
    #expect(bed.mails.count == 1)
    let judgement = try await bed.judge(bed.mails[0])
    #expect(judgement.problems == [])
    #expect(judgement.headers.count == Set(judgement.headers.map { $0.lowercased() }).count)
    #expect(judgement.text.contains("MAIL FROM:<evil@example.org>"))
  }

  @Test("what remindctl is given is refused there, and nothing is stored")
  func command() async throws {
    let bed = try await MailBed(fault: nil, isHolding: true)
    for character in Self.characters.dropFirst() {
      let file = bed.home.folder + "/plan\(character)RSET"
      #expect(FileManager.default.createFile(atPath: file, contents: Data("x".utf8)))
      for arguments in [
        ["--mail-to", "me@example.org\(character)RSET"], ["--mail", "--attach", file],
        ["--mail", "--account", "private\(character)RSET"],
      ] {
        let answer = try await bed.home.run(["remindctl", "in", "1h"] + arguments + ["tea"])
        #expect(answer.code != 0, "\(arguments)")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: bed.home.store))
  }

  @Test("what looks like an encoded word comes as it was written, and decodes to no line end")
  func words() async throws {
    let bed = try await MailBed(fault: nil, isHolding: true)
    let file = bed.home.folder + "/=?utf-8?q?=0D=0AX-Evil:_1?=.txt"
    #expect(FileManager.default.createFile(atPath: file, contents: Data("x".utf8)))
    let evil =
      "=?utf-8?q?=0D=0ABcc:_evil@example.org?= the long plan of the łódka, and =?us-ascii?b?DQo=?= "
    #expect(
      try await bed.home.remindctl(
        "in", "1s", "--channel", "mail", "--attach", file, "--", evil + "x"
      )
      .code == 0)
    let daemon = try await bed.home.remindd("--channel", "stdout")
    let mails = try await bed.mails(1)
    try await daemon.end(SIGTERM)
    let judgement = try await bed.judge(mails[0])
    #expect(judgement.problems == [])
    #expect(judgement.subject == evil + "x")
    #expect(judgement.attachments.map(\.name) == ["=_utf-8_q_=0D=0AX-Evil:_1_=.txt"])
    #expect(
      try await bed.home.remindctl(
        "in", "1s", "--mail-to", "=?utf-8?q?=0D=0A?= <me@example.org>", "x"
      )
      .code == 2)
  }
}
