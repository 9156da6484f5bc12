import Beds
import Foundation
import Testing

/// The memory in which programs agree on what is in the store's log is a file that SQLite maps. Where somebody
/// cuts it off, as cp(1) does with a copy over the store's files, the next look into it is a bus error
/// (mmap(2)), which ended the daemon.
@Suite struct CutOffTests {
  let home: Home
  init() async throws { home = try await Home() }

  private static let sentence = "has started itself anew"

  /// Has `daemon` meet the fault for the time `number`, and waits until it is ready again.
  private func cutOff(_ daemon: Daemon, time number: Int = 1) async throws {
    try await home.shell(": >\(home.store)-shm")
    daemon.child.send(SIGHUP)
    try await daemon.child.wait(for: "another start") {
      $0.notices.count { $0.hasPrefix("READY=1") } > number ? 1 : nil
    }
    #expect(daemon.child.said.error.components(separatedBy: Self.sentence).count == number + 1)
  }

  /// What the kernel knows of the daemon's name and signals, and how many files it has open.
  private func state(_ daemon: Daemon) async throws -> String {
    try await home.shell(
      """
      cd /proc/\(daemon.child.process); grep -E '^(Name|Sig(Blk|Cgt)):' status; ls fd | wc -l
      """
    ).output
  }

  @Test("the daemon ended by a bus error: it goes on in its place, and shows what is due once")
  func daemon() async throws {
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    try await home.show("first", by: daemon)
    let before = try await state(daemon)
    for number in 1...3 {
      try await home.remindctl("in", "1.5s", "due \(number)")
      try await cutOff(daemon, time: number)
      try await daemon.line(with: "due \(number)")
      try await home.show("new \(number)", by: daemon)
      try await until("the state of before") { try await state(daemon) == before }
    }
    let texts = ["first"] + (1...3).flatMap { ["due \($0)", "new \($0)"] }
    #expect(try daemon.alerts().map(\.text) == texts)
    #expect(try daemon.alerts().allSatisfy { $0.possibleRepeat == nil })
    #expect(try await home.finding("store")["found"] as? String == "sound")
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test("with nothing but a reminder that comes due")
  func due() async throws {
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    try await home.stop(daemon)
    try await home.remindctl("in", "1s", "soon")
    try await home.shell(": >\(home.store)-shm")
    daemon.child.send(SIGCONT)
    try await daemon.line(with: "soon")
    try await home.waitUntilUnanswered("soon")
    #expect(try daemon.alerts().count == 1)
    #expect(daemon.child.said.error.contains(Self.sentence))
  }

  @Test("cut off again and again, also while it starts: what was confirmed is shown")
  func storm() async throws {
    for number in 10..<30 {
      let made = try await home.remindctl("in", "\(Double(number) / 10)s", "due \(number)")
      #expect(made.code == 0)
    }
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    let storm = try home.start([
      "/bin/sh", "-c", "while sleep 0.07; do : >\(home.store)-shm; done",
    ])
    try await daemon.error(with: Self.sentence)
    for number in 10..<30 { try await daemon.line(with: "due \(number)\"") }
    storm.send(SIGKILL)
    try await storm.end()
    try await home.show("last", by: daemon)
    #expect(try await home.finding("store")["found"] as? String == "sound")
  }

  @Test("files that are written over by a copy of theirs, with and without each: nothing ends")
  func copied() async throws {
    try await home.remindctl("in", "1h", "kept")
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.create(5, in: "1h")
    try await home.shell("cp -a \(home.data) \(home.folder)/copy")
    for files in ["reminders.db*", "reminders.db-shm", "reminders.db reminders.db-shm"] {
      try await home.shell("cd \(home.folder)/copy && cp \(files) \(home.data)/")
      daemon.child.send(SIGHUP)
      try await home.show("after \(files)", by: daemon)
      try await home.shell("rm -r \(home.folder)/copy; cp -a \(home.data) \(home.folder)/copy")
    }
    #expect(try await home.remindctl("list", "--plain").output.contains("kept"))
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test("what was in its hands is shown again, and marked, as after kill -9")
  func inHand() async throws {
    let pipe = try StoppedReader(home)
    defer { pipe.close() }
    try await home.fillWithBurst()
    let daemon = try await home.remindd("--channel", "stdout", "--json", output: .file(pipe.path))
    try await pipe.fill(by: daemon.child, in: home)
    try await cutOff(daemon)
    let reader = try home.start(["cat", pipe.path])
    try await reader.wait(for: "the last line") {
      $0.lines.contains { $0.contains("\"id\":200,") } ? 1 : nil
    }
    let alerts = try reader.said.lines.map(Daemon.Alert.init(line:))
    // The one that was in hand is out, or is not.
    #expect([200, 201].contains(alerts.count))
    #expect(Set(alerts.map(\.id)) == Set(1...200))
    #expect(alerts.count { $0.possibleRepeat == true } == 1)
  }

  @Test("its program was deleted meanwhile, as in an upgrade: the one that runs is started")
  func deleted() async throws {
    let program = home.folder + "/remindd"
    try await home.shell("cp \(Home.programs)/remindd \(program)")
    let daemon = try Daemon(home, ["--channel", "stdout", "--json"], program: program)
    try await daemon.ready()
    try await home.run(["rm", program])
    try await cutOff(daemon)
    try await home.show("after", by: daemon)
  }

  @Test("the service manager waits for nothing that the first life promised")
  func watchdog() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "1h", "tea")
    try await daemon.notice(with: "WATCHDOG_USEC=36")
    try await cutOff(daemon)
    let notices = daemon.child.said.notices
    let nothing = try #require(notices.firstIndex(of: "WATCHDOG_USEC=0\nWATCHDOG=1"))
    #expect(notices[nothing...].contains { $0.contains("WATCHDOG_USEC=36") })
  }

  @Test(
    "a bus error that somebody sends ends it as ever",
    .enabled(if: !Home.isSanitized, "a sanitizer makes a report of it"))
  func sent() async throws {
    let daemon = try await home.remindd(
      "--channel", "stdout", changing: ["SWIFT_BACKTRACE": "enable=no"])
    #expect(try await daemon.end(SIGBUS) == .signal(SIGBUS))
  }

  @Test("remindctl ended by a bus error: it says what to look at", arguments: [[], ["--json"]])
  func client(options: [String]) async throws {
    try await home.remindctl("in", "1h", "kept")
    let locker = try home.start([
      "python3", "-uc",
      """
      import sqlite3, sys, time
      database = sqlite3.connect(sys.argv[1], isolation_level=None)
      database.execute("BEGIN IMMEDIATE")
      print("locked")
      time.sleep(600)
      """, home.store,
    ])
    try await locker.wait(for: "the lock") { $0.lines.first }
    let client = try home.start(["remindctl", "in", "1h", "new"] + options)
    try await home.shell(
      """
      until grep -q reminders.db-shm /proc/\(client.process)/maps; do sleep 0.01; done
      sleep 0.1; : >\(home.store)-shm
      """)
    #expect(try await client.end() == .code(5))
    #expect(client.said.error.hasPrefix("remindctl: The files of the store were written over"))
    #expect(client.said.output.contains("\"store-cut-off\"") == !options.isEmpty)
    locker.send(SIGKILL)
    try await locker.end()
    #expect(try await home.remindctl("in", "1h", "new").output.hasPrefix("2  new"))
  }
}
