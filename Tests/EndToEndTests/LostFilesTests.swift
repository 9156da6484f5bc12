import Foundation
import Testing

/// Files of the store are deleted, moved or emptied while a daemon has them open: whatever was confirmed is
/// shown once, no id is given twice, and it is said.
@Suite struct LostFilesTests {
  let home: Home
  init() async throws { home = try await Home() }

  struct Loss: CustomTestStringConvertible, Sendable {
    var sentence: String
    /// Shell, in the data folder.
    var cause: String
    var said = "have been taken away or replaced"
    var testDescription: String { sentence }
  }

  static let losses = [
    Loss(sentence: "the memory deleted", cause: "rm reminders.db-shm"),
    Loss(sentence: "the memory moved away", cause: "mv reminders.db-shm .."),
    Loss(
      sentence: "the memory replaced",
      cause: "cp reminders.db-shm ../new; mv ../new reminders.db-shm"),
    Loss(sentence: "the log deleted", cause: "rm reminders.db-wal"),
    Loss(sentence: "the log moved away", cause: "mv reminders.db-wal .."),
    Loss(sentence: "both deleted", cause: "rm reminders.db-wal reminders.db-shm"),
    Loss(sentence: "both moved away", cause: "mv reminders.db-wal reminders.db-shm .."),
    Loss(sentence: "the store emptied", cause: ": >reminders.db", said: "was damaged"),
    Loss(
      sentence: "the store emptied, and its memory deleted",
      cause: ": >reminders.db; rm reminders.db-shm", said: "was damaged"),
  ]

  private func lose(_ cause: String) async throws {
    try await home.shell("cd \(home.data); { \(cause); } 2>/dev/null")
  }

  /// The ids and texts of all that the store has.
  private func list() async throws -> [String] {
    try await home.remindctl("list", "--plain").output.split(separator: "\n").map {
      let fields = $0.split(separator: "\t", omittingEmptySubsequences: false)
      return "\(fields[0]) \(fields.last ?? "")"
    }.sorted()
  }

  @Test("what was confirmed before and after is shown once, and kept", arguments: losses)
  func confirmed(_ loss: Loss) async throws {
    try await home.remindctl("in", "1h", "first")
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    try await home.remindctl("in", "1s", "soon")
    try await home.remindctl("in", "2h", "far")
    try await lose(loss.cause)
    for text in ["a", "b", "c"] {
      let made = try await home.remindctl("in", "0.2s", text)
      #expect(made.code == 0, "\(made.error)")
    }
    for text in ["a", "b", "c", "soon"] { try await daemon.line(with: "\"text\":\"\(text)\"") }
    try await home.waitUntilUnanswered("soon")
    let all = ["1 first", "2 soon", "3 far", "4 a", "5 b", "6 c"]
    #expect(try await list() == all)
    #expect(try daemon.alerts().map(\.text).sorted() == ["a", "b", "c", "soon"])
    #expect(daemon.child.said.error.contains(loss.said), "\(daemon.child.said.error)")
    #expect(daemon.child.said.error.components(separatedBy: loss.said).count == 2, "once")
    #expect(try await daemon.end(SIGTERM) == .code(0))
    let second = try await home.remindd("--channel", "stdout", "--json")
    try await home.remindctl("in", "0.1s", "last")
    #expect(try await second.line(with: "last").contains("\"id\":7,"))
    #expect(try second.alerts().count == 1)
    #expect(try await list() == all + ["7 last"])
    #expect(try await home.finding("store")["found"] as? String == "sound")
  }

  @Test("what was due while nothing else happened is shown, too", arguments: losses)
  func alone(_ loss: Loss) async throws {
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    try await home.remindctl("in", "1s", "soon")
    try await lose(loss.cause)
    try await daemon.line(with: "soon")
    try await daemon.error(with: loss.said)
    try await home.waitUntilUnanswered("soon")
    #expect(try daemon.alerts().count == 1)
  }

  @Test("again and again: three times each, and nothing is lost", arguments: losses.prefix(7))
  func again(_ loss: Loss) async throws {
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    for number in 1...3 {
      try await lose(loss.cause)
      let made = try await home.remindctl("in", "1h", "kept \(number)")
      #expect(made.output.hasPrefix("\(number)  "), "\(made)")
    }
    #expect(try await daemon.end(SIGTERM) == .code(0))
    #expect(try await list() == ["1 kept 1", "2 kept 2", "3 kept 3"])
  }

