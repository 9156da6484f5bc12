import Testing

@testable import Mail
@testable import Reminders
@testable import Scheduler
@testable import Store

/// What a template is filled in with, and what becomes of it.
@Suite("templates: filled in")
struct TemplateFillingTests {
  static let today = TemplateReaderTests.today

  /// A template with one parameter `x` of these lines, which stands by itself in the body.
  static func template(_ lines: String) throws(TemplateError) -> Template {
    try TemplateReaderTests.read("[template]\nsubject=s\nbody={x}\n[parameter x]\n" + lines)
  }

  static func text(_ template: Template, _ given: [(String, String?)]) throws(TemplateError)
    -> String
  {
    try template.filled(with: given.map { (name: $0.0, value: $0.1) }, today: today, goingOn: today)
      .text
  }

  static func problems(_ error: TemplateError) -> [TemplateProblem] {
    guard case .parameters(_, _, let problems) = error else { return [] }
    return problems
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var lines: String
    var value: String
    var reason: TemplateProblem.Reason?
    var said: String?
    var testDescription: String { lines.replacing("\n", with: " ") + " " + value.prefix(20) }
    init(
      _ lines: String, _ value: String, _ reason: TemplateProblem.Reason? = nil, said: String? = nil
    ) {
      (self.lines, self.value, self.reason, self.said) = (lines, value, reason, said)
    }
  }

