import Scheduler
import Testing

@testable import Reminders
@testable import TimeLanguage
@testable import remindctl

/// What `parse` answers, to the letter: other programs read it.
@Suite struct ParseTests {
  static let context = Context.test(now: 1_796_025_600_000)

  private func answer(_ line: String...) throws -> ParseAnswer {
    let arguments = try Arguments(["parse"] + line)
    return try ParseQuestion(arguments).answer(arguments, Self.context)
  }

  @Test(
    "the answer in JSON",
    arguments: [
      (
        ["in 1h20m tea"],
        #"{"kind":"duration","seconds":4800,"due":"2026-11-30T09:20:00+00:00","text":"tea"}"#
      ),
      (
        ["--as", "in", "1.5s"],
        #"{"kind":"duration","seconds":1.5,"due":"2026-11-30T08:00:01+00:00","text":null}"#
      ),
      (
        ["in 2 days"],
        #"{"kind":"duration","seconds":172800,"due":"2026-12-02T08:00:00+00:00","text":null}"#
      ),
      (["in 1 month"], #"{"kind":"instant","due":"2026-12-30T08:00:00+00:00","text":null}"#),
      (
        [
          "--as", "at", "--now", "2026-03-28T10:15:30", "--tz", "Europe/Rome", "tomorrow", "9am",
          "-", "x",
        ], #"{"kind":"instant","due":"2026-03-29T09:00:00+02:00","text":"- x"}"#
      ),
      (
        ["--now=2026-03-28T10:15:30Z", "--tz=europe/rome", "15:00 Asia/Tokyo"],
        #"{"kind":"instant","due":"2026-03-29T08:00:00+02:00","text":null}"#
      ),
      (
        ["--as", "every", "day 9:00 3 times"],
        #"{"kind":"recurrence","rrule":"FREQ=DAILY;COUNT=3","occurrences":["#
          + #""2026-11-30T09:00:00+00:00","2026-12-01T09:00:00+00:00","2026-12-02T09:00:00+00:00"],"#
          + #""text":null}"#
      ),
      (
        ["every 2 hours stretch"],
        #"{"kind":"recurrence","rrule":"FREQ=HOURLY;INTERVAL=2","occurrences":["#
          + #""2026-11-30T10:00:00+00:00","2026-11-30T12:00:00+00:00","2026-11-30T14:00:00+00:00","#
          + #""2026-11-30T16:00:00+00:00","2026-11-30T18:00:00+00:00"],"text":"stretch"}"#
      ),
      (
        ["--lang", "it", "mar 9:00"],
        #"{"kind":"instant","due":"2026-12-01T09:00:00+00:00","text":null}"#
      ),
    ] as [([String], String)])
  func json(line: [String], json: String) throws {
    let arguments = try Arguments(["parse"] + line)
    let answer = try ParseQuestion(arguments).answer(arguments, Self.context)
    #expect(JSON.object(answer.members).text == json)
  }

  @Test("people are shown the time, the rule, what comes next, and the text")
  func people() throws {
    let text = try answer("every weekday 9:00", "--", "stand-up").text.split(separator: " UTC")
      .joined()
    #expect(
      text == """
        Time: every weekday 9:00
        Rule: every weekday at 09:00:00 (FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR)
        Next: at 09:00:00 (in 1 h)
              on Tue 1 Dec at 09:00:00 (in 1 d 1 h)
              on Wed 2 Dec at 09:00:00 (in 2 d 1 h)
              on Thu 3 Dec at 09:00:00 (in 3 d 1 h)
              on Fri 4 Dec at 09:00:00 (in 4 d 1 h)
        Text: stand-up

        """)
    #expect(try answer("5m").text.hasSuffix("Text: none (Alert Time!)\n"))
  }

  @Test(
    "what an option does not take is refused",
    arguments: [
      (["--as", "when"], "'when' is none of what `as` can be: in, at, on, every, any."),
      (["--lang", "de"], "'de' is none of what `lang` can be: en, it, pl."),
      (["--now", "noon"], "`now` is a time like 2026-03-28T10:15:30"),
      (["--now", "2026-02-30T10:00:00"], "`now` is a time like"),
    ])
  func options(line: [String], says: String) throws {
    let arguments = try Arguments(["parse"] + line + ["5m"])
    let failure = #expect(throws: Failure.self) {
      try ParseQuestion(arguments).answer(arguments, Self.context)
    }
    #expect(try #require(failure).code == .usage)
    #expect(try #require(failure).sentences[0].hasPrefix(says))
  }

  @Test("a language may be named as a locale is")
  func locales() throws {
    #expect(Language(locale: "it_IT.UTF-8") == .it)
    #expect(Language(locale: "pl-PL") == .pl)
    #expect(Language(locale: "EN") == .en)
    #expect(Language(locale: "iso") == nil)
    #expect(Language(locale: "") == nil)
  }
}
