import Beds
import Foundation
import Testing

@testable import Store

/// Requests: mails that templates make, by both programs, the helper and real servers.
@Suite("requests", .timeLimit(.minutes(5)), .enabled(if: MailBed.isThere))
struct TemplateRequestTests {
  @Test("a request that is to be announced is shown ahead of its time, and mailed at it")
  func announced() async throws {
    let bed = try await MailBed(fault: "ok")
    let made = try await bed.home.remindctl(
      "request", "contact", "--param", "name=Ann", "--param", "email=a@example.com", "--param",
      "message=m", "--in", "4s")
    #expect(made.code == 0, "\(made)")
    #expect(try await bed.home.remindctl("edit", "1", "--before", "2s").code == 0)
    let daemon = try await bed.home.remindd("--channel", "stdout")
    _ = try await bed.mails(1)
    #expect(try await daemon.end(SIGTERM) == .code(0))
    let shown = daemon.child.said.output
    #expect(shown.components(separatedBy: "Message from Ann").count == 2, "\(shown)")
  }

  @Test("at its time, with its files, to each recipient once, and the reminder before its date")
  func timed() async throws {
    let bed = try await MailBed(fault: "ok", lines: "allow-recipients=@example.com")
    try bed.writeTemplate(
      """
      [template]
      subject=Rooms, {day}
      body={rooms}
      to=Inn <inn@example.com>
      to=inn@example.com
      to={other}
      attach=plan.txt
      [parameter rooms]
      type=list
      [parameter day]
      type=date
      label=The day
      [parameter until]
      type=date
      required=no
      [parameter other]
      type=email
      """, as: "rooms.conf")
    try bed.writeTemplate("the plan", as: "plan.txt")
    let common = [
      "request", "rooms", "--param", "rooms=one", "--param", "rooms=two", "--param",
      "day=2099-03-10", "--param", "other=b@example.com", "--in", "1s",
    ]
    let several = try await bed.home.run(
      ["remindctl"] + common + ["--param", "until=2099-03-12", "--remind-before", "3d"])
    #expect(several.code == 2 && several.error.contains("day=3d"), "\(several)")
    let late = try await bed.home.run(["remindctl"] + common + ["--remind-before", "200y"])
    #expect(late.code == 2 && late.error.contains("too late"), "\(late)")
    let dry = try await bed.home.run(
      ["remindctl"] + common + ["--remind-before", "3d", "--dry-run"])
    #expect(dry.code == 0, "\(dry)")
    #expect(!FileManager.default.fileExists(atPath: bed.home.store))
    let undone = try await bed.home.run(["remindctl"] + common + ["--remind-before", "3d"])
    #expect(undone.code == 0, "\(undone)")
    #expect(try await bed.home.remindctl("undo").output.split(separator: "\n").count == 3)
    #expect(try await bed.home.remindctl("list", "--plain").output == "")
    let made = try await bed.home.run(
      ["remindctl"] + common
        + ["--param", "until=2099-03-12", "--remind-before", "until=3d", "--tz", "Europe/Rome"])
    #expect(made.code == 0, "\(made)")
    #expect(made.output.contains("plan.txt goes with the mail (8 B)."))
    let listed = try await bed.home.remindctl("list", "--plain", changing: ["TZ": "Europe/Rome"])
    #expect(listed.output.contains("2099-03-09T09:00:00"), "\(listed)")
    #expect(listed.output.contains("until 2099-03-12: Rooms, 2099-03-10"))
    try bed.writeTemplate("another plan", as: "plan.txt")
    let daemon = try await bed.home.remindd("--channel", "stdout")
    var judged: [MailBed.Judgement] = []
    for mail in try await bed.mails(2) { judged.append(try await bed.judge(mail)) }
    #expect(judged.map(\.to).sorted() == ["Inn <inn@example.com>", "b@example.com"])
    #expect(judged.allSatisfy { $0.text == "one\ntwo\n" && $0.attachments.count == 1 })
    let digest = try await bed.home.shell("printf 'the plan' | sha256sum")
    #expect(judged.allSatisfy { digest.output.hasPrefix($0.attachments[0].sha256) })
    // What was sent is done: nobody has to say so.
    try await until("the answer") {
      try await bed.home.remindctl("status", "--json").output.contains("\"unanswered\":0,")
    }
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test("a confirmation answered a mail that nobody had sent where the domain had changed")
  func domain() async throws {
    let bed = try await MailBed(
      fault: "ok", lines: "allow-recipients=a@example.com\nhourly-cap=1")
    try await bed.confirmTemplate("contact", "en", as: "contact.conf")
    let made = try await bed.home.remindctl(
      "request", "contact", "--param", "name=Ann", "--param", "email=a@example.com", "--param",
      "message=m")
    #expect(made.code == 0, "\(made)")
    let daemon = try await bed.home.remindd("--channel", "stdout")
    let request = try await bed.judge(try await bed.mails(1)[0])
    #expect(request.id.hasSuffix("@example.org>"))
    let waiting = try await bed.wait("list") { $0.first?.state == "held" }
    #expect(waiting.first?.state == "held", "\(waiting)")
    try bed.configure("allow-recipients=a@example.com\nsender=me@example.net")
    let confirmation = try await bed.judge(try await bed.mails(2)[1])
    #expect(confirmation.id.hasSuffix("@example.net>"))
    #expect(confirmation.answers == request.id)
    #expect(try await daemon.end(SIGTERM) == .code(0))
  }

  @Test("a text from standard input comes as it was, however long; one that is too long is refused")
  func long() async throws {
    let bed = try await MailBed(fault: "ok")
    let lines = [
      ".", "..", "From me", "Subject: x", "", "{name}", "=3D",
      String(repeating: "ż🫖 ", count: 2000),
      String(repeating: "a", count: 5000), "\tindented", "-- ", "end",
    ]
    let text = lines.joined(separator: "\n")
    let whole = text + "\n" + String(repeating: "x", count: 99_999 - text.count)
    let input = bed.home.folder + "/text"
    func send(_ text: String) async throws -> Home.Answer {
      try text.write(toFile: input, atomically: true, encoding: .utf8)
      return try await bed.home.remindctl(
        "request", "contact", "--param", "name=A", "--param", "email=a@example.com", "--param",
        "message=-", "--json", input: input)
    }
    let tooLong = try await send(whole + "x")
    #expect(tooLong.code == 2 && tooLong.output.contains("\"too_long\""), "\(tooLong.error)")
    #expect(!FileManager.default.fileExists(atPath: bed.home.store))
    #expect(try await send(whole + "\n").code == 0)
    let daemon = try await bed.home.remindd("--channel", "stdout")
    let mail = try await bed.judge(try #require(try await bed.mails(1).first), onTheWire: true)
    #expect(mail.problems == [])
    #expect(mail.text == whole + "\n\nName: A\nEmail: a@example.com\n")
    _ = daemon
  }

  @Test(
    "killed again and again: each request has its mail and its confirmation, and what came twice is the same"
  )
  func storm() async throws {
    let bed = try await MailBed(
      fault: "ok", lines: "hourly-cap=10000\nown=me@example.org, zg@example.com")
    try await bed.confirmTemplate("contact", "en", as: "contact.conf")
    let count = Home.isSanitized ? 8 : 25
    let made = try await bed.home.shell(
      """
      for i in $(seq \(count)); do remindctl request contact --mail-to me@example.org --param name=$i \
        --param email=zg@example.com --param message=m >/dev/null 2>&1 || exit; done
      """)
    #expect(made.code == 0)
    for pause in [300, 60, 400, 120, 250, 90, 350, 150] {
      let daemon = try Daemon(bed.home, ["--channel", "stdout"])
      try await Task.sleep(for: .milliseconds(pause))
      try await bed.home.kill(daemon)
    }
    let daemon = try await bed.home.remindd("--channel", "stdout")
    let sent = try await bed.wait("log", retrying: true) { $0.count >= 2 * count }
    #expect(sent.count == 2 * count && sent.allSatisfy { $0.state == "accepted" })
    var copies: [String: Set<Data>] = [:]
    var answers: Set<String> = []
    for mail in bed.mails {
      let judgement = try await bed.judge(mail)
      copies[judgement.id, default: []].insert(
        try #require(FileManager.default.contents(atPath: mail)))
      if judgement.automatic == "auto-replied" { answers.insert(judgement.answers ?? "") }
    }
    #expect(copies.count == 2 * count)
    #expect(copies.values.allSatisfy { $0.count == 1 })
    #expect(answers.count == count)
    #expect(answers.allSatisfy { copies[$0] != nil })
    _ = daemon
  }
}
