import Foundation
import Testing

/// Mails that are cancelled, and what brings them back.
@Suite("mails that are cancelled", .timeLimit(.minutes(5)), .enabled(if: MailBed.isThere))
struct MailCancelTests {
  @Test("a mail that waits is cancelled, and waits again when that is taken back")
  func cancel() async throws {
    let bed = try await MailBed(fault: "login-535")
    try await bed.home.remindctl("in", "1h", "--mail", "later")
    let early = try await bed.home.remindctl("mail", "cancel", "1", "--json")
    #expect(early.code == 4)
    #expect(early.output.contains("\"code\":\"mail-not-due\""))
    try await bed.home.remindctl("in", "1s", "--mail", "both")
    try await bed.home.remindctl("in", "1s", "--channel", "mail", "only")
    let daemon = try await bed.home.remindd("--channel", "stdout")
    for id in [2, 3] { _ = try await bed.wait(id) { $0.state == "held" } }
    // Nothing of either where one has none.
    #expect(try await bed.home.remindctl("mail", "cancel", "2", "1").code == 4)
    #expect(try await bed.story(2).mails[0].state == "held")
    let cancelled = try await bed.home.remindctl("mail", "cancel", "2", "3")
    #expect(cancelled.output == "2  both  its mail is cancelled\n3  only  its mail is cancelled\n")
    let log = try await bed.home.remindctl("mail", "log", "--status", "cancelled", "--json")
    #expect(log.output.components(separatedBy: "\"reason\":\"cancelled\"").count == 3)
    let list = try await bed.home.remindctl("list", "--plain").output
    #expect(list.contains("both") && !list.contains("only"))
    let shown = try await bed.home.remindctl("show", "2")
    #expect(shown.output.contains("Its mail was cancelled "))
    #expect(try await bed.home.remindctl("mail", "cancel", "2").code == 4)
    #expect(try await bed.home.remindctl("mail", "retry").output == "No mail waits.\n")
    let undone = try await bed.home.remindctl("undo")
    #expect(
      undone.output == "3  only  its mail is not cancelled\n2  both  its mail is not cancelled\n",
      "\(undone)")
    for id in [2, 3] { _ = try await bed.wait(id) { $0.state == "held" } }
    // It was not shown once more for that.
    #expect(daemon.child.said.output.components(separatedBy: "both").count == 2)
    #expect(try await bed.story(3).mails.count == 1)
  }

  @Test("a mail that is being sent is not cancelled")
  func beingSent() async throws {
    let bed = try await MailBed(fault: "hang-dot")
    try await bed.home.remindctl("in", "1s", "--channel", "mail", "tea")
    let daemon = try await bed.home.remindd("--channel", "stdout")
    _ = try await bed.mails(1)
    let answer = try await bed.home.remindctl("mail", "cancel", "1", "--json")
    #expect(answer.code == 1)
    #expect(answer.output.contains("\"code\":\"mail-being-sent\""))
    _ = daemon
  }

  @Test("a mail that is in hand and has not gone is cancelled")
  func inHand() async throws {
    let bed = try await MailBed(fault: "hang")
    try await bed.home.remindctl("in", "1s", "--channel", "mail", "tea")
    let daemon = try await bed.home.remindd("--channel", "stdout")
    _ = try await bed.wait(1) { $0.state == "claimed" }
    #expect(try await bed.home.remindctl("mail", "cancel", "1").code == 0)
    #expect(try await bed.story(1).mails.map(\.state) == ["failed"])
    #expect(!(try await bed.home.remindctl("list", "--plain").output.contains("tea")))
    _ = daemon
  }

  @Test("a cancellation that is taken back brings the mail that waited, by the same bytes")
  func cancelledReminder() async throws {
    let bed = try await MailBed(fault: "full")
    try await bed.home.remindctl("in", "1s", "--mail", "both")
    let daemon = try await bed.home.remindd("--channel", "stdout")
    let before = try await bed.wait(1) { $0.state == "held" }
    #expect(try await bed.home.remindctl("cancel", "1").code == 0)
    #expect(try await bed.story(1).mails.map(\.state) == ["failed"])
    #expect(try await bed.home.remindctl("undo").code == 0)
    let after = try await bed.wait(1) { $0.attempts.count == 2 && $0.state == "held" }
    #expect(after.mails.count == 1)
    #expect(after.mails[0].messageId == before.mails[0].messageId)
    _ = daemon
  }

  @Test("what is finished and whose mail waits is not forgotten before that is cancelled")
  func forget() async throws {
    let bed = try await MailBed(fault: "full")
    try await bed.home.remindctl("in", "1s", "--mail", "tea")
    let daemon = try await bed.home.remindd("--channel", "stdout")
    _ = try await bed.wait(1) { $0.state == "held" }
    #expect(try await bed.home.remindctl("done", "1").code == 0)
    let kept = try await bed.home.remindctl("forget", "1", "--force", "--json")
    #expect(kept.code == 4)
    #expect(kept.output.contains("\"code\":\"mail-waits\""))
    #expect(kept.error.contains("`remindctl mail cancel 1` comes first"))
    #expect(FileManager.default.fileExists(atPath: bed.home.data + "/mail"))
    #expect(try await bed.home.remindctl("mail", "cancel", "1").code == 0)
    #expect(try await bed.home.remindctl("forget", "1", "--force").code == 0)
    #expect(!FileManager.default.fileExists(atPath: bed.home.data + "/mail"))
    _ = daemon
  }
}
