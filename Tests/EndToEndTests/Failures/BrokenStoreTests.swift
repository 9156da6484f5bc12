import Foundation
import Testing

/// A store that cannot be used: a clear message, exit 5, and nothing changed.
@Suite struct BrokenStoreTests {
  let home: Home
  init() async throws { home = try await Home() }

  /// Every command that needs the store.
  static let commands = [
    ["in", "1h", "tea"], ["list"], ["list", "--json"], ["cancel", "1"], ["show", "1"], ["status"],
  ]

  /// Changes the store with another program.
  private func sql(_ statements: String) async throws {
    let answer = try await home.run(["python3", "-c", Self.script(statements), home.store])
    #expect(answer.code == 0, "\(answer.error)")
  }

  private static func script(_ statements: String) -> String {
    """
    import sqlite3, sys
    store = sqlite3.connect(sys.argv[1], isolation_level=None)
    store.executescript(\"\"\"\(statements)\"\"\")
    """
  }

  @Test("a file that is no database is refused and left as it was", arguments: commands)
  func notADatabase(_ command: [String]) async throws {
    let content = String(repeating: "This is a shopping list.\n", count: 100)
    try FileManager.default.createDirectory(
      atPath: home.data, withIntermediateDirectories: true)
    try content.write(toFile: home.store, atomically: false, encoding: .utf8)
    let answer = try await home.run(["remindctl"] + command)
    #expect(answer.code == 5)
    #expect(
      answer.error
        == "remindctl: \(home.store) is not a store of reminders; "
        + "move it away, and a new one is made.\n")
    let daemon = try await home.run(["remindd"])
    #expect(daemon.code == 5)
    #expect(daemon.error.contains("The store \(home.store) cannot be used"))
    #expect(try String(contentsOfFile: home.store, encoding: .utf8) == content)
  }

  @Test("a store from a later version is refused by name", arguments: commands)
  func newer(_ command: [String]) async throws {
    try await home.remindctl("in", "1h", "kept")
    try await sql("PRAGMA user_version = 99")
    let answer = try await home.run(["remindctl"] + command)
    #expect(answer.code == 5)
    #expect(answer.error.contains("\(home.store) was written by a later version of remindctl"))
    if command.contains("--json") { #expect(answer.output.contains(#""code":"store-newer""#)) }
    let daemon = try await home.run(["remindd"])
    #expect(daemon.code == 75)
    #expect(daemon.error.contains("schema 99"))
  }

  @Test("a store that becomes a later version's is left to it, once what is due is out")
  func becomesNewer() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "1h", "far")
    try await sql("PRAGMA user_version = 99")
    #expect(try await daemon.child.end() == .code(75))
    #expect(daemon.child.said.error.contains("written by a later version"))
  }

  @Test("a folder that may not be written: nothing is stored, and what is there is listed")
  func readOnlyFolder() async throws {
    try await home.remindctl("in", "1h", "kept")
    chmod(home.data, 0o500)
    defer { chmod(home.data, 0o700) }
    for program in [["remindctl", "in", "1h", "new"], ["remindctl", "cancel", "1"], ["remindd"]] {
      let answer = try await home.runAsUser(program)
      #expect(answer.code == 5)
      #expect(answer.error.contains(home.data), "\(answer.error)")
    }
    for command in [["list", "--plain"], ["status"], ["show", "1"]] {
      let answer = try await home.runAsUser(["remindctl"] + command)
      #expect(answer.code == 0, "\(answer.error)")
      #expect(answer.output.contains("kept"))
    }
  }

  @Test("a store that may not be written is still listed, and no daemon pretends to serve it")
  func readOnlyFile() async throws {
    try await home.remindctl("in", "1h", "kept")
    chmod(home.store, 0o400)
    for program in [["remindctl", "in", "1h", "new"], ["remindctl", "cancel", "1"], ["remindd"]] {
      let answer = try await home.runAsUser(program)
      #expect(answer.code == 5)
      #expect(answer.error.contains(home.store), "\(answer.error)")
    }
    let list = try await home.runAsUser(["remindctl", "list", "--plain"])
    #expect(list.code == 0)
    #expect(list.output.contains("scheduled\tkept"))
  }

  /// Stops the daemon and runs a line of shell.
  private func stop(_ daemon: Daemon, for line: String) async throws {
    for _ in 0..<5 {
      daemon.child.send(SIGSTOP)
      let answer = try await home.shell(line)
      if answer.code == 0 { return }
      // It was stopped in the middle of a commit, and holds the lock.
      #expect(answer.code == 5, "\(answer.error)")
      daemon.child.send(SIGCONT)
      try await Task.sleep(for: .seconds(0.1))
    }
    Issue.record("the store is always locked")
  }

  /// Runs a line of shell and then fills the disk, while the daemon stands still.
  private func fillDisk(_ line: String, under daemon: Daemon) async throws {
    try await stop(daemon, for: line)
    try await home.shell("dd if=/dev/zero of=$XDG_DATA_HOME/fill bs=1k")
    daemon.child.send(SIGCONT)
  }

  @Test(
    "a full disk: nothing is half stored, what is due comes once, and recording catches up",
    .enabled(if: Home.canMount, "needs root and the right to mount"))
  func fullDisk() async throws {
    try await home.mountDisk(size: "1m")
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    try await fillDisk("remindctl in 0.1s due && remindctl in 1h kept", under: daemon)
    for command in [["in", "1h", "new"], ["cancel", "2"]] {
      let answer = try await home.run(["remindctl"] + command)
      #expect(answer.code == 5)
      #expect(
        answer.error
          == "remindctl: The disk with \(home.store) is full; nothing was stored.\n")
    }
    try await daemon.line(with: "due")
    try await daemon.error(with: "is full. What is due is shown all the same")
    let list = try await home.remindctl("list", "--plain")
    #expect(list.output.split(separator: "\n").count == 2)

    try await home.run(["rm", home.folder + "/data/fill"])
    try await daemon.error(with: "The store can be written again")
    #expect(try await home.remindctl("show", "1", "--json").output.contains(#""accepted""#))
    #expect(try await daemon.end(SIGTERM) == .code(0))
    #expect(try daemon.alerts().map(\.id) == [1])

    let second = try await home.remindd("--channel", "stdout", "--json")
    try await home.remindctl("in", "0.1s", "last")
    try await second.line(with: "last")
    #expect(try second.alerts().map(\.id) == [3])
  }

  @Test(
    "a daemon that starts while the disk is full was refused its lock: it serves all the same",
    .enabled(if: Home.canMount, "needs root and the right to mount"))
  func startsOnFullDisk() async throws {
    try await home.mountDisk(size: "1m")
    let first = try await home.remindd("--channel", "stdout")
    try await fillDisk("remindctl in 1h far", under: first)
    #expect(try await first.end(SIGTERM) == .code(0))
    // As an earlier daemon leaves it that could not write its line.
    try await home.shell(
      ": >$XDG_DATA_HOME/remindctl/remindd.lock; dd if=/dev/zero of=$XDG_DATA_HOME/more bs=1k")
    let second = try await home.remindd("--channel", "stdout")
    let status = try await home.remindctl("status", "--json")
    #expect(status.output.contains(#""daemon":"running""#))
    try await home.shell("rm $XDG_DATA_HOME/fill $XDG_DATA_HOME/more")
    try await home.remindctl("in", "0.1s", "tea")
    try await second.line(with: "tea")
  }

  @Test(
    "a disk that was full from the first is used as soon as there is room",
    .enabled(if: Home.canMount, "needs root and the right to mount"))
  func fullFromTheFirst() async throws {
    try await home.mountDisk(size: "64k")
    try await home.shell("! dd if=/dev/zero of=$XDG_DATA_HOME/fill bs=1k")
    #expect(try await home.remindctl("in", "1h", "new").code == 5)
    let daemon = try await home.remindd("--channel", "stdout")
    #expect(daemon.child.said.error.contains("is full"))
    try await home.run(["rm", home.folder + "/data/fill"])
    try await home.run(["mount", "-o", "remount,size=1m", home.folder + "/data"])
    #expect(try await home.remindctl("in", "0.1s", "new").output.hasPrefix("1  new  at "))
    try await daemon.line(with: "new")
  }

  /// Starts a program that keeps the store locked until it is killed.
  private func locker() async throws -> Child {
    let script =
      Self.script("BEGIN IMMEDIATE") + "\nprint('locked', flush=True)\nimport time; time.sleep(600)"
    let locker = try home.start(["python3", "-c", script, home.store])
    try await locker.wait(for: "the lock") { $0.lines.first }
    return locker
  }

  @Test("a store that another program keeps locked: waited for, and then refused")
  func locked() async throws {
    try await home.remindctl("in", "1h", "kept")
    let locker = try await locker()
    let waiting = try home.start(["remindctl", "in", "1h", "new"])
    let refused = try await home.remindctl("in", "1h", "other")
    #expect(refused.code == 5)
    #expect(
      refused.error == "remindctl: Another program keeps \(home.store) locked; try again.\n")
    #expect(try await home.remindctl("list").code == 0)
    #expect(try await waiting.end() == .code(5))

    let patient = try home.start(["remindctl", "in", "1h", "new"])
    try await Task.sleep(for: .seconds(0.3))
    #expect(patient.said.exit == nil)
    locker.send(SIGKILL)
    #expect(try await patient.end() == .code(0))
    #expect(patient.said.output.hasPrefix("2  new  "))
  }

  @Test("a store that another program was just making was said to be locked: it is waited for")
  func beingMade() async throws {
    mkdir(home.data, 0o700)
    // SQLite itself does not wait for a writer when a file is to get its write-ahead log.
    let maker = try await locker()
    let patient = try home.start(["remindctl", "in", "1h", "new"])
    try await Task.sleep(for: .seconds(0.3))
    #expect(patient.said.exit == nil, "\(patient.said.error)")
    maker.send(SIGKILL)
    #expect(try await patient.end() == .code(0))
    #expect(patient.said.output.hasPrefix("1  new  "))
  }

  @Test("a store that is locked when something is due: it comes once, and is recorded later")
  func lockedWhenDue() async throws {
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    try await stop(daemon, for: "remindctl in 0.1s due")
    let locker = try await locker()
    daemon.child.send(SIGCONT)
    try await daemon.line(with: "due")
    try await daemon.error(with: "locked")
    locker.send(SIGKILL)
    try await daemon.error(with: "The store can be written again")
    #expect(try await daemon.end(SIGTERM) == .code(0))
    #expect(try daemon.alerts().map(\.id) == [1])
    #expect(try await home.remindctl("list", "--plain").output.contains("\tunanswered\t"))
  }

  @Test(
    "an outage with nothing to catch up on is not called over before there is room again",
    .enabled(if: Home.canMount, "needs root and the right to mount"))
  func quietOutage() async throws {
    try await home.mountDisk(size: "1m")
    // Without a desktop nothing can be delivered, and so nothing waits to be recorded.
    let daemon = try await home.remindd("--channel", "desktop")
    try await fillDisk("remindctl in 0.1s due", under: daemon)
    try await daemon.error(with: "is full")
    // It tries again after 1 s, and after 2 s more.
    try await Task.sleep(for: .seconds(1.8))
    #expect(!daemon.child.said.error.contains("written again"))
    try await home.run(["rm", home.folder + "/data/fill"])
    try await daemon.error(with: "written again")
    #expect(daemon.child.said.error.ranges(of: "is full").count == 1)
  }
}
