import Foundation
import Testing

/// The store's file is taken away, or another one is put in its place, under a running daemon.
@Suite struct StoreFileTests {
  let home: Home
  init() async throws { home = try await Home() }

  private static let gone = "reminders.db is gone"
  private static let replaced = "reminders.db now, and is served from here on"

  @Test("a store that was deleted went unnoticed: it is said, and the next one is served at once")
  func deleted() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    // Enough for a busy machine to come so far.
    try await home.remindctl("in", "12s", "deleted")
    let due = ContinuousClock.now + .seconds(12)
    unlink(home.store)
    try await daemon.error(with: Self.gone)
    #expect(daemon.child.said.exit == nil)
    let made = try await home.remindctl("in", "0.1s", "new")
    #expect(made.code == 0)
    #expect(!made.error.contains("not running"))
    try await daemon.line(with: "new")
    #expect(daemon.child.said.error.contains(Self.replaced))
    try await Task.sleep(until: due + .seconds(1))
    #expect(!daemon.child.said.output.contains("deleted"))
  }

  @Test("a store that was moved away and back is served again, with what its log held")
  func movedAway() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "12s", "kept")
    let due = ContinuousClock.now + .seconds(12)
    rename(home.store, home.folder + "/elsewhere")
    try await daemon.error(with: Self.gone)
    try await Task.sleep(until: due + .seconds(1))
    #expect(daemon.child.said.output == "")
    rename(home.folder + "/elsewhere", home.store)
    try await daemon.line(with: "kept")
    #expect(daemon.child.said.error.contains(Self.replaced))
  }

  @Test("the whole folder goes and comes back: served by event, and by one daemon only")
  func folder() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "1h", "far")
    try await home.shell("rm -r \(home.data)")
    try await daemon.error(with: Self.gone)
    let made = try await home.remindctl("in", "0.1s", "new")
    #expect(made.code == 0)
    try await daemon.line(with: "new")
    let second = try await home.run(["remindd"])
    #expect(second.code == 1)
    #expect(second.error.contains("process \(daemon.child.process)"))
    #expect(try await home.remindctl("status", "--json").output.contains(#""daemon":"running""#))
  }

  @Test("a folder above that was moved away is noticed when the daemon is asked to look")
  func movedAbove() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
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
    "where the whole folder is gone, the nearest one above it is watched for a new one",
    arguments: [
      ("$XDG_DATA_HOME/remindctl", "$XDG_DATA_HOME"), ("$XDG_DATA_HOME", "$XDG_DATA_HOME/.."),
    ])
  func folderAbove(removed: String, watched above: String) async throws {
    let above = try await home.shell("cd \(above); pwd").output.trimmingCharacters(in: .newlines)
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "1h", "far")
    try await home.shell("rm -r \(removed)")
    try await daemon.error(with: Self.gone)
    // proc(5), fdinfo: what inotify watches, by inode.
    let watched = try await home.shell(
      """
      inode=$(printf 'ino:%x ' $(stat -c %i \(above)))
      for i in $(seq 100); do
        cat /proc/\(daemon.child.process)/fdinfo/* 2>/dev/null | grep -q "inotify.*$inode" && exit 0; sleep 0.05
      done; exit 1
      """)
    #expect(watched.code == 0)
    try await home.remindctl("in", "0.1s", "new")
    try await daemon.line(with: "new")
    try await daemon.end(SIGTERM)
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
    let daemon = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "1h", "mine")
    try FileManager.default.copyItem(atPath: other.store, toPath: home.folder + "/other")
    rename(home.folder + "/other", home.store)
    try await daemon.line(with: "the other's")
    #expect(daemon.child.said.error.contains(Self.replaced))
    let list = try await home.remindctl("list", "--plain").output
    #expect(!list.contains("mine"))
  }

  @Test("a daemon whose lock was deleted takes it again, and no second one starts")
  func lock() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    unlink(home.data + "/remindd.lock")
    let isServed = try await home.shell(
      "until remindctl status --json | grep '\"pid\":\(daemon.child.process),'; do sleep 0.02; done"
    )
    #expect(isServed.code == 0)
    #expect(try await home.run(["remindd"]).code == 1)
  }

  @Test("two daemons for one place: the one that lost its folder ends when another has taken it")
  func twoDaemons() async throws {
    let first = try await home.remindd("--channel", "stdout")
    first.child.send(SIGSTOP)
    try await home.shell("rm -r \(home.data)")
    let second = try await home.remindd("--channel", "stdout")
    try await home.remindctl("in", "0.3s", "once")
    first.child.send(SIGCONT)
    #expect(try await first.child.end() == .code(1))
    #expect(first.child.said.error.contains("Another remindd"))
    try await second.line(with: "once")
    #expect(first.child.said.output == "")
  }
}
