import Foundation
import Testing

@testable import Reminders
@testable import Store

/// Nothing that a user types is ever code: it arrives as it was typed where programs read, and
/// visible where people do.
@Suite struct TextTests {
  let home: Home
  init() async throws { home = try await Home() }

  struct Row: Sendable, CustomTestStringConvertible {
    var text: String
    /// How the plain line shows it; nil: as it is.
    var shown: String?
    var testDescription: String { shown ?? text }
  }

  static let rows = [
    Row(text: "$(touch $XDG_RUNTIME_DIR/pwned) `touch pwned` ; echo \"x\" & | > pwned"),
    Row(text: "'; DROP TABLE reminder; --"),
    Row(text: "a << b && c <b>x</b> &amp;"),
    Row(text: "<a href=\"http://evil.test\">log in</a><img src=\"/etc/passwd\">"),
    Row(text: "- [ ] plans"),
    Row(text: "--version"),
    Row(text: "-1"),
    Row(text: "--"),
    Row(text: "two\nlines", shown: "two␊lines"),
    Row(text: "a backslash \\n, and <br>"),
    Row(text: "a lone\rreturn, a\ttab", shown: "a lone␍return, a␉tab"),
    Row(text: "\u{1b}[31mred\u{1b}]0;title\u{7}", shown: "␛[31mred␛]0;title␇"),
    Row(text: "delete \u{7f} and C1 \u{9b}1m", shown: "delete ␡ and C1 \\u{9B}1m"),
    Row(text: "evil \u{202e}gpj.exe", shown: "evil \\u{202E}gpj.exe"),
    Row(text: "a\u{2028}b\u{2066}c", shown: "a\\u{2028}b\\u{2066}c"),
    Row(text: "zażółć gęślą jaźń"),
    Row(text: "<b>coffee ☕</b> 👩‍👩‍👧 e\u{301} שלום"),
    Row(text: "%s %n {time} {text} \\(x) ${HOME}"),
    Row(text: "{\"id\":1,\"text\":\"x\"}"),
    Row(text: "7"),
    Row(text: " blanks  all around "),
  ]

  @Test(
    "texts are data: for programs as they were typed, for people to be seen",
    arguments: [true, false])
  func texts(asJSON isJSON: Bool) async throws {
    for row in Self.rows {
      let made = try await home.remindctl("in", "0.1s", "--json", "--", row.text)
      #expect(made.code == 0)
      #expect(try Self.text(in: made.output) == row.text)
    }
    if isJSON {
      let list = try await home.remindctl("list", "--json")
      let reminders = try #require(
        try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [String: Any])
      #expect(
        (reminders["reminders"] as? [[String: Any]])?.compactMap { $0["text"] as? String }
          == Self.rows.map(\.text))
      let daemon = try await home.remindd("--channel", "stdout", "--json")
      try await daemon.lines(Self.rows.count)
      #expect(try daemon.alerts().map(\.text) == Self.rows.map(\.text))
      #expect(
        daemon.child.said.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    } else {
      let daemon = try await home.remindd("--channel", "stdout")
      let lines = try await daemon.lines(Self.rows.count)
      for (index, row) in Self.rows.enumerated() {
        let (shown, line) = (row.shown ?? row.text, lines[index])
        #expect(line.hasPrefix("\(index + 1)  \(shown)  due "), "\(line)")
      }
    }
    #expect(try await home.shell("find $HOME $XDG_RUNTIME_DIR -name '*pwned*'").output == "")
  }

  private static func text(in output: String) throws -> String? {
    let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    return object?["text"] as? String
  }

  @Test("a text of a megabyte comes through, one of a byte more is refused")
  func megabyte() async throws {
    let file = home.folder + "/run/text"
    let text = String(repeating: "é 0123456789 ", count: 1 << 20 / 14)
    let long = text + String(repeating: "x", count: 1 << 20 - text.utf8.count)
    try long.write(toFile: file, atomically: false, encoding: .utf8)
    #expect(long.utf8.count == 1 << 20)
    let made = try await home.remindctl("in", "0.1s", "-", input: file)
    #expect(made.code == 0)
    // Nobody reads a megabyte on a line.
    #expect(made.output.utf8.count < 2500)
    #expect(made.output.contains("...  at "))
    #expect(try await home.remindctl("list").output.utf8.count < 2500)
    #expect(try await home.remindctl("list", "--plain").output.utf8.count > 1 << 20)
    #expect(try await home.remindctl("show", "1").output.contains(long.suffix(1000)))
    let daemon = try await home.remindd("--channel", "stdout", "--json")
    try await daemon.lines(1)
    #expect(try daemon.alerts().first?.text == long)

    try (long + "x").write(toFile: file, atomically: false, encoding: .utf8)
    let refused = try await home.remindctl("in", "0.1s", "-", input: file)
    #expect(refused.code == 2)
    #expect(refused.error.contains("too long: 1048576 bytes"))
  }

  @Test(
    "texts that nothing can carry are refused, and nothing is stored",
    arguments: [
      (#"printf 'caf\351' | remindctl in 1h -"#, "not valid UTF-8"),
      (#"printf 'a\000b' | remindctl in 1h -"#, "a NUL character"),
      (#"remindctl in 1h "$(printf '\377')""#, "Argument 3 is not valid UTF-8"),
      (#"remindctl in 1h --nonsense"#, "A text that begins with a dash goes behind `--`."),
    ])
  func refused(_ line: String, _ error: String) async throws {
    let answer = try await home.shell(line)
    #expect(answer.code == 2)
    #expect(answer.error.contains(error))
    #expect(try await home.remindctl("list", "--plain").output == "")
  }

  @Test("typed without `--`, blanks were left out at one end alone", arguments: ["in", "add"])
  func blanks(verb: String) async throws {
    for (words, text) in [
      (["1h", "  tea \t"], "tea"), (["1h", "tea\n"], "tea"), (["1h", "tea \u{2028}"], "tea"),
      (["1h", "\u{2028}tea\u{a0}"], "tea"), (["1h", "--", " tea "], " tea "),
      (["1h", "--", "  "], "Alert Time!"), (["1h", "--", "-"], "-"), (["1h", " a  b "], "a  b"),
    ] {
      let made = try await home.run(["remindctl", verb, "--json"] + words)
      #expect(try Self.text(in: made.output) == text, "\(words)")
    }
  }

  @Test("an empty standard input was stored without a word", arguments: ["", "\n", " \n\n"])
  func emptyInput(input: String) async throws {
    let file = home.folder + "/input"
    try Data(input.utf8).write(to: URL(filePath: file))
    let made = try await home.remindctl("in", "5m", "-", "--json", input: file)
    #expect(try Self.text(in: made.output) == "Alert Time!")
    #expect(made.error.contains("Standard input was empty: the reminder has no text."))
    try Data("  tea\n".utf8).write(to: URL(filePath: file))
    let tea = try await home.remindctl("in", "5m", "-", "--json", input: file)
    #expect(try Self.text(in: tea.output) == "  tea")
    #expect(!tea.error.contains("empty"))
  }
}
