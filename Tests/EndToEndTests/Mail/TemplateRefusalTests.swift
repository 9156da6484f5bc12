import Foundation
import Testing

@testable import Store

/// Requests that are refused, and what is said of those that are not.
@Suite("refused requests", .timeLimit(.minutes(5)), .enabled(if: MailBed.isThere))
struct TemplateRefusalTests {
  private struct Refusal: Decodable {
    struct Body: Decodable {
      struct Param: Decodable {
        var param, reason: String
        var allowed: [String]
      }
      var code: String
      var params: [Param]?
      var line: Int?
      var file: String?
    }
    var error: Body
  }

  private func refusal(_ bed: MailBed, _ arguments: [String]) async throws -> (
    Refusal.Body, Home.Answer
  ) {
    let answer = try await bed.home.run(["remindctl"] + arguments + ["--json"])
    #expect(answer.code != 0, "\(answer)")
    return (try answer.decoded(as: Refusal.self).error, answer)
  }

  @Test("what is wrong is told, all at once, and nothing is stored")
  func refused() async throws {
    let bed = try await MailBed(fault: "ok")
    let (all, _) = try await refusal(
      bed,
      [
        "request", "quote", "--locale", "pl_PL.UTF-8", "--param", "service=Website", "--param",
        "deadline=2020-02-30", "--param", "email=a\r\nBcc: b@example.org", "--param", "x=y",
      ])
    #expect(all.code == "invalid_template_params")
    #expect(
      all.params?.map { "\($0.param) \($0.reason)" } == [
        "name missing", "email control_character", "service not_allowed", "details missing",
        "deadline invalid_date", "x unknown",
      ])
    #expect(all.params?[2].allowed.first == "Strona internetowa")
    let late = [
      "request", "quote", "--locale", "en", "--param", "name=A", "--param", "email=a@example.com",
      "--param", "service=Other", "--param", "details=d", "--param", "deadline=2098-12-31",
    ]
    let (past, said) = try await refusal(bed, late + ["--at", "2099-01-01 0:00"])
    #expect(past.params?.map { "\($0.param) \($0.reason)" } == ["deadline too_small"])
    #expect(said.output.contains("\"limit\":\"2099-01-01\""), "\(said)")
    let inTime = try await bed.home.run(
      ["remindctl"] + late + ["--at", "2098-12-31 23:59", "--dry-run"])
    #expect(inTime.code == 0, "\(inTime)")
    let whole = [
      "--param", "name=A", "--param", "email=a@example.com", "--param", "message=m",
    ]
    try bed.writeTemplate("[template]\nsubject={a}\nbody=b\n", as: "broken.conf")
    try bed.writeTemplate("[template]\nsubject=a\nbody=b\n", as: "only.de.conf")
    try await bed.confirmTemplate("contact", "en", as: "confirmed.conf")
    let confirmation = try await bed.home.remindctl("mail", "templates", "confirmation", "--source")
    try bed.writeTemplate(
      confirmation.output.replacing("[parameter name]\n", with: "[parameter who]\n")
        .replacing("{name}", with: "{who}"), as: "thanks.conf")
    let other = try await bed.home.remindctl("mail", "templates", "contact", "--source")
    try bed.writeTemplate(
      other.output.replacing(
        "[template]\n", with: "[template]\nconfirm-to={email}\nconfirmation=thanks\n"),
      as: "thanked.conf")
    for (arguments, code) in [
      (["contct"] + whole, "template_not_found"), (["only"] + whole, "template_not_found"),
      (["../x"] + whole, "template_not_found"), (["broken"], "template_render_failed"),
      (["thanked"] + whole, "template_render_failed"),
      (["contact", "--mail-to", "you@example.com"] + whole, "recipient_not_allowed"),
      (["confirmed"] + whole, "recipient_not_allowed"),
      (["contact", "--account", "other"] + whole, "account_not_found"),
      (["contact", "--attach", "/proc/nowhere"] + whole, "attachment_unreadable"), ([], "usage"),
      (["contact", "--remind-before", "3d"] + whole, "usage"),
      (["contact", "--in", "1h", "--at", "9:00"] + whole, "usage"),
      (["contact", "again"] + whole, "usage"),
      (["contact", "--remind-before", "nope=3d"] + whole, "usage"),
      (["quote", "--param", "details=-", "--param", "name=-"], "usage"),
    ] {
      let (error, answer) = try await refusal(bed, ["request"] + arguments)
      #expect(error.code == code, "\(answer)")
      if arguments == ["broken"] {
        #expect(error.line == 2)
        #expect(error.file?.hasSuffix("/templates/broken.conf") == true)
      }
      if arguments.first == "confirmed" { #expect(answer.error.contains("a@example.com")) }
    }
    #expect(!FileManager.default.fileExists(atPath: bed.home.store))
    #expect(!FileManager.default.fileExists(atPath: bed.home.data + "/mail"))
  }

