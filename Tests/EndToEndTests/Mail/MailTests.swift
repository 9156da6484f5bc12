import Foundation
import Testing

@testable import Store

/// `mail check` and `mail test` against real servers.
@Suite("mail accounts", .timeLimit(.minutes(5)), .enabled(if: MailBed.isThere))
struct MailTests {
  // Skipped without root: Exim needs it to give up its rights.
  @Test(
    "Exim takes a mail over both kinds of TLS, and Python reads it", .enabled(if: MailBed.hasExim))
  func exim() async throws {
    let bed = try await MailBed(fault: nil)
    for kind in ["implicit", "starttls"] {
      if kind == "starttls" {
        try bed.configure("port=\(bed.secondPort)\nencryption=starttls")
      }
      let check = try await bed.home.remindctl("mail", "check")
      #expect(check.code == 0, "\(check)")
      #expect(check.output.contains("Nothing was sent"))
      let test = try await bed.home.remindctl("mail", "test")
      #expect(test.code == 0, "\(test)")
      #expect(test.output.contains("250 OK id="))
    }
    let mails = try await bed.mails(2)
    #expect(mails.count == 2)
    for mail in mails {
      let judgement = try await bed.judge(mail)
      #expect(judgement.problems == [])
      #expect(judgement.from == "Zażółć <me@example.org>")
      #expect(judgement.to == "Zażółć <me@example.org>")
      #expect(judgement.automatic == "auto-generated")
      #expect(judgement.text.contains("private"))
    }
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var fault: String
    var code: String?
    var status = 0
    var copies = 0
    var lines = ""
    var testDescription: String { fault + " " + (code ?? "accepted") }
  }

  @Test(
    "each fault of a server has its code, and leaves no copy that is not told",
    arguments: [
      Row(fault: "ok", status: 250, copies: 1),
      Row(fault: "starttls", status: 250, copies: 1, lines: "encryption=starttls"),
      Row(fault: "hang-quit", status: 250, copies: 1),
      Row(fault: "greylist", code: "provider_busy", status: 451),
      Row(fault: "full", code: "provider_busy", status: 452),
      Row(fault: "rcpt-550", code: "invalid_recipient", status: 550),
      Row(fault: "sender-550", code: "provider_rejected", status: 550),
      Row(fault: "dot-451", code: "provider_busy", status: 451),
      Row(fault: "dot-554", code: "provider_rejected", status: 554),
      Row(fault: "dot-552", code: "payload_too_large", status: 552),
      Row(fault: "greeting-421", code: "provider_busy", status: 421),
      Row(fault: "data-421", code: "provider_busy", status: 421),
      Row(fault: "drop-stored", code: "outcome_unknown", status: 354, copies: 1),
      Row(fault: "drop-unstored", code: "outcome_unknown", status: 354),
      Row(fault: "login-535", code: "auth_failed", status: 535),
      Row(fault: "no-starttls", code: "tls_failed", status: 250, lines: "encryption=starttls"),
      Row(
        fault: "ok", code: "tls_failed", lines: "ca-file=/etc/ssl/certs/ca-certificates.crt"),
      Row(fault: "ok", code: "network_error", lines: "port=1"),
      Row(
        fault: "ok", status: 250, copies: 1,
        lines: "authentication=oauth\npassword-command=echo token"),
      Row(
        fault: "ok", code: "auth_failed", status: 535,
        lines: "authentication=oauth\npassword-command=echo other"),
    ])
  func fault(_ row: Row) async throws {
    let bed = try await MailBed(fault: row.fault, lines: row.lines)
    let answer = try await bed.home.remindctl("mail", "test", "--json")
    #expect(answer.code == (row.code == nil ? 0 : 1), "\(answer)")
    if let code = row.code {
      let error = try MailError(answer).error
      #expect(error.code == code, "\(answer)")
      #expect(error.status == row.status)
      #expect(error.account == "private")
      #expect(answer.error.hasPrefix("remindctl: "))
    }
    #expect(bed.mails.count == row.copies)
  }

  @Test("a login that is not offered is none")
  func noLogin() async throws {
    let bed = try await MailBed(fault: "no-login")
    let answer = try await bed.home.remindctl("mail", "check", "--json")
    #expect(try MailError(answer).error.code == "auth_failed")
  }