  @Test(
    "each type takes what it says, and nothing that ends a line or adds a header",
    arguments: [
      Row("", "tea"), Row("", "  tea ", said: "tea"), Row("", "Zażółć 🫖 e\u{301}"),
      Row("", "{x} {{ $HOME `id` %s \\n <b>"),
      Row("", "a\r\nBcc: x@example.org", .controlCharacter),
      Row("", "a\nb", .controlCharacter), Row("", "a\u{0}b", .controlCharacter),
      Row("", "a\u{1b}[31mb", .controlCharacter), Row("", "a\u{85}b", .controlCharacter),
      Row("", "a\u{2028}b", .controlCharacter), Row("", "a\tb", .controlCharacter),
      Row("", String(repeating: "ó", count: 1000)),
      Row("", String(repeating: "ó", count: 1001), .tooLong),
      Row("", "a" + String(repeating: "\u{301}", count: 40_000), .tooLong),
      Row("min-length=3", "ab", .tooShort), Row("min-length=3", "abc"),
      Row("max-length=2", "abc", .tooLong), Row("max-length=2", "🏳️‍🌈é"),
      Row("type=text", "a\nb"), Row("type=text", "a\r\nb\r\n", said: "a\nb"),
      Row("type=text", "a\rb", .controlCharacter), Row("type=text", "a\n.\n\nFrom: x"),
      Row("type=text", "a\u{7}", .controlCharacter),
      Row("type=text", String(repeating: "line\n", count: 19_999) + "x"),
      Row("type=text", String(repeating: "a", count: 100_001), .tooLong),
      Row("type=email", "ann@example.org"), Row("type=email", "ann", .invalidEmail),
      Row("type=email", "Ann <ann@example.org>", .invalidEmail),
      Row("type=email", "a@example.org,b@example.org", .invalidEmail),
      Row("type=email", "a@example.org\r\nBcc: b@example.org", .controlCharacter),
      Row("type=email", "-oQ@example.org", .invalidEmail),
      Row("type=url", "https://example.org/a?b=c#d"), Row("type=url", "HTTP://example.org"),
      Row("type=url", "example.org", .invalidURL), Row("type=url", "https://", .invalidURL),
      Row("type=url", "javascript:alert(1)", .invalidURL),
      Row("type=url", "https://a b", .invalidURL), Row("type=url", "https:///x", .invalidURL),
      Row("type=number", "12"), Row("type=number", "-0.50"),
      Row("type=number", "123456789012345678901234567890.5"),
      Row("type=number", "1e9", .invalidNumber), Row("type=number", "0x10", .invalidNumber),
      Row("type=number", "1,5", .invalidNumber), Row("type=number", "1.", .invalidNumber),
      Row("type=number", "nan", .invalidNumber), Row("type=number", "+1", .invalidNumber),
      Row("type=number", "١٢", .invalidNumber), Row("type=number", "--1", .invalidNumber),
      Row("type=number\nmin=1\nmax=10", "10.0"), Row("type=number\nmin=1", "0.999", .tooSmall),
      Row("type=number\nmax=10", "10.000000000000000000001", .tooLarge),
      Row("type=number\nmin=-2", "-2.1", .tooSmall), Row("type=number\nmin=-2", "-1.9"),
      Row("type=boolean", "yes"), Row("type=boolean", "true", said: "yes"),
      Row("type=boolean", "maybe", .notAllowed),
      Row("type=boolean\nyes=sì", "yes", said: "sì"), Row("type=boolean\nyes=tak\nno=nie", "nie"),
      Row("type=boolean\nyes=tak\nno=nie", "0", said: "nie"),
      Row("type=date", "2026-12-24"), Row("type=date", "2024-02-29"),
      Row("type=date", "2026-02-29", .invalidDate), Row("type=date", "24.12.2026", .invalidDate),
      Row("type=date", "2026-12-24T00:00:00", .invalidDate),
      Row("type=date", "2026-1-1", .invalidDate),
      Row("type=date", "tomorrow", .invalidDate), Row("type=date", "٢٠٢٦-12-24", .invalidDate),
      Row("type=date\nmin=today", "2026-11-30"), Row("type=date\nmin=today", "2026-11-29", .past),
      Row("type=date\nmin=2026-12-01", "2026-11-30", .tooSmall),
      Row("type=date\nmax=2026-12-01", "2026-12-02", .tooLarge),
      Row("type=enum\nvalue=Sito web\nvalue=App", "Sito web"),
      Row("type=enum\nvalue=Sito web\nvalue=App", "sito web", .notAllowed),
      Row("type=enum\nvalue=Sito web\nvalue=App", "Website", .notAllowed),
      Row("type=enum\nvalue=\u{e9}", "e\u{301}", .notAllowed),
      Row("type=list", "a, b"), Row("type=list\nvalue=a", "b", .notAllowed),
      Row("type=list\nmin=2", "a", .tooFew),
    ])
  func value(_ row: Row) throws {
    let template = try Self.template(row.lines)
    do throws(TemplateError) {
      let text = try Self.text(template, [("x", row.value)])
      #expect(row.reason == nil)
      #expect(text.utf8.elementsEqual((row.said ?? row.value).utf8))
    } catch {
      let problems = Self.problems(error)
      #expect(problems.map(\.reason) == [row.reason].compactMap(\.self))
      #expect(problems.first?.parameter == "x")
    }
  }

