import Foundation
import Testing

/// A store that cannot be used when the service starts: it waits for it. A daemon that ended was started
/// anew until systemd's start limit, and then never again.
@Suite struct StartWaitTests {
  let home: Home
  init() async throws { home = try await Home() }

  /// What keeps a daemon from its store, what takes it away, and a part of why.
  private static let hindrances: [(cause: String, cure: String, why: String)] = [
    ("mkdir $data/remindd.lock", "rmdir $data/remindd.lock", "Cannot lock"),
    ("mkfifo $store-journal", "rm $store-journal", "is no file"),
    ("mv $data $data.away; touch $data", "rm $data; mv $data.away $data", "folder "),
    (
      "mv $store $data/kept; yes a shopping list | head -c 9000 >$store", "mv $data/kept $store",
      "cannot be used"
    ),
    ("mv $store $data/kept; mkdir $store", "rmdir $store; mv $data/kept $store", "is a folder"),
  ]

  private func shell(_ line: String) async throws {
    let answer = try await home.shell("data=\(home.data) store=\(home.store); \(line)")
    #expect(answer.code == 0, "\(line): \(answer.error)")
  }

  @Test(
    "a service waits for its store, says why once, and shows what is due when it is there",
    arguments: hindrances)
  func waits(cause: String, cure: String, why: String) async throws {
    try await home.remindctl("in", "0.1s", "tea")
    try await shell(cause)
    let daemon = try Daemon(home, ["--channel", "stdout"])
    try await daemon.ready()
    let notice = try #require(daemon.child.said.notices.first)
    #expect(notice.contains("STATUS=") && notice.contains(why), "\(notice)")
    // Several attempts.
    try await Task.sleep(for: .seconds(4))
    let error = daemon.child.said.error
    #expect(error.split(separator: "\n").count == 1, "\(error)")
    #expect(error.hasSuffix(". It is tried again every few seconds\n"))
    #expect(daemon.child.said.notices.count == 1)
    try await shell(cure)
    try await daemon.line(with: "tea")
    try await daemon.error(with: "remindd: The store can be served now\n")
    try await daemon.notice(with: "READY=1\nSTATUS=Nothing pending")
    // It hears what any other hears.
    try await home.remindctl("in", "0.1s", "cake")
    try await daemon.line(with: "cake")
    try home.writeConfiguration("[remindctl]\ncolour=red\n")
    daemon.child.send(SIGHUP)
    try await daemon.error(with: "colour")
    #expect(daemon.child.said.lines.count == 2)
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test("SIGHUP tries at once, again and again, and SIGTERM ends the waiting", arguments: [1, 5])
  func signals(_ count: Int) async throws {
    try await home.remindctl("in", "0.1s", "tea")
    try await shell("mkdir $data/remindd.lock")
    let daemon = try Daemon(home, ["--channel", "stdout"])
    try await daemon.ready()
    // Five make the next attempt a matter of five seconds.
    for _ in 0..<count {
      daemon.child.send(SIGHUP)
      try await Task.sleep(for: .seconds(0.1))
    }
    #expect(try await daemon.end(SIGTERM) == .code(0))
    #expect(daemon.child.said.notices.last == "STOPPING=1")
    let second = try Daemon(home, ["--channel", "stdout"])
    try await second.ready()
    for _ in 0..<count {
      second.child.send(SIGHUP)
      try await Task.sleep(for: .seconds(0.1))
    }
    try await shell("rmdir $data/remindd.lock")
    second.child.send(SIGHUP)
    let start = ContinuousClock.now
    try await second.line(with: "tea")
    #expect(ContinuousClock.now - start < .seconds(4))
    // Those that come while it begins do no harm.
    for _ in 0..<50 { second.child.send(SIGHUP) }
    try await home.remindctl("in", "0.1s", "cake")
    try await second.line(with: "cake")
    #expect(try await second.end(SIGTERM) == .code(0))
  }

  @Test("a store of a later version: the service ends for the later remindd, but not at once")
  func newer() async throws {
    try await home.remindctl("in", "0.1s", "tea")
    try await shell("cp -a $data $data.kept; sqlite3 $store 'PRAGMA user_version = 1000'")
    let daemon = try Daemon(home, ["--channel", "stdout"])
    try await daemon.notice(with: "schema 1000")
    try await Task.sleep(for: .seconds(2))
    #expect(daemon.child.said.exit == nil)
    // And where it is the old one again, that is served.
    try await shell("mv $data $data.newer; mv $data.kept $data")
    try await daemon.line(with: "tea")
    try await daemon.notice(with: "READY=1\nSTATUS=Nothing pending")
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test("only systemd's own service waits for another remindd to end")
  func taken() async throws {
    let first = try await home.remindd("--channel", "stdout")
    let other = try Daemon(home, ["--channel", "stdout"])
    #expect(try await other.child.end() == .code(1))
    let socket = try NoticeSocket(home, isAbstract: true)
    let service = try home.start(
      ["/bin/sh", "-c", "SYSTEMD_EXEC_PID=$$ exec remindd --channel stdout"],
      changing: ["NOTIFY_SOCKET": socket.address], notices: socket)
    try await service.wait(for: "why it waits") {
      $0.error.contains("Another remindd (process \(first.child.process)) already serves") ? 1 : nil
    }
    try await home.remindctl("in", "0.1s", "tea")
    try await first.line(with: "tea")
    #expect(try await first.end(SIGTERM) == .code(0))
    try await home.remindctl("in", "0.1s", "cake")
    try await service.wait(for: "cake") { $0.output.contains("cake") ? 1 : nil }
    // Ready before the cake was due, or behind it.
    try await service.wait(for: "a serving daemon") {
      $0.notices.contains {
        $0 == "READY=1\nSTATUS=Nothing pending"
          || $0.hasPrefix("READY=1\nSTATUS=Next: ") && $0.hasSuffix(" cake")
      } ? 1 : nil
    }
    try await service.wait(for: "nothing more to come") {
      $0.notices.contains { $0.contains("STATUS=Nothing pending") } ? 1 : nil
    }
    #expect(!service.said.output.contains("tea"))
    service.send(SIGTERM)
    #expect(try await service.end() == .code(0))
  }

  @Test("too low a limit is told, and what has it is not started dozens of times in vain")
  func files() async throws {
    let socket = try NoticeSocket(home, isAbstract: true)
    let start = ContinuousClock.now
    let service = try home.start(
      ["/bin/sh", "-c", "ulimit -n 20; exec remindd --channel stdout"],
      changing: ["NOTIFY_SOCKET": socket.address], notices: socket)
    try await service.wait(for: "why it waits") {
      $0.notices.first?.contains("the limit is 20") == true ? 1 : nil
    }
    try await Task.sleep(for: .seconds(2))
    service.send(SIGTERM)
    let exit = try await service.end()
    // After twenty seconds it asks for another start, on a machine as busy as that.
    let isLate = ContinuousClock.now - start > .seconds(20)
    #expect(exit == .code(0) || isLate && exit == .code(1))
  }
}
