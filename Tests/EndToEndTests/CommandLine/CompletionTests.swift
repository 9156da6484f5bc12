import Foundation
import Testing

@testable import Store

/// What Tab does in the real shells.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: Typist.isPossible, "needs bash, zsh and fish (scripts/dependencies test)"))
struct CompletionTests {
  let home: Home
  /// A file that appears if anything of a reminder is run.
  let trap: String

  init() async throws {
    home = try await Home()
    trap = home.folder + "/trap"
    let run = "$(touch \(trap)) `touch \(trap)`; touch \(trap)"
    try await home.remindctl(
      "in", "1h", "--tag", "a b: \(run)", "--", "tea (green) \"hot\": \(run)")
    try await home.shell("printf 'two\\nlines\\tand a tab \\033[31m' | remindctl in 2h -")
    // From tomorrow on: the last of the three at any hour.
    try await home.remindctl(
      "every", "day", "9:00", "from", "tomorrow", "it's \(run)", "--tag", "daily")
    #expect(try await home.remindctl("list", "--plain").output.split(separator: "\n").count == 3)
  }

  func expectNothingRun() {
    #expect(!FileManager.default.fileExists(atPath: trap))
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var typed: String
    var line: String
    /// Where zsh writes it otherwise.
    var zsh: String?
    var testDescription: String { typed.debugDescription }
  }

  static let rows = [
    Row(typed: "remindctl sno\t7", line: "remindctl snooze 7"),
    Row(typed: "remindctl done 2\t", line: "remindctl done 2 "),
    Row(typed: "remindctl done \"2\t", line: "remindctl done \"2\" "),
    Row(typed: "remindctl done '2\t", line: "remindctl done '2' "),
    Row(typed: "remindctl done 1 2 \t", line: "remindctl done 1 2 3 "),
    Row(typed: "remindctl skip \t", line: "remindctl skip 3 "),
    Row(typed: "true; remindctl skip \t", line: "true; remindctl skip 3 "),
    Row(typed: "A=1 remindctl skip \t", line: "A=1 remindctl skip 3 "),
    Row(typed: "remindctl in 5m --urg\t", line: "remindctl in 5m --urgency "),
    Row(typed: "remindctl in 5m --urgency cr\t", line: "remindctl in 5m --urgency critical "),
    Row(typed: "remindctl in 5m --urgency=cr\t", line: "remindctl in 5m --urgency=critical "),
    Row(
      typed: "remindctl in 5m --urgency=\"cr\t", line: "remindctl in 5m --urgency=\"critical\" ",
      zsh: "remindctl in 5m --urgency=critical "),
    Row(typed: "remindctl in 5m --tz Europe/Ro\t", line: "remindctl in 5m --tz Europe/Rome "),
    Row(typed: "remindctl in 5m --icon=/usr/sha\t", line: "remindctl in 5m --icon=/usr/share/"),
    Row(typed: "remindctl request quo\t", line: "remindctl request quote "),
    Row(typed: "remindctl mail preview cont\t", line: "remindctl mail preview contact "),
    // A value is still to follow.
    Row(
      typed: "remindctl request quote --param serv\t",
      line: "remindctl request quote --param service="),
    Row(
      typed: "remindctl request quote --param service=Onl\t",
      line: "remindctl request quote --param service=Online\\ shop "),
    Row(
      typed: "remindctl request quote --locale it --param 'service=Neg\t",
      line: "remindctl request quote --locale it --param 'service=Negozio online' "),
    Row(
      typed: "remindctl request quote --param=service=Web\t",
      line: "remindctl request quote --param=service=Website "),
    Row(
      typed: "remindctl request quote --locale i\t",
      line: "remindctl request quote --locale it "),
    Row(typed: "remindctl list --tag d\t", line: "remindctl list --tag daily "),
    Row(typed: "remindctl in 5m $(touch TRAP) do\t", line: "remindctl in 5m $(touch TRAP) do"),
    Row(
      typed: "remindctl in 5m \"$(touch TRAP)\" do\t", line: "remindctl in 5m \"$(touch TRAP)\" do"),
  ]

  @Test(
    "verbs, ids, options and values are completed, inside quotes, too",
    arguments: Typist.Shell.allCases, rows)
  func tab(shell: Typist.Shell, row: Row) async throws {
    func here(_ text: String) -> String { text.replacing("TRAP", with: trap) }
    let typist = try Typist(shell, home)
    let typed = try await typist.type(here(row.typed)).line
    #expect(typed == here(shell == .zsh ? row.zsh ?? row.line : row.line))
    expectNothingRun()
  }

