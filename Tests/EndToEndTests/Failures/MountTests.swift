import Beds
import Foundation
import Testing

/// Something is mounted over the folders of a daemon that runs, as an encrypted home is behind a service that lingers, and
/// taken away again. The kernel tells nobody who watches them.
@Suite(.enabled(if: Home.canMount, "needs root, and the right to mount"))
struct MountTests {
  let home: Home
  init() async throws {
    home = try await Home()
    try await home.enterNamespace(mounting: "true")
  }

  @Test(
    "what was stored in a file system that was mounted over the store's was never shown",
    arguments: ["$XDG_DATA_HOME", "$XDG_DATA_HOME/remindctl"])
  func mounted(over place: String) async throws {
    try await home.remindctl("in", "9h", "below")
    let daemon = try await home.service("--channel", "stdout")
    let bar = try home.start(["remindctl", "watch", "--format", "{class} {line}"])
    try await bar.lastLine(with: "below")
    #expect(
      try await home.shell("mount -t tmpfs none \(place)").code == 0)
    try await daemon.error(with: "has been taken away or replaced")
    let made = try await home.remindctl("in", "0.1s", "above")
    // It may ask for the daemon before the next one has taken the new lock.
    #expect(made.code == 0)
    try await daemon.line(with: "above")
    try await home.waitUntilUnanswered("above")
    try await bar.lastLine(with: "above")
    #expect(try await home.shell("umount -l \(place)").code == 0)
    try await bar.lastLine(with: "below")
    #expect(try await home.remindctl("list", "--plain").output.hasSuffix("\tbelow\n"))
    #expect(try await home.remindctl("in", "0.1s", "again").code == 0)
    try await daemon.line(with: "again")
    #expect(daemon.child.said.lines.count == 2)
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test("a configuration that is mounted counts, and so does the one below it")
  func configuration() async throws {
    let daemon = try await home.remindd("--channel", "stdout")
    let place = "$XDG_CONFIG_HOME/remindctl"
    try await home.shell(
      "mkdir -m 700 \(place); echo '[remindctl]\nbelow=1' >\(place)/remindctl.conf")
    try await daemon.error(with: "below")
    let other = "mkdir -m 700 ~/other; echo '[remindctl]\nabove=1' >~/other/remindctl.conf"
    #expect(try await home.shell("\(other); mount --bind ~/other \(place)").code == 0)
    try await daemon.error(with: "above")
    #expect(daemon.child.said.error.components(separatedBy: "below").count == 2)
    #expect(try await home.shell("umount \(place)").code == 0)
    try await daemon.child.wait(for: "the one below") {
      $0.error.components(separatedBy: "below").count == 3 ? 1 : nil
    }
  }
}
