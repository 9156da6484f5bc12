import Foundation
import Testing

@testable import TimeLanguage

/// What can be asked of mails that wait or are through, by the programs as they ship.
@Suite("mails and their verbs", .timeLimit(.minutes(5)), .enabled(if: MailBed.isThere))
struct MailVerbTests {
  @Test("show tells each attempt, and --raw has the bytes as they were sent")
  func show() async throws {
    let bed = try await MailBed(fault: "greylist")
    let file = bed.home.folder + "/plan.txt"
    try "as it was".write(toFile: file, atomically: true, encoding: .utf8)
    try await bed.home.remindctl("in", "1s", "--mail", "--attach", file, "tea")
    let before = try await bed.home.remindctl("mail", "show", "1")
    #expect(before.output.contains("It is still to be mailed, to Zażółć <me@example.org>."))
    #expect(before.output.contains("plan.txt goes with the mail (9 B)."))
    let none = try await bed.home.remindctl("mail", "show", "1", "--raw", "--json")
    #expect(none.code == 2)
    let unwritten = try await bed.home.remindctl("mail", "show", "1", "--raw")
    #expect(unwritten.code == 4)
    #expect(unwritten.error.contains("No mail of reminder 1 has been written yet."))
    let daemon = try await bed.home.remindd("--channel", "stdout")
    _ = try await bed.wait(1) { $0.state == "held" }
    try await bed.home.remindctl("mail", "retry", "1")
    let sent = try await bed.wait(1) { $0.state == "accepted" }
    #expect(sent.attachments.map(\.name) == ["plan.txt"])
    #expect(sent.attachments.map(\.bytes) == [9])
    let mail = try #require(sent.mails.first)
    #expect(mail.account == "private")
    #expect(mail.attempts.map(\.attempt) == [1, 2])
    #expect(mail.attempts.map(\.verdict) == ["retry", "accepted"])
    #expect(mail.attempts.map(\.reason) == ["provider_busy", nil])
    #expect(mail.attempts[0].reply.contains("451"))
    #expect(mail.attempts[1].reply.contains("queued as Q1"))
    let raw = try await bed.home.remindctl("mail", "show", "1", "--raw")
    let copy = try #require(try await bed.mails(1).first)
    #expect(Data(raw.output.utf8) == FileManager.default.contents(atPath: copy))
    #expect(raw.output.utf8.count == mail.bytes)
    #expect(try await bed.judge(copy).id == mail.messageId)
    let told = try await bed.home.remindctl("mail", "show", "1")
    #expect(told.output.contains("Attempt 1"))
    #expect(told.output.contains("the mail server takes no mail now (451"))
    #expect(told.output.contains("queued as Q1"))
    #expect(told.output.contains("Message-ID <"))
    _ = daemon
  }

  @Test("show of what is not mailed, or not there, is exit 4")
  func showNone() async throws {
    let bed = try await MailBed(fault: "ok")
    try await bed.home.remindctl("in", "1h", "tea")
    for (arguments, code) in [
      (["show", "1"], "no-mail"), (["show", "9"], "no-such-reminder"),
      (["cancel", "1"], "no-mail"), (["cancel", "9"], "no-such-reminder"),
    ] {
      let answer = try await bed.home.run(["remindctl", "mail", "--json"] + arguments)
      #expect(answer.code == 4)
      #expect(answer.output.contains("\"code\":\"\(code)\""), "\(answer)")
    }
    for arguments in [
      ["show"], ["cancel"], ["show", "x"], ["check", "--since", "1h"], ["list", "--raw"],
      ["list", "--status", "accepted"], ["log", "--status", "what"], ["log", "--json", "--plain"],
    ] {
      #expect(try await bed.home.run(["remindctl", "mail"] + arguments).code == 2)
    }
  }

  @Test("retry says what is true: what the hour's limit holds, and that no daemon runs")
  func retried() async throws {
    let bed = try await MailBed(fault: "ok", lines: "hourly-cap=1")
    for text in ["a", "b", "c"] {
      try await bed.home.remindctl("in", "1s", "--channel", "mail", text)
    }
    let daemon = try await bed.home.remindd("--channel", "stdout")
    _ = try await bed.mails(1)
    _ = try await bed.wait("list") {
      $0.count == 2 && $0.allSatisfy { $0.reason == "rate_limited" }
    }
    let held = try await bed.home.remindctl("mail", "retry")
    #expect(held.code == 0, "\(held)")
    #expect(!held.output.contains("sent now"), "\(held)")
    #expect(held.output.contains("2 mails of the account private wait: as many as may be sent in"))
    _ = try await bed.wait("list") {
      $0.count == 2 && $0.allSatisfy { $0.reason == "rate_limited" }
    }
    let unknown = try await bed.home.remindctl("mail", "retry", "99")
    #expect(unknown.code == 4, "\(unknown)")
    #expect(try await daemon.end(SIGTERM) == .code(0))
    try bed.configure("hourly-cap=9")
    let alone = try await bed.home.remindctl("mail", "retry")
    #expect(alone.output == "2 mails are to be sent when remindd runs.\n", "\(alone)")
    #expect(alone.error.contains("remindd is not running"))
    #expect(bed.mails.count == 1)
  }

