import Foundation
import Testing

/// Reminders that go to a mailbox, by both programs and the helper.
@Suite("reminders by mail", .timeLimit(.minutes(5)), .enabled(if: MailBed.isThere))
struct MailChannelTests {
  @Test("it comes with its files as they were when it was made, and forgetting it leaves nothing")
  func attachment() async throws {
    let bed = try await MailBed(fault: "ok")
    let file = bed.home.folder + "/plán ✓.txt"
    try "as it was".write(toFile: file, atomically: true, encoding: .utf8)
    let made = try await bed.home.remindctl(
      "in", "1s", "--mail", "--attach", file, "--", "Zażółć the invoice")
    #expect(made.code == 0, "\(made)")
    #expect(made.output.contains("plán ✓.txt goes with the mail (9 B)."))
    try "changed".write(toFile: file, atomically: true, encoding: .utf8)
    let daemon = try await bed.home.remindd("--channel", "stdout")
    let mail = try #require(try await bed.mails(1).first)
    let judgement = try await bed.judge(mail, onTheWire: true)
    #expect(judgement.problems == [])
    #expect(judgement.subject == "Zażółć the invoice")
    #expect(judgement.text.hasPrefix("Zażółć the invoice\n\nDue "))
    #expect(judgement.attachments.map(\.name) == ["plán ✓.txt"])
    let digest = try await bed.home.shell("printf 'as it was' | sha256sum")
    #expect(digest.output.hasPrefix(judgement.attachments[0].sha256))
    try await daemon.lines(1)
    let sent = try await bed.wait("log") { !$0.isEmpty }
    #expect(sent.map(\.state) == ["accepted"])
    #expect(sent[0].reply?.contains("queued as Q1") == true)
    let shown = try await bed.home.remindctl("show", "1")
    #expect(shown.output.contains("localhost says: 250 2.0.0 queued as Q1"))
    try await bed.home.remindctl("done", "1")
    #expect(try await bed.home.remindctl("forget", "1", "--force").code == 0)
    #expect(!FileManager.default.fileExists(atPath: bed.home.data + "/mail"))
  }

  @Test("without an account, or to whom it may not, nothing is stored")
  func refused() async throws {
    let bed = try await MailBed(fault: "ok")
    let large = bed.home.folder + "/large"
    try await bed.home.shell("truncate -s 26M \(large)")
    for (arguments, code) in [
      (["--mail-to", "you@example.com"], "recipient_not_allowed"),
      (["--mail", "--account", "other"], "account_not_found"),
      (["--mail-to", "you@example.com\r\nBcc: x@y.z"], "invalid_recipient"),
      (["--mail-to", "you"], "invalid_recipient"),
      (["--mail", "--attach", "/proc/nowhere"], "attachment_unreadable"),
      (["--mail", "--attach", "/etc"], "attachment_unreadable"),
      (["--mail", "--attach", large], "attachment_too_large"),
      (["--attach", "/dev/null"], "usage"),
      (["--channel", "mail,fax"], "usage"), (["--channel", "desktop", "--mail"], "usage"),
      (["--channel", "mail", "--if-unanswered", "1h"], "usage"),
      (["--mail", "--attach", "/dev/zero"], "attachment_unreadable"),
    ] {
      let answer = try await bed.home.run(
        ["remindctl", "in", "1h", "--json"] + arguments + ["tea"])
      #expect(answer.code == (["usage", "invalid_recipient"].contains(code) ? 2 : 1))
      #expect(answer.output.contains("\"code\":\"\(code)\""), "\(answer)")
    }
    #expect(!FileManager.default.fileExists(atPath: bed.home.store))
  }

  @Test("a wrong password is tried once, told, and all of it goes when it was put right")
  func login() async throws {
    let bed = try await MailBed(fault: "ok", lines: "password-command=echo wrong")
    for text in ["a", "b", "c"] {
      try await bed.home.remindctl("in", "1s", "--channel", "mail", "--", text)
    }
    let daemon = try await bed.home.remindd("--channel", "stdout")
    try await daemon.error(with: "does not accept the login")
    let held = try await bed.wait("list") { $0.count == 3 && $0.allSatisfy { $0.state == "held" } }
    #expect(held.map(\.reason) == Array(repeating: "auth_failed", count: 3))
    #expect(held.map(\.attempt).reduce(0, +) == 1)
    #expect(bed.mails == [])
    try bed.configure("password-command=echo secret")
    daemon.child.send(SIGHUP)
    #expect(try await bed.mails(3).count == 3)
  }

