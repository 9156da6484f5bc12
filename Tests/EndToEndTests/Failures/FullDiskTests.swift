import Foundation
import Testing

/// A disk without room, before and under the daemon, and of any block size.
@Suite struct FullDiskTests {
  let home: Home
  init() async throws { home = try await Home() }

  @Test(
    "a full disk where lines are printed was taken for a closed output: the line comes when there is room",
    .enabled(if: Home.canMount, "needs root and the right to mount"))
  func fullOutput() async throws {
    try await home.enterNamespace(mounting: "mount -t tmpfs -o size=16k none \(home.folder)/run")
    try await home.shell("dd if=/dev/zero of=$XDG_RUNTIME_DIR/fill bs=1k")
    let daemon = try home.start([
      "/bin/sh", "-c",
      "exec setpriv --pdeathsig SIGKILL remindd --channel stdout >>$XDG_RUNTIME_DIR/out",
    ])
    try await daemon.wait(for: "its first words") { $0.error.contains("printed here") ? 1 : nil }
    for text in ["tea", "cake"] { try await home.remindctl("in", "0.1s", text) }
    let held = try await home.shell(
      "until remindctl list | grep 'remindd prints to is full'; do sleep 0.02; done")
    #expect(held.code == 0)
    try await home.shell("rm $XDG_RUNTIME_DIR/fill")
    for text in ["tea", "cake"] { try await home.waitUntilUnanswered(text) }
    let lines = try await home.shell("cat $XDG_RUNTIME_DIR/out").output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(daemon.said.error.components(separatedBy: "printed to is full").count == 2)
    #expect(daemon.said.error.contains("There is room again"))
  }

  @Test(
    "a daemon that starts on a full disk, with nothing beside the store, ended; it shows what is due",
    .enabled(if: Home.canMount, "needs root and the right to mount"))
  func startsWithoutRoom() async throws {
    try await home.mountDisk(size: "1m")
    try await home.remindctl("in", "0.5s", "due")
    let beside = try await home.shell(
      "ls \(home.data); dd if=/dev/zero of=$XDG_DATA_HOME/fill bs=1k")
    #expect(beside.output == "reminders.db\n")
    // The lock has room for its name alone.
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    try await daemon.error(with: "is full")
    try await daemon.line(with: "due")
    #expect(try await home.remindctl("list", "--plain").output.contains("due"))
    try await home.shell("rm $XDG_DATA_HOME/fill")
    try await daemon.error(with: "The store can be written again")
    try await home.waitUntilUnanswered("due")
    try await home.remindctl("in", "0.1s", "next")
    try await daemon.line(with: "next")
    #expect(try daemon.alerts().map(\.text) == ["due", "next"])
  }

  @Test(
    "a full disk of small blocks, where a store keeps holes in its memory, ended each program by SIGBUS",
    .enabled(if: Home.canLoop, "needs root, the right to mount, and a loop device"),
    arguments: [8, 32, 64])
  func smallBlocks(left: Int) async throws {
    try await home.enterNamespace(
      mounting: """
        dd if=/dev/zero of=\(home.folder)/disk bs=1M count=16 2>/dev/null
        mkfs.ext4 -q -b 1024 -m 0 \(home.folder)/disk
        mount -o loop \(home.folder)/disk \(home.folder)/data
        """)
    try await home.remindctl("in", "0.5s", "due")
    try await home.shell(
      """
      cd $XDG_DATA_HOME; head -c \(left)k /dev/zero >left; head -c 20M /dev/zero >fill; sync -f .
      for i in $(seq 300); do : >f$i; done; head -c 20M /dev/zero >more; rm left; sync -f .
      """)
    let daemon = try await home.remindd("--channel", "stdout")
    try await daemon.line(with: "due")
    #expect(try await home.remindctl("list").code == 0)
    #expect([0, 5].contains(try await home.remindctl("in", "1h", "more").code))
    try await home.shell("rm $XDG_DATA_HOME/fill")
    #expect(try await home.remindctl("in", "0.1s", "next").code == 0)
    try await daemon.line(with: "next")
    #expect(daemon.child.said.lines.count == 2)
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }
}