  @Test("a mail of which no line was left was sent, and so was such a confirmation")
  func nothingLeft() async throws {
    let bed = try await MailBed(fault: "ok", lines: "allow-recipients=@example.com")
    let body = """
      body={phone}
      body=
      body=Topic: {topic}
      [parameter phone]
      required=no
      [parameter topic]
      required=no

      """
    try bed.writeTemplate("[template]\nsubject=s\n" + body, as: "empty.conf")
    try bed.writeTemplate(
      "[template]\nsubject=s\nbody=b\nconfirm-to=a@example.com\nconfirmation=empty\n",
      as: "confirmed.conf")
    for command in [["request", "empty"], ["mail", "preview", "empty"]] {
      let (empty, _) = try await refusal(bed, command)
      #expect(empty.code == "invalid_template_params")
      #expect(
        empty.params?.map { "\($0.param) \($0.reason)" } == ["phone missing", "topic missing"])
    }
    let (confirmation, _) = try await refusal(bed, ["request", "confirmed"])
    #expect(confirmation.code == "template_render_failed")
    #expect(confirmation.params?.count == 2)
    #expect(!FileManager.default.fileExists(atPath: bed.home.store))
    let file = bed.templates + "/empty.conf"
    for words in [["--param", "topic=t"], ["--attach", file]] {
      let made = try await bed.home.run(["remindctl", "request", "empty", "--dry-run"] + words)
      #expect(made.code == 0, "\(made)")
    }
  }

  @Test("what is said of a request is true of it")
  func told() async throws {
    let bed = try await MailBed(fault: "ok", lines: "allow-recipients=@example.com")
    try bed.writeTemplate(
      """
      [template]
      subject=s
      body={ok}
      body={day}
      to=Inn <inn@example.com>
      to=inn@example.com
      attach=gone.txt
      confirm-to=a@example.com
      confirmation=thanks
      [parameter ok]
      type=boolean
      yes=Oui
      no=Non
      [parameter day]
      type=date
      min=today
      required=no
      """, as: "table.conf")
    try bed.writeTemplate(
      "[template]\nsubject=thanks\nbody={ok}\n[parameter ok]\ntype=boolean\n", as: "thanks.conf")
    let preview = try await bed.home.remindctl("mail", "preview", "table", "--param", "ok=no")
    #expect(preview.code == 0 && preview.error.contains("gone.txt: No such file"), "\(preview)")
    #expect(preview.output.components(separatedBy: "To: Inn <inn@example.com>").count == 2)
    #expect(!preview.output.contains("To: inn@example.com"))
    #expect(preview.output.contains("Non") && preview.output.hasSuffix("\nno\n"))
    let date = try await bed.home.remindctl(
      "request", "table", "--param", "ok=no", "--remind-before", "dya=3d")
    #expect(date.code == 2 && date.error.contains("no date called dya; there are: day."), "\(date)")
    let source = try await bed.home.remindctl("mail", "templates", "table", "--source", "--json")
    #expect(source.code == 2, "\(source)")
    let twice = try await bed.home.remindctl(
      "request", "contact", "--param", "message=-", "--param", "phone=-")
    #expect(twice.code == 2, "\(twice)")
    #expect(twice.error.contains("Standard input is read for one parameter, and phone is another."))
  }

  @Test("an edit that a request's mail would know nothing of is refused")
  func edited() async throws {
    let bed = try await MailBed(fault: "ok")
    let made = try await bed.home.remindctl(
      "request", "contact", "--param", "name=A", "--param", "email=a@example.com", "--param",
      "message=m", "--in", "1h")
    #expect(made.code == 0, "\(made)")
    let before = try await bed.home.remindctl("show", "1", "--json").output
    for change in [
      ["--text", "X"], ["--nag", "5m"], ["--speak"], ["--every", "day 9am"],
      ["--channel", "desktop,mail", "--text", "X"],
    ] {
      let answer = try await bed.home.run(["remindctl", "edit", "1"] + change)
      #expect(answer.code == 2, "\(answer)")
      #expect(answer.error.contains("Reminder 1 is a request"), "\(answer)")
    }
    #expect(try await bed.home.remindctl("show", "1", "--json").output == before)
    for change in [
      ["--in", "2h"], ["--before", "10m"], ["--tag", "work"], ["--max-late", "1d"],
      ["--channel", "desktop,mail", "--nag", "5m"], ["--no-mail"], ["--text", "X"],
    ] {
      let answer = try await bed.home.run(["remindctl", "edit", "1"] + change)
      #expect(answer.code == 0, "\(answer)")
    }
  }
}