  @Test("retry says what may have come already, list what is only mailed")
  func doubtful() async throws {
    let bed = try await MailBed(
      fault: "drop-stored", lines: "allow-recipients=@example.com\nown=bad")
    let refused = try await bed.home.remindctl(
      "in", "1s", "--mail-to", "a@example.net", "tea")
    #expect(refused.error.contains("may not write to a@example.net"), "\(refused)")
    #expect(refused.error.contains("own cannot be bad"), "\(refused)")
    try await bed.home.remindctl(
      "in", "1s", "--channel", "mail", "--mail-to", "ann@example.com", "tea")
    let list = try await bed.home.remindctl("list")
    #expect(list.output.contains("tea (mailed to ann@example.com)"), "\(list)")
    let nagging = try await bed.home.remindctl(
      "in", "1h", "--channel", "mail", "--nag", "5m", "--speak", "--timeout", "9s", "tea")
    #expect(nagging.output.split(separator: "\n").count == 2, "\(nagging)")
    let daemon = try await bed.home.remindd("--channel", "stdout")
    _ = try await bed.wait("list") { $0.first?.reason == "outcome_unknown" }
    #expect(try await daemon.end(SIGTERM) == .code(0))
    let retried = try await bed.home.remindctl("mail", "retry")
    #expect(retried.output.contains("1 of them may have come already"), "\(retried)")
  }

  @Test("check names the server, and what has no effect in the file")
  func check() async throws {
    let bed = try await MailBed(fault: "ok", lines: "port=1\nhourly-cap=100000")
    let closed = try await bed.home.remindctl("mail", "check")
    #expect(closed.code == 1, "\(closed)")
    #expect(closed.error.contains("The server localhost:1 cannot be reached: "), "\(closed)")
    #expect(closed.error.contains("hourly-cap cannot be 100000"), "\(closed)")
    try bed.configure("port=abc")
    let bad = try await bed.home.remindctl("mail", "check")
    #expect(bad.code == 0, "\(bad)")
    #expect(bad.error.contains("port cannot be abc"), "\(bad)")
  }

  @Test("a file that cannot go with a mail is told why, with the limit where it is too large")
  func attached() async throws {
    let bed = try await MailBed(fault: "ok")
    try await bed.home.shell(
      "cd $HOME && mkfifo pipe && truncate -s 27000000 big")
    try "x".write(
      toFile: bed.home.folder + "/home/c\nd", atomically: false, encoding: .utf8)
    for (name, reason) in [
      ("pipe", "it is no file that can be attached"), ("c\nd", "its name has a character"),
      (".", "Is a directory"), ("gone", "No such file or directory"),
      ("big", "is too large for a mail: all of its files may have 26.2 MB together."),
    ] {
      let path = bed.home.folder + "/home/" + name
      let answer = try await bed.home.run([
        "remindctl", "in", "1h", "--mail", "--attach", path, "--json", "tea",
      ])
      #expect(answer.code == 1, "\(answer)")
      #expect(answer.error.contains(reason), "\(answer)")
    }
  }

  @Test("an export says that mail is not in the file")
  func exported() async throws {
    let bed = try await MailBed(fault: "ok")
    try await bed.home.remindctl("in", "1h", "tea")
    #expect(try await bed.home.remindctl("export").error == "")
    try await bed.home.remindctl("in", "1h", "--mail", "mailed")
    let printed = try await bed.home.remindctl("export")
    #expect(printed.code == 0 && printed.output.contains("SUMMARY:mailed"))
    #expect(printed.error.contains("1 of them is mailed, which a calendar file does not say"))
    let file = try await bed.home.remindctl(
      "export", "--json", "--output", bed.home.folder + "/out.ics")
    #expect(file.output.contains("\"mailed\":1"), "\(file)")
    #expect(file.error.contains("1 of them is mailed"), "\(file)")
  }
}
