import Foundation
import Testing

/// Requests: mails that templates make, by both programs, the helper and real servers.
@Suite("requests", .timeLimit(.minutes(5)), .enabled(if: MailBed.isThere))
struct TemplateRequestTests {
  /// Puts a template of the user's into its folder.
  static func write(_ text: String, as name: String, _ bed: MailBed) throws {
    let folder = bed.home.folder + "/config/remindctl/templates"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
  }

  /// What is built in, with a confirmation.
  static func confirm(_ name: String, _ locale: String, as file: String, _ bed: MailBed)
    async throws
  {
    let source = try await bed.home.remindctl(
      "mail", "templates", name, "--source", "--locale", locale)
    #expect(source.code == 0, "\(source)")
    try write(
      source.output.replacing("[template]\n", with: "[template]\nconfirm-to={email}\n"), as: file,
      bed)
  }

  private struct Language: CustomTestStringConvertible, Sendable {
    var locale: String
    var service, budget, serviceLine, greeting, subject, contact: String
    var testDescription: String { locale }
  }

  private static let languages = [
    Language(
      locale: "en", service: "Website", budget: "over 20,000 EUR", serviceLine: "Service: Website",
      greeting: "Hello Zażółć Gęślą,", subject: "Your request has been sent: Website",
      contact: "Message from Zażółć Gęślą"),
    Language(
      locale: "it", service: "Negozio online", budget: "oltre 20.000 EUR",
      serviceLine: "Servizio: Negozio online", greeting: "Ciao Zażółć Gęślą,",
      subject: "La tua richiesta è stata inviata: Negozio online",
      contact: "Messaggio da Zażółć Gęślą"),
    Language(
      locale: "pl", service: "Strona internetowa", budget: "ponad 20 000 EUR",
      serviceLine: "Usługa: Strona internetowa", greeting: "Dzień dobry, Zażółć Gęślą!",
      subject: "Twoja prośba została wysłana: Strona internetowa",
      contact: "Wiadomość od: Zażółć Gęślą"),
  ]