  @Test(
    "a daemon that stands still writes over nothing afterwards: what it could not read is refused",
    arguments: losses.filter { $0.sentence.hasSuffix("deleted") && $0.said.hasPrefix("have") })
  func stopped(_ loss: Loss) async throws {
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    try await home.remindctl("in", "0.5s", "soon")
    daemon.child.send(SIGSTOP)
    let state = "/proc/\(daemon.child.process)/status"
    try await home.shell("until grep -q 'State:.T' \(state); do sleep 0.01; done")
    try await lose(loss.cause)
    let refused = try await home.remindctl("in", "1h", "new")
    #expect(refused.code == 5, "\(refused)")
    #expect(refused.error.contains("Another program keeps \(home.store) locked"))
    daemon.child.send(SIGCONT)
    try await daemon.line(with: "soon")
    let made = try await home.remindctl("in", "1h", "new")
    #expect(made.code == 0, "\(made.error)")
    #expect(try await list() == ["1 soon", "2 new"])
  }

  @Test("an empty log in its place: what was deleted is written back")
  func newLog() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "2h", "kept")
    try await lose(": >../new; mv ../new reminders.db-wal")
    try await daemon.error(with: "have been taken away or replaced")
    try await home.show("new", by: daemon)
    #expect(try await list() == ["1 kept", "2 new"])
  }

  @Test("an emptied log: what was in it alone is gone, which is said, and all goes on")
  func emptiedLog() async throws {
    try await home.remindctl("in", "1h", "first")
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "2h", "lost")
    try await lose(": >reminders.db-wal")
    try await daemon.error(with: "have been taken away or replaced")
    try await home.show("new", by: daemon)
    #expect(try await list().contains("1 first"))
  }

  @Test("a log that is emptied after it was copied into the store is no loss, and nothing is said")
  func copiedLog() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    for number in 1...2 {
      try await home.remindctl("in", "1h", "kept")
      try await home.remindctl("in", "1h", "secret")
      try await home.remindctl("cancel", "\(number * 2)")
      let forgotten = try await home.remindctl("forget", "\(number * 2)", "--force")
      #expect(forgotten.code == 0, "\(forgotten.error)")
    }
    try await home.remindctl("in", "0.1s", "new")
    try await daemon.line(with: "new")
    #expect(!daemon.child.said.error.contains("taken away"))
    #expect(try await list() == ["1 kept", "3 kept", "5 new"])
  }

  @Test(
    "a store that is emptied or deleted behind a killed daemon is not taken for new: it is kept with its log",
    arguments: [["remindctl", "list"], ["remindctl", "in", "1h", "new"], ["remindd"]],
    [": >reminders.db", "rm reminders.db"])
  func emptiedBehind(_ command: [String], cause: String) async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "1h", "kept")
    #expect(try await daemon.end(SIGKILL) == .signal(SIGKILL))
    try await lose(cause)
    let said: String
    if command[0] == "remindd" {
      let second = try await home.remindd("--channel", "stdout")
      try await second.error(with: "was damaged")
      said = second.child.said.error
      try await second.end(SIGTERM)
    } else {
      said = try await home.run(command).error
    }
    #expect(said.contains("was damaged"), "\(said)")
    #expect(try await list().contains("1 kept"))
    let names = try FileManager.default.contentsOfDirectory(atPath: home.data)
    let aside = names.filter { $0.hasPrefix("reminders.db.damaged-") }.sorted()
    #expect(aside.count == 2)
    #expect(aside.last?.hasSuffix("-wal") == true)
  }

  @Test(
    "the command that removes a damaged store left its log, with the texts, and nothing told of it",
    arguments: ["", "rm reminders.db.damaged-*Z"])
  func removed(before: String) async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "1h", "kept")
    #expect(try await daemon.end(SIGKILL) == .signal(SIGKILL))
    try await lose(": >reminders.db")
    try await home.remindctl("list")
    try await home.shell("cd \(home.data); \(before)")
    let findings = try await home.remindctl("doctor", "--json").objects("findings")
    let kept = findings.filter { $0["found"] as? String == "kept-aside" }
    #expect(kept.count == 1)
    let status = try await home.remindctl("status").output
    #expect(status.contains(before.isEmpty ? "A damaged store is kept as" : "Z-wal is left"))
    try await home.shell(try #require(kept.first?["command"] as? String))
    #expect(try await home.shell("ls \(home.data) | grep damaged").output == "")
    #expect(try await home.findings()["store"] == "sound")
  }
}
