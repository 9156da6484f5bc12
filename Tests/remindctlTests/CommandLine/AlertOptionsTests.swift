import Foundation
import Testing

@testable import CivilTime
@testable import Reminders
@testable import Scheduler
@testable import Store
@testable import System
@testable import remindctl

/// What else than its being shown a reminder is asked for, and how that is said back.
@Suite struct AlertOptionsTests {
  private func options(
    _ line: [String], changing old: ReminderOptions = ReminderOptions(),
    language: String = "C.UTF-8"
  ) throws -> ReminderOptions {
    try old.changed(by: Arguments(["in", "5m"] + line), .test(language: language))
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var line: [String]
    var json: String
    var testDescription: String { line.joined(separator: " ") }
  }

  @Test(
    "options are read",
    arguments: [
      Row(line: [], json: "{}"),
      Row(line: ["--urgency", "critical"], json: #"{"urgency":"critical"}"#),
      Row(line: ["--sound", "none"], json: #"{"sound":"none"}"#),
      Row(line: ["--sound=message-new-instant"], json: #"{"sound":"message-new-instant"}"#),
      Row(line: ["--timeout", "10s"], json: #"{"timeout_ms":10000}"#),
      Row(line: ["--timeout", "never"], json: #"{"timeout_ms":0}"#),
      Row(line: ["--nag", "5m"], json: #"{"nag_ms":300000,"nag_times":12}"#),
      Row(line: ["--nag", "5 min", "--times", "3"], json: #"{"nag_ms":300000,"nag_times":3}"#),
      Row(line: ["--before", "10m,1h"], json: #"{"before_ms":[3600000,600000]}"#),
      Row(line: ["--before", "1h, 10m,60m"], json: #"{"before_ms":[3600000,600000]}"#),
      Row(
        line: ["--before", "10m", "--before=1h"], json: #"{"before_ms":[3600000,600000]}"#),
      Row(line: ["--before", "1d"], json: #"{"before_ms":[86400000]}"#),
      Row(line: ["--max-late", "30m"], json: #"{"max_late_ms":1800000}"#),
      Row(line: ["--tag", "pills & co"], json: #"{"tag":"pills & co"}"#),
      Row(line: ["--icon", "appointment-soon"], json: #"{"icon":"appointment-soon"}"#),
      Row(line: ["--icon", "/dev/./null"], json: #"{"icon":"/dev/null"}"#),
      Row(line: ["--speak"], json: #"{"speak":true}"#),
      Row(line: ["--no-speak"], json: #"{"speak":false}"#),
      Row(line: ["--nag=", "--tag=", "--before="], json: "{}"),
    ])
  func read(row: Row) throws {
    #expect(try options(row.line).json.text == row.json)
  }

  @Test("lengths are read in the user's language too")
  func languages() throws {
    #expect(try options(["--nag", "5 minuti"], language: "it_IT.UTF-8").nag?.every == 300_000)
  }

  @Test("what is changed takes the place of what was, and an empty value takes it back")
  func changed() throws {
    var old = ReminderOptions()
    old.nag = ReminderOptions.Nag(every: 60_000, times: 4)
    old.tag = "kitchen"
    old.before = [600_000]
    let new = try options(["--nag", "2m", "--tag=", "--before", ""], changing: old)
    #expect(new.nag == ReminderOptions.Nag(every: 120_000, times: 4))
    #expect(new.tag == nil)
    #expect(new.before == [])
    #expect(
      new.changes(from: old) == [
        "nag: every 1 min, 4 times at most -> every 2 min, 4 times at most",
        "before: 10 min -> as usual", "tag: kitchen -> as usual",
      ])
    #expect(try options(["--times", "2"], changing: old).nag?.times == 2)
    #expect(try options([], changing: old) == old)
    #expect(old.changes(from: old) == [])
  }

  struct Refusal: CustomTestStringConvertible, Sendable {
    var line: [String]
    var code: ExitCode
    /// The first sentence.
    var says: String
    var testDescription: String { line.joined(separator: " ") }
  }

  @Test(
    "what is no value of an option is refused, and quoted",
    arguments: [
      Refusal(
        line: ["--urgency", "hgih"], code: .usage,
        says: "'hgih' is none of what `--urgency` can be: low, normal, critical."),
      Refusal(line: ["--nag", "5x"], code: .time, says: "--nag: 'x' is not a unit of time."),
      Refusal(line: ["--nag", "0.5s"], code: .time, says: "--nag: '0.5s' comes too often."),
      Refusal(
        line: ["--nag", "5m tea"], code: .time, says: "--nag: 'tea' was not expected there."),
      Refusal(line: ["--nag", "5m", "--times", "0"], code: .usage, says: "--times takes a whole"),
      Refusal(
        line: ["--nag", "5m", "--times", "99999999999"], code: .usage,
        says: "--times takes a whole number from 1 to 1000, not '99999999999'."),
      Refusal(line: ["--times", "3"], code: .usage, says: "--times needs --nag."),
      Refusal(
        line: ["--before", "1h,5 parsecs"], code: .time,
        says: "--before: 'parsecs' is not a unit of time."),
      Refusal(line: ["--before", "1h,"], code: .time, says: "--before: No time was given."),
      Refusal(
        line: ["--before", "-5m"], code: .time, says: "--before: '-5m' is less than nothing."),
      Refusal(
        line: ["--max-late", "0s"], code: .time, says: "--max-late: '0s' is no time at all."),
      Refusal(line: ["--timeout", "10"], code: .time, says: "--timeout: '10' of what?"),
      Refusal(line: ["--sound", "../../x"], code: .usage, says: "'../../x' is no name of a sound"),
      Refusal(line: ["--sound=-x"], code: .usage, says: "'-x' is no name of a sound"),
      Refusal(line: ["--icon", "/no/such.png"], code: .usage, says: "The file '/no/such.png'"),
      Refusal(line: ["--icon", "\u{1B}[31m"], code: .usage, says: "The icon '␛[31m' has"),
      Refusal(line: ["--tag", "a\u{200B}b"], code: .usage, says: "The tag 'a\\u{200B}b' has"),
      Refusal(line: ["--tag", "a\nb"], code: .usage, says: "The tag 'a␊b' has characters"),
      Refusal(
        line: ["--speak", "--no-speak"], code: .usage,
        says: "--speak and --no-speak do not go together."),
    ])
  func refused(row: Refusal) throws {
    do {
      let taken = try options(row.line)
      Issue.record("taken: \(taken.json.text)")
    } catch {
      let error = Failure(error, nil)
      #expect(error.code == row.code)
      let said = error.sentences[0]
      #expect(said.hasPrefix(row.says), "\(said)")
    }
  }

  @Test("the position in the error counts in the whole value, and the caret stands there")
  func position() throws {
    let time = try #require(throws: TimeFailure.self) {
      try options(["--before", "1h,5 parsecs"])
    }
    let error = Failure(time, nil)
    #expect(error.lines(columns: 80)[1...2] == ["  1h,5 parsecs", "       ^~~~~~~"])
    #expect(error.json.contains(#""option":"--before","at":5,"length":7"#))
  }

  /// 2026-11-30 01:53:20 UTC.
  private let now: Int64 = 1_796_003_600_000

  private func notes(
    _ line: [String], ahead: Int64, isRepeating: Bool = false, pause: Int64? = nil, id: Int64? = 7,
    configuration: String = ""
  ) throws -> String {
    let home = FileManager.default.temporaryDirectory.appending(path: "remind-\(UUID())")
    defer { try? FileManager.default.removeItem(at: home) }
    let folder = home.appending(path: ".config/remindctl")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("[remindctl]\n\(configuration)\n".utf8)
      .write(to: folder.appending(path: "remindctl.conf"))
    let context = Context.test(now: now, tz: nil, home: home.path)
    return AlertNotes(
      try ReminderOptions().changed(by: Arguments(["in", "5m"] + line), context),
      due: Instant(milliseconds: now + ahead), isRepeating: isRepeating, id: id,
      pauseEnd: pause.map { Instant(milliseconds: now + $0) }, context
    ).text
  }

  @Test("every further alert is named")
  func alerts() throws {
    let lines = try notes(
      [
        "--before", "10m,2h", "--nag", "5m", "--times", "3", "--max-late", "30m", "--timeout",
        "10s",
      ]
        + ["--speak"], ahead: 3_600_000
    ).split(separator: "\n")
    #expect(lines.count == 6)
    #expect(lines[0] == "   It is too late to announce it 2 h before.")
    #expect(lines[1].wholeMatch(of: /\ +Announced (on .*)?at .*, 10 min before\./) != nil)
    #expect(lines[2] == "   Shown again every 5 min until you answer, 3 times in all at most.")
    #expect(
      try notes(["--nag", "5m", "--times", "6"], ahead: 3_600_000)
        == """
           Shown again every 5 min until you answer, 6 times in all at most, 3 where it is only \
        printed.

        """)
    #expect(lines[3] == "   Dropped where it would come more than 30 min late.")
    #expect(lines[4] == "   Its popup closes by itself after 10 s.")
    #expect(lines[5] == "   It is read aloud, too.")
    #expect(try notes([], ahead: 3_600_000) == "")
    #expect(
      try notes(["--before", "2h"], ahead: 3_600_000, isRepeating: true)
        == "   Announced 2 h before, each time.\n")
  }

  @Test("one that falls into a pause says when it is shown, and how it comes through")
  func paused() throws {
    let text = try notes([], ahead: 60_000, pause: 3_600_000)
    #expect(text.contains("Reminders are paused then: it is shown "))
    #expect(text.contains("`remindctl edit 7 --urgency critical` lets it through."))
    #expect(
      try notes([], ahead: 60_000, pause: 3_600_000, id: nil).contains("With --urgency critical"))
    #expect(try notes([], ahead: 3_600_000, pause: 60_000) == "", "it is over by then")
    #expect(try notes(["--urgency", "critical"], ahead: 60_000, pause: 3_600_000) == "")
    #expect(
      try notes(["--max-late", "5m"], ahead: 60_000, pause: 3_600_000).contains("it is dropped"))
    #expect(
      try !notes(["--max-late", "2h"], ahead: 60_000, pause: 3_600_000).contains("it is dropped"))
  }

  @Test("one that falls into quiet hours says so, unless all are critical")
  func quiet() throws {
    let always = "quiet = 00:00-12:00; 12:00-23:59"
    #expect(try notes([], ahead: 60_000, configuration: always).contains("Those are quiet hours"))
    #expect(
      try notes([], ahead: 60_000, configuration: always + "\nurgency = critical") == "")
    #expect(try notes([], ahead: 60_000, configuration: "") == "")
  }
}
