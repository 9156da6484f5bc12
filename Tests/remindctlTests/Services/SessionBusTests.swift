import Testing

@testable import remindctl

/// What programs that ask a bus print.
@Suite struct SessionBusTests {
  @Test(
    "the strings of an answer, whoever asked",
    arguments: [
      ("ssss \"dunst\" \"knopwob\" \"1.9.0\" \"1.2\"\n", ["dunst", "knopwob", "1.9.0", "1.2"]),
      (
        "('dunst', 'knopwob', '1.9.0 (2022-06-27)', '1.2')\n",
        ["dunst", "knopwob", "1.9.0 (2022-06-27)", "1.2"]
      ),
      ("as 3 \"actions\" \"body\" \"a \\\"b\\\" \\\\c\"\n", ["actions", "body", "a \"b\" \\c"]),
      ("([\"it's\", 'b'],)\n", ["it's", "b"]),
      ("as 0\n", []), ("", []), ("\"open", ["open"]),
    ])
  func strings(_ answer: String, _ strings: [String]) {
    #expect(SessionBus.strings(answer) == strings)
  }
}