  // Skipped without root: Exim needs it to give up its rights.
  @Test(
    "Exim takes a contact, a quotation and its confirmation, in each language, and Python reads them",
    .enabled(if: MailBed.hasExim), arguments: languages)
  private func exim(_ language: Language) async throws {
    let bed = try await MailBed(fault: nil, lines: "allow-recipients=@example.com")
    try await Self.confirm("quote", language.locale, as: "quote.conf", bed)
    let daemon = try await bed.home.remindd("--channel", "stdout")
    let contact = try await bed.home.remindctl(
      "request", "contact", "--locale", language.locale, "--param", "name=Zażółć Gęślą", "--param",
      "email=zg@example.com", "--param", "message=.\nFrom here\nBcc: x@example.net\n{name} 🫖",
      "--param", "topic=", "--json")
    #expect(contact.code == 0, "\(contact)")
    let first = try await bed.judge(try #require(try await bed.mails(1).first))
    #expect(first.problems == [])
    #expect(first.subject == language.contact)
    #expect(first.automatic == "no")
    #expect(first.replyTo == "zg@example.com")
    #expect(first.to == "Zażółć <me@example.org>")
    #expect(first.text.hasPrefix(".\nFrom here\nBcc: x@example.net\n{name} 🫖\n\n"))
    #expect(first.text.contains(": Zażółć Gęślą\n"))
    #expect(first.text.split(separator: "\n").count == 6)
    #expect(!first.headers.contains("Bcc"))
    let quote = try await bed.home.remindctl(
      "request", "quote", "--locale", language.locale, "--mail-to", "Sales <sales@example.com>",
      "--param", "name=Zażółć Gęślą", "--param", "email=zg@example.com", "--param",
      "service=\(language.service)", "--param", "budget=\(language.budget)", "--param",
      "details=as soon as it can be", "--param", "deadline=2099-12-24")
    #expect(quote.code == 0, "\(quote)")
    var judged: [MailBed.Judgement] = []
    for mail in try await bed.mails(3) { judged.append(try await bed.judge(mail)) }
    #expect(judged.flatMap(\.problems) == [])
    let request = try #require(judged.first { $0.to == "Sales <sales@example.com>" })
    #expect(request.automatic == "no")
    #expect(request.text.contains(language.serviceLine + "\n"))
    #expect(request.text.contains(": \(language.budget)\n"))
    #expect(request.text.contains(": 2099-12-24\n"))
    let answer = try #require(judged.first { $0.to == "zg@example.com" })
    #expect(answer.automatic == "auto-replied")
    #expect(answer.replyTo == nil)
    #expect(answer.answers == request.id)
    #expect(answer.subject == language.subject)
    #expect(answer.text.hasPrefix(language.greeting + "\n\n"))
    #expect(answer.text.contains(language.serviceLine + "\n"))
    #expect(try await daemon.end(SIGTERM) == .code(0))
    // It answers nothing, and nothing answers it.
    #expect(bed.mails.count == 3)
    let direct = try await bed.home.remindctl(
      "mail", "preview", "confirmation", "--locale", language.locale, "--param",
      "name=Zażółć Gęślą", "--param", "service=\(language.service)")
    #expect(direct.output.contains("Subject: \(language.subject)\n"))
    let told = try await bed.home.remindctl("list")
    #expect(told.output.contains("quote") == false, "\(told)")
    let shown = try await bed.home.remindctl("show", "2").output
    #expect(shown.contains("By the template quote (default)."), "\(shown)")
    #expect(shown.contains("zg@example.com is told."))
    #expect(shown.contains("(confirmation)"))
  }

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
    return (
      try JSONDecoder().decode(Refusal.self, from: Data(answer.output.utf8)).error, answer
    )
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
    let whole = [
      "--param", "name=A", "--param", "email=a@example.com", "--param", "message=m",
    ]
    try Self.write("[template]\nsubject={a}\nbody=b\n", as: "broken.conf", bed)
    try Self.write("[template]\nsubject=a\nbody=b\n", as: "only.de.conf", bed)
    try await Self.confirm("contact", "en", as: "confirmed.conf", bed)
    let confirmation = try await bed.home.remindctl("mail", "templates", "confirmation", "--source")
    try Self.write(
      confirmation.output.replacing("[parameter name]\n", with: "[parameter who]\n")
        .replacing("{name}", with: "{who}"), as: "thanks.conf", bed)
    let other = try await bed.home.remindctl("mail", "templates", "contact", "--source")
    try Self.write(
      other.output.replacing(
        "[template]\n", with: "[template]\nconfirm-to={email}\nconfirmation=thanks\n"),
      as: "thanked.conf", bed)
    for (arguments, code) in [
      (["contct"] + whole, "template_not_found"), (["only"] + whole, "template_not_found"),
      (["../x"] + whole, "template_not_found"), (["broken"], "template_render_failed"),
      (["thanked"] + whole, "template_render_failed"),
      (["contact", "--mail-to", "you@example.com"] + whole, "recipient_not_allowed"),
      (["confirmed"] + whole, "recipient_not_allowed"),
      (["contact", "--account", "other"] + whole, "account_not_found"),
      (["contact", "--attach", "/nowhere"] + whole, "attachment_unreadable"), ([], "usage"),
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

  @Test("the user's file goes before what is built in, the nearest language before the rest")
  func variants() async throws {
    let bed = try await MailBed(fault: "ok")
    for (name, subject) in [
      ("contact.conf", "own"), ("contact.pt.conf", "pt"), ("contact.pt_BR.conf", "br"),
    ] {
      try Self.write("[template]\nsubject=\(subject)\nbody=b\n", as: name, bed)
    }
    for (locale, subject) in [
      ("pt_BR.UTF-8", "br"), ("pt-br", "br"), ("pt_PT@euro", "pt"), ("it", "own"), ("C", "own"),
      ("default", "own"),
    ] {
      let asked = try await bed.home.remindctl("mail", "preview", "contact", "--locale", locale)
      #expect(asked.output.contains("Subject: \(subject)\n"), "\(locale) \(asked)")
      if locale == "default" || locale == "pt-br" { continue }
      let environment = try await bed.home.remindctl(
        "mail", "preview", "contact", "--json", changing: ["LC_ALL": locale])
      #expect(environment.output.contains("\"subject\":\"\(subject)\""), "\(environment)")
    }
    let list = try await bed.home.remindctl("mail", "templates")
    #expect(list.output.contains("contact  (default, pt, pt_BR)\n"), "\(list)")
    #expect(list.output.contains("quote  A request for a quotation  (built in; en, it, pl)\n"))
    chmod(bed.home.folder + "/config/remindctl/templates/contact.conf", 0o666)
    let foreign = try await bed.home.remindctl("request", "contact")
    #expect(foreign.code == 1 && foreign.error.contains("others can write it"), "\(foreign)")
    // In a folder that others can write, they could put another one in its place.
    chmod(bed.home.folder + "/config/remindctl/templates/contact.conf", 0o600)
    chmod(bed.home.folder + "/config/remindctl/templates", 0o777)
    let open = try await bed.home.remindctl("request", "contact")
    #expect(open.code == 1 && open.error.contains("others can write its folder"), "\(open)")
    #expect(!FileManager.default.fileExists(atPath: bed.home.store))
  }

  @Test("what is said of a request is true of it")
  func told() async throws {
    let bed = try await MailBed(fault: "ok", lines: "allow-recipients=@example.com")
    try Self.write(
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
      """, as: "table.conf", bed)
    try Self.write(
      "[template]\nsubject=thanks\nbody={ok}\n[parameter ok]\ntype=boolean\n", as: "thanks.conf",
      bed)
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
    try Self.write(
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
      """, as: "rooms.conf", bed)
    try Self.write("the plan", as: "plan.txt", bed)
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
    try Self.write("another plan", as: "plan.txt", bed)
    let daemon = try await bed.home.remindd("--channel", "stdout")
    var judged: [MailBed.Judgement] = []
    for mail in try await bed.mails(2) { judged.append(try await bed.judge(mail)) }
    #expect(judged.map(\.to).sorted() == ["Inn <inn@example.com>", "b@example.com"])
    #expect(judged.allSatisfy { $0.text == "one\ntwo\n" && $0.attachments.count == 1 })
    let digest = try await bed.home.shell("printf 'the plan' | sha256sum")
    #expect(judged.allSatisfy { digest.output.hasPrefix($0.attachments[0].sha256) })
    // What was sent is done: nobody has to say so.
    var status = ""
    for _ in 0..<200 where !status.contains("\"unanswered\":0,") {
      status = try await bed.home.remindctl("status", "--json").output
      try await Task.sleep(for: .milliseconds(25))
    }
    #expect(status.contains("\"unanswered\":0"), "\(status)")
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
    try await Self.confirm("contact", "en", as: "contact.conf", bed)
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
      let process = daemon.child.process
      daemon.child.send(SIGKILL)
      // Until its last thread is gone the store is locked.
      try await bed.home.shell(
        """
        while [ -d /proc/\(process) ] && ! { grep -q '^State:.Z' /proc/\(process)/status &&
          [ "$(ls /proc/\(process)/task | wc -l)" -le 1 ]; }; do sleep 0.02; done
        """)
    }
    let daemon = try await bed.home.remindd("--channel", "stdout")
    let log = "remindctl mail log --json | grep -o '\"state\":\"accepted\"' | wc -l"
    var sent = 0
    for _ in 0..<80 where sent < 2 * count {
      try await bed.home.remindctl("mail", "retry")
      try await Task.sleep(for: .milliseconds(250))
      sent = Int(try await bed.home.shell(log).output.filter { $0.isNumber }) ?? 0
    }
    #expect(sent == 2 * count)
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
