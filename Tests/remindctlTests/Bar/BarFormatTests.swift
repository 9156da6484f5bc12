import Testing

@testable import remindctl

@Suite struct BarFormatTests {
  @Test(
    "a text stays text for whoever reads the line",
    arguments: [
      (BarFormat.Reader.pango, "<b>a</b> & b", "&lt;b&gt;a&lt;/b&gt; &amp; b"),
      (.pango, "&amp;", "&amp;amp;"),
      (.polybar, "%{A1:xterm:}100%", "%\u{200B}{A1:xterm:}100%\u{200B}"),
      (.json, #"a "b" \ c"#, #"a \"b\" \\ c"#),
      (.json, "a\nb\u{7}", #"a\nb\u0007"#),
    ])
  func escaped(reader: BarFormat.Reader, text: String, escaped: String) {
    #expect(reader.escaped(text) == escaped)
  }

  @Test(
    "a template that is none is refused, with the part that is wrong",
    arguments: [
      ("", ""), ("wayabr", "wayabr"), ("{foo}", "{foo}"), ("a {text b", "{text b"),
      ("{text:html}", "{text:html}"), ("{}", "{}"), ("{Text}", "{Text}"), ("{:pango}", "{:pango}"),
    ])
  func refused(format: String, culprit: String) {
    let error = #expect(throws: Failure.self) { try BarFormat(format) }
    #expect(error?.name == "usage")
    let sentence = error?.sentences.first ?? ""
    #expect(sentence.hasPrefix("'\(culprit)' is none of what `--format` can be: waybar, "))
    #expect(sentence.contains("{line:pango}") && sentence.contains("{text:pango}"))
  }

  @Test("a template is filled with what is in the way, too")
  func problem() throws {
    let status = try BarStatus(.test())
    #expect(status.state == .problem)
    #expect(
      try BarFormat("{{{class}}} {line}|{text}|{id}|{pending}{held}{unanswered}}").line(status)
        == "{problem} remindd is not running.|remindd is not running.||000}\n")
    let line = try BarFormat("waybar").line(status)
    #expect(
      line.hasPrefix(
        #"{"text":"remindd is not running.","alt":"problem","tooltip":"remindd is not running: "#))
    #expect(line.hasSuffix(#"","class":"problem"}"# + "\n"))
  }

  @Test("nothing is known of reminders that cannot be read, and no number is made up")
  func unreadable() throws {
    let context = Context.test(home: "relative")
    let status = try BarStatus.current(context, repairing: true)
    #expect(
      try BarFormat("{class} {line} {pending}{held}{unanswered}{time}").line(status)
        == "problem The reminders cannot be read. ???\n")
    #expect(status.value(of: .details).contains("HOME"))
  }
}
