import Testing

@testable import Scheduler

@Suite("mail addresses")
struct MailAddressTests {
  @Test(
    "an address, with or without a name",
    arguments: [
      ("me@example.org", "me@example.org", nil),
      ("<me@example.org>", "me@example.org", nil),
      (" Me <me@example.org> ", "me@example.org", "Me"),
      ("\"Me, too\" <me+tag@example.org>", "me+tag@example.org", "Me, too"),
      ("Zażółć Gęślą <zg@przykład.pl>", "zg@przykład.pl", "Zażółć Gęślą"),
      ("o'neil@mail", "o'neil@mail", nil),
    ] as [(String, String, String?)])
  func read(text: String, address: String, name: String?) {
    let read = MailAddress(text)
    #expect(read?.address == address)
    #expect(read?.name == name)
    #expect(read.flatMap { MailAddress($0.text) } == read)
  }

  @Test(
    "nothing that ends a header's line, adds a recipient or looks like an option",
    arguments: [
      "", "me", "@example.org", "me@", "me@example..org", "me@-example.org", "me@exa_mple.org",
      "me@example.org\r\nBcc: you@example.org", "me@example.org\n", "Me\u{0}<me@example.org>",
      "me@example.org,you@example.org", "me@example.org you@example.org", "-oQ/tmp@example.org",
      "a>\r\nRCPT TO:<evil@example.org", "<me@example.org", "Me <me@example.org> x",
      "Me <<me@example.org>>", "\"me\"@example.org", "me@[127.0.0.1]", "\u{85}me@example.org",
      "Me\u{2028} <me@example.org>", "me\u{7f}@example.org", "a@b@example.org",
      String(repeating: "a", count: 65) + "@example.org",
    ])
  func refused(text: String) { #expect(MailAddress(text) == nil) }
}

@Suite("remindctl.conf: mail accounts")
struct MailAccountTests {
  private static let whole = """
    [mail private]
    server = smtp.example.org
    sender = Me <me@example.org>
    """

  @Test("two lines make an account")
  func usual() throws {
    let configuration = Configuration(text: Self.whole)
    #expect(configuration.flaws == [])
    let account = try #require(configuration.accounts.first)
    #expect(account.name == "private")
    #expect(account.port == 465)
    #expect(account.encryption == .implicit)
    #expect(account.user == "me@example.org")
    #expect(account.authentication == .password)
    #expect(account.hourlyCap == 20)
    #expect(account.oneself?.text == "Me <me@example.org>")
  }

  @Test("every key")
  func every() throws {
    let configuration = Configuration(
      text: Self.whole + """

        port = 587
        user = me
        authentication = oauth
        own = home@example.org, me@example.com
        allow-recipients = mum@example.org, @example.net
        hourly-cap = 5
        password-command = pass show 'my mail'
        netrc = /home/me/netrc
        ca-file = /etc/ssl/own.pem
        [mail work]
        server = 127.0.0.1
        port = 2525
        encryption = starttls
        sender = me@work.example
        [remindctl]
        keep-open = 1h
        """)
    #expect(configuration.flaws == [])
    #expect(configuration.keepOpen == 3_600_000)
    #expect(configuration.accounts.map(\.name) == ["private", "work"])
    let account = configuration.accounts[0]
    #expect(account.encryption == .starttls)
    #expect(account.user == "me")
    #expect(account.authentication == .oauth)
    #expect(account.oneself?.address == "home@example.org")
    #expect(account.hourlyCap == 5)
    #expect(account.passwordCommand == "pass show 'my mail'")
    #expect(account.netrc == "/home/me/netrc")
    #expect(account.caFile == "/etc/ssl/own.pem")
    #expect(configuration.accounts[1].encryption == .starttls)
  }

  @Test(
    "who may be written to",
    arguments: [
      ("me@example.org", true), ("ME@Example.org", true), ("home@example.org", true),
      ("mum@example.org", true), ("dad@example.org", false), ("dad@example.net", true),
      ("dad@notexample.net", false), ("dad@sub.example.net", false),
    ])
  func allowed(recipient: String, isAllowed: Bool) throws {
    let configuration = Configuration(
      text: Self.whole + "\nown=home@example.org\nallow-recipients=mum@example.org,@example.net")
    let account = try #require(configuration.accounts.first)
    let address = try #require(MailAddress(recipient))
    #expect(account.allows(address) == isAllowed)
  }

  @Test("a star lets everybody be written to")
  func star() throws {
    let configuration = Configuration(text: Self.whole + "\nallow-recipients=*")
    let address = try #require(MailAddress("x@y.example"))
    #expect(configuration.accounts.first?.allows(address) == true)
  }

