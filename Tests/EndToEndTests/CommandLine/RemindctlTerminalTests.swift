import Foundation
import Testing

/// remindctl on a terminal, which script(1) gives it.
@Suite struct RemindctlTerminalTests {
  let home: Home
  init() async throws { home = try await Home() }

  private func onTerminal(
    _ line: String, input: String = "", changing: [String: String?] = [:]
  ) async throws -> (text: String, code: Int32) {
    var changing = changing
    if changing["TERM"] == nil { changing["TERM"] = "xterm" }
    // `script` would end with its own input before the answer is there.
    let answer = try await home.shell(
      "{ printf '\(input)'; sleep 0.3; } | script -qec '\(line)' /dev/null", changing: changing)
    return (answer.output.replacing("\r\n", with: "\n"), answer.code)
  }

  @Test("a caret stands under what was not understood")
  func caret() async throws {
    let answer = try await onTerminal("remindctl in half an our")
    #expect(answer.code == 3)
    #expect(answer.text.contains("'our'"))
    #expect(answer.text.contains("\n  half an our\n          ^~~\n"))
  }

  @Test("the next 50 are listed, and how many more there are")
  func more() async throws {
    try await home.create(60, in: "1h")
    let answer = try await onTerminal("remindctl")
    #expect(answer.text.matches(of: /scheduled/).count == 50)
    #expect(answer.text.contains("... and 10 more"))
    #expect(answer.text.contains("remindd is not running"))
    let few = try await onTerminal("remindctl list -n 59")
    #expect(few.text.contains("... and 1 more"))
    #expect(try await !onTerminal("remindctl list -n 60").text.contains("more"))
    #expect(try await !onTerminal("remindctl list --json").text.contains("more"))
  }

  @Test("beyond a thousand they are not counted")
  func thousand() async throws {
    try await home.remindctl("in", "1h")
    let more = { (count: Int) in
      """
      import sqlite3
      database = sqlite3.connect("\(self.home.store)")
      first = database.execute("SELECT count(*) + 1 FROM reminder").fetchone()[0]
      for n in range(first, first + \(count)):
        database.execute("INSERT INTO reminder(id, uid, kind, boot_id, due_boot_ms, created_ms)"
          " VALUES(?, ?, 'interval', 'b', 0, 0)", (n, str(n)))
        database.execute("INSERT INTO occurrence(reminder, series_ms, due_ms) SELECT ?, 0, due_ms"
          " FROM occurrence WHERE id = 1", (n,))
      database.commit()
      """
    }
    try await home.run(["/usr/bin/python3", "-c", more(1049)])
    #expect(try await onTerminal("remindctl").text.contains("... and 1000 more"))
    try await home.run(["/usr/bin/python3", "-c", more(1)])
    #expect(try await onTerminal("remindctl").text.contains("... and more than 1,000 more"))
  }

  @Test("colours are for terminals that want them")
  func colours() async throws {
    try await home.remindctl("in", "1h", "tea")
    #expect(try await onTerminal("remindctl").text.contains("\u{1b}[1m"))
    for changing in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
      #expect(try await !onTerminal("remindctl", changing: changing).text.contains("\u{1b}"))
    }
    #expect(try await !home.remindctl("list").output.contains("\u{1b}"))
  }

  @Test("a text cannot steer the terminal, in any shape")
  func hostile() async throws {
    let text = "\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}txet\r\nsecond"
    try await home.remindctl("in", "1h", "--", text)
    for line in [
      "list", "list --plain", "list --json", "show 1", "status", "status --json", "cancel 1",
    ] {
      let answer = try await onTerminal("remindctl \(line)", changing: ["NO_COLOR": "1"])
      let steering = answer.text.unicodeScalars.filter {
        ($0.value < 0x20 && $0 != "\n" && $0 != "\t") || (0x7f..<0xa0).contains($0.value)
          || (0x202a...0x202e).contains($0.value)
      }
      #expect(steering.isEmpty, "\(line)")
    }
  }

  @Test("to cancel everything one is asked, and only yes is yes", arguments: ["y", "yes", "n", ""])
  func question(answer: String) async throws {
    try await home.create(3, in: "1h")
    let asked = try await onTerminal("remindctl cancel --all", input: answer + "\\n")
    #expect(asked.text.contains("Cancel all 3 reminders? [y/N]"))
    let left = try await home.shell("remindctl list --plain | wc -l").output
    #expect(left == (answer.hasPrefix("y") ? "0\n" : "3\n"))
    #expect(asked.code == (answer.hasPrefix("y") ? 0 : 1))
  }

  @Test(
    "forgetting asks first",
    arguments: [("n\\n", 1, true), ("", 1, true), ("y\\n", 0, false)])
  func forget(input: String, code: Int32, isThere: Bool) async throws {
    try await home.remindctl("in", "1h", "tea")
    try await home.remindctl("cancel", "1")
    let answer = try await onTerminal("remindctl forget 1", input: input)
    #expect(answer.code == code)
    #expect(answer.text.contains("Forget 1 reminder for good? [y/N] "))
    #expect(answer.text.contains("Nothing was changed.") == isThere)
    #expect(try await (home.remindctl("show", "1").code == 0) == isThere)
  }

  @Test("of a long history the last 50 are shown, and that there is more")
  func history() async throws {
    try await home.create(60, in: "9h")
    try await home.remindctl("cancel", "--all", "--force")
    let answer = try await onTerminal("remindctl history")
    #expect(answer.text.matches(of: /cancelled/).count == 50)
    #expect(answer.text.contains("... and more before (remindctl history | less shows all)"))
    #expect(try await !onTerminal("remindctl history -n 60").text.contains("more"))
  }
}
