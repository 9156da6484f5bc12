import Testing

@testable import Mail
@testable import Scheduler
@testable import Store

/// A template's file, and what is wrong in it.
@Suite("templates: their files")
struct TemplateReaderTests {
  static let today = TemplateParameter.day("2026-11-30", today: nil)!

  static func read(_ text: String) throws(TemplateError) -> Template {
    try TemplateReader.template(
      Array(text.utf8), name: "test", locale: "default", source: .builtIn, today: today)
  }

  @Test("a file that begins with a byte order mark was no template")
  func byteOrderMark() throws {
    #expect(
      try Self.read("\u{feff}[template]\nsubject=s\nbody=b")
        == Self.read("[template]\nsubject=s\nbody=b"))
  }

  @Test("every key")
  func whole() throws {
    let template = try Self.read(
      """
      # A table
      [template]
      description=A table for us
      subject=A table: {people}
      body=Hello,\\n\\n{people} of us come on {day}.
      body=\\s\\s{{not a name}}
      to=Bar <bar@example.org>
      to={mail}
      attach=menu.pdf
      account=private
      confirm-to={mail}
      confirmation=thanks

      [parameter people]
      type=number
      label=How many
      min=1
      max=12
      default=2

      [parameter day]
      type=date
      min=today
      required=no

      [parameter mail]
      type=email
      """)
    #expect(template.summary == "A table for us")
    #expect(template.lines.count == 4)
    #expect(template.lines[3].filled { _ in nil } == "  {not a name}")
    #expect(template.recipients.count == 2)
    #expect(template.attachments == ["menu.pdf"])
    #expect(template.account == "private")
    #expect(template.isConfirmed)
    #expect(template.confirmation == "thanks")
    #expect(template.parameters.map(\.name) == ["people", "day", "mail"])
    #expect(template.parameters.map(\.isRequired) == [false, false, true])
    #expect(template.parameters[0].fallback == "2")
  }

  @Test("what is built in is without a issue, and differs between languages in its words alone")
  func builtIn() throws {
    for name in BuiltInTemplates.names {
      let all = try BuiltInTemplates.locales.map { locale in
        try TemplateReader.template(
          try #require(BuiltInTemplates.file(name, locale)), name: "test", locale: "default",
          source: .builtIn, today: Self.today)
      }
      for other in all.dropFirst() {
        #expect(Self.withoutWords(other) == Self.withoutWords(all[0]))
        #expect(other.subjects.map(\.names) == all[0].subjects.map(\.names))
        #expect(other.lines.map(\.names) == all[0].lines.map(\.names))
        #expect(other.summary != all[0].summary)
      }
    }
  }

  /// Its parameters with their kinds and limits, and where it goes.
  private static func withoutWords(_ template: Template) -> Template {
    var rest = template
    (rest.summary, rest.subjects, rest.lines) = ("", [], [])
    for index in rest.parameters.indices {
      rest.parameters[index].label = rest.parameters[index].label.map { _ in "" }
      rest.parameters[index].values = rest.parameters[index].values.map { _ in "" }
      rest.parameters[index].fallback = rest.parameters[index].fallback.map { _ in "" }
    }
    return rest
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var lines: String
    var line: Int
    var reason: TemplateError.Issue
    var testDescription: String { "\(line): \(reason)" }
    init(_ lines: String, _ line: Int, _ reason: TemplateError.Issue) {
      (self.lines, self.line, self.reason) = (lines, line, reason)
    }
  }

  private static let head = "[template]\nsubject=s\nbody=b\n"

  @Test(
    "each mistake is told with its line",
    arguments: [
      Row("", 0, .missing(key: "subject")),
      Row("[template]\nsubject=s\n", 0, .missing(key: "body")),
      Row("[template]\nbody=s\n", 0, .missing(key: "subject")),
      Row("subject=s", 1, .noGroup(key: "subject")),
      Row("[template]\nnonsense", 2, .notALine),
      Row("[mail private]\n", 1, .unknownGroup("mail private")),
      Row("[template]\nsubjct=s", 2, .unknownKey("subjct")),
      Row("[template]\naccount=a\naccount=b", 3, .repeated("account")),
      Row("[template]\nsubject=", 2, .badValue(key: "subject", value: "")),
      Row("[template]\nsubject=a\\nBcc: x", 2, .badValue(key: "subject", value: "a\nBcc: x")),
      Row("[template]\nsubject=s\nbody=a\\rb", 3, .badValue(key: "body", value: "a\rb")),
      Row("[template]\nsubject=s\nbody=a\u{1b}b", 3, .badValue(key: "body", value: "a\u{1b}b")),
      Row("[template]\nsubject=a{b", 2, .brace), Row("[template]\nsubject=a}b", 2, .brace),
      Row("[template]\nsubject={x}\nbody=b", 2, .unknownParameter("x")),
      Row("[template]\nsubject=s\nbody={a b}", 3, .unknownParameter("a b")),
      Row(head + "to=nobody", 4, .badValue(key: "to", value: "nobody")),
      Row(head + "to={x}\n[parameter x]", 4, .notAnEmail(parameter: "x")),
      Row(
        head + "to={x}\n[parameter x]\ntype=email\nrequired=no", 4, .perhapsAbsent(parameter: "x")),
      Row(
        head + "to={x}, {x}\n[parameter x]\ntype=email", 4,
        .badValue(key: "to", value: "{x}, {x}")),
      Row(head + "account=a b", 4, .badValue(key: "account", value: "a b")),
      Row(head + "confirmation=x", 4, .missing(key: "confirm-to")),
      Row(
        head + "confirm-to=a@b.org\nconfirmation=../x", 5,
        .badValue(key: "confirmation", value: "../x")),
      Row(
        "[template]\nsubject={x}\nbody=b\n[parameter x]\ntype=text", 2,
        .linesInSubject(parameter: "x")),
      Row(
        "[template]\nsubject={x}\nbody=b\n[parameter x]\nrequired=no", 2,
        .perhapsAbsent(parameter: "x")),
      Row(
        "[template]\nsubject=s\nbody={x} {y}\n[parameter x]\ntype=list\n[parameter y]\ntype=list",
        3,
        .severalLists),
      Row(head + "[parameter 1x]", 4, .badParameter("1x")),
      Row(head + "[parameter x]\n[parameter x]", 5, .badParameter("x")),
      Row(head + "[parameter x]\ntype=html", 5, .badValue(key: "type", value: "html")),
      Row(head + "[parameter x]\nrequired=maybe", 5, .badValue(key: "required", value: "maybe")),
      Row(head + "[parameter x]\nlabl=y", 5, .unknownKey("labl")),
      Row(head + "[parameter x]\nlabel=y\nlabel=z", 6, .repeated("label")),
      Row(head + "[parameter x]\nvalue=y", 5, .notForKind(key: "value", .string)),
      Row(head + "[parameter x]\nmin=1", 5, .notForKind(key: "min", .string)),
      Row(
        head + "[parameter x]\ntype=date\nmax-length=1", 6,
        .notForKind(key: "max-length", .date)),
      Row(head + "[parameter x]\ntype=enum", 4, .missing(key: "value")),
      Row(
        head + "[parameter x]\ntype=enum\nvalue=a\nvalue=a", 7,
        .badValue(key: "value", value: "a")),
      Row(
        head + "[parameter x]\ntype=number\nmin=two", 6, .badValue(key: "min", value: "two")),
      Row(head + "[parameter x]\ntype=number\nmin=2\nmax=1", 4, .emptyRange(parameter: "x")),
      Row(
        head + "[parameter x]\ntype=date\nmin=2026-02-30", 6,
        .badValue(key: "min", value: "2026-02-30")),
      Row(
        head + "[parameter x]\ntype=date\nmin=2026-12-02\nmax=2026-12-01", 4,
        .emptyRange(parameter: "x")),
      Row(head + "[parameter x]\nmin-length=3\nmax-length=2", 4, .emptyRange(parameter: "x")),
      Row(
        head + "[parameter x]\ntype=boolean\nyes=no", 6, .badValue(key: "yes", value: "no")),
      Row(
        head + "[parameter x]\ntype=enum\nvalue=a\ndefault=b", 7,
        .badDefault(parameter: "x", .notAllowed)),
      Row(
        head + "[parameter x]\ntype=email\ndefault=me", 6,
        .badDefault(parameter: "x", .invalidEmail)),
    ])
  func issue(_ row: Row) {
    #expect(throws: TemplateError.broken(path: "test", line: row.line, row.reason)) {
      try Self.read(row.lines)
    }
  }

  @Test("a line that is no UTF-8 is none, and its number is told")
  func bytes() {
    #expect(throws: TemplateError.broken(path: "x", line: 2, .notUTF8)) {
      try TemplateReader.template(
        Array("[template]\n".utf8) + [0xff, 0xfe], name: "x", locale: "default", source: .builtIn,
        today: 0)
    }
  }
}
