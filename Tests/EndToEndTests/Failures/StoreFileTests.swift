import Foundation
import Testing

/// The store's file is taken away, or another one is put in its place, under a running daemon: its unit starts
/// another, which serves what is there.
@Suite struct StoreFileTests {
  let home: Home
  init() async throws { home = try await Home() }

  private static let lost = "reminders.db has been taken away or replaced. remindd starts again"

  @Test("a store that was deleted went unnoticed: it is said, and the next one is served")
  func deleted() async throws {
    let daemon = try await home.service("--channel", "stdout")
    // Enough for a busy machine to come so far.
    try await home.remindctl("in", "12s", "deleted")
    let due = ContinuousClock.now + .seconds(12)
    unlink(home.store)
    try await daemon.error(with: Self.lost)
    #expect(try await home.remindctl("in", "0.1s", "new").code == 0)
    try await daemon.line(with: "new")
    try await Task.sleep(until: due + .seconds(1))
    #expect(!daemon.child.said.output.contains("deleted"))
  }

  @Test("a store that was moved away and back is served again, with what its log held")
  func movedAway() async throws {
    let daemon = try await home.service("--channel", "stdout")
    try await home.remindctl("in", "12s", "kept")
    let due = ContinuousClock.now + .seconds(12)
    rename(home.store, home.folder + "/elsewhere")
    try await daemon.restarted(because: Self.lost)
    try await Task.sleep(until: due + .seconds(1))
    #expect(daemon.child.said.output == "")
    rename(home.folder + "/elsewhere", home.store)
    try await daemon.line(with: "kept")
  }

  @Test(
    "the whole folder goes and comes back: served by event, and by one daemon only",
    arguments: ["$XDG_DATA_HOME/remindctl", "$XDG_DATA_HOME"])
  func folder(removed: String) async throws {
    let daemon = try await home.service("--channel", "stdout")
    try await home.remindctl("in", "1h", "far")
    try await home.shell("rm -r \(removed)")
    // Whichever of its files was missed first.
    let lost = "reminders\\.db(-wal|-shm)? has been taken away or replaced\\. remindd starts again"
    try await daemon.restarted(because: "remindd starts again")
    #expect(daemon.child.said.error.contains(try Regex(lost)))
    try await home.remindctl("in", "0.1s", "new")
    try await daemon.line(with: "new")
    let second = try await home.run(["remindd"])
    #expect(second.code == 1)
    #expect(second.error.contains("already serves"))
    #expect(try await home.remindctl("status", "--json").output.contains(#""daemon":"running""#))
  }

  @Test("a folder above that was moved away is noticed when the daemon is asked to look")
  func movedAbove() async throws {
    let daemon = try await home.service("--channel", "stdout")
    try await home.remindctl("in", "9h", "old")
    try await home.shell("mv $XDG_DATA_HOME ~/elsewhere")
    try await home.remindctl("in", "0.1s", "new")
    daemon.child.send(SIGHUP)
    try await daemon.line(with: "new")
    try await home.shell("mv $XDG_DATA_HOME ~/gone; mv ~/elsewhere $XDG_DATA_HOME")
    try await home.remindctl("in", "0.1s", "back")
    daemon.child.send(SIGHUP)
    #expect(try await daemon.line(with: "back").hasPrefix("2  back"))
  }

  @Test(
    "a configuration is read whose folder, and those above it, are made later, go and come back")
  func configuration() async throws {
    let folder = home.folder + "/config"
    try? FileManager.default.removeItem(atPath: folder)
    let daemon = try await home.remindd("--channel", "stdout")
    for key in ["first", "second"] {
      try await home.shell(
        "mkdir -p \(folder)/remindctl; printf '[remindctl]\n\(key)=1\n' > \(folder)/remindctl/remindctl.conf"
      )
      try await daemon.error(with: "unknown key \(key)")
      try await home.shell("rm -r \(folder)")
    }
    #expect(daemon.child.said.error.contains("second"))
    try await daemon.end(SIGTERM)
  }

  @Test(
    "another store that is renamed into place is served instead; ids that both have are two things")
  func replaced() async throws {
    let other = try await Home()
    try await other.remindctl("in", "0.1s", "the other's")
    let daemon = try await home.service("--channel", "stdout")
    try await home.remindctl("in", "1h", "mine")
    try await home.shell("cp \(other.store) ~/other; mv ~/other \(home.store)")
    try await daemon.line(with: "the other's")
    let list = try await home.remindctl("list", "--plain").output
    #expect(!list.contains("mine"))
  }

  @Test("a daemon whose lock was deleted ends, the next one takes it, and no second one starts")
  func lock() async throws {
    let daemon = try await home.service("--channel", "stdout")
    unlink(home.data + "/remindd.lock")
    try await daemon.restarted(because: "remindd.lock has been taken away or replaced")
    #expect(try await home.run(["remindd"]).code == 1)
    try await home.remindctl("in", "0.1s", "tea")
    try await daemon.line(with: "tea")
  }

  @Test("two daemons for one place: the one that lost its folder ends")
  func twoDaemons() async throws {
    let first = try await home.remindd("--channel", "stdout")
    first.child.send(SIGSTOP)
    try await home.shell("rm -r \(home.data)")
    let second = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "0.3s", "once")
    first.child.send(SIGCONT)
    #expect(try await first.child.end() == .code(75))
    try await second.line(with: "once")
    #expect(first.child.said.output == "")
  }
}