  @Test(
    "a tag that looks like code is inserted as a text, quoted or not",
    arguments: Typist.Shell.allCases, ["", "\"", "'", "=", "=\"", "='"])
  func tag(shell: Typist.Shell, before: String) async throws {
    let opening = before.hasPrefix("=") ? before : " " + before
    let line = try await Typist(shell, home).type("remindctl list --plain --tag\(opening)a\t").line
    // The same shell reads the line as the tag: it lists the one.
    let answer = try await home.run([shell.rawValue, "-c", line])
    #expect(answer.output.split(separator: "\n").count == 1, "\(line): \(answer.error)")
    #expect(answer.output.hasPrefix("1\t"))
    expectNothingRun()
  }

  @Test("the list says what each id is", arguments: Typist.Shell.allCases)
  func meanings(shell: Typist.Shell) async throws {
    let (line, screen) = try await Typist(shell, home).type(
      shell == .fish ? "remindctl done \t" : "remindctl done \t\t")
    #expect(line == "remindctl done " || line == "remindctl done 1")
    #expect(screen.contains("tea (green) \"hot\": $(touch"))
    #expect(screen.contains("two␊lines␉and a tab ␛[31m"))
    #expect(screen.contains("at 09:00:00") || screen.contains(" 09:00:00"))
    expectNothingRun()
  }

  @Test("zsh dropped the backslashes of a text", arguments: Typist.Shell.allCases)
  func backslashes(shell: Typist.Shell) async throws {
    let text = #"[x] {a,b} * ~ \ \: \\ end\"#
    try await home.remindctl("in", "3h", "--", text)
    let screen = try await Typist(shell, home).type(
      shell == .fish ? "remindctl done \t" : "remindctl done \t\t"
    ).screen
    #expect(screen.contains(text), "\(screen)")
    expectNothingRun()
  }

  @Test(
    "bash never inserts a meaning, however it is set to complete",
    arguments: [
      "set show-all-if-ambiguous on", "set show-all-if-unmodified on", "TAB: menu-complete",
      "TAB: insert-completions", "set completion-ignore-case on",
    ])
  func settings(setting: String) async throws {
    let typist = try Typist(.bash, home)
    let rc = home.folder + "/home/.bashrc"
    let settings = try String(contentsOfFile: rc, encoding: .utf8)
    try (settings + "\nbind '\(setting)'\n").write(toFile: rc, atomically: true, encoding: .utf8)
    let line = try await typist.type("remindctl done \t").line
    let inserted = line.split(separator: " ").dropFirst(2)
    #expect([[], ["1"], ["1", "2", "3"]].contains(inserted.sorted()), "\(line)")
    expectNothingRun()
  }

  @Test("completion changes nothing, and wakes nobody")
  func readOnly() async throws {
    let before = try await home.shell("ls -l --time-style=full-iso \(home.store)")
    for words in [["done", ""], ["forget", ""], ["list", "--tag", ""], ["--json", "\u{1b}"]] {
      let answer = try await home.run(["remindctl", "__complete", "words", "--"] + words)
      #expect(answer.code == 0)
      #expect(answer.error == "")
    }
    #expect(
      try await home.shell("ls -l --time-style=full-iso \(home.store)").output == before.output)
    try FileManager.default.removeItem(atPath: home.data)
    let answer = try await home.run(["remindctl", "__complete", "words", "--", "done", ""])
    #expect(answer.code == 0)
    #expect(answer.output + answer.error == "")
    #expect(!FileManager.default.fileExists(atPath: home.data))
  }

  @Test("what is over can be shown and forgotten, and what is open cannot")
  func past() async throws {
    try await home.remindctl("cancel", "2")
    func ids(_ verb: String) async throws -> [String] {
      let answer = try await home.run(["remindctl", "__complete", "words", "--", verb, ""])
      return answer.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }
    #expect(try await ids("forget") == ["2"])
    #expect(try await Set(ids("show")) == ["1", "2", "3"])
    #expect(try await Set(ids("done")) == ["1", "3"])
    #expect(try await ids("skip") == ["3"])
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.show("kettle", by: daemon)
    #expect(try await ids("done").prefix(2) == ["last", "4"])
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }
}
