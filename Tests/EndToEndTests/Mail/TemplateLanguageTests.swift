import Foundation
import Testing

@testable import TimeLanguage

/// Templates in each language, and which of several is taken.
@Suite("languages of requests", .timeLimit(.minutes(5)), .enabled(if: MailBed.isThere))
struct TemplateLanguageTests {
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
    try await bed.confirmTemplate("quote", language.locale, as: "quote.conf")
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

  @Test("the user's file goes before what is built in, the nearest language before the rest")
  func variants() async throws {
    let bed = try await MailBed(fault: "ok")
    for (name, subject) in [
      ("contact.conf", "own"), ("contact.pt.conf", "pt"), ("contact.pt_BR.conf", "br"),
    ] {
      try bed.writeTemplate("[template]\nsubject=\(subject)\nbody=b\n", as: name)
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
    chmod(bed.templates + "/contact.conf", 0o666)
    let foreign = try await bed.home.remindctl("request", "contact")
    #expect(foreign.code == 1 && foreign.error.contains("others can write it"), "\(foreign)")
    // In a folder that others can write, they could put another one in its place.
    chmod(bed.templates + "/contact.conf", 0o600)
    chmod(bed.templates, 0o777)
    let open = try await bed.home.remindctl("request", "contact")
    let folder = "others can write the folder \(bed.templates): it is not used"
    #expect(open.code == 1 && open.error.contains(folder), "\(open)")
    #expect(!FileManager.default.fileExists(atPath: bed.home.store))
  }
}