  @Test(
    "the secret comes from the first source that has one, and a source that fails is named",
    arguments: [
      ("", "", nil, "netrc"),
      ("password-command=printf 'secret\\\\nmore'", "", nil, "password-command"),
      ("password-command=printf 'secret\\\\r\\\\n'", "", nil, "password-command"),
      ("password-command=cat /dev/zero", "", "keyring_locked", "password-command"),
      ("password-command=false", "", "keyring_locked", "password-command"),
      ("password-command=nowhere-to-be-found", "", "keyring_locked", "password-command"),
      ("password-command=true", "", "keyring_locked", "password-command"),
      ("password-command=echo wrong", "", "auth_failed", "password-command"),
      ("", "printf '%s' \"$4$5\" | grep -q accountprivate && echo secret", nil, "secret-tool"),
      ("", "exit 1", nil, "netrc"),
      ("", "echo 'no D-Bus' >&2; exit 1", "keyring_locked", "secret-tool"),
    ] as [(String, String, String?, String)])
  func secrets(lines: String, keyring: String, code: String?, source: String) async throws {
    let bed = try await MailBed(fault: "ok", lines: lines)
    var path = bed.home.environment["PATH"] ?? ""
    if !keyring.isEmpty {
      let tools = bed.home.folder + "/tools"
      mkdir(tools, 0o755)
      try "#!/bin/sh\n\(keyring)\n".write(
        toFile: tools + "/secret-tool", atomically: true, encoding: .utf8)
      chmod(tools + "/secret-tool", 0o755)
      path = tools + ":" + path
    }
    let answer = try await bed.home.remindctl(
      "mail", "check", "--json", changing: ["PATH": path])
    if let code {
      #expect(try MailError(answer).error.code == code, "\(answer)")
      #expect(answer.error.contains(source))
    } else {
      #expect(answer.code == 0, "\(answer)")
      #expect(answer.output.contains("\"secret\":\"\(source)\""))
    }
    #expect(!answer.output.contains("secret\\n") && !answer.error.contains("wrong"))
  }

  @Test("systemd's credential goes before the netrc file")
  func credential() async throws {
    let bed = try await MailBed(fault: "ok")
    let folder = bed.home.folder + "/credentials"
    mkdir(folder, 0o700)
    try "secret\n".write(
      toFile: folder + "/remindctl.private", atomically: true, encoding: .utf8)
    let answer = try await bed.home.remindctl(
      "mail", "check", "--json", changing: ["CREDENTIALS_DIRECTORY": folder])
    #expect(answer.output.contains("\"secret\":\"systemd-credential\""), "\(answer)")
  }

  @Test("a netrc file that others can read is not used")
  func looseNetrc() async throws {
    let bed = try await MailBed(fault: "ok")
    chmod(bed.home.folder + "/home/.netrc", 0o644)
    let answer = try await bed.home.remindctl("mail", "check")
    #expect(answer.code == 1)
    #expect(answer.error.contains("chmod 600"))
  }

  @Test(
    "a pipe in the place of a file of the account's was waited for until the time was up",
    arguments: [("netrc", "secret_not_found"), ("ca-file", "tls_failed")])
  func pipe(key: String, code: String) async throws {
    let bed = try await MailBed(fault: "ok")
    let pipe = bed.home.folder + "/pipe"
    mkfifo(pipe, 0o600)
    try bed.configure("\(key)=\(pipe)\n")
    let answer = try await bed.home.remindctl("mail", "check", "--json")
    #expect(try MailError(answer).error.code == code, "\(answer)")
  }

  @Test("no secret at all is said, with how to give one")
  func noSecret() async throws {
    let bed = try await MailBed(fault: "ok")
    unlink(bed.home.folder + "/home/.netrc")
    let answer = try await bed.home.remindctl("mail", "check", "--json")
    #expect(try MailError(answer).error.code == "secret_not_found")
    #expect(answer.error.contains("secret-tool store"))
  }

  @Test("a server that hangs costs one attempt, as long as it may take")
  func hang() async throws {
    let bed = try await MailBed(fault: "hang")
    let clock = ContinuousClock()
    let start = clock.now
    let answer = try await bed.ask([["do": "check", "id": "1"]], limit: 500)
    #expect(answer.output.contains("\"code\":\"timeout\""))
    #expect(clock.now - start < .seconds(30))
  }

