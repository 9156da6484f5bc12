import Foundation
import Scheduler
import Testing

@testable import Reminders
@testable import Store
@testable import System
@testable import TimeLanguage
@testable import remindctl

/// What is offered where; the shells themselves are tried out end to end.
@Suite struct CompletionTests {
  private func words(_ line: [String], _ part: String = "") -> [String] {
    Completion(words: line, part: part, context: .test()).candidates.map(\.word)
  }

  @Test("verbs, options and values are offered where they can stand")
  func paths() {
    #expect(words([]) == Verb.allCases.map(\.name))
    #expect(words(["help"]) == Verb.allCases.map(\.name))
    #expect(words(["list"], "-") == Verb.list.everyOption.map(\.name))
    #expect(
      words(["list", "--json"], "--") == [
        "--limit", "--tag", "--plain", "--sentences", "--help", "--version",
      ])
    #expect(words([], "--") == Verb.list.everyOption.map(\.name))
    #expect(words(["in", "5m", "--urgency"]) == ["low", "normal", "critical"])
    #expect(
      words(["in", "5m"], "--urgency=c") == [
        "--urgency=low", "--urgency=normal", "--urgency=critical",
      ])
    #expect(words(["mail", "list", "--status"], "held,").contains("held,unknown"))
    #expect(!words(["mail", "list", "--status"], "held,").contains("held,held"))
    #expect(words(["mail", "list"], "--status=held,s").contains("--status=held,scheduled"))
    #expect(words(["in"]).contains("20m"))
    #expect(words(["pause"]).contains("until"))
    #expect(words(["pause", "until"]).contains("tomorrow"))
    #expect(words(["snooze", "7"]).contains("20m"))
    #expect(words(["in", "5m", "--icon"]).last == "/")
    #expect(words(["in", "5m", "--tz"]).contains("Europe/Rome"))
    #expect(words(["--urgency", "low", "in"]).contains("20m"))
  }

  @Test(
    "nothing is offered where anything can stand",
    arguments: [
      ["in", "5m"], ["in", "5m", "--"], ["in", "--"], ["20m"], ["tea", "tomorrow"], ["undo"],
      ["in", "5m", "--times"], ["list", "--limit"], ["list", "-n"], ["edit", "7"], ["lsit"],
    ])
  func nothing(line: [String]) {
    #expect(words(line) == [])
  }

  @Test(
    "a template's parameters are offered, each once, with what can stand in it, in its language")
  func templates() {
    #expect(words(["request"]) == ["confirmation", "contact", "quote"])
    #expect(words(["mail", "templates"]) == ["confirmation", "contact", "quote"])
    #expect(
      words(["request", "contact", "--param", "name=Ann", "--param"]) == [
        "email=", "message=", "phone=", "topic=",
      ])
    #expect(
      words(["request", "quote", "--locale", "it"], "--param=budget=").first
        == "--param=budget=meno di 1.000 EUR")
    #expect(
      words(["request", "quote", "--locale=pl", "--param"], "service=").first
        == "service=Strona internetowa")
    #expect(words(["request", "quote", "--param"], "details=") == [])
    #expect(words(["request", "quote", "--locale"]) == ["en", "it", "pl"])
    #expect(words(["request", "nothing", "--param"]) == [])
  }

  @Test(
    "without a store there are no ids", arguments: ["done", "cancel", "show", "forget", "skip"])
  func noStore(verb: String) {
    #expect(words([verb]) == [])
    #expect(words([verb, "--tag"]) == [])
  }

  @Test("every verb offers what it takes, unless it can be anything")
  func verbs() throws {
    let home = try temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: home) }
    let context = Context.test(home: home)
    for line in [["every", "day", "9:00"], ["in", "1h"], ["cancel", "2"]] {
      let arguments = try Arguments(line)
      _ = try Command(arguments, context).run()
    }
    for verb in Verb.allCases
    where verb.row.operands != nil && !["add", "parse"].contains(verb.name) {
      let offered = Completion(words: [verb.name], part: "", context: context).candidates
      #expect(!offered.isEmpty, "\(verb.name)")
      // Of `mail` they stand behind another word.
      if verb.row.operands!.text.contains("ID"), verb.name != "mail" {
        #expect(offered.contains { ["1", "2"].contains($0.word) }, "\(verb.name)")
      }
    }
  }

  private func temporaryFolder() throws -> String {
    let folder = NSTemporaryDirectory() + "remindctl-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  /// What can be anything, and what is not a word.
  private static let free = [
    "times", "text", "now", "hours", "minutes", "seconds", "limit", "tag",
    "mail-to", "account", "param", "idempotency-key",
  ]

  @Test("every option's value is offered, unless it can be anything")
  func options() {
    for verb in Verb.allCases {
      for option in verb.options where option.value != nil && !Self.free.contains(option.long) {
        #expect(!words([verb.name, option.name]).isEmpty, "\(verb.name) \(option.name)")
      }
    }
  }

  @Test("what is offered is understood", arguments: ["in", "at", "on", "every", "pause", "snooze"])
  func operands(verb: String) throws {
    let line = verb == "snooze" ? [verb, "7"] : [verb]
    for word in words(line) where word != "until" {
      let asked: TimeVerb =
        switch verb {
        case "every": .every
        case "in", "pause", "snooze": .in
        default: .at
        }
      let request = try Request(word, as: asked, timeEnd: nil, .test())
      #expect(request.reading.text == nil, "\(verb) \(word)")
    }
  }

  @Test("what is offered for an option is understood")
  func values() throws {
    let context = Context.test()
    for option in Option.alerts + [.tz] where option.value != nil && option != .tag {
      for word in words(["in", "5m", option.name]) where word != "/" {
        guard option != .times else { continue }
        let arguments = try Arguments(["in", "5m", option.name, word])
        #expect(throws: Never.self, "\(option.name) \(word)") {
          _ = try ReminderOptions().changed(by: arguments, context)
          _ = try context.choosingZone(arguments)
        }
      }
    }
    for word in words(["history", "--since"]) + words(["forget", "--before"]) {
      #expect(throws: Never.self) { try context.pastTime(word) }
    }
    for option in ["--in", "--at", "--every"] {
      for word in words(["edit", "7", option]) {
        let name = String(option.dropFirst(2))
        let verb: TimeVerb? = .init(rawValue: name)
        #expect(try Request(word, as: #require(verb), timeEnd: nil, context).reading.text == nil)
      }
    }
  }

  @Test("a meaning is one line, and no candidate is without a word")
  func lines() {
    for verb in [""] + Verb.allCases.map(\.name) {
      let text = Completion.text(["__complete", "words", "--", verb, "-"], .test())
      for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        #expect(!line.hasPrefix("\t") && !line.isEmpty)
        #expect(line.count { $0 == "\t" } <= 1)
      }
    }
    #expect(Completion.text(["__complete"], .test()) == "")
    #expect(Completion.text(["__complete", "words"], .test()) == "")
    #expect(Completion.text(["__complete", "bash", "--"], .test()) == "")
    #expect(Completion.text(["__complete", "csh", "--", "x"], .test()) == "")
  }
}

