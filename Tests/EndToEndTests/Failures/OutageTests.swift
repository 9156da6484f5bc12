import Foundation
import Testing

/// What `status` says of a time in which nothing could be recorded.
@Suite struct OutageTests {
  let home: Home
  init() async throws { home = try await Home() }

  @Test("what came due while no daemon ran was counted as still to come, and nothing said so")
  func noDaemon() async throws {
    try await home.remindctl("in", "0.1s", "past")
    try await home.remindctl("in", "1h", "to come")
    try await Task.sleep(for: .seconds(2.2))
    let status = try await home.remindctl("status")
    #expect(status.output.contains("2 reminders are to come. 1 of them is overdue.\n"))
    #expect(status.output.contains("remindd is not running"))
    #expect(try await home.remindctl("status", "--json").object()["overdue"] as? Int == 1)

    let daemon = try await home.remindd("--channel", "stdout")
    try await home.waitUntilUnanswered("past")
    #expect(try await home.remindctl("status", "--json").object()["overdue"] as? Int == 0)
    #expect(!(try await home.remindctl("status").output.contains("overdue")))
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test("a store that another program keeps locked is told by status, too, until it is free again")
  func locked() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.stop(daemon)
    try await home.remindctl("in", "0.1s", "past")
    let other = try home.start([
      "python3", "-c",
      """
      import sqlite3, sys, time
      store = sqlite3.connect(sys.argv[1], isolation_level=None)
      store.execute("BEGIN IMMEDIATE")
      print("locked", flush=True)
      time.sleep(600)
      """, home.store,
    ])
    try await other.wait(for: "the lock") { $0.lines.first }
    daemon.child.send(SIGCONT)
    try await daemon.line(with: "past")
    try await Task.sleep(for: .seconds(2.2))
    let status = try await home.remindctl("status").output
    #expect(status.contains("1 of them is overdue. remindd cannot record them"), "\(status)")
    other.send(SIGKILL)
    try await home.waitUntilUnanswered("past")
    #expect(!(try await home.remindctl("status").output.contains("overdue")))
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }
}