  /// A request to send, with some of its members otherwise.
  private static func mail(_ changing: [String: String] = [:]) -> [String: String] {
    [
      "do": "send", "id": "7", "from": "Zażółć Gęślą <me@example.org>", "to": "you@example.org",
      "subject": "Zażółć gęślą jaźń " + String(repeating: "dość długi temat ", count: 12) + "🫖",
      "text": ".\n..dots\nFrom here\n" + String(repeating: "ó", count: 3000) + "\n\ttab \nlast",
      "message_id": "7.1@example.org", "seconds": "1798099200", "automatic": "auto-generated",
    ].merging(changing) { $1 }
  }

  @Test("what is composed is the same in every copy, and all of it is as standards have it")
  func composing() async throws {
    let bed = try await MailBed(fault: "ok")
    let spool = bed.home.folder + "/7.eml"
    let file = bed.home.folder + "/file"
    let bytes = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
    try bytes.write(to: URL(filePath: file))
    let attachments = [
      "plán 2026 – ✓.pdf", String(repeating: "długa nazwa ", count: 12) + ".txt", "x",
    ]
    let requests =
      attachments.map { ["do": "attach", "path": file, "name": $0] }
      + [Self.mail(["spool": spool])]
    let answer = try await bed.ask(requests)
    #expect(answer.output.contains("\"verdict\":\"accepted\""), "\(answer)")
    try Data("something else".utf8).write(to: URL(filePath: file))
    // The bytes lie in the spool: nothing is composed anew.
    let again = try await bed.ask([Self.mail(["spool": spool, "text": "other"])])
    #expect(again.output.contains("\"verdict\":\"accepted\""), "\(again)")
    let copies = bed.mails.map { FileManager.default.contents(atPath: $0) }
    #expect(copies.count == 2)
    #expect(copies[0] == copies[1])
    #expect(copies[0] == FileManager.default.contents(atPath: spool))

    let judgement = try await bed.judge(bed.mails[0], onTheWire: true)
    let mail = Self.mail()
    #expect(judgement.problems == [])
    #expect(judgement.from == mail["from"])
    #expect(judgement.subject == mail["subject"])
    #expect(judgement.text == (mail["text"] ?? "") + "\n")
    #expect(judgement.id == "<7.1@example.org>")
    #expect(judgement.date == 1_798_099_200)
    #expect(judgement.attachments.map(\.name) == attachments)
    #expect(
      judgement.attachments.map(\.type) == [
        "application/pdf", "text/plain", "application/octet-stream",
      ])
    #expect(Set(judgement.attachments.map(\.sha256)).count == 1)
    let digest = try await bed.home.shell("head -c 0 /dev/null; printf x | sha256sum")
    #expect(judgement.attachments[0].sha256.count == digest.output.prefix { $0 != " " }.count)
  }

  @Test(
    "a line's end in what goes into a header is refused, and nothing is sent",
    arguments: [
      ["from": "a>\r\nRCPT TO:<evil@example.org"], ["to": "you@example.org\r\nBcc: x@example.org"],
      ["subject": "tea\r\nBcc: x@example.org"], ["message_id": "1@a>\r\nX: y"],
      ["in_reply_to": "1@a\r\nX: y"], ["to": "you@example.org, x@example.org"],
    ])
  func injection(changing: [String: String]) async throws {
    let bed = try await MailBed(fault: "ok")
    let answer = try await bed.ask([Self.mail(changing)])
    #expect(answer.code == 2)
    #expect(bed.mails == [])
  }

  @Test("a file that is gone is said, and nothing is sent without it")
  func goneFile() async throws {
    let bed = try await MailBed(fault: "ok")
    let answer = try await bed.ask([
      ["do": "attach", "path": "/proc/nowhere", "name": "a"], Self.mail(),
    ])
    #expect(answer.output.contains("attachment_unreadable"))
    #expect(bed.mails == [])
  }

  @Test("a thousand mails go over one connection, at a hundred a second and more")
  func many() async throws {
    let bed = try await MailBed(fault: "ok")
    let count = Home.isSanitized ? 50 : 300
    let answer = try await bed.ask((0..<count).map { Self.mail(["id": String($0)]) })
    #expect(answer.output.split(separator: "\n").count == 2 * count)
    #expect(bed.mails.count == count)
    // Of its own time: others may keep the machine busy. A sanitizer's is another one.
    #expect(answer.processorTime < Double(count) / 100 || Home.isSanitized)
    let sessions = try String(contentsOfFile: bed.folder + "/sessions", encoding: .utf8)
    #expect(sessions.components(separatedBy: "EHLO").count == 2)
  }
}