/// A line of bash, and what may be inserted into it.
@Suite struct BashLineTests {
  static let breaks = " \t\n\"'@><=;|&(:"

  struct Row: CustomTestStringConvertible, Sendable {
    var line: String
    var words: [String] = []
    var part = ""
    var testDescription: String { line }
  }

  @Test(
    "a line is taken apart as bash does it",
    arguments: [
      Row(line: ""),
      Row(line: "remindctl "),
      Row(line: "remindctl do", part: "do"),
      Row(line: "  remindctl   done   7 ", words: ["done", "7"]),
      Row(line: "remindctl done a\\ b", words: ["done"], part: "a b"),
      Row(line: "remindctl done 'a b' ", words: ["done", "a b"]),
      Row(line: "remindctl done 'a b", words: ["done"], part: "a b"),
      Row(line: "remindctl done \"a 'b\\\"\\x", words: ["done"], part: "a 'b\"\\x"),
      Row(line: "remindctl done \"a\"'b'c", words: ["done"], part: "abc"),
      Row(line: "remindctl done ''", words: ["done"]),
      Row(line: "remindctl done '' ", words: ["done", ""]),
      Row(line: "A=1 B_2='x y' remindctl done ", words: ["done"]),
      Row(line: "true; remindctl done ", words: ["done"]),
      Row(line: "true && remindctl done ", words: ["done"]),
      Row(line: "echo x | remindctl in ", words: ["in"]),
      Row(line: "echo $(remindctl show ", words: ["show"]),
      Row(line: "remindctl in 5m $(touch x) `touch x` $HOME", words: [], part: "$HOME"),
      Row(line: "remindctl in 5m il tè", words: ["in", "5m", "il"], part: "tè"),
    ])
  func parts(row: Row) {
    let line = BashLine(row.line, breaks: Self.breaks)
    #expect(line.part == row.part)
    // Behind a substitution nobody knows the words.
    if !row.line.contains("`") { #expect(line.words == row.words) }
  }

  @Test(
    "what is inserted is what readline replaces, quoted as the line is there",
    arguments: [
      ("remindctl done ", "7", "7"), ("remindctl done 1", "12", "12"),
      ("remindctl done 1", "7", nil), ("remindctl done '1", "12", "12"),
      ("remindctl in --urgency=c", "--urgency=critical", "critical"),
      ("remindctl in --urgency=\"c", "--urgency=critical", "critical"),
      ("remindctl in --urgency", "--urgency=critical", "--urgency=critical"),
      ("remindctl at 17:3", "17:30", "30"), ("remindctl at 17\\:3", "17:30", "17:30"),
      ("x ", "a b$(c)`d`!", "a\\ b\\$\\(c\\)\\`d\\`\\!"),
      ("x 'a", "a'b$(c)", "a'\\''b$(c)"), ("x \"a", "a\"b\\$(c)`", "a\\\"b\\\\\\$(c)\\`"),
      ("x \"a", "a!b", nil), ("x 'a", "a!b", "a!b"), ("x ", "~#[*?]{}", "\\~\\#\\[\\*\\?\\]\\{\\}"),
      ("x a\\ ", "a b", "a\\ b"), ("x ", "/", "/"), ("x a", "/", "/"),
    ] as [(String, String, String?)])
  func inserted(line: String, word: String, inserted: String?) {
    let line = BashLine(line, breaks: Self.breaks)
    let candidate = word == "/" ? Candidate.files : Candidate(word, "why")
    #expect(line.inserted(candidate)?.word == inserted)
  }
}