  @Test("a lost answer: the same bytes once more, when one asks for it")
  func unknown() async throws {
    let bed = try await MailBed(fault: "drop-stored")
    try await bed.home.remindctl("in", "1s", "--mail", "tea")
    let daemon = try await bed.home.remindd("--channel", "stdout")
    let lost = try await bed.wait("list") { $0.first?.state == "unknown" }
    #expect(lost.first?.reason == "outcome_unknown")
    #expect(bed.mails.count == 1)
    #expect(try await bed.home.remindctl("mail", "retry").output.hasPrefix("1 mail is sent now.\n"))
    let copies = try await bed.mails(2).map { FileManager.default.contents(atPath: $0) }
    #expect(copies[0] == copies[1])
    _ = daemon
  }

  @Test(
    "killed behind the mail's last line: it waits, since it may have come, and then goes by the same bytes",
    arguments: ["hang-dot", "slow"])
  func killed(fault: String) async throws {
    let bed = try await MailBed(fault: fault)
    try await bed.home.remindctl("in", "1s", "--channel", "mail", "tea")
    let daemon = try await bed.home.remindd("--channel", "stdout")
    _ = try await bed.mails(1)
    try await bed.home.kill(daemon)
    let again = try await bed.home.remindd("--channel", "stdout")
    let waiting = try await bed.wait("list") { $0.first?.state == "unknown" }
    #expect(waiting.first?.reason == "outcome_unknown")
    #expect(bed.mails.count == 1)
    try await bed.home.remindctl("mail", "retry", "1")
    _ = try await bed.mails(2)
    #expect(Set(bed.copies).count == 1)
    _ = again
  }

  @Test(
    "killed before the server has greeted: nothing has gone for certain, and it is tried again at once"
  )
  func killedEarly() async throws {
    let bed = try await MailBed(fault: "hang")
    try await bed.home.remindctl("in", "1s", "--channel", "mail", "tea")
    let daemon = try await bed.home.remindd("--channel", "stdout")
    _ = try await bed.wait("list") { $0.first?.state == "claimed" }
    try await bed.home.kill(daemon)
    let again = try await bed.home.remindd("--channel", "stdout")
    let waiting = try await bed.wait("list") { $0.first?.attempt == 2 }
    #expect(waiting.first?.state == "claimed")
    _ = again
  }

  @Test("a mail server that is silent keeps no other reminder from its time")
  func silentServer() async throws {
    let bed = try await MailBed(fault: "hang")
    try await bed.home.remindctl("in", "1s", "--channel", "mail", "mail")
    let daemon = try await bed.home.remindd("--channel", "stdout")
    _ = try await bed.wait("list") { $0.first?.state == "claimed" }
    try await bed.home.remindctl("in", "1s", "tea")
    _ = try await daemon.line(with: "tea")
    #expect(try await bed.entries("list").map(\.state) == ["claimed"])
  }

