import Foundation
import Testing

/// The daemon as a service: what it tells its manager, and what it listens to.
@Suite struct ServiceTests {
  let home: Home
  init() async throws { home = try await Home() }

  @Test(
    "the service manager hears READY, the next reminder, and STOPPING",
    arguments: [false, true])
  func notices(onAbstractSocket isAbstract: Bool) async throws {
    let daemon = try Daemon(home, ["--channel", "stdout"], isAbstract: isAbstract)
    try await daemon.ready()
    #expect(daemon.child.said.notices.contains("READY=1\nSTATUS=Nothing pending"))
    try await home.remindctl("in", "1h", "tea\nand cake")
    try await daemon.notice(with: "tea")
    let status = try #require(daemon.child.said.notices.last).split(separator: "\n")
    #expect(status[0].wholeMatch(of: /STATUS=Next: .*\d\d:\d\d:\d\d tea␊and cake/) != nil)
    try await home.remindctl("cancel", "1")
    try await daemon.child.wait(for: "STATUS") {
      $0.notices.last?.hasPrefix("STATUS=Nothing pending") == true ? 1 : nil
    }
    #expect(try await daemon.end(SIGTERM) == .code(0))
    #expect(daemon.child.said.notices.last == "STOPPING=1")
  }

  @Test("the watchdog waits until half a minute behind what comes next, and not at all for nothing")
  func watchdog() async throws {
    let daemon = try Daemon(home, ["--channel", "stdout"])
    try await daemon.ready()
    #expect(!daemon.child.said.notices.contains { $0.contains("WATCHDOG") })
    try await home.remindctl("in", "1h", "tea")
    try await daemon.notice(with: "WATCHDOG")
    #expect((3600...3630).contains(try #require(Self.patience(daemon.child.said.notices.last))))
    // What comes later changes nothing, and is not worth a message.
    let count = daemon.child.said.notices.count
    try await home.remindctl("in", "2h", "later")
    try await home.remindctl("in", "5s", "soon")
    let soon = try await daemon.child.wait(for: "the next one") {
      $0.notices.count > count ? Self.patience($0.notices[count]) : nil
    }
    #expect((30...35.1).contains(soon))
    try await daemon.line(with: "soon")
    try await daemon.child.wait(for: "the hour again") {
      Self.patience($0.notices.last) ?? 0 > 3500 ? 1 : nil
    }
    try await home.remindctl("cancel", "--all", "--force")
    try await daemon.notice(with: "Nothing pending\nWATCHDOG_USEC=0\n")
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  /// Seconds until the manager takes the daemon for hung.
  private static func patience(_ notice: String?) -> Double? {
    notice?.firstMatch(of: /WATCHDOG_USEC=(\d+)\nWATCHDOG=1$/).flatMap { Double($0.1) }
      .map { $0 / 1_000_000 }
  }

  @Test("SIGHUP reads the configuration again and names what it does not understand")
  func hangup() async throws {
    let file = home.configuration
    try home.writeConfiguration("[remindctl]\nkeep-open=1h\n")
    let daemon = try await home.remindd("--channel", "stdout")
    try await daemon.error(with: "Reminders are printed here\n")

    try home.writeConfiguration("[remindctl]\nkeep-open=half an our\n\ntea\ncolour=red\n")
    daemon.child.send(SIGHUP)
    try await daemon.error(with: "colour\n")
    #expect(
      daemon.child.said.error == """
        remindd: Reminders are printed here
        remindd: \(file), line 2: keep-open cannot be half an our; it is written like 24h
        remindd: \(file), line 4: neither a group, a key nor a comment
        remindd: \(file), line 5: unknown key colour

        """)
    // And it goes on.
    try await home.remindctl("in", "0.1s", "tea")
    try await daemon.line(with: "tea")
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test("a service manager that reads nothing was waited for, and reminders came late")
  func deafManager() async throws {
    let manager = try home.start([
      "python3", "-c",
      """
      import os, socket, time
      path = os.environ["XDG_RUNTIME_DIR"] + "/deaf"
      deaf, other = (socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(2))
      deaf.bind(path)
      other.setblocking(False)
      try:
        while True: other.sendto(b"x", path)
      except BlockingIOError: print("full", flush=True)
      time.sleep(600)
      """,
    ])
    try await manager.wait(for: "the full socket") { $0.lines.first }
    let daemon = try home.start(
      ["setpriv", "--pdeathsig", "SIGKILL", Home.programs + "/remindd", "--channel", "stdout"],
      changing: ["NOTIFY_SOCKET": home.folder + "/run/deaf"])
    try await daemon.wait(for: "its first words") { $0.error.contains("printed here") ? 1 : nil }
    for text in ["tea", "cake"] {
      try await home.remindctl("in", "0.1s", text)
      try await daemon.wait(for: text) { $0.lines.first { $0.contains(text) } }
    }
    #expect(daemon.said.lines.count == 2)
  }

  @Test(
    "the daemon's own command line: help, version, and what is wrong",
    arguments: [
      (["--help"], 0, "Usage: remindd", ""),
      (["--version"], 0, "remindd 0", ""),
      (["--chanel", "stdout"], 2, "", "Unknown option --chanel"),
      (["--channel"], 2, "", "--channel needs a value"),
      (["--channel", "paper"], 2, "", "--channel cannot be paper: auto, desktop or stdout"),
      (["--channel=paper"], 2, "", "--channel cannot be paper"),
      (["now"], 2, "", "Unknown option now"),
    ])
  func commandLine(
    _ arguments: [String], _ code: Int32, _ output: String, _ error: String
  ) async throws {
    let answer = try await home.run(["remindd"] + arguments)
    #expect(answer.code == code)
    #expect(answer.output.hasPrefix(output))
    #expect(answer.complains(of: error))
    #expect(answer.output.isEmpty == (code != 0))
    #expect(answer.error.isEmpty == (code == 0))
    #expect(!FileManager.default.fileExists(atPath: home.data))
  }

  @Test(
    "while nothing is due the daemon makes no system call",
    .enabled(if: Home.canTrace, "needs strace, the right to trace, and no sanitizer"),
    arguments: [false, true])
  func idle(withOnePending isPending: Bool) async throws {
    if isPending { try await home.remindctl("in", "1h", "far") }
    let daemon = try await home.remindd()
    try await daemon.error(with: "No session bus")
    // Threads that had something to do at the start go home after five seconds without work.
    try await Task.sleep(for: .seconds(6))
    let trace = home.folder + "/trace"
    let strace = try home.start([
      "strace", "-f", "-p", String(daemon.child.process), "-o", trace,
    ])
    try await strace.wait(for: "strace") { $0.error.contains("attached") ? 1 : nil }
    try await Task.sleep(for: .seconds(4))
    strace.send(SIGINT)
    try await strace.end()
    // Calls that had begun before, and are waiting still, do not count.
    let calls = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
      .filter { !$0.contains("<detached ...>") && !$0.contains("<unfinished ...>") }
    #expect(calls == [])
    // It was that daemon, and it is well.
    try await home.remindctl("in", "0.1s", "tea")
    try await daemon.line(with: "tea")
  }

  @Test(
    "beside a daemon a new reminder waits for the disk once, alone also for the folder",
    .enabled(if: Home.canTrace, "needs strace, the right to trace, and no sanitizer"),
    arguments: [(true, 1), (false, 2)])
  func syncs(besideDaemon isServed: Bool, atLeast syncs: Int) async throws {
    let daemon = isServed ? try await home.remindd("--channel", "stdout") : nil
    // The head of a new log has a sync of its own.
    try await home.remindctl("in", "1h", "the first one makes the log")
    let trace = home.folder + "/trace"
    let answer = try await home.run(
      ["strace", "-o", trace, "-e", "trace=fsync,fdatasync", "remindctl", "in", "1h", "tea"])
    #expect(answer.code == 0)
    let calls = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("fsync") || $0.hasPrefix("fdatasync") }
    #expect(isServed ? calls.count == syncs : calls.count >= syncs)
    _ = try await daemon?.end(SIGTERM)
  }
}