  @Test(
    "what cannot be understood is named with its line",
    arguments: [
      ("[mail]\nserver=x", [(1, .badAccountName(""))]),
      ("[mail a b]\nserver=x", [(1, .badAccountName("a b"))]),
      ("[mail a]\nsender=me@example.org", [(1, .incompleteAccount("a", lacks: .server))]),
      ("[mail a]\nserver=example.org\n", [(1, .incompleteAccount("a", lacks: .sender))]),
      (whole + "\n\(whole)", [(4, .badAccountName("private"))]),
      (
        "[mail a]\nserver=example.org\nsender=me",
        [(3, .badAccountValue(key: .sender, value: "me"))]
      ),
      (whole + "\nport=0", [(4, .badAccountValue(key: .port, value: "0"))]),
      (whole + "\nport=smtp", [(4, .badAccountValue(key: .port, value: "smtp"))]),
      (whole + "\nserver=a b", [(4, .badAccountValue(key: .server, value: "a b"))]),
      (whole + "\nserver=a/b", [(4, .badAccountValue(key: .server, value: "a/b"))]),
      (
        whole + "\nsender=me\\r\\nBcc: x@y.z",
        [(4, .badAccountValue(key: .sender, value: "me\r\nBcc: x@y.z"))]
      ),
      (whole + "\nencryption=none", [(4, .badAccountValue(key: .encryption, value: "none"))]),
      (whole + "\nown=me", [(4, .badAccountValue(key: .own, value: "me"))]),
      (whole + "\nhourly-cap=0", [(4, .badAccountValue(key: .hourlyCap, value: "0"))]),
      (whole + "\nnetrc=~/.netrc", [(4, .badAccountValue(key: .netrc, value: "~/.netrc"))]),
      (whole + "\npassword=secret", [(4, .unknownKey("password"))]),
    ] as [(String, [(Int, Configuration.Flaw.Reason)])])
  func flaws(text: String, flaws: [(Int, Configuration.Flaw.Reason)]) {
    #expect(
      Configuration(text: text).flaws == flaws.map { Configuration.Flaw(line: $0, reason: $1) })
    for flaw in flaws { #expect(flaw.1.accountSentence?.isEmpty != true) }
  }
}

@Suite("what became of a mail")
struct MailVerdictTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var attempt: MailAttempt
    var verdict: MailVerdict
    var code: MailCode?

    init(
      _ sentence: String, _ end: MailAttempt.End, _ stage: MailAttempt.Stage, _ status: Int,
      whole: Bool = false, _ verdict: MailVerdict, _ code: MailCode?
    ) {
      testDescription = sentence
      attempt = MailAttempt(end: end, stage: stage, status: status, isWhole: whole)
      (self.verdict, self.code) = (verdict, code)
    }
  }

  @Test(
    "the server's code decides",
    arguments: [
      Row("taken", .done, .data, 250, whole: true, .accepted, nil),
      Row("greylisted", .broken, .recipient, 451, .retry, .providerBusy),
      Row("mailbox full", .broken, .recipient, 452, .retry, .providerBusy),
      Row("no such recipient", .broken, .recipient, 550, .failed, .invalidRecipient),
      Row("no such sender", .broken, .sender, 550, .failed, .providerRejected),
      Row("too large, said beforehand", .broken, .sender, 552, .failed, .payloadTooLarge),
      Row("421 to DATA", .broken, .data, 421, .retry, .providerBusy),
      Row("451 to the dot", .broken, .data, 451, whole: true, .retry, .providerBusy),
      Row("554 to the dot", .broken, .data, 554, whole: true, .failed, .providerRejected),
      Row("552 to the dot", .broken, .data, 552, whole: true, .failed, .payloadTooLarge),
      Row("dropped in mid-body", .broken, .data, 354, .retry, .networkError),
      Row("reply to the dot lost", .broken, .data, 354, whole: true, .unknown, .outcomeUnknown),
      Row("reply to the dot late", .timeout, .data, 354, whole: true, .unknown, .outcomeUnknown),
      Row("wrong password", .login, .login, 535, .held, .authFailed),
      Row("temporary trouble with the login", .login, .login, 454, .retry, .providerBusy),
      Row("nonsense in the login", .login, .login, 235, .held, .authFailed),
      Row("login wanted, none offered", .broken, .sender, 530, .held, .authFailed),
      Row("no STARTTLS", .untrusted, .greeting, 250, .held, .tlsFailed),
      Row("a certificate that does not hold", .untrusted, .greeting, 0, .held, .tlsFailed),
      Row("dropped in the handshake", .handshake, .greeting, 0, .retry, .tlsFailed),
      Row("nobody there", .broken, .greeting, 0, .retry, .networkError),
      Row("no answer at all", .timeout, .greeting, 0, .retry, .timeout),
      Row("no greeting but a refusal", .broken, .greeting, 554, .retry, .providerRejected),
      Row("dropped after RCPT", .broken, .recipient, 250, .retry, .networkError),
    ])
  func judgement(_ row: Row) {
    let judgement = row.attempt.judgement
    #expect(judgement.verdict == row.verdict)
    #expect(judgement.code == row.code)
  }

  @Test("a mail is unknown only where all of it had gone")
  func unknown() {
    for end in [.timeout, .handshake, .login, .broken] as [MailAttempt.End] {
      for stage in MailAttempt.Stage.allCases {
        for isWhole in [false, true] {
          for status in [0, 220, 235, 250, 334, 354] {
            let attempt = MailAttempt(end: end, stage: stage, status: status, isWhole: isWhole)
            let isUnknown = stage == .data && isWhole && status == 354
            #expect((attempt.judgement.verdict == .unknown) == isUnknown)
            #expect(attempt.judgement.verdict != .accepted)
          }
        }
      }
    }
  }
}

