import Testing

@testable import Configuration
@testable import Localization
@testable import Reminders
@testable import Scheduler
@testable import Store

@Suite("remindctl.conf")
struct ConfigurationTests {
  @Test(
    "keep-open is a length of time",
    arguments: [("24h", 86_400_000), ("90 min", 5_400_000), ("2 days", 172_800_000)]
      as [(String, Int64)])
  func keepOpen(value: String, milliseconds: Int64) {
    let configuration = Configuration(text: "[remindctl]\n# a comment\n\n keep-open = \(value) \n")
    #expect(configuration.keepOpen == milliseconds)
    #expect(configuration.issues == [])
  }

  @Test(
    "what cannot be understood is named with its line, and the default stands",
    arguments: [
      ("[remindctl]\nkeep-open=soon", 2, .badValue(key: .keepOpen, value: "soon")),
      ("[remindctl]\n\nkeep-opne=1h", 3, .unknownKey("keep-opne")),
      ("hello", 1, .notALine),
      ("keep-open=1h\n[remindctl]", 1, .noGroup(key: "keep-open")),
      ("[remindctl]\n=1h", 2, .notALine),
    ] as [(String, Int, Configuration.Issue.Reason)])
  func issues(text: String, line: Int, reason: Configuration.Issue.Reason) {
    let configuration = Configuration(text: text)
    #expect(configuration.issues == [Configuration.Issue(line: line, reason: reason)])
    #expect(configuration.keepOpen == 86_400_000)
  }

  @Test("a line that is not UTF-8 was taken as it was, or repaired without a word")
  func notUTF8() {
    let bytes = Array("[remindctl]\nicon=caf".utf8) + [0xe9, 10, 0xff] + Array("=1\n# caf".utf8)
    let configuration = Configuration(bytes: bytes + [0xe9] + Array("\nkeep-open=1h\n".utf8))
    #expect(
      configuration.issues == [
        Configuration.Issue(line: 2, reason: .notUTF8),
        Configuration.Issue(line: 3, reason: .notUTF8),
      ])
    #expect(configuration.defaults.icon == nil)
    #expect(configuration.keepOpen == 3_600_000)
  }

  @Test("a file whose lines end with CR LF was taken for one line; an unknown escape lost its \\")
  func carriageReturns() {
    let configuration = Configuration(
      bytes: Array("[remindctl]\r\nkeep-open=1h\r\nicon=a\\b\r\n".utf8))
    #expect(configuration.issues == [])
    #expect(configuration.keepOpen == 3_600_000)
    #expect(configuration.defaults.icon == "a\\b")
  }

  @Test("a file that begins with a byte order mark was not understood in its first line")
  func byteOrderMark() {
    let configuration = Configuration(
      bytes: [0xef, 0xbb, 0xbf] + Array("[remindctl]\nkeep-open=1h\n".utf8))
    #expect(configuration.issues == [])
    #expect(configuration.keepOpen == 3_600_000)
    // One alone: a second is a character.
    #expect(Configuration(text: "\u{feff}\u{feff}[remindctl]").issues.map(\.reason) == [.notALine])
  }

  @Test(
    "a number of an account that is out of its range is told with the range",
    arguments: [
      ("hourly-cap=100000", "hourly-cap cannot be 100000; it is a whole number from 1 to 10000"),
      ("hourly-cap=0", "hourly-cap cannot be 0; it is a whole number from 1 to 10000"),
      ("port=99999", "port cannot be 99999; it is a whole number from 1 to 65535"),
      ("port=abc", "port cannot be abc; it is a whole number from 1 to 65535"),
    ])
  func ranges(line: String, sentence: String) {
    let text = "[mail a]\nserver=localhost\nsender=me@example.org\n"
    let configuration = Configuration(text: text + line)
    #expect(configuration.issues.map(\.what) == [sentence])
    #expect(configuration.accounts.map(\.hourlyCap) == [20])
  }

  @Test(
    "a misspelt group and a key that stands twice were not told",
    arguments: [
      ("[post]\nserver=x\nport=1\n", [(1, .unknownGroup("post"))]),
      ("[post]\n# nothing\n[x]\na=b", [(3, .unknownGroup("x"))]),
      ("[remindctl]\nhistory=1h\nhistory=2h\n", [(2, .repeated(key: "history"))]),
      (
        "[remindctl]\nhistory=1h\n[remindctl]\nhistory=2h\nhistory=soon\n",
        [(2, .repeated(key: "history")), (5, .badValue(key: .history, value: "soon"))]
      ),
      (
        "[mail a]\nserver=x\nsender=me@example.org\nserver=y\n[mail b]\nserver=x\nsender=me@example.org",
        [(2, .repeated(key: "server"))]
      ),
    ] as [(String, [(Int, Configuration.Issue.Reason)])])
  func withoutEffect(text: String, issues: [(Int, Configuration.Issue.Reason)]) {
    let configuration = Configuration(text: text)
    #expect(configuration.issues == issues.map { Configuration.Issue(line: $0, reason: $1) })
    #expect(configuration.history == (text.contains("history") ? 7_200_000 : 365 * 86_400_000))
  }

  @Test("a file that does not exist says nothing; one that cannot be read is a flaw")
  func files() {
    #expect(Configuration(path: "/proc/nowhere/at/all").issues == [])
    #expect(Configuration(path: "/").issues.map(\.line) == [0])
  }
}