  @Test(
    "a permission that could not be synced lets no mail go, and the mail comes once when the disk works",
    .enabled(if: FailingDiskTests.canFail, "needs a C compiler, and no sanitizer"))
  func unsyncedPermission() async throws {
    let bed = try await MailBed(fault: nil, isHolding: true)
    let (library, failing) = (bed.home.folder + "/fail.so", bed.home.folder + "/fail")
    try await bed.home.shell("cc -shared -fPIC -o \(library) \(MailBed.beds)/failing-disk.c")
    let hold = bed.folder + "/hold"
    try "connected".write(toFile: hold, atomically: true, encoding: .utf8)
    try await bed.home.remindctl("in", "1s", "--channel", "mail", "tea")
    let daemon = try await bed.home.remindd(
      "--channel", "stdout", changing: ["LD_PRELOAD": library, "FAILING_DISK": failing])
    for _ in 0..<800 where access(bed.folder + "/reached", F_OK) != 0 {
      try await Task.sleep(for: .milliseconds(10))
    }
    try "sync".write(toFile: failing, atomically: true, encoding: .utf8)
    unlink(hold)
    try await daemon.error(with: "I/O error")
    try await Task.sleep(for: .milliseconds(300))
    #expect(bed.copies.isEmpty)
    unlink(failing)
    try await daemon.error(with: "The store can be written again")
    for _ in 0..<300 where try await bed.entries("log").isEmpty {
      try await bed.home.remindctl("mail", "retry")
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(try await bed.entries("log").map(\.state) == ["accepted"])
    #expect(bed.copies.count == 1)
  }

  @Test("a helper that is killed before the mail itself went has sent nothing for certain")
  func killedHelper() async throws {
    let bed = try await MailBed(fault: "hang")
    try await bed.home.remindctl("in", "1s", "--channel", "mail", "tea")
    let daemon = try await bed.home.remindd("--channel", "stdout")
    _ = try await bed.wait("list") { $0.first?.state == "claimed" }
    let killed = try await bed.home.shell(
      "until pkill -KILL -P \(daemon.child.process) remind-mail; do sleep 0.05; done"
    )
    #expect(killed.code == 0)
    let waiting = try await bed.wait("list") { $0.first?.state == "held" }
    #expect(waiting.first?.reason == "helper_failed")
  }

  @Test("hundreds at once go over one connection, each once")
  func many() async throws {
    let bed = try await MailBed(fault: "ok", lines: "hourly-cap=10000")
    let count = Home.isSanitized ? 20 : 200
    let made = try await bed.home.shell(
      "for i in $(seq \(count)); do remindctl in 1s --channel mail -- $i >/dev/null 2>&1 || exit; done"
    )
    #expect(made.code == 0)
    try await Task.sleep(for: .seconds(1))
    let clock = ContinuousClock()
    let start = clock.now
    let daemon = try await bed.home.remindd("--channel", "stdout")
    let mails = try await bed.mails(count)
    let seconds = (clock.now - start) / .seconds(1)
    print("\(count) mails in \(seconds) s")
    #expect(mails.count == count)
    let sent = try await bed.wait("log") { $0.count == count }
    #expect(sent.count == count)
    #expect(Set(sent.map(\.attempt)) == [1])
    _ = daemon
  }

  @Test(
    "killed again and again, daemon and helper: each mail comes, and what came twice is the same")
  func storm() async throws {
    let bed = try await MailBed(fault: "ok", lines: "hourly-cap=10000")
    let count = Home.isSanitized ? 20 : 60
    let made = try await bed.home.shell(
      "for i in $(seq \(count)); do remindctl in 1s --channel mail -- mail $i >/dev/null 2>&1 || exit; done"
    )
    #expect(made.code == 0)
    var kills = 0
    // Each time somewhere else: while it starts, logs in, sends or records.
    for pause in [400, 20, 300, 60, 500, 90, 250, 120, 450, 150] {
      let daemon = try Daemon(bed.home, ["--channel", "stdout"])
      try await Task.sleep(for: .milliseconds(pause))
      let process = daemon.child.process
      if kills % 3 == 2 {
        _ = try await bed.home.shell("pkill -KILL -P \(process) remind-mail; sleep 0.1")
      }
      try await bed.home.kill(daemon)
      kills += 1
    }
    let daemon = try await bed.home.remindd("--channel", "stdout")
    let sent = try await bed.wait("log", retrying: true) { $0.count >= count }
    #expect(sent.count == count)
    #expect(sent.allSatisfy { $0.state == "accepted" })
    var copies: [String: [Data]] = [:]
    for mail in bed.mails {
      let bytes = try #require(FileManager.default.contents(atPath: mail))
      let text = String(decoding: bytes, as: UTF8.self)
      let id = text.split(separator: "\r\n").first { $0.lowercased().hasPrefix("message-id:") }
      copies[String(try #require(id)), default: []].append(bytes)
    }
    #expect(copies.count == count)
    #expect(copies.values.allSatisfy { Set($0).count == 1 })
    let repeats = copies.values.reduce(0) { $0 + $1.count - 1 }
    print("\(kills) kills, \(count) mails, \(repeats) repeats")
    #expect(repeats <= kills)
    _ = daemon
  }
}