@Suite("what the mail helper is asked")
struct MailRequestTests {
  let reader: JSONReader
  init() throws { reader = try JSONReader() }

  private func message(subject: String = "tea", file: String = "a.pdf") throws -> MailMessage {
    let address = try #require(MailAddress("Zażółć <me@example.org>"))
    var message = MailMessage(
      sender: address, recipient: address, subject: subject, text: "a\nb", id: "1@example.org",
      seconds: 1_798_099_200)
    message.inReplyTo = "2@example.org"
    message.attachments = [.init(path: "/tmp/a", name: file)]
    return message
  }

  private func read(_ text: String) throws -> [MailRequest?] {
    try text.split(separator: "\n").map { line in
      try reader.members(of: String(line)).flatMap { MailRequest($0) }
    }
  }

  @Test("it reads what was written")
  func roundTrip() throws {
    var account = MailAccount(name: "private")
    for (key, value) in [
      ("server", "localhost"), ("port", "2525"), ("encryption", "starttls"), ("user", "me"),
      ("sender", "Me <me@example.org>"), ("password-command", "pass 'a b'"), ("netrc", "/n"),
      ("ca-file", "/c"), ("authentication", "oauth"),
    ] { #expect(account.flaw(key, value) == nil) }
    var sent = try message()
    let requests =
      [.hello, .account(account, limit: 3000), .check(id: "1")]
      + MailRequest.sending(sent, id: "2", spool: "/s")
    sent.attachments = []
    let read = try read(
      MailRequest.text(
        requests + [
          .send(id: "3", sent, spool: nil, asks: true), .prepare(sent, spool: "/t"),
          .answer(go: true), .answer(go: false),
        ]))
    #expect(read.count == 9)
    #expect(Array(read.prefix(4)) == Array(requests.prefix(4)))
    #expect(
      Array(read.suffix(5)) == [
        .send(id: "2", sent, spool: "/s", asks: false),
        .send(id: "3", sent, spool: nil, asks: true), .prepare(sent, spool: "/t"),
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
    #expect(try read(MailRequest.text([.attach(attachment)])) == [nil])
  }

  private let details: [MailDetail] = [
    .empty, .exited(3), .signalled(9), .tooSlow(30_000), .tooMuch, .quotes,
    .readable(path: "/a \"b"),
    .noLogin,
    .system(2, path: nil), .system(13, path: "/x"), .asked([.keyring, .netrc]), .asked([]),
  ]

  @Test("each detail has words")
  func words() {
    for detail in details where detail != .asked([]) {
      #expect(MailResult(.held, .keyringLocked, detail: detail).words != "")
    }
  }

  @Test("its answers are read as they were meant")
  func answers() throws {
    let answers: [MailAnswer] =
      [
        .hello(42), .sending(id: "7"),
        .done(id: "7", MailResult(.accepted, nil, status: 250, text: "250 ok", secret: .netrc)),
        .done(id: "8", MailResult(.held, .authFailed, status: 535, text: "535 \"no\"")),
      ] + details.map { .done(id: "9", MailResult(.held, .keyringLocked, detail: $0)) }
    for answer in answers {
      #expect(try reader.members(of: answer.text).flatMap { MailAnswer($0) } == answer)
    }
  }
}
