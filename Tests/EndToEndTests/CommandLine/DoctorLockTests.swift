import Foundation
import Testing

/// Who `remindctl` takes for a daemon: whoever holds its lock, if that is one.
@Suite struct DoctorLockTests {
  let home: Home
  init() async throws { home = try await Home() }

  @Test(
    "whatever held the lock counted as a daemon, and nothing was shown",
    arguments: [
      ("fcntl.lockf(f, fcntl.LOCK_EX)", ""),
      ("fcntl.fcntl(f, 37, struct.pack('hhqqi4x', 1, 0, 0, 0, 0))", "4194303 0 1"),
      ("fcntl.fcntl(f, 37, struct.pack('hhqqi4x', 1, 0, 0, 0, 0))", "mine"),
    ])
  func foreignLock(lock: String, note: String) async throws {
    try await home.remindctl("in", "1h", "tea")
    let holder = try await home.holdLock(by: lock, note: note)
    #expect(try await home.findings(code: 1)["daemon"] == "locked-out")
    let created = try await home.remindctl("in", "1h", "x")
    #expect(created.code == 0)
    #expect(created.error.contains("something else than remindd holds its lock"))
    let status = try await home.remindctl("status").output
    #expect(status.contains(#/^(Process \d+, which is no|Something else than) remindd/#))
    #expect(try await home.remindctl("status", "--json").output.contains(#""daemon":"absent""#))
    #expect(try await home.remindctl("in", "1h", "x", "--require-daemon").code == 6)
    holder.send(SIGKILL)
    _ = try await holder.end()
  }

  @Test("a daemon whose lock may only be read was not seen")
  func readOnlyLock() async throws {
    let daemon = try await home.remindd()
    try await home.shell("chmod 400 \(home.data)/remindd.lock")
    let answer = try await home.runAsUser(["remindctl", "status"])
    #expect(answer.output.hasPrefix("remindd "), "\(answer.output)")
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test(
    "for a lock that cannot be taken, doctor offered a start that fails",
    arguments: [
      "mkdir $lock", "ln -s /proc/nowhere/at/all $lock", "ln -s $lock $lock", "mkfifo $lock",
      "touch $lock; chmod 000 $lock",
    ])
  func unusableLock(cause: String) async throws {
    try await home.remindctl("in", "1h", "x")
    try await home.shell("lock=\(home.data)/remindd.lock; rm -f $lock; \(cause)")
    let daemon = try await home.finding("daemon")
    #expect(daemon["found"] as? String == "lock-unusable", "\(daemon)")
    #expect((daemon["message"] as? String)?.contains(home.data + "/remindd.lock") == true)
    let command = try #require(daemon["command"] as? String)
    #expect(command.hasSuffix(" && remindd &"))
    try await home.shell(command.replacing(" && remindd &", with: ""))
    #expect(try await home.finding("daemon")["found"] as? String == "absent")
    let served = try await home.remindd()
    #expect(try await served.end(SIGTERM) == .code(0))
  }
}
