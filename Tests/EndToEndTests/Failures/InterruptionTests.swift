import Foundation
import Testing

@testable import Reminders

/// The daemon ends, or is ended, while it is busy: nothing is lost, and nothing is repeated but
/// the one hand-over of which nobody can know.
@Suite struct InterruptionTests {
  let home: Home
  init() async throws { home = try await Home() }

  /// Starts a daemon that prints everything that is left.
  private func rest() async throws -> Daemon {
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    try await home.remindctl("in", "0.1s", "last")
    try await daemon.line(with: #""last""#)
    return daemon
  }

  @Test(
    "a signal in a burst ends it at once; a restart brings the rest, and nothing twice",
    arguments: [SIGTERM, SIGINT], [1, 40])
  func signal(_ signal: Int32, after lines: Int) async throws {
    try await home.fillWithBurst()
    let first = try await home.remindd("--channel", "stdout", "--json")
    try await first.lines(lines)
    #expect(try await first.end(signal) == .code(0))
    #expect(first.child.said.notices.last == "STOPPING=1")
    let second = try await rest()
    let alerts = try first.alerts() + second.alerts()
    #expect(alerts.map(\.id) == Array(1...201))
    #expect(alerts.allSatisfy { $0.possibleRepeat == nil })
  }

  @Test("one whose terminal was closed stayed, showed nothing, and kept the next one out")
  func closedTerminal() async throws {
    let terminal = """
      import os, pty, sys
      child, terminal = pty.fork()
      if child == 0: os.execvp("remindd", ["remindd"])
      said = b""
      while b"printed here" not in said: said += os.read(terminal, 1000)
      os.close(terminal)
      print(os.waitpid(child, 0)[1], flush=True)
      """
    let closed = try await home.run(["python3", "-c", terminal])
    #expect(closed.output == "0\n", "\(closed)")
    let next = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "0.1s", "tea")
    try await next.line(with: "tea")
  }

  @Test(
    "kill -9 at any moment of a burst loses none and repeats at most one, marked",
    // Before the first, around the ends of the batches in which they fire, and in between.
    arguments: [[0, 1, 2], [5, 31, 0], [33, 64], [100]])
  func killed(after moments: [Int]) async throws {
    try await home.fillWithBurst()
    var told: Set<Int64> = []
    for lines in moments {
      // The daemon may have been far ahead of us when it was killed.
      let left = try await home.remindctl("list", "--plain").output.split(separator: "\n")
        .filter { !$0.contains("unanswered") }.count
      guard left > lines else { break }
      let daemon = try await home.remindd("--channel", "stdout", "--json")
      try await daemon.lines(lines)
      #expect(try await daemon.end(SIGKILL) == .signal(SIGKILL))
      try expectAtMostOneRepeat(try daemon.alerts(), after: &told)
    }
    let daemon = try await rest()
    try expectAtMostOneRepeat(try daemon.alerts(), after: &told)
    #expect(told == Set(1...201))
  }

  /// Each once in this life of the daemon, and at most one of an earlier life, the first and marked.
  private func expectAtMostOneRepeat(
    _ alerts: [Daemon.Alert], after told: inout Set<Int64>
  ) throws {
    let ids = alerts.map(\.id)
    #expect(Set(ids).count == ids.count)
    let repeated = alerts.filter { told.contains($0.id) }
    #expect(repeated.count <= 1)
    #expect(repeated.allSatisfy { $0.possibleRepeat == true })
    #expect(alerts.dropFirst().allSatisfy { $0.possibleRepeat == nil })
    told.formUnion(ids)
  }

  @Test("a reader that has stopped does not keep the daemon, and loses nothing")
  func stopped() async throws {
    let pipe = try StoppedReader(home)
    defer { pipe.close() }
    try await home.fillWithBurst()
    let daemon = try await home.remindd("--channel", "stdout", "--json", output: .file(pipe.path))
    // More arrive while the pipe is full: the programs go on, and so does the timer.
    try await home.remindctl("in", "0.2s", "more")
    let isFired = try await home.shell(
      "until remindctl show 201 --json | grep -q fired_ms; do sleep 0.02; done")
    #expect(isFired.code == 0)
    #expect(try await daemon.end(SIGTERM) == .code(0))

    let printed = pipe.read().split(separator: "\n")
    let first = try printed.map(Daemon.Alert.init(line:))
    #expect(first.count > 5)
    var told: Set<Int64> = []
    try expectAtMostOneRepeat(first, after: &told)
    let second = try await rest()
    try expectAtMostOneRepeat(try second.alerts(), after: &told)
    #expect(told == Set(1...202))
  }

  @Test("killed while its reader had stopped: the line that nobody knows of says so")
  func killedWhileStopped() async throws {
    let pipe = try StoppedReader(home)
    defer { pipe.close() }
    try await home.fillWithBurst()
    let daemon = try await home.remindd("--channel", "stdout", "--json", output: .file(pipe.path))
    try await pipe.fill(by: daemon.child, in: home)
    #expect(try await daemon.end(SIGKILL) == .signal(SIGKILL))
    let printed = pipe.read().split(separator: "\n").count
    let second = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "0.1s", "last")
    try await second.line(with: "last")
    let lines = second.child.said.lines
    #expect(lines[0].hasPrefix("\(printed)  ") || lines[0].hasPrefix("\(printed + 1)  "))
    #expect(lines[0].hasSuffix(" (perhaps shown before)"))
    #expect(lines.dropFirst().allSatisfy { !$0.contains("perhaps") })
    #expect([201, 202].contains(printed + lines.count))
  }

  @Test("a reader that goes on gets everything that waited for it, once")
  func resumed() async throws {
    let pipe = try StoppedReader(home)
    defer { pipe.close() }
    try await home.fillWithBurst()
    let daemon = try await home.remindd("--channel", "stdout", output: .file(pipe.path))
    let reader = try home.start(["cat", pipe.path])
    try await reader.wait(for: "all lines") { $0.lines.count == 200 ? 1 : nil }
    #expect(try await daemon.end(SIGTERM) == .code(0))
    try await reader.end()
    let ids = reader.said.lines.compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
    #expect(ids == Array(1...200))
  }

  /// What a reader can go away from.
  enum Way: String, CaseIterable { case pipe, terminal }

  @Test(
    "a daemon whose reader had gone stayed, deaf, in the way of the next, which prints now",
    arguments: Way.allCases)
  func gone(from way: Way) async throws {
    let pipe = try StoppedReader(home)
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, number): (Int32, Int32) = (0, 0)
    let (unlock, ask): (UInt, UInt) = (0x4004_5431, 0x8004_5430)  // TIOCSPTLCK, TIOCGPTN
    #expect(ioctl(terminal, unlock, &lock) == 0 && ioctl(terminal, ask, &number) == 0)
    let path = way == .pipe ? pipe.path : "/dev/pts/\(number)"
    try await home.create(2, in: "0.1s")
    let daemon = try home.start(
      [
        "/bin/sh", "-c",
        "until [ -e $HOME/go ]; do sleep 0.02; done; exec remindd --channel stdout",
      ],
      output: .file(path))
    pipe.close()
    close(terminal)
    try await home.shell("touch $HOME/go")
    #expect(try await daemon.end() == .code(1))
    #expect(daemon.said.error.contains("Nobody reads standard output any more"))
    let list = try await home.remindctl("list").output
    // It may have ended before it took up the second.
    #expect(list.contains("output is closed"), "\(list)")
    let second = try await rest()
    #expect(try second.alerts().map(\.id) == [1, 2, 3])
    #expect(try second.alerts().allSatisfy { $0.possibleRepeat == nil })
  }
}
