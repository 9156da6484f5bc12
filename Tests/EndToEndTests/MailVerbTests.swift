import Foundation
import Testing

/// What can be asked of mails that wait or are through, by the programs as they ship.
@Suite("mails and their verbs", .timeLimit(.minutes(5)), .enabled(if: MailBed.isThere))
struct MailVerbTests {
  /// A mail as `mail show --json` tells of it.
  private struct Story: Decodable {
    struct Attachment: Decodable {
      var name: String
      var bytes: Int
    }
    struct Attempt: Decodable {
      var attempt: Int
      var verdict: String
      var reason: String?
      var reply: String
    }
    struct Mail: Decodable {
      var to: String
      var account: String
      var state: String
      var messageId: String?
      var bytes: Int?
      var attempts: [Attempt]
    }
    var id: Int
    var attachments: [Attachment]
    var mails: [Mail]
  }

  private func story(_ bed: MailBed, _ id: Int) async throws -> Story {
    let answer = try await bed.home.remindctl("mail", "show", String(id), "--json")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Story.self, from: Data(answer.output.utf8))
  }

  private func wait(
    _ bed: MailBed, _ id: Int, until isReached: (Story.Mail) -> Bool
  ) async throws -> Story {
    for _ in 0..<400 {
      let story = try await story(bed, id)
      if let mail = story.mails.last, isReached(mail) { return story }
      try await Task.sleep(for: .milliseconds(50))
    }
    return try await story(bed, id)
  }

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
    _ = try await wait(bed, 1) { $0.state == "held" }
    try await bed.home.remindctl("mail", "retry", "1")
    let sent = try await wait(bed, 1) { $0.state == "accepted" }
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

  @Test("list and log show those of a state, a reason, an account, a time, and so many of them")
  func filters() async throws {
    let bed = try await MailBed(fault: "ok")
    try bed.configure(
      """
      hourly-cap=2
      [mail other]
      server=localhost
      port=1
      sender=other@example.org
      password-command=echo secret
      """)
    for text in ["a", "b", "c"] { try await bed.home.remindctl("in", "1s", "--mail", text) }
    try await bed.home.remindctl("in", "1s", "--mail", "--account", "other", "d")
    let daemon = try await bed.home.remindd("--channel", "stdout")
    func ids(_ arguments: String...) async throws -> [String] {
      let answer = try await bed.home.run(["remindctl", "mail"] + arguments + ["--plain"])
      #expect(answer.code == 0, "\(answer)")
      return answer.output.split(separator: "\n").map {
        String($0.split(separator: "\t", omittingEmptySubsequences: false)[0])
      }
    }
    for _ in 0..<400 {
      if try await ids("log").count == 2, try await ids("list", "--status", "held").count == 2 {
        break
      }
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(try await ids("list") == ["3", "4"])
    #expect(try await ids("list", "--status", "rate_limited") == ["3"])
    #expect(try await ids("list", "--status", "rate_limited,network_error") == ["3", "4"])
    #expect(try await ids("list", "--status", "unknown") == [])
    #expect(try await ids("list", "--account", "other") == ["4"])
    #expect(try await ids("log") == ["2", "1"])
    #expect(try await ids("log", "-n", "1") == ["2"])
    #expect(try await ids("log", "--status", "accepted") == ["2", "1"])
    #expect(try await ids("log", "--status", "failed") == [])
    #expect(try await ids("log", "--since", "1h") == ["2", "1"])
    #expect(try await ids("log", "--account", "other") == [])
    let list = try await bed.home.remindctl("mail", "list", "--status", "rate_limited", "--plain")
    #expect(list.output.hasSuffix("\theld\tc\tZażółć <me@example.org>\trate_limited\n"))
    let json = try await bed.home.remindctl("mail", "log", "--json", "--limit", "1")
    #expect(json.output.hasPrefix("{\"schema\":1,\"mails\":[\n{\"id\":2,"))
    #expect(json.output.hasSuffix("}\n]}\n"))
    let none = try await bed.home.remindctl("mail", "log", "--json", "--status", "failed")
    #expect(none.output == "{\"schema\":1,\"mails\":[\n]}\n")
    _ = daemon
  }

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
    for id in [2, 3] { _ = try await wait(bed, id) { $0.state == "held" } }
    // Nothing of either where one has none.
    #expect(try await bed.home.remindctl("mail", "cancel", "2", "1").code == 4)
    #expect(try await story(bed, 2).mails[0].state == "held")
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
    for id in [2, 3] { _ = try await wait(bed, id) { $0.state == "held" } }
    // It was not shown once more for that.
    #expect(daemon.child.said.output.components(separatedBy: "both").count == 2)
    #expect(try await story(bed, 3).mails.count == 1)
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

  @Test("what would come later than it is of use is not mailed, and its code says so")
  func expired() async throws {
    let bed = try await MailBed(fault: "ok")
    try await bed.home.remindctl("in", "1s", "--channel", "mail", "--max-late", "1s", "tea")
    try await Task.sleep(for: .seconds(3))
    let daemon = try await bed.home.remindd("--channel", "stdout")
    _ = try await wait(bed, 1) { $0.state == "failed" }
    let log = try await bed.home.remindctl("mail", "log", "--status", "expired", "--plain")
    #expect(log.output.hasPrefix("1\t"), "\(log)")
    #expect(bed.mails == [])
    _ = daemon
  }

  @Test("a mail that is in hand and has not gone is cancelled")
  func inHand() async throws {
    let bed = try await MailBed(fault: "hang")
    try await bed.home.remindctl("in", "1s", "--channel", "mail", "tea")
    let daemon = try await bed.home.remindd("--channel", "stdout")
    _ = try await wait(bed, 1) { $0.state == "claimed" }
    #expect(try await bed.home.remindctl("mail", "cancel", "1").code == 0)
    #expect(try await story(bed, 1).mails.map(\.state) == ["failed"])
    #expect(!(try await bed.home.remindctl("list", "--plain").output.contains("tea")))
    _ = daemon
  }

  @Test("a cancellation that is taken back brings the mail that waited, by the same bytes")
  func cancelledReminder() async throws {
    let bed = try await MailBed(fault: "full")
    try await bed.home.remindctl("in", "1s", "--mail", "both")
    let daemon = try await bed.home.remindd("--channel", "stdout")
    let before = try await wait(bed, 1) { $0.state == "held" }
    #expect(try await bed.home.remindctl("cancel", "1").code == 0)
    #expect(try await story(bed, 1).mails.map(\.state) == ["failed"])
    #expect(try await bed.home.remindctl("undo").code == 0)
    let after = try await wait(bed, 1) { $0.attempts.count == 2 && $0.state == "held" }
    #expect(after.mails.count == 1)
    #expect(after.mails[0].messageId == before.mails[0].messageId)
    _ = daemon
  }

  @Test("what is finished and whose mail waits is not forgotten before that is cancelled")
  func forget() async throws {
    let bed = try await MailBed(fault: "full")
    try await bed.home.remindctl("in", "1s", "--mail", "tea")
    let daemon = try await bed.home.remindd("--channel", "stdout")
    _ = try await wait(bed, 1) { $0.state == "held" }
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

  @Test(
    "the server's words are where a mail that waits is told of, and a confirmation is called one")
  func words() async throws {
    let bed = try await MailBed(fault: "greylist", lines: "allow-recipients=@example.com")
    try TemplateRequestTests.write(
      """
      [template]
      subject=s
      body=b
      confirm-to=ann@example.com
      confirmation=thanks
      """, as: "table.conf", bed)
    try TemplateRequestTests.write("[template]\nsubject=t\nbody=t\n", as: "thanks.conf", bed)
    #expect(try await bed.home.remindctl("request", "table").code == 0)
    let daemon = try await bed.home.remindd("--channel", "stdout")
    _ = try await bed.wait("list") { $0.first?.state == "held" }
    let list = try await bed.home.remindctl("mail", "list")
    #expect(list.output.contains("held: the mail server takes no mail now (451"), "\(list)")
    let json = try await bed.home.remindctl("mail", "list", "--json")
    #expect(json.output.contains("\"reply\":\"451"), "\(json)")
    #expect(json.output.contains("\"purpose\":\"due\""), "\(json)")
    try bed.configure("allow-recipients=@example.com\nhourly-cap=1")
    try await bed.home.remindctl("mail", "retry")
    _ = try await bed.wait("list") { $0.first?.reason == "rate_limited" }
    let next = try await bed.home.remindctl("mail", "list")
    #expect(next.output.contains("ann@example.com (confirmation)"), "\(next)")
    let cancelled = try await bed.home.remindctl("mail", "cancel", "1")
    #expect(cancelled.code == 0, "\(cancelled)")
    #expect(try await bed.home.remindctl("mail", "list").output == "No mail waits.\n")
    #expect(bed.mails.count == 1)
    _ = daemon
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
