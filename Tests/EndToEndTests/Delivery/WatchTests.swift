import Beds
import Foundation
import Testing

/// `watch`: what happens, as it happens.
@Suite(.timeLimit(.minutes(5))) struct WatchTests {
  let home: Home
  init() async throws { home = try await Home() }

  /// Starts it and waits until it watches: it makes the folder, and a line of a pause comes back.
  private func watch(_ options: String...) async throws -> Child {
    let child = try home.start(["remindctl", "watch"] + options)
    try await until("the pause") {
      try await home.remindctl("pause", "1h")
      return !child.said.lines.isEmpty
    }
    try await home.remindctl("resume")
    try await child.wait(for: "the end of the pause") {
      $0.lines.last?.contains(options.isEmpty ? "over" : "resumed") == true ? 1 : nil
    }
    return child
  }

  private func events(_ child: Child) throws -> [[String: Any]] {
    try child.said.lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }.filter { ($0["event"] as? String).map { !["paused", "resumed"].contains($0) } ?? true }
  }

  @Test("what is made, shown and answered is told, also where there was no store yet")
  func told() async throws {
    let child = try await watch("--json")
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.show("tea", by: daemon)
    try await home.remindctl("snooze", "last", "9h")
    try await home.remindctl("done", "1")
    try await home.remindctl("undo")
    try await child.wait(for: "undone") { $0.output.contains(#""undone""#) ? 1 : nil }
    let events = try events(child)
    #expect(
      events.map { $0["event"] as? String } == ["created", "shown", "snoozed", "done", "undone"])
    #expect(events.allSatisfy { $0["id"] as? Int == 1 && $0["text"] as? String == "tea" })
    #expect(events.allSatisfy { $0["schema"] as? Int == 1 && $0["at_ms"] is Int })
    #expect(events[1]["channel"] as? String == "stdout")
    #expect(events[2]["until_ms"] is Int)
    #expect(events[4]["undoes"] as? String == "done")
    child.send(SIGINT)
    #expect(try await child.end() == .code(0))
    #expect(child.said.error == "")
  }

  @Test(
    "what stood in the place of the store for a moment ended it",
    arguments: ["mkfifo", "mkdir", "ln -s /proc/nowhere"])
  func replacedBriefly(_ command: String) async throws {
    try await home.remindctl("in", "9h", "tea")
    let child = try await watch("--json")
    try await home.shell("cd \(home.data); mv reminders.db x; \(command) reminders.db")
    try await child.wait(for: "its sentence") { $0.error.contains("is gone") ? 1 : nil }
    try await home.shell("cd \(home.data); rm -r reminders.db; mv x reminders.db")
    try await home.remindctl("in", "9h", "cake")
    try await child.wait(for: "the next one") { $0.output.contains("cake") ? 1 : nil }
    #expect(child.said.exit == nil)
  }

  @Test("people get a line for each")
  func lines() async throws {
    let child = try await watch()
    try await home.remindctl("in", "9h", "tea\u{1b}[31m")
    try await child.wait(for: "a line") { $0.lines.last?.contains("created") == true ? 1 : nil }
    #expect(child.said.lines.contains { $0.hasPrefix("Paused until ") })
    #expect(child.said.lines.last?.contains("1  tea␛[31m  created, due ") == true)
    child.send(SIGTERM)
    #expect(try await child.end() == .code(0))
  }

  @Test("what is held is told with the reason")
  func held() async throws {
    let child = try await watch("--json")
    _ = try await home.remindd("--channel", "desktop")
    try await home.remindctl("in", "0.1s", "tea")
    try await child.wait(for: "held") { $0.output.contains(#""held""#) ? 1 : nil }
    let held = try #require(try events(child).last)
    #expect(held["reason"] as? String == "no-bus")
    #expect(held["channel"] as? String == "desktop")
  }

  @Test("a folder that was moved away for a second ended it, while --format lived on")
  func moved() async throws {
    let child = try await watch("--json")
    try await home.remindctl("in", "9h", "before")
    try await child.wait(for: "before") { $0.output.contains(#""created""#) ? 1 : nil }
    try FileManager.default.moveItem(atPath: home.data, toPath: home.data + ".x")
    try await child.wait(for: "the word of it") { $0.error.contains("is gone") ? 1 : nil }
    try FileManager.default.moveItem(atPath: home.data + ".x", toPath: home.data)
    try await home.remindctl("in", "9h", "after")
    try await child.wait(for: "after") { $0.output.contains(#""after""#) ? 1 : nil }
    #expect(try events(child).map { $0["text"] as? String } == ["before", "after"])
    child.send(SIGTERM)
    #expect(try await child.end() == .code(0))
  }

  @Test("a store that was made anew is told from its beginning")
  func anew() async throws {
    try await home.remindctl("in", "9h", "one")
    try await home.remindctl("in", "9h", "two")
    let child = try await watch("--json")
    try FileManager.default.removeItem(atPath: home.data)
    try await child.wait(for: "the word of it") { $0.error.contains("is gone") ? 1 : nil }
    try await home.remindctl("in", "9h", "new")
    try await child.wait(for: "new") { $0.output.contains(#""new""#) ? 1 : nil }
    #expect(try events(child).map { $0["text"] as? String } == ["new"])
  }

  @Test("it ends with its reader, also when nothing happens")
  func reader() async throws {
    // The reader goes after a second; watch ends with it, and says how.
    let answer = try await home.shell(
      "{ remindctl watch; echo ended with $? >&2; } | sleep 0.3; sleep 0.1; exit 0")
    try await Task.sleep(for: .milliseconds(300))
    #expect(answer.error == "ended with 0\n")
  }

  @Test("one line is enough for a reader that wants one")
  func head() async throws {
    let child = try home.start([
      "/bin/sh", "-c", "{ remindctl watch; echo ended with $? >&2; } | head -n 1",
    ])
    try await until("its end") {
      try await home.remindctl("in", "9h", "tea")
      return child.said.exit != nil
    }
    #expect(try await child.end() == .code(0))
    #expect(child.said.output.contains("1  tea  created") || child.said.output.contains("created"))
    #expect(child.said.error == "ended with 0\n")
  }

  @Test(
    "nothing wakes it while nothing happens",
    .enabled(if: Home.canTrace, "needs strace, the right to trace, and no sanitizer"))
  func idle() async throws {
    let child = try home.start([
      "strace", "-f", "-o", home.folder + "/trace", Home.programs + "/remindctl", "watch",
    ])
    // Until it waits for the first time.
    try await until("its wait") { try trace().last?.hasPrefix("poll") == true }
    let before = try trace().count
    try await Task.sleep(for: .seconds(1))
    #expect(try trace().count == before)
    child.send(SIGINT)
    try await child.end()
  }

  /// The system calls so far, without the process ids.
  private func trace() throws -> [String] {
    let text = try? String(contentsOfFile: home.folder + "/trace", encoding: .utf8)
    return (text ?? "").split(separator: "\n").map {
      String($0.drop { $0.isNumber || $0 == " " })
    }
  }
}
