import Beds
import Foundation
import Testing

/// Many programs at the same store at once.
@Suite struct ParallelTests {
  let home: Home
  init() async throws { home = try await Home() }

  @Test("50 clients at once, while others list and the daemon fires: 50 rows, no error")
  func fifty() async throws {
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    let lists = try ["list", "list --json", "status"].map { verb in
      try home.start([
        "/bin/sh", "-c", "while remindctl \(verb) 2>&1 >/dev/null; do sleep 0.05; done",
      ])
    }
    let clients = try (1...50).map { number in
      // Every other one fires while the rest are being stored.
      try home.start(["remindctl", "in", number % 2 == 0 ? "1h" : "0.1s", "--", "\(number)"])
    }
    for client in clients {
      #expect(try await client.end() == .code(0), "\(client.said.error)")
    }
    try await daemon.lines(25)
    for list in lists {
      #expect(list.said.exit == nil, "a reader failed: \(list.said.output)")
      list.send(SIGKILL)
    }
    #expect(try daemon.alerts().compactMap { Int($0.text) }.allSatisfy { $0 % 2 == 1 })
    #expect(Set(try daemon.alerts().map(\.text)).count == 25)
    // The last line is out before it is written down that it is.
    try await until("25 that are still to come") {
      try await home.remindctl("list", "--plain").output.split(separator: "\n")
        .count { $0.contains("\tscheduled\t") } == 25
    }
    let check = try await home.run([
      "python3", "-c",
      "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('PRAGMA integrity_check').fetchall())",
      home.store,
    ])
    #expect(check.output == "[('ok',)]\n")
  }

  @Test("programs that all find no store yet make one, and none is told that it is locked")
  func noStoreYet() async throws {
    let clients = try (1...30).map { try home.start(["remindctl", "in", "1h", "--", "\($0)"]) }
    let daemon = try await home.remindd("--channel", "stdout")
    for client in clients {
      #expect(try await client.end() == .code(0), "\(client.said.error)")
    }
    let list = try await home.remindctl("list", "--plain")
    #expect(list.output.split(separator: "\n").count == 30)
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test("a list that stands still in a pager keeps nobody waiting, and holds no part of the store")
  func pager() async throws {
    try await home.fillWithBurst()
    let pipe = try StoppedReader(home)
    defer { pipe.close() }
    let list = try home.start(["remindctl", "list", "--json"], output: .file(pipe.path))
    try await pipe.fill(by: list, in: home)
    #expect(list.said.exit == nil)
    let daemon = try await home.remindd("--channel", "stdout")
    try await daemon.lines(Home.burst)
    let checkpoint = try await home.run([
      "python3", "-c",
      "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute("
        + "'PRAGMA wal_checkpoint(RESTART)').fetchone()[0])", home.store,
    ])
    #expect(checkpoint.output == "0\n")
    #expect(list.said.exit == nil)
  }

  @Test("a reminder whose answer nobody takes is the daemon's already")
  func answerStands() async throws {
    let pipe = try StoppedReader(home)
    defer { pipe.close() }
    let daemon = try await home.remindd("--channel", "stdout")
    let others = try home.start(["yes"], output: .file(pipe.path))
    try await pipe.fill(by: others, in: home)
    let client = try home.start(["remindctl", "in", "0.1s", "tea"], output: .file(pipe.path))
    try await daemon.line(with: "tea")
    #expect(client.said.exit == nil)
  }
}
