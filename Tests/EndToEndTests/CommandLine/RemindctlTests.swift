import Foundation
import Testing

@testable import Localization
@testable import Reminders

/// remindctl alone: what is typed, what comes out, and the exit code.
@Suite struct RemindctlTests {
  let home: Home
  init() async throws { home = try await Home() }

  @Test("a reminder is echoed, and without a daemon one is told so and how to start it")
  func unserved() async throws {
    let made = try await home.remindctl("in", "1h20m", "green", "tea")
    #expect(made.code == 0)
    #expect(
      made.output.wholeMatch(
        of: /1  green tea  (on \w+ \d+ \w+ )?at \d\d:\d\d:\d\d \(in 1 h 20 min\)\n/) != nil)
    #expect(made.error.contains("remindd is not running"))
    #expect(made.error.contains("systemctl --user start remindd"))
  }

  @Test("--require-daemon stores it and exits with 6")
  func requireDaemon() async throws {
    let made = try await home.remindctl("in", "5m", "--require-daemon", "--json", "tea")
    #expect(made.code == 6)
    #expect(try object(made.output)["daemon"] as? String == "absent")
    #expect(try await home.remindctl("list", "--plain").output.contains("tea"))
  }

  @Test("with a daemon nothing is said on standard error, and the JSON says that it runs")
  func served() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    let made = try await home.remindctl("in", "5m", "--require-daemon", "--json")
    #expect(made.code == 0)
    #expect(made.error == "")
    let reminder = try object(made.output)
    #expect(reminder["daemon"] as? String == "running")
    #expect(reminder["text"] as? String == "Alert Time!")
    #expect(reminder["state"] as? String == "scheduled")
    #expect(reminder["kind"] as? String == "interval")
    #expect(reminder["schema"] as? Int == 1)
    let due = try #require(reminder["due_ms"] as? Int)
    let created = try #require(reminder["created_ms"] as? Int)
    #expect(due - created == 300_000)
    let text = try #require(reminder["due"] as? String)
    let date = try #require(ISO8601DateFormatter().date(from: text))
    #expect(Int(date.timeIntervalSince1970) == due / 1000)

    let status = try object(try await home.remindctl("status", "--json").output)
    #expect(status["daemon"] as? String == "running")
    #expect(status["pid"] as? Int32 == daemon.child.process)
    #expect(status["pending"] as? Int == 1)
    #expect((status["next"] as? [String: Any])?["id"] as? Int == 1)
    #expect(status["store"] as? String == home.store)
  }

  @Test(
    "the text can come from standard input",
    arguments: [
      ("tea\\n", "tea"), ("two\\nlines\\n\\n", "two\nlines\n"), ("", "Alert Time!"),
      ("\\n", "Alert Time!"), (" as typed ", " as typed "),
      ("$(date) `date` \\\\", "$(date) `date` \\"),
    ])
  func standardInput(bytes: String, text: String) async throws {
    let made = try await home.shell("printf '\(bytes)' | remindctl in 5m --json -")
    #expect(made.code == 0)
    #expect(try object(made.output)["text"] as? String == text)
  }

  @Test(
    "a text that is not UTF-8, or that nothing can show, is refused and nothing is stored",
    arguments: [
      "remindctl in 5m \"$(printf 'a\\377')\"", "remindctl in 5m -- \"$(printf '\\300\\200')\"",
      "remindctl \"$(printf '\\377')\"", "printf 'a\\377' | remindctl in 5m -",
      "printf 'a\\000b' | remindctl in 5m -",
      "head -c 1048577 /dev/zero | tr '\\0' x | remindctl in 5m -",
    ])
  func notText(line: String) async throws {
    let answer = try await home.shell(line)
    #expect(answer.code == 2)
    #expect(answer.output == "")
    #expect(answer.error.hasPrefix("remindctl: "))
    #expect(!FileManager.default.fileExists(atPath: home.store))
  }

  @Test("version says whose: of the program, and of the daemon that runs")
  func version() async throws {
    let alone = try await home.remindctl("version").output
    #expect(alone.wholeMatch(of: /remindctl \d+\.\d+\.\d+\n/) != nil)
    #expect(try object(try await home.remindctl("version", "--json").output)["daemon"] is NSNull)
    let daemon = try await home.remindd("--channel", "stdout")
    let both = try await home.remindctl("version").output
    #expect(both == alone + alone.replacing("remindctl", with: "remindd"))
    try await daemon.end(SIGTERM)
  }

  @Test("a text of 100,000 characters is kept as it is")
  func longText() async throws {
    let text = String(repeating: "ab c", count: 25_000)
    #expect(try await home.remindctl("in", "5m", text).code == 0)
    let list = try object(try await home.remindctl("list", "--json").output)
    #expect(((list["reminders"] as? [[String: Any]])?.first)?["text"] as? String == text)
  }

  @Test(
    "what was not understood changes nothing, and the code says what kind of mistake it was",
    arguments: [
      (["in", "tea"], 3), (["in", "half", "an", "our"], 3), (["in", ""], 3), (["in", "0s"], 3),
      (["in", "90"], 3), (["in", "-5m"], 3), (["in", "1h20x"], 3), (["in", "99999999999h"], 3),
      (["in", "--minutes", "1.5"], 3), (["in", "--minutes", "-1"], 3), (["in", "5m", "--jsno"], 2),
      (["lsit"], 2), (["list", "tea"], 2), (["list", "-n", "0"], 2), (["list", "-n", "-1"], 2),
      (["list", "-n", "many"], 2), (["list", "--json", "--plain"], 2), (["cancel", "tea"], 2),
      (["cancel", "-1"], 2), (["cancel", "1"], 4), (["cancel", "99999999999999999999"], 4),
      (["cancel", "--all"], 2), (["cancel", "--all", "1"], 2), (["show", "1"], 4), (["show"], 2),
      (["show", "1", "2"], 2), (["status", "now"], 2), (["help", "lsit"], 2),
    ] as [([String], Int32)])
  func refused(line: [String], code: Int32) async throws {
    let answer = try await home.run(["remindctl"] + line)
    #expect(answer.code == code)
    #expect(answer.output == "" || line.contains("--json"))
    #expect(answer.error.hasPrefix("remindctl: "))
    let withJSON = try await home.run(["remindctl", "--json"] + line)
    #expect(withJSON.code == code)
    #expect(try object(withJSON.output)["error"] != nil)
    #expect(!FileManager.default.fileExists(atPath: home.store))
  }

  @Test("nearest names are suggested")
  func nearest() async throws {
    #expect(try await home.remindctl("lsit").error.contains("Did you mean list?"))
    #expect(try await home.remindctl("list", "--jsno").error.contains("Did you mean --json?"))
  }

  @Test(
    "a phrase whose first word is a verb is refused, and how to say it is said",
    arguments: [
      ("watch the game at 8pm", true), ("forget the past tomorrow 9am", true),
      ("done deal in 20 minutes", true), ("why not at 17:00", true), ("watch out", false),
      ("show me", false), ("cancel 1", false), ("undo that", false),
    ])
  func phraseOfVerb(line: String, isPhrase: Bool) async throws {
    let answer = try await home.shell("remindctl \(line)")
    #expect(answer.code == 2 || line == "cancel 1")
    #expect(answer.error.contains("For a reminder say: remindctl add \(line)\n") == isPhrase)
    #expect(!FileManager.default.fileExists(atPath: home.store))
  }

  @Test("every verb's examples work as its help prints them")
  func examples() async throws {
    // What must have been for some examples to work, of the nine reminders that there are.
    let before = [
      "skip": "remindctl edit 7 --every 'day 9:00'", "forget": "remindctl cancel 7",
      "history": "remindctl cancel 7", "import": "remindctl export --output ~/calendar.ics",
      "restore": "remindctl backup ~/reminders.backup --force",
    ]
    // `watch` goes on until it is ended: its own tests do that.
    let verbs = [
      "in", "at", "on", "every", "add", "list", "done", "snooze", "skip", "edit", "cancel", "undo",
      "show", "history", "forget", "pause", "resume", "status", "import", "export", "backup",
      "restore", "parse",
      "help",
    ]
    for verb in verbs where verb != "import" || Home.hasCalendars {
      try? FileManager.default.removeItem(atPath: home.data)
      try? FileManager.default.removeItem(atPath: home.folder + "/home/reminders.backup")
      try await home.create(9, in: "9h")
      if let line = before[verb] { try await home.shell(line) }
      let help = try await home.remindctl("help", verb)
      #expect(help.code == 0)
      #expect(try await home.remindctl(verb, "--help").output == help.output)
      let examples = help.output.split(separator: "\n").filter { $0.hasPrefix("  remindctl ") }
      #expect(examples.count == 2)
      for example in examples {
        let answer = try await home.shell(String(example))
        #expect(answer.code == 0, "\(example): \(answer.error)")
        let said = verb == "forget" ? answer.output + answer.error : answer.output
        #expect(said != "", "\(example)")
      }
    }
    #expect(try await home.remindctl("--help").output == home.remindctl("help").output)
    #expect(try await home.remindctl("--version").output.hasPrefix("remindctl "))
  }

  @Test("the store is its owner's alone, whatever the umask")
  func permissions() async throws {
    #expect(try await home.shell("umask 0; remindctl in 5m").code == 0)
    let modes = try await home.shell("stat -c %a \"$XDG_DATA_HOME/remindctl\" \(home.store)")
    #expect(modes.output == "700\n600\n")
  }

  func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }
}
