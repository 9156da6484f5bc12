import Beds
import Foundation
import Testing

/// A disk that answers EIO, or lets nothing be written: the daemon stays, says so, and recovers by itself.
@Suite struct FailingDiskTests {
  let home: Home
  init() async throws { home = try await Home() }

  /// Whether a library can be made that fails where a disk would, and be put into the programs.
  static let canFail = Home.canRun("command -v cc") && !Home.isSanitized

  private var preload: [String: String?] {
    ["LD_PRELOAD": home.folder + "/fail.so", "FAILING_DISK": home.folder + "/fail"]
  }

  private func makeLibrary() async throws {
    let source = Project.file("Tests/Beds/failing-disk.c")
    let made = try await home.run([
      "cc", "-shared", "-fPIC", "-o", home.folder + "/fail.so", source,
    ])
    try #require(made.code == 0, "\(made.error)")
  }

  private func fail(_ calls: String?) throws {
    let path = home.folder + "/fail"
    if let calls { try Data(calls.utf8).write(to: URL(filePath: path)) } else { unlink(path) }
  }

  @Test(
    "a disk that fails under the daemon: what is due comes once, and is recorded when it works again",
    .enabled(if: canFail, "needs a C compiler, and no sanitizer"),
    arguments: ["write", "sync", "write sync"])
  func underDaemon(calls: String) async throws {
    try await makeLibrary()
    let daemon = try await home.remindd("--channel", "stdout", "--json", changing: preload)
    // Only the daemon's disk fails, and that it is written on is seen when something is due.
    try fail(calls)
    try await home.remindctl("in", "0.6s", "due")
    try await daemon.line(with: "due")
    try await daemon.error(with: "I/O error")
    #expect(daemon.child.said.exit == nil)
    try fail(nil)
    try await daemon.error(with: "The store can be written again")
    try await home.waitUntilUnanswered("due")
    try await home.remindctl("in", "0.1s", "next")
    try await daemon.line(with: "next")
    #expect(try daemon.alerts().map(\.text) == ["due", "next"])
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test(
    "a disk that only fails to sync: what came due later in that time was shown twice at once",
    .enabled(if: canFail, "needs a C compiler, and no sanitizer"),
    arguments: [true, false], [1, 3])
  func unsynced(fromStart: Bool, count: Int) async throws {
    try await makeLibrary()
    try await home.remindctl("in", "1h", "kept")
    if fromStart { try fail("sync") }
    let daemon = try await home.remindd("--channel", "stdout", "--json", changing: preload)
    try fail("sync")
    try await home.remindctl("in", "0.2s", "first")
    try await daemon.line(with: "first")
    try await daemon.error(with: "I/O error")
    // Due after the store was tried again in vain.
    let texts = (1...count).map { "later \($0)" }
    for (number, text) in texts.enumerated() {
      try await home.remindctl("in", "\(Double(number) + 1.3)s", text)
    }
    try await daemon.lines(1 + count)
    let spent = try processorTime(of: daemon)
    try await Task.sleep(for: .seconds(1.5))
    // Closing the store was heard as another program's writing, and had it opened anew without end.
    #expect(try processorTime(of: daemon) - spent < 20)
    try fail(nil)
    try await daemon.error(with: "The store can be written again")
    for text in texts { try await home.waitUntilUnanswered(text) }
    #expect(try daemon.alerts().map(\.text) == ["first"] + texts)
    #expect(try daemon.alerts().allSatisfy { $0.possibleRepeat == nil && $0.lateMs < 1000 })
  }

  @Test(
    "a disk that cannot be read any more: what was known to come next was not shown until it could",
    .enabled(if: canFail, "needs a C compiler, and no sanitizer"))
  func known() async throws {
    try await makeLibrary()
    for (number, delay) in ["8s", "8.5s", "10s"].enumerated() {
      try await home.remindctl("in", delay, "known \(number)")
    }
    let daemon = try await home.remindd("--channel", "stdout", "--json", changing: preload)
    try fail("read write sync")
    // What others have written has to be read.
    try await home.remindctl("in", "1h", "later")
    try await daemon.error(with: "only the next few are known")
    try await daemon.lines(3)
    try fail(nil)
    try await daemon.error(with: "The store can be written again")
    for number in 0..<3 { try await home.waitUntilUnanswered("known \(number)") }
    #expect(try daemon.alerts().map(\.text) == (0..<3).map { "known \($0)" })
    #expect(try daemon.alerts().allSatisfy { $0.possibleRepeat == nil && $0.lateMs < 1000 })
  }

  /// In clock ticks, of 100 a second (proc_pid_stat(5)).
  private func processorTime(of daemon: Daemon) throws -> Int {
    let line = try String(contentsOfFile: "/proc/\(daemon.child.process)/stat", encoding: .utf8)
    let fields = line.split(separator: " ")
    return (Int(fields[13]) ?? 0) + (Int(fields[14]) ?? 0)
  }

  @Test(
    "a disk that cannot be read under the daemon: nothing is lost, and all comes when it can",
    .enabled(if: canFail, "needs a C compiler, and no sanitizer"))
  func unreadable() async throws {
    try await makeLibrary()
    let daemon = try await home.remindd("--channel", "stdout", "--json", changing: preload)
    try fail("read write sync")
    try await home.create(40, in: "0.2s")
    try await Task.sleep(for: .seconds(1))
    #expect(daemon.child.said.exit == nil)
    try fail(nil)
    try await daemon.lines(40)
    for number in [1, 20, 40] { try await home.waitUntilUnanswered("\(number)") }
    #expect(Set(try daemon.alerts().map(\.text)).count == 40)
  }

  @Test(
    "a command on a disk that fails is exit 5 and stores nothing; nothing is confirmed that is lost",
    .enabled(if: canFail, "needs a C compiler, and no sanitizer"), arguments: ["write", "sync"])
  func command(calls: String) async throws {
    try await makeLibrary()
    try await home.remindctl("in", "1h", "kept")
    try fail(calls)
    // The one that ships is static: no library can be put into it.
    let answer = try await home.run(
      [Home.dynamicPrograms + "/remindctl", "in", "1h", "new"], changing: preload)
    #expect(answer.code == 5)
    #expect(answer.output == "")
    #expect(answer.error.contains("I/O error"), "\(answer.error)")
    try fail(nil)
    let list = try await home.remindctl("list", "--plain").output
    #expect(list.contains("kept") && !list.contains("new"))
  }

  @Test(
    "doctor called a store sound on a disk that fails, or on which the user has no more room: it tries",
    .enabled(if: canFail, "needs a C compiler, and no sanitizer"),
    arguments: [
      ("write", "store-unreachable", "I/O error"), ("sync", "store-unreachable", "I/O error"),
      ("write quota", "store-full", "nothing was stored"),
    ])
  func doctor(calls: String, found: String, said: String) async throws {
    try await makeLibrary()
    try await home.remindctl("in", "1h", "kept")
    for (wish, fault) in [("sound", nil), (found, calls)] {
      try fail(fault)
      let answer = try await home.run(
        [Home.dynamicPrograms + "/remindctl", "doctor", "--json"], changing: preload)
      let finding = try answer.objects("findings").first { $0["check"] as? String == "store" }
      #expect(finding?["found"] as? String == wish, "\(answer.output)")
    }
    let answer = try await home.run(
      [Home.dynamicPrograms + "/remindctl", "in", "1h", "new"], changing: preload)
    #expect(answer.code == 5)
    #expect(answer.complains(of: said), "\(answer.error)")
  }

  @Test(
    "a file system that an error had made read-only was writable by its files' rights: doctor tries",
    .enabled(if: Home.canMount && canAbort, "needs root, the right to mount, and ext4"))
  func aborted() async throws {
    let disk = "\(home.folder)/disk"
    try await home.enterNamespace(
      mounting: """
        truncate -s 64m \(disk); mkfs.ext4 -q \(disk)
        mount -o loop,errors=remount-ro \(disk) \(home.folder)/data
        """)
    try await home.remindctl("in", "1h", "kept")
    #expect(try await home.findings(code: 1)["store"] == "sound")
    #expect(try await home.shell("mount -o remount,abort \(home.folder)/data").code == 0)
    let answer = try await home.remindctl("doctor", "--json")
    let finding = try answer.objects("findings").first { $0["check"] as? String == "store" }
    #expect(finding?["found"] as? String == "read-only", "\(answer.output)")
    #expect(finding?["state"] as? String == "problem")
    #expect(try await home.remindctl("in", "1h", "new").code == 5)
  }

  /// Whether a file can be a disk here.
  private static let canAbort = Home.canRun(
    """
    f=$(mktemp) && truncate -s 64m $f && mkfs.ext4 -q $f
    unshare -m mount -o loop $f /mnt; code=$?; rm $f; exit $code
    """)

  @Test(
    "permissions taken away under the daemon: commands are exit 5, and all goes on when they are back"
  )
  func permissions() async throws {
    let daemon = try home.start(
      ["setpriv", "--pdeathsig", "SIGKILL"] + Home.ordinary + [
        Home.programs + "/remindd", "--channel", "stdout",
      ])
    try await daemon.wait(for: "its first words") { $0.error.contains("printed here") ? 1 : nil }
    try await home.remindctl("in", "0.6s", "due")
    chmod(home.data, 0)
    for command in [["in", "1h", "new"], ["list"], ["status"], ["cancel", "1"]] {
      let answer = try await home.runAsUser(["remindctl"] + command)
      #expect(answer.code == 5)
      #expect(answer.error.contains("Permission denied"), "\(answer.error)")
    }
    try await daemon.wait(for: "due") { $0.lines.first { $0.contains("due") } }
    chmod(home.data, 0o700)
    let made = try await home.runAsUser(["remindctl", "in", "0.1s", "next"])
    #expect(made.code == 0, "\(made.error)")
    try await daemon.wait(for: "next") { $0.lines.first { $0.contains("next") } }
    try await home.waitUntilUnanswered("due")
    #expect(daemon.said.lines.count == 2)
  }

  @Test(
    "on a read-only file system it is listed, and everything else is exit 5",
    .enabled(if: Home.canMount, "needs root and the right to mount"))
  func readOnly() async throws {
    try await home.remindctl("in", "1h", "kept")
    try await home.enterNamespace(
      mounting: "mount --bind \(home.folder)/data \(home.folder)/data; "
        + "mount -o remount,ro,bind \(home.folder)/data")
    for command in ["list --plain", "status", "show 1", "backup $HOME/b; cat $HOME/b"] {
      let answer = try await home.shell("remindctl \(command)")
      #expect(answer.code == 0, "\(answer.error)")
      #expect(answer.output.contains("kept"))
    }
    for command in ["remindctl in 1h new", "remindctl cancel 1", "remindd"] {
      let answer = try await home.shell(command)
      #expect(answer.code == 5)
      #expect(answer.error.contains("Read-only file system") || answer.error.contains("readonly"))
    }
  }
}
