import Foundation
import Testing

@testable import Reminders

/// The main job with both real programs: stored, timed, shown, cancelled.
@Suite struct DeliveryTests {
  let home: Home
  init() async throws { home = try await Home() }

  @Test("a reminder fires as a line with id, text and time")
  func plain() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    let created = try await home.remindctl("in", "0.5s", "tea")
    #expect(created.code == 0)
    #expect(created.error == "")
    #expect(created.output.wholeMatch(of: /1  tea  at \d\d:\d\d:\d\d \(in 0 s\)\n/) != nil)
    let lines = try await daemon.lines(1)
    #expect(lines[0].wholeMatch(of: /1  tea  due \d\d:\d\d:\d\d/) != nil)
    #expect(try await daemon.end(SIGTERM) == .code(0))
    #expect(daemon.child.said.output == lines[0] + "\n")
  }

  @Test("with --json it fires as one object with exactly the documented members")
  func json() async throws {
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    let created = try await home.remindctl("in", "0.5s", "--json", "tea")
    let line = try await daemon.lines(1)[0]
    let fired = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    #expect(
      try #require(fired).keys.sorted()
        == ["channel", "due_ms", "fired_ms", "id", "late_ms", "text", "uid"])
    let made = try #require(
      try JSONSerialization.jsonObject(with: Data(created.output.utf8)) as? [String: Any])
    #expect(
      made.keys.sorted() == [
        "created_ms", "daemon", "due", "due_ms", "id", "kind", "options", "schema", "state", "text",
        "uid",
      ])
    let alert = try #require(try daemon.alerts().first)
    #expect(alert.id == 1)
    #expect(alert.text == "tea")
    #expect(alert.channel == "stdout")
    #expect(alert.uid == made["uid"] as? String)
    #expect(alert.dueMs == made["due_ms"] as? Int64)
    #expect(alert.firedMs >= alert.dueMs)
    #expect(alert.lateMs == alert.firedMs - alert.dueMs)
    #expect(made["daemon"] as? String == "running")
  }

  @Test("without words it is called Alert Time! and comes after a second")
  func withoutWords() async throws {
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    let created = try await home.remindctl("in", "--json")
    let made = try #require(
      try JSONSerialization.jsonObject(with: Data(created.output.utf8)) as? [String: Any])
    let (due, created_ms) = (made["due_ms"] as? Int64, made["created_ms"] as? Int64)
    #expect(try #require(due) - #require(created_ms) == 1000)
    try await daemon.lines(1)
    #expect(try daemon.alerts().map(\.text) == ["Alert Time!"])
  }

  @Test("one that came due while the daemon was down fires when it starts, and says how late it is")
  func late() async throws {
    let created = try await home.remindctl("in", "0.1s", "tea")
    #expect(created.code == 0)
    #expect(created.error.contains("remindd is not running"))
    try await Task.sleep(for: .seconds(1.2))
    let daemon = try await home.remindd("--channel", "stdout")
    let line = try await daemon.lines(1)[0]
    #expect(line.wholeMatch(of: /1  tea  due \d\d:\d\d:\d\d, \d+ s late/) != nil)
    // The line is there before it is recorded.
    try await home.waitUntilUnanswered("tea")
    let life = try await home.remindctl("show", "1")
    #expect(life.output.contains("late: remindd was started at "))
    #expect(life.output.contains("Written to standard output"))
  }

  @Test("one that is cancelled before its time never fires")
  func cancelled() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    let cancelled = try await home.shell(
      "remindctl in 3s gone && remindctl cancel 1 && remindctl in 3.5s kept")
    #expect(cancelled.code == 0)
    try await daemon.line(with: "kept")
    #expect(daemon.child.said.lines.count == 1)
    #expect(try await home.remindctl("cancel", "1").code == 4)
  }

  @Test("a nearer one, added while the daemon sleeps towards another, fires first")
  func nearer() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "1h", "far")
    try await daemon.notice(with: "far")
    try await home.remindctl("in", "0.3s", "near")
    try await daemon.line(with: "near")
    #expect(daemon.child.said.lines.count == 1)
    // And it sleeps towards the other one again.
    try await daemon.child.wait(for: "STATUS") {
      $0.notices.last?.hasPrefix("STATUS=Next: ") == true
        && $0.notices.last?.contains(" far\n") == true ? 1 : nil
    }
  }

  @Test("200 that are due at once come all, once, in their order")
  func many() async throws {
    try await home.fillWithBurst()
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    try await home.remindctl("in", "0.1s", "last")
    try await daemon.line(with: #""last""#)
    #expect(try daemon.alerts().map(\.id) == Array(1...201))
    #expect(try daemon.alerts().allSatisfy { $0.possibleRepeat == nil })
  }

  @Test("without a desktop a line is printed, and list says that the popup is owed")
  func auto() async throws {
    let daemon = try await home.remindd()
    try await daemon.error(with: "No session bus")
    try await home.remindctl("in", "0.1s", "tea")
    try await daemon.line(with: "tea")
    #expect(try await daemon.end(SIGTERM) == .code(0))
    let list = try await home.remindctl("list")
    #expect(list.output.contains("held: no desktop session"))
    #expect(list.output.contains("tea"))
  }
}
