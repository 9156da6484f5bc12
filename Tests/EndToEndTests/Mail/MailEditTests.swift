import Foundation
import Testing

/// `edit` with the options of mail.
@Suite("mails that are edited", .timeLimit(.minutes(5)), .enabled(if: MailBed.isThere))
struct MailEditTests {
  @Test("a reminder is mailed from now on, to another address, with other files, or no more")
  func options() async throws {
    let bed = try await MailBed(fault: "ok", lines: "allow-recipients=@example.com")
    let home = bed.home
    for name in ["one", "two"] { try await home.shell("echo \(name) > ~/\(name).txt") }
    let place = home.folder + "/home"
    try await home.remindctl("in", "1h", "tea")
    #expect(try await home.remindctl("edit", "1", "--attach", place + "/one.txt").code == 2)
    let mailed = try await home.remindctl("edit", "1", "--mail", "--attach", place + "/one.txt")
    #expect(mailed.code == 0, "\(mailed)")
    #expect(mailed.output.contains("one.txt goes with the mail (4 B)."))
    #expect(mailed.output.contains("mail-to: as usual -> Zażółć <me@example.org>"))
    try await home.shell("echo changed > ~/one.txt")
    let other = try await home.remindctl(
      "edit", "1", "--mail-to", "you@example.com", "--attach", place + "/two.txt", "--channel",
      "mail")
    #expect(other.code == 0, "\(other)")
    #expect(other.output.contains("two.txt goes with the mail (4 B)."))
    let refused = try await home.remindctl("edit", "1", "--mail-to", "you@example.net", "--json")
    #expect(refused.code == 1)
    #expect(refused.output.contains("recipient_not_allowed"))
    #expect(try await home.remindctl("edit", "1", "--no-mail", "--attach=").code == 2)
    #expect(try await home.remindctl("edit", "1", "--if-unanswered", "5m").code == 2)
    // As it was before the last change, with the file as it was then.
    #expect(try await home.remindctl("undo").code == 0)
    try await home.remindctl("edit", "1", "--in", "1s")
    let daemon = try await home.remindd("--channel", "stdout")
    let mail = try #require(try await bed.mails(1).first)
    let judgement = try await bed.judge(mail)
    #expect(judgement.to == "Zażółć <me@example.org>")
    #expect(judgement.attachments.map(\.name) == ["one.txt"])
    let digest = try await home.shell("echo one | sha256sum")
    #expect(digest.output.hasPrefix(judgement.attachments[0].sha256))
    try await daemon.lines(1)
  }

  @Test("no more mail: none goes, and it is shown")
  func noMail() async throws {
    let bed = try await MailBed(fault: "ok")
    try await bed.home.remindctl("in", "5s", "--channel", "mail", "tea")
    let edited = try await bed.home.remindctl("edit", "1", "--no-mail")
    #expect(edited.code == 0, "\(edited)")
    let daemon = try await bed.home.remindd("--channel", "stdout")
    try await daemon.lines(1)
    #expect(bed.mails == [])
    let none = try await bed.home.remindctl("mail", "show", "1")
    #expect(none.code == 4)
  }

  @Test("a mail that is written and waits is not changed; one that was never tried is")
  func written() async throws {
    let bed = try await MailBed(fault: "full", lines: "hourly-cap=1\nallow-recipients=@example.com")
    try await bed.home.remindctl("in", "1s", "--channel", "mail", "written")
    let daemon = try await bed.home.remindd("--channel", "stdout")
    _ = try await bed.wait("list") { $0.contains { $0.state == "held" } }
    for options in [["--mail-to", "you@example.com"], ["--no-mail"], ["--attach="]] {
      let answer = try await bed.home.run(["remindctl", "edit", "1", "--json"] + options)
      #expect(answer.code == 1)
      #expect(answer.output.contains("\"code\":\"mail-written\""), "\(answer)")
      #expect(answer.error.contains("`remindctl mail cancel 1` gives it up"))
    }
    // The text is the reminder's; the mail's bytes are what they are.
    #expect(try await bed.home.remindctl("edit", "1", "--text", "other").code == 0)
    _ = daemon
  }

