import Scheduler
import Testing

@testable import CivilTime
@testable import Store
@testable import remindctl

/// What `in` makes of its words; the durations themselves are the language's tests.
@Suite struct RequestTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var line: [String]
    /// Milliseconds from now to due.
    var ahead: Int64
    var text: String?
    var words: String
    var testDescription: String { (["in"] + line).joined(separator: "·") }
  }

  @Test(
    "time and text are told apart",
    arguments: [
      Row(line: [], ahead: 1000, words: "in"),
      Row(line: ["--"], ahead: 1000, words: "in"),
      Row(line: ["--", "tea"], ahead: 1000, text: "tea", words: "in"),
      Row(line: ["--", "5m", "--", "-x"], ahead: 1000, text: "5m -- -x", words: "in"),
      Row(line: ["1h20m", "tea"], ahead: 4_800_000, text: "tea", words: "in 1h20m"),
      Row(line: ["1h20m", "green", "tea"], ahead: 4_800_000, text: "green tea", words: "in 1h20m"),
      Row(line: ["1h20m green  tea"], ahead: 4_800_000, text: "green  tea", words: "in 1h20m"),
      Row(line: ["1h", "20m"], ahead: 4_800_000, words: "in 1h 20m"),
      Row(line: ["1h20m", "--"], ahead: 4_800_000, words: "in 1h20m"),
      Row(line: ["1h20m", ""], ahead: 4_800_000, words: "in 1h20m"),
      Row(line: ["1h20m", "--", ""], ahead: 4_800_000, words: "in 1h20m"),
      Row(
        line: ["20", "min", "--", "2", "eggs"], ahead: 1_200_000, text: "2 eggs",
        words: "in 20 min"),
      Row(line: ["1h", "30", "pushups"], ahead: 3_600_000, text: "30 pushups", words: "in 1h"),
      Row(line: ["1s", "-1"], ahead: 1000, text: "-1", words: "in 1s"),
      Row(line: ["1s", "-"], ahead: 1000, text: "-", words: "in 1s"),
      Row(line: ["1s", "- [ ] plans"], ahead: 1000, text: "- [ ] plans", words: "in 1s"),
      Row(
        line: ["-H", "1", "-M", "20", "-S", "5"], ahead: 4_805_000,
        words: "in --hours 1 --minutes 20 --seconds 5"),
      Row(line: ["-H1", "tea"], ahead: 3_600_000, text: "tea", words: "in --hours 1"),
      Row(line: ["-M", "90"], ahead: 5_400_000, words: "in --minutes 90"),
      Row(
        line: ["-M", "5", "--", "1h", "tea"], ahead: 300_000, text: "1h tea",
        words: "in --minutes 5"),
      Row(line: ["-M", "5", "--", "-x"], ahead: 300_000, text: "-x", words: "in --minutes 5"),
      Row(line: ["-H", "", "-M", "", "-S", ""], ahead: 1000, words: "in"),
      Row(
        line: ["-H", "0", "-M", "0", "-S", "0", "x"], ahead: 1000, text: "x",
        words: "in --hours 0 --minutes 0 --seconds 0"),
      Row(line: ["-H", "", "-S", "007"], ahead: 7000, words: "in --seconds 007"),
    ])
  func taken(row: Row) throws {
    let context = Context.test()
    let request = try Request(in: try Arguments(["in"] + row.line), context)
    #expect(request.due.since(context.now) == row.ahead)
    #expect(request.reading.text == row.text)
    #expect(request.words == row.words)
    #expect(
      request.trigger
        == .interval(bootID: context.moment.bootID, dueBoot: context.moment.boot + row.ahead))
  }

  struct Refusal: CustomTestStringConvertible, Sendable {
    var line: [String]
    var name: String
    /// What is quoted.
    var culprit: String
    var testDescription: String { (["in"] + line).joined(separator: "·") }
  }

  @Test(
    "what is no time is refused, and quoted",
    arguments: [
      Refusal(line: ["tea"], name: "not-a-time", culprit: "'tea'"),
      Refusal(line: ["half", "an", "our"], name: "unknown-unit", culprit: "'our'"),
      Refusal(line: [""], name: "empty", culprit: "No time"),
      Refusal(line: ["", "--", "tea"], name: "empty", culprit: "No time"),
      Refusal(line: ["0s"], name: "zero", culprit: "'0s'"),
      Refusal(line: ["90"], name: "unit-missing", culprit: "'90'"),
      Refusal(line: ["-5m"], name: "negative", culprit: "'-5m'"),
      Refusal(line: ["99999999999999h"], name: "too-large", culprit: "'99999999999999h'"),
      Refusal(line: ["80000000h", "x"], name: "too-large", culprit: "'80000000h'"),
      Refusal(line: ["9000 years", "x"], name: "too-large", culprit: "'9000 years'"),
      Refusal(line: ["5", "parsecs"], name: "unknown-unit", culprit: "'parsecs'"),
      Refusal(line: ["1h20x"], name: "unknown-unit", culprit: "'x'"),
      Refusal(
        line: ["-M", "1.5"], name: "bad-number",
        culprit: "--minutes takes a whole number, not '1.5'"),
      Refusal(line: ["-M", "five"], name: "bad-number", culprit: "'five'"),
      Refusal(line: ["-M", " 5"], name: "bad-number", culprit: "' 5'"),
      Refusal(line: ["-M", "+5"], name: "bad-number", culprit: "'+5'"),
      Refusal(line: ["-M", "٥"], name: "bad-number", culprit: "'٥'"),
      Refusal(line: ["-M", "-5"], name: "negative", culprit: "--minutes '-5'"),
      Refusal(
        line: ["-H", "99999999999999999999"], name: "too-large", culprit: "99999999999999999999"),
      Refusal(
        line: ["-H", "9223372036854775807"], name: "too-large", culprit: "9223372036854775807"),
      Refusal(line: ["-H", "80000000", "tea"], name: "too-large", culprit: "--hours '80000000'"),
    ])
  func refused(row: Refusal) throws {
    let arguments = try Arguments(["in"] + row.line)
    do {
      let request = try Request(in: arguments, .test())
      Issue.record("taken: \(request)")
    } catch {
      let error = Failure(error, nil)
      #expect(error.name == row.name)
      #expect(error.code == .time)
      let sentences = error.sentences
      #expect(sentences[0].contains(row.culprit), "\(sentences[0])")
      #expect(sentences.count == 2, "the accepted forms follow")
    }
  }

  @Test("days keep the wall time over a change of the clocks, and a pinned zone is stored")
  func days() throws {
    // Saturday 2026-10-24 10:15:30.250 in Rome: the clocks go back the night after.
    let context = Context.test(now: 1_792_829_730_250, tz: "Europe/Rome")
    let request = try Request(in: try Arguments(["in", "1", "day", "pills"]), context)
    let wall = try #require(WallTime("2026-10-25T10:15:31"))
    #expect(request.trigger == .wall(wall, zone: context.local.isPinned ? "Europe/Rome" : nil))
    #expect(request.due == context.local.zone.instant(of: wall))
    // An hour more than a day, and up to the next full second: never early.
    #expect(request.due.since(context.now) == 25 * 3_600_000 + 750)
  }

  @Test("in the system's own zone a wall time floats")
  func floating() throws {
    let request = try Request(in: try Arguments(["in", "2", "weeks"]), .test(tz: nil))
    guard case .wall(_, let zone) = request.trigger else {
      Issue.record("\(request.trigger)")
      return
    }
    #expect(zone == nil)
  }

  @Test("the locale's language is read first, and the others all the same")
  func languages() {
    #expect(Context.test(language: "it_IT.UTF-8").language.languages == [.it, .en, .pl])
    #expect(Context.test(language: "pl_PL").language.languages == [.pl, .en, .it])
    #expect(Context.test(language: "C").language.languages == [.en, .it, .pl])
    #expect(Context.test(language: "plt_MG").language.languages == [.en, .it, .pl])
  }
}
