import Foundation
import Testing

/// Mails that wait for something, and go on when it happens.
@Suite("mail that waits", .timeLimit(.minutes(5)), .enabled(if: MailBed.isThere))
struct MailHeldTests {
  /// A mail that waits for `reason`, and the daemon that holds it.
  private func held(_ bed: MailBed, for reason: String) async throws -> Daemon {
    #expect(try await bed.home.remindctl("in", "1s", "--channel", "mail", "tea").code == 0)
    let daemon = try await bed.home.remindd("--channel", "stdout")
    let waiting = try await bed.wait("list") { $0.first?.state == "held" }
    #expect(waiting.map(\.reason) == [reason])
    #expect(waiting.first?.againMs != nil)
    return daemon
  }

  private func sockets(of daemon: Daemon, _ bed: MailBed) async throws -> String {
    try await bed.home.shell(
      "ls -l /proc/\(daemon.child.process)/fd | grep -c socket:"
    ).output
  }

  // Skipped where one's own network is not to be had: without root, or in a narrow container.
  @Test(
    "no network: it goes when there is one, and nothing is listened to but meanwhile",
    .enabled(if: Home.canHaveNetwork))
  func offline() async throws {
    let bed = try await MailBed(fault: "ok", isAlone: true)
    let before = try await bed.home.remindd("--channel", "stdout")
    let quiet = try await sockets(of: before, bed)
    try await before.end(SIGTERM)
    try await bed.home.shell("ip addr flush dev lo")
    let daemon = try await held(bed, for: "offline")
    #expect(try await sockets(of: daemon, bed) != quiet)
    #expect(!daemon.child.said.error.contains("network"))
    #expect(
      try await bed.home.shell("ip addr add 127.0.0.1/8 dev lo && ip route add default dev lo").code
        == 0)
    #expect(try await bed.mails(1).count == 1)
    _ = try await bed.wait("log") { !$0.isEmpty }
    #expect(try await sockets(of: daemon, bed) == quiet)
  }

  @Test("an account that is changed is tried at once, one that is not is left alone")
  func configuration() async throws {
    let asked = "password-command=sh -c \"echo >>$HOME/asked; echo "
    let bed = try await MailBed(fault: "ok", lines: asked + "wrong\"")
    let daemon = try await held(bed, for: "auth_failed")
    // Something else in the file, and the same account.
    try bed.configure(asked + "wrong\"\n[remindctl]\nsnooze=3m")
    try await Task.sleep(for: .milliseconds(500))
    let logins = try await bed.home.shell("wc -l <$HOME/asked")
    #expect(logins.output == "1\n")
    #expect(bed.mails == [])
    try bed.configure(asked + "secret\"")
    #expect(try await bed.mails(1).count == 1)
    _ = daemon
  }

  @Test("done did not say what becomes of a mail that waits, and snooze had it go twice")
  func answered() async throws {
    let bed = try await MailBed(fault: "full")
    for (channel, text) in [
      ("--channel=mail", "only"), ("--mail", "both"), ("--channel=mail", "put off"),
    ] {
      #expect(try await bed.home.remindctl("in", "1s", channel, text).code == 0)
    }
    let daemon = try await bed.home.remindd("--channel", "stdout")
    _ = try await bed.wait("list") { $0.count == 3 && $0.allSatisfy { $0.state == "held" } }
    let only = try await bed.home.remindctl("done", "1")
    #expect(only.output.contains("Its mail has not gone, and does not go any more."), "\(only)")
    let both = try await bed.home.remindctl("done", "2")
    #expect(both.output.contains("`remindctl mail cancel 2` gives it up"), "\(both)")
    #expect(try await bed.home.remindctl("snooze", "3", "1h").code == 0)
    let waiting = try await bed.wait("list") { $0.count == 1 }
    #expect(waiting.map(\.id) == [2])
    try await daemon.end(SIGTERM)
  }

  @Test("an account whose password command hangs kept another's mails waiting")
  func sideBySide() async throws {
    let bed = try await MailBed(fault: "ok")
    let folder = bed.folder
    try bed.configure(
      """
      password-command=sleep 1000
      [mail quick]
      server=localhost
      port=\(bed.port)
      user=me
      sender=me@example.org
      ca-file=\(folder)/cert.pem
      """)
    for account in ["private", "private", "quick"] {
      let made = try await bed.home.remindctl(
        "in", "1s", "--channel", "mail", "--account", account, account)
      #expect(made.code == 0)
    }
    let start = ContinuousClock.now
    let daemon = try await bed.home.remindd("--channel", "stdout")
    let mails = try await bed.mails(1)
    #expect(try await bed.judge(mails[0]).subject == "quick")
    // The one that hangs is given up after 30 s.
    #expect(ContinuousClock.now - start < .seconds(20))
    _ = daemon
  }

  @Test("the folder of the configuration is made later: an account that comes with it is used")
  func folderLater() async throws {
    let bed = try await MailBed(fault: "ok")
    #expect(try await bed.home.remindctl("in", "1s", "--channel", "mail", "tea").code == 0)
    let folder = bed.home.folder + "/config/remindctl"
    try FileManager.default.removeItem(atPath: folder)
    let daemon = try await bed.home.remindd("--channel", "stdout")
    let waiting = try await bed.wait("list") { $0.first?.state == "held" }
    #expect(waiting.map(\.reason) == ["account_not_found"])
    try bed.configure("")
    #expect(try await bed.mails(1).count == 1)
    _ = daemon
  }
}
