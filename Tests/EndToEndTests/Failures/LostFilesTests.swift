import Foundation
import Testing

/// Files of the store are deleted, moved or emptied while a daemon has them open: it says so and ends, and its
/// unit starts another, which serves what is there.
@Suite struct LostFilesTests {
  let home: Home
  init() async throws { home = try await Home() }

  struct Loss: CustomTestStringConvertible, Sendable {
    var sentence: String
    /// Shell, in the data folder.
    var cause: String
    /// Whether what only the log held goes with it.
    var losesLog = false
    var testDescription: String { sentence }
  }

  static let losses = [
    Loss(sentence: "the memory deleted", cause: "rm reminders.db-shm"),
    Loss(sentence: "the memory moved away", cause: "mv reminders.db-shm .."),
    Loss(
      sentence: "the memory replaced",
      cause: "cp reminders.db-shm ../new; mv ../new reminders.db-shm"),
    Loss(sentence: "the log deleted", cause: "rm reminders.db-wal", losesLog: true),
    Loss(sentence: "the log moved away", cause: "mv reminders.db-wal ..", losesLog: true),
    Loss(
      sentence: "both deleted", cause: "rm reminders.db-wal reminders.db-shm", losesLog: true),
    Loss(
      sentence: "both moved away", cause: "mv reminders.db-wal reminders.db-shm ..",
      losesLog: true),
    Loss(sentence: "the store emptied", cause: ": >reminders.db"),
    Loss(
      sentence: "the store emptied, and its memory deleted",
      cause: ": >reminders.db; rm reminders.db-shm"),
  ]

  private static let said = "has been taken away or replaced"

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
    let daemon = try await home.service("--channel", "stdout", "--json")
    if !loss.losesLog { try await home.remindctl("in", "1s", "soon") }
    try await lose(loss.cause)
    for text in ["a", "b", "c"] {
      let made = try await home.remindctl("in", "0.2s", text)
      #expect(made.code == 0, "\(made.error)")
    }
    let shown = ["a", "b", "c"] + (loss.losesLog ? [] : ["soon"])
    for text in shown { try await daemon.line(with: "\"text\":\"\(text)\"") }
    try await home.waitUntilUnanswered("c")
    #expect(
      try await list().map { String($0.dropFirst(2)) }.sorted() == (shown + ["first"]).sorted())
    #expect(try daemon.alerts().map(\.text).sorted() == shown)
    #expect(daemon.child.said.error.components(separatedBy: Self.said).count == 2, "once")
    #expect(try await daemon.end(SIGTERM) == .code(0))
    #expect(try await home.finding("store")["found"] as? String == "sound")
  }

  @Test("what only the log held is lost with it; what the store held is shown", arguments: losses)
  func alone(_ loss: Loss) async throws {
    try await home.remindctl("in", "2s", "kept")
    let daemon = try await home.service("--channel", "stdout", "--json")
    try await home.remindctl("in", "1.5s", "soon")
    try await lose(loss.cause)
    try await daemon.restarted(because: Self.said)
    try await daemon.line(with: "kept")
    try await home.waitUntilUnanswered("kept")
    let shown = loss.losesLog ? ["kept"] : ["kept", "soon"]
    #expect(try daemon.alerts().map(\.text).sorted() == shown)
  }

  @Test(
    "again and again: three times each, and what is made afterwards is kept",
    arguments: losses.prefix(7))
  func again(_ loss: Loss) async throws {
    let daemon = try await home.service("--channel", "stdout", "--json")
    for number in 1...3 {
      try await lose(loss.cause)
      try await daemon.restarted(because: Self.said, ready: number + 1)
      let made = try await home.remindctl("in", "1h", "kept \(number)")
      #expect(made.code == 0, "\(made.error)")
      // Into the file itself.
      if loss.losesLog { try await home.shell("sqlite3 \(home.store) 'PRAGMA wal_checkpoint'") }
    }
    #expect(try await daemon.end(SIGTERM) == .code(0))
    #expect(try await list() == ["1 kept 1", "2 kept 2", "3 kept 3"])
  }

  @Test(
    "a daemon that stands still writes over nothing afterwards: what was confirmed meanwhile is shown",
    arguments: losses.prefix(7).filter { $0.sentence.hasSuffix("deleted") })
  func stopped(_ loss: Loss) async throws {
    try await home.remindctl("in", "1s", "soon")
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    daemon.child.send(SIGSTOP)
    let state = "/proc/\(daemon.child.process)/status"
    try await home.shell("until grep -q 'State:.T' \(state); do sleep 0.01; done")
    try await lose(loss.cause)
    let made = try await home.remindctl("in", "1s", "new")
    #expect([0, 5].contains(made.code), "\(made)")
    daemon.child.send(SIGCONT)
    #expect(try await daemon.child.end() == .code(75))
    let second = try await home.remindd("--channel", "stdout", "--json")
    try await second.line(with: "soon")
    if made.code == 0 { try await second.line(with: "new") }
    #expect(try await home.finding("store")["found"] as? String == "sound")
  }

  @Test("a daemon that was started by hand says how to start it again, and exits 75")
  func byHand() async throws {
    let daemon = try home.start(["remindd", "--channel", "stdout"])
    try await daemon.wait(for: "its first words") { $0.error.contains("printed here") ? 1 : nil }
    try await lose("rm reminders.db-wal")
    #expect(try await daemon.end() == .code(75))
    #expect(
      daemon.said.error.hasSuffix(
        """
        -wal has been taken away or replaced. Start it again: systemctl --user start remindd, or remindd

        """), "\(daemon.said.error)")
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