  @Test("what is missing, unknown and wrong is all told at once, with what would be taken")
  func problems() throws {
    let quote = try #require(BuiltInTemplates.file("quote", "it"))
    let template = try TemplateReaderTests.read(String(decoding: quote, as: UTF8.self))
    let given: [(name: String, value: String?)] = [
      ("email", "ann"), ("service", "Website"), ("budget", "molto"), ("deadline", "2020-01-01"),
      ("colour", "red"), ("colour", "blue"), ("phone", nil), ("company", "a"), ("company", "b"),
    ]
    let error = try #require(throws: TemplateError.self) {
      try template.filled(with: given, today: Self.today, goingOn: Self.today)
    }
    let problems = Self.problems(error)
    try #require(problems.count == 9)
    #expect(
      problems.map { "\($0.parameter) \($0.reason.rawValue)" } == [
        "name missing", "email invalid_email", "service not_allowed", "details missing",
        "budget not_allowed", "deadline past", "phone no_value", "company repeated",
        "colour unknown",
      ])
    #expect(problems[2].allowed.first == "Sito web")
    #expect(problems[5].allowed == ["YYYY-MM-DD"])
    #expect(problems[8].allowed.contains("deadline"))
  }

  @Test(
    "an absent line goes, a paragraph that has nothing to say goes, and no blank lines are left")
  func absent() throws {
    let template = try TemplateReaderTests.read(
      """
      [template]
      subject={a}: {b}
      subject={a}
      body=Hello
      body=
      body=About the money:
      body=- Budget: {b}
      body=- Until: {c}
      body=
      body=A: {a}, B: {b}
      body=A: {a}
      body=
      body=Bye
      [parameter a]
      [parameter b]
      required=no
      [parameter c]
      required=no

      """)
    func filled(_ given: [(String, String?)]) throws -> TemplateFilling {
      try template.filled(
        with: given.map { (name: $0.0, value: $0.1) }, today: Self.today, goingOn: Self.today)
    }
    let bare = try filled([("a", "x"), ("b", ""), ("c", "  ")])
    #expect(bare.subject == "x")
    #expect(bare.text == "Hello\n\nA: x\n\nBye")
    #expect(bare.values.map(\.name) == ["a"])
    let whole = try filled([("a", "x"), ("b", "{a}"), ("c", "z")])
    #expect(whole.subject == "x: {a}")
    #expect(
      whole.text
        == "Hello\n\nAbout the money:\n- Budget: {a}\n- Until: z\n\nA: x, B: {a}\nA: x\n\nBye")
  }

  @Test("a line with a list stands once for each of its items; in the subject they have commas")
  func lists() throws {
    let template = try TemplateReaderTests.read(
      """
      [template]
      subject={x}
      body={n}:
      body=- {x} ({n})
      to={m}
      confirm-to={m}
      [parameter x]
      type=list
      min=1
      max=3
      [parameter n]
      default=7
      [parameter m]
      type=email
      """)
    let filling = try template.filled(
      with: [("x", "a"), ("m", "ann@example.org"), ("x", "b, c"), ("x", "")], today: 0, goingOn: 0)
    #expect(filling.subject == "a, b, c")
    #expect(filling.text == "7:\n- a (7)\n- b, c (7)")
    #expect(filling.values.map(\.items) == [["a", "b, c"], ["7"], ["ann@example.org"]])
    #expect(filling.recipients == [MailAddress("ann@example.org")])
    #expect(filling.confirmTo?.address == "ann@example.org")
    let many = try #require(throws: TemplateError.self) {
      try template.filled(
        with: [("m", "ann@example.org")] + ["a", "b", "c", "d"].map { ("x", $0) }, today: 0,
        goingOn: 0)
    }
    #expect(Self.problems(many).map(\.reason) == [.tooMany])
  }

  @Test(
    "a boolean with words of its own was handed on to the confirmation in those words",
    arguments: [
      ("true", "Oui", "yes"), ("Oui", "Oui", "yes"), ("0", "Non", "no"), ("", "Non", "no"),
    ])
  func handedOn(given: String, said: String, handedOn: String) throws {
    let template = try Self.template("type=boolean\nyes=Oui\nno=Non\ndefault=no")
    let value = try #require(
      try template.filled(with: [("x", given)], today: Self.today, goingOn: Self.today).values.first
    )
    #expect(value.items == [said])
    #expect(value.handedOn == [handedOn])
    let other = try Self.template("type=boolean\nyes=Tak\nno=Nie")
    #expect(throws: Never.self) { try Self.text(other, value.handedOn.map { ("x", $0) }) }
  }

  @Test("a subject that is too long is cut, and is one line all the same")
  func longSubject() throws {
    let template = try TemplateReaderTests.read(
      "[template]\nsubject={x}{x}\nbody=b\n[parameter x]")
    let given = [(name: "x", value: Optional(String(repeating: "ż", count: 1000)))]
    let subject = try template.filled(with: given, today: 0, goingOn: 0).subject
    #expect(subject.utf8.count <= TemplateFilling.longestSubject + 3)
    #expect(subject.hasSuffix("…"))
  }
}
