import Foundation
import Testing

/// A store that cannot be used when the service starts: it says why and ends, and its unit starts another every few
/// seconds, without any limit.
@Suite struct StartupTests {
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
    (
      "cp -a $data $data.kept; sqlite3 $store 'PRAGMA user_version = 1000'",
      "mv $data $data.newer; mv $data.kept $data", "schema 1000"
    ),
  ]

  private func shell(_ line: String) async throws {
    let answer = try await home.shell("data=\(home.data) store=\(home.store); \(line)")
    #expect(answer.code == 0, "\(line): \(answer.error)")
  }

  @Test(
    "a service says why it cannot begin, and the one that can shows what is due",
    arguments: hindrances)
  func restarts(cause: String, cure: String, why: String) async throws {
    try await home.remindctl("in", "0.1s", "tea")
    try await shell(cause)
    let daemon = try await home.service("--channel", "stdout")
    let notice = try #require(daemon.child.said.notices.first)
    #expect(notice.contains("STATUS=") && notice.contains(why), "\(notice)")
    try await daemon.error(with: ". It is tried again every few seconds\n")
    try await Task.sleep(for: .seconds(3))
    #expect(daemon.child.said.notices.count == 1)
    try await shell(cure)
    try await daemon.line(with: "tea")
    try await daemon.notice(with: "READY=1\nSTATUS=Nothing pending")
    try await home.remindctl("in", "0.1s", "cake")
    try await daemon.line(with: "cake")
    #expect(daemon.child.said.lines.count == 2)
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test("it ends after five seconds, at once on SIGHUP, and SIGTERM ends the service")
  func signals() async throws {
    try await home.remindctl("in", "0.1s", "tea")
    try await shell("mkdir $data/remindd.lock")
    let start = ContinuousClock.now
    let first = try await home.remindd("--channel", "stdout")
    #expect(try await first.child.end() == .code(5))
    #expect(ContinuousClock.now - start > .seconds(4.5))
    let second = try await home.remindd("--channel", "stdout")
    #expect(try await second.end(SIGTERM) == .code(0))
    #expect(second.child.said.notices.last == "STOPPING=1")
    let third = try await home.remindd("--channel", "stdout")
    #expect(try await third.end(SIGHUP) == .code(5))
    try await shell("rmdir $data/remindd.lock")
    try await home.remindd("--channel", "stdout").line(with: "tea")
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
      $0.notices.contains {
        $0.hasPrefix("READY=1\nSTATUS=Another remindd (process \(first.child.process)) already")
      } ? 1 : nil
    }
    // It is not the one that is to be reloaded.
    service.send(SIGHUP)
    try await home.remindctl("in", "0.1s", "tea")
    try await first.line(with: "tea")
    #expect(try await first.end(SIGTERM) == .code(0))
    try await home.remindctl("in", "0.1s", "cake")
    try await service.wait(for: "cake") { $0.output.contains("cake") ? 1 : nil }
    try await service.wait(for: "nothing more to come") {
      $0.notices.contains { $0.contains("STATUS=Nothing pending") } ? 1 : nil
    }
    #expect(!service.said.output.contains("tea"))
    try home.writeConfiguration("[remindctl]\ncolour=red\n")
    service.send(SIGHUP)
    try await service.wait(for: "the configuration") { $0.error.contains("colour") ? 1 : nil }
    service.send(SIGTERM)
    #expect(try await service.end() == .code(0))
  }

  @Test("a service that waits for another remindd is ended by SIGTERM")
  func endsWaiting() async throws {
    let first = try await home.remindd("--channel", "stdout")
    let socket = try NoticeSocket(home, isAbstract: true)
    let service = try home.start(
      ["/bin/sh", "-c", "SYSTEMD_EXEC_PID=$$ exec remindd --channel stdout"],
      changing: ["NOTIFY_SOCKET": socket.address], notices: socket)
    try await service.wait(for: "why it waits") {
      $0.error.contains("Another remindd (process \(first.child.process)) already serves") ? 1 : nil
    }
    service.send(SIGTERM)
    #expect(try await service.end() == .signal(SIGTERM))
  }

  @Test("too low a limit is told")
  func files() async throws {
    let socket = try NoticeSocket(home, isAbstract: true)
    let service = try home.start(
      ["/bin/sh", "-c", "ulimit -n 20; exec remindd --channel stdout"],
      changing: ["NOTIFY_SOCKET": socket.address], notices: socket)
    #expect(try await service.end() == .code(1))
    #expect(service.said.notices.first?.contains("the limit is 20") == true)
  }
}
