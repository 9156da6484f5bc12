import Testing

@testable import Configuration
@testable import Localization
@testable import Reminders
@testable import Scheduler
@testable import Store

/// The groups of mail accounts in `remindctl.conf`, and whom each may write to.
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
    #expect(configuration.issues == [])
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
    #expect(configuration.issues == [])
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
    ] as [(String, [(Int, Configuration.Issue.Reason)])])
  func issues(text: String, issues: [(Int, Configuration.Issue.Reason)]) {
    #expect(
      Configuration(text: text).issues == issues.map { Configuration.Issue(line: $0, reason: $1) })
    for issue in Configuration(text: text).issues { #expect(!issue.what.isEmpty) }
  }
}
