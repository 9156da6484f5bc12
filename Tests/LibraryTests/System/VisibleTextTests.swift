import Scheduler
import Testing

@testable import Store
@testable import System

@Suite struct VisibleTextTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: String
    var line: String
    var lines: String

    init(_ sentence: String, _ text: String, line: String, lines: String? = nil) {
      (testDescription, self.text, self.line, self.lines) = (sentence, text, line, lines ?? line)
    }
  }

  @Test(
    "nothing that a text contains moves, colours or reorders",
    arguments: [
      Row("plain text stays", "zażółć gęślą jaźń", line: "zażółć gęślą jaźń"),
      Row("nothing stays nothing", "", line: ""),
      Row("emoji with joiners stay", "👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿", line: "👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿"),
      Row("combining marks stay", "e\u{301}", line: "e\u{301}"),
      Row("an escape sequence", "\u{1B}[31mred", line: "␛[31mred"),
      Row("NUL", "a\0b", line: "a␀b"),
      Row("BEL and DEL", "\u{7}\u{7F}", line: "␇␡"),
      Row("an eight-bit CSI", "a\u{9B}31mb", line: "a\\u{9B}31mb"),
      Row("NEL", "a\u{85}b", line: "a\\u{85}b"),
      Row("a newline and a tab", "a\n\tb", line: "a␊␉b", lines: "a\n\tb"),
      Row("CR LF is one newline", "a\r\nb", line: "a␍␊b", lines: "a\nb"),
      Row("a lone CR", "a\rb", line: "a␍b"),
      Row("a line separator", "a\u{2028}b", line: "a\\u{2028}b"),
      Row("an override", "a\u{202E}b\u{202C}", line: "a\\u{202E}b\\u{202C}"),
      Row("an isolate", "\u{2066}b\u{2069}", line: "\\u{2066}b\\u{2069}"),
      Row("right-to-left words stay", "שלום!", line: "שלום!"),
      Row(
        "right-to-left marks", "a\u{200E}b\u{200F}c\u{61C}", line: "a\\u{200E}b\\u{200F}c\\u{61C}"),
      Row("a zero-width space and a BOM", "a\u{200B}b\u{FEFF}", line: "a\\u{200B}b\\u{FEFF}"),
      Row(
        "a word joiner, an invisible plus, an old format character", "\u{2060}\u{2064}\u{206A}",
        line: "\\u{2060}\\u{2064}\\u{206A}"),
      Row("tags without a flag", "a\u{E0041}\u{E007F}", line: "a\\u{E0041}\\u{E007F}"),
      Row(
        "tags that are no region, behind a flag", "🏴\u{E0067}\u{E0062}\u{E007F}",
        line: "🏴\\u{E0067}\\u{E0062}\\u{E007F}"),
      Row("tags behind a whole flag", "🏴󠁧󠁢󠁥󠁮󠁧󠁿\u{E0061}", line: "🏴󠁧󠁢󠁥󠁮󠁧󠁿\\u{E0061}"),
      Row("a language tag", "\u{E0001}", line: "\\u{E0001}"),
      Row(
        "joiners of letters and variation selectors stay", "नी\u{200C}क ❤\u{FE0F} 葛\u{E0100}",
        line: "नी\u{200C}क ❤\u{FE0F} 葛\u{E0100}"),
      Row("a literal backslash n", "a\\nb", line: "a\\nb"),
    ])
  func visible(row: Row) {
    #expect(VisibleText.line(row.text) == row.line)
    #expect(VisibleText.lines(row.text) == row.lines)
  }

  struct Cut: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: String
    var characters = 5
    var bytes = 100
    var result: String
  }

  @Test(
    "a long text is cut where the reader would cut it",
    arguments: [
      Cut(testDescription: "exactly long enough", text: "12345", result: "12345"),
      Cut(testDescription: "one too long", text: "123456", result: "1234…"),
      Cut(testDescription: "no blank in front of the dots", text: "123 567", result: "123…"),
      Cut(testDescription: "a family is one character", text: "abc👩‍👩‍👧def", result: "abc👩‍👩‍👧…"),
      Cut(
        testDescription: "an accent stays on its letter", text: "abce\u{301}fg",
        result: "abce\u{301}…"),
      Cut(testDescription: "too many bytes", text: "żżżżż", bytes: 6, result: "żżż…"),
      Cut(
        testDescription: "a first character without end",
        text: "a" + String(repeating: "\u{301}", count: 50), bytes: 5, result: "a\u{301}\u{301}…"),
      Cut(testDescription: "one character", text: "abc", characters: 1, result: "…"),
    ])
  func cut(row: Cut) {
    #expect(VisibleText.cut(row.text, characters: row.characters, bytes: row.bytes) == row.result)
  }
}