@Suite("remindctl.conf: what reminders are given")
struct ConfigurationDefaultTests {
  @Test("each option's default")
  func defaults() {
    let configuration = Configuration(
      text: """
        [remindctl]
        urgency = low
        sound = bell
        timeout = 20s
        icon = dialog-warning
        speak = yes
        hook = /usr/bin/true
        snooze = 5m, 1h
        times = 4
        nag = 5m
        before = 10m, 1h,10 min
        max-late = 30m
        """)
    #expect(configuration.issues == [])
    #expect(configuration.defaults.nag == ReminderOptions.Nag(every: 300_000, times: 4))
    #expect(configuration.defaults.before == [3_600_000, 600_000])
    #expect(configuration.defaults.maxLate == 1_800_000)
    #expect(configuration.defaults.urgency == .low)
    #expect(configuration.defaults.sound == "bell")
    #expect(configuration.defaults.timeout == 20_000)
    #expect(configuration.defaults.icon == "dialog-warning")
    #expect(configuration.defaults.speak == true)
    #expect(configuration.hook == "/usr/bin/true")
    #expect(configuration.snoozes == [300_000, 3_600_000])
  }

  @Test(
    "values that mean nothing are told, and change nothing",
    arguments: [
      (.urgency, "high"), (.urgency, ""), (.timeout, "soon"), (.speak, "loudly"),
      (.hook, "notify.sh"), (.sound, ""), (.icon, ""),
      (.hook, "/bin/\u{1B}[31m"), (.sound, "a\u{7}b"), (.icon, "\u{202E}a"),
      (.nag, "0.5s"), (.nag, "often"), (.times, "0"), (.times, "x"),
      (.before, "10m,"), (.snooze, "10m,,1h"), (.snooze, ""), (.maxLate, "late"),
    ] as [(Configuration.Key, String)])
  func bad(key: Configuration.Key, value: String) {
    let configuration = Configuration(text: "[remindctl]\n\(key.rawValue) = \(value)")
    #expect(
      configuration.issues == [.init(line: 2, reason: .badValue(key: key, value: value))])
    #expect(configuration.defaults.isEmpty)
    #expect(configuration.hook == nil)
  }

  @Test("a popup may be told to stay, and the hook to be none")
  func none() {
    let configuration = Configuration(text: "[remindctl]\ntimeout = never\nhook =\n")
    #expect(configuration.issues == [])
    #expect(configuration.defaults.timeout == 0)
    #expect(configuration.hook == nil)
  }

  @Test("what a reminder says for itself goes before")
  func filled() {
    var own = ReminderOptions()
    own.urgency = .critical
    var defaults = ReminderOptions()
    defaults.urgency = .low
    defaults.sound = "bell"
    let filled = own.filled(from: defaults)
    #expect(filled.urgency == .critical)
    #expect(filled.sound == "bell")
  }
}