  @Test(
    "what waits for another account goes by it at once, and is shown where it is mailed no more")
  func untried() async throws {
    let bed = try await MailBed(fault: "ok")
    let whole = try String(contentsOfFile: bed.home.configuration, encoding: .utf8)
    try bed.configure(
      "[mail gone]\nserver=localhost\nport=1\nsender=gone@example.org")
    for text in ["moved", "shown"] {
      try await bed.home.remindctl("in", "1s", "--channel", "mail", "--account", "gone", text)
    }
    try bed.home.writeConfiguration(whole, atomically: true)
    let daemon = try await bed.home.remindd("--channel", "stdout")
    _ = try await bed.wait("list") { $0.count { $0.reason == "account_not_found" } == 2 }
    let moved = try await bed.home.remindctl("edit", "1", "--account", "private")
    #expect(moved.code == 0, "\(moved)")
    let mail = try #require(try await bed.mails(1).first)
    #expect(try await bed.judge(mail).to == "Zażółć <me@example.org>")
    let shown = try await bed.home.remindctl("edit", "2", "--no-mail")
    #expect(shown.code == 0, "\(shown)")
    try await daemon.line(with: "shown")
  }

  @Test("what was shown already is mailed only with a new time, or where nobody answers")
  func late() async throws {
    let bed = try await MailBed(fault: "ok")
    try await bed.home.remindctl("in", "1s", "tea")
    let daemon = try await bed.home.remindd("--channel", "stdout")
    try await daemon.lines(1)
    try await bed.home.waitUntilUnanswered("tea")
    let late = try await bed.home.remindctl("edit", "1", "--mail")
    #expect(late.code == 2)
    #expect(late.error.contains("Reminder 1 was shown already"))
    let edited = try await bed.home.remindctl("edit", "1", "--mail", "--if-unanswered", "1s")
    #expect(edited.code == 0, "\(edited)")
    let mail = try #require(try await bed.mails(1).first)
    #expect(try await bed.judge(mail).text.contains("It was shown, and nobody has answered."))
  }

  @Test("what else can be done with a mailed reminder makes no mail too many, and none too few")
  func others() async throws {
    let bed = try await MailBed(fault: "ok")
    let home = bed.home
    // In quiet hours, and in a pause, which hold the popup alone.
    try await home.remindctl("pause", "1h")
    let only = try await home.remindctl("in", "1s", "--channel", "mail", "only")
    #expect(!only.output.contains("pause"), "\(only)")
    try await home.remindctl("in", "1s", "--mail", "both")
    let daemon = try await home.remindd("--channel", "stdout")
    #expect(try await bed.wait("log") { $0.count >= 2 }.count == 2)
    #expect(daemon.child.said.lines == [])
    try await home.remindctl("resume")
    try await daemon.line(with: "both")
    try await home.waitUntilUnanswered("both")
    // Put off it is shown again, and not mailed again; what is mailed alone is.
    try await home.remindctl("snooze", "2", "1s")
    try await daemon.lines(2)
    try await home.remindctl("snooze", "2", "1s")
    try await daemon.lines(3)
    try await home.remindctl("snooze", "1", "1s")
    #expect(try await bed.wait("log") { $0.count >= 3 }.count == 3)
    // Done before its time, and skipped: no mail.
    try await home.remindctl("in", "12s", "--mail", "early")
    let due = ContinuousClock.now + .seconds(12)
    try await home.remindctl("done", "3")
    try await home.remindctl("every", "day", "9:00", "--mail", "plants")
    #expect(try await home.remindctl("skip", "4").code == 0)
    // Undone, and done again: nothing new.
    try await home.remindctl("done", "2")
    try await home.remindctl("undo")
    try await Task.sleep(until: due + .seconds(1))
    #expect(try await bed.wait("log") { $0.count >= 3 }.count == 3)
    #expect(bed.mails.count == 3)
    // Out to a calendar and back: it is mailed as before.
    try await home.remindctl("in", "1h", "--mail", "kept")
    #expect(try await home.shell("remindctl export --output ~/all.ics").code == 0)
    try await home.shell("sed -i 's/SUMMARY:kept/SUMMARY:kept too/' ~/all.ics")
    let back = try await home.shell("remindctl import ~/all.ics --json")
    #expect(back.output.contains("\"changed\":1"), "\(back)")
    let show = try await home.remindctl("show", "5", "--json")
    #expect(show.output.contains("\"mail\":{\"account\":\"private\""), "\(show)")
    #expect(show.output.contains("kept too"))
    _ = daemon
  }
}
