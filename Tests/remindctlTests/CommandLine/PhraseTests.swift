import Scheduler
import Testing
import TimeLanguage

@testable import CivilTime
@testable import Localization
@testable import Store
@testable import remindctl

/// What a line says that is a time and a text: with a verb before it, or without one.
@Suite struct PhraseTests {
  /// 2026-11-30 08:00 in UTC, a Monday.
  static let context = Context.test(now: 1_796_025_600_000)

  struct Row: CustomTestStringConvertible, Sendable {
    var line: String
    /// The due time in UTC.
    var due: String
    var text: String?
    /// As `show` tells it.
    var words: String
    var testDescription: String { line }
  }

  @Test(
    "time and text are told apart, wherever they stand",
    arguments: [
      Row(
        line: "at tomorrow 9am dentist", due: "2026-12-01T09:00:00", text: "dentist",
        words: "at tomorrow 9am"),
      Row(line: "at 17:30", due: "2026-11-30T17:30:00", words: "at 17:30"),
      Row(line: "at 7:30 run", due: "2026-12-01T07:30:00", text: "run", words: "at 7:30"),
      Row(
        line: "on 24 dec 9am presents", due: "2026-12-24T09:00:00", text: "presents",
        words: "on 24 dec 9am"),
      Row(
        line: "at 17:00 -- 2 pills", due: "2026-11-30T17:00:00", text: "2 pills",
        words: "at 17:00"),
      Row(
        line: "in 2 days tea", due: "2026-12-02T08:00:00", text: "tea", words: "in 2 days"),
      Row(
        line: "every weekday 9:00 stand-up", due: "2026-11-30T09:00:00", text: "stand-up",
        words: "every weekday 9:00"),
      Row(
        line: "every day 8:30 2 pills", due: "2026-11-30T08:30:00", text: "2 pills",
        words: "every day 8:30"),
      Row(line: "20m tea", due: "2026-11-30T08:20:00", text: "tea", words: "20m"),
      Row(
        line: "tomorrow 9am dentist", due: "2026-12-01T09:00:00", text: "dentist",
        words: "tomorrow 9am"),
      Row(
        line: "call mum at 5pm", due: "2026-11-30T17:00:00", text: "call mum", words: "at 5pm"),
      Row(
        line: "tra 20 minuti il tè", due: "2026-11-30T08:20:00", text: "il tè",
        words: "tra 20 minuti"),
      Row(
        line: "jutro o 9 dentysta", due: "2026-12-01T09:00:00", text: "dentysta",
        words: "jutro o 9"),
      Row(
        line: "add in 5m list everything", due: "2026-11-30T08:05:00", text: "list everything",
        words: "in 5m"),
      Row(
        line: "add lst tomorrow 9am", due: "2026-12-01T09:00:00", text: "lst",
        words: "tomorrow 9am"),
      Row(
        line: "in 2 days at 9:30 tea", due: "2026-12-02T09:30:00", text: "tea",
        words: "in 2 days at 9:30"),
      // Nearly `rm`, `on`, `on`, `in`, `in`, `ls`; but words that times are said with.
      Row(line: "5m tea", due: "2026-11-30T08:05:00", text: "tea", words: "5m"),
      Row(line: "mon 9:00 tea", due: "2026-11-30T09:00:00", text: "tea", words: "mon 9:00"),
      Row(line: "o 9:30 tea", due: "2026-11-30T09:30:00", text: "tea", words: "o 9:30"),
      Row(line: "an hour tea", due: "2026-11-30T09:00:00", text: "tea", words: "an hour"),
      Row(
        line: "il tè alle 17", due: "2026-11-30T17:00:00", text: "il tè", words: "alle 17"),
      Row(
        line: "la cena alle 20", due: "2026-11-30T20:00:00", text: "la cena", words: "alle 20"),
    ])
  func read(row: Row) throws {
    let arguments = try Arguments(row.line.split(separator: " ").map(String.init))
    let request = try Request.test(arguments, Self.context)
    #expect("\(Zone.utc.wall(at: request.due))" == row.due)
    #expect(request.reading.text == row.text)
    #expect(request.words == row.words)
  }

  struct Refusal: CustomTestStringConvertible, Sendable {
    var line: String
    var name: String
    var code: ExitCode = .time
    /// The first sentence contains it.
    var says: String
    var testDescription: String { line }
  }

  @Test(
    "what is not clear is refused, and said",
    arguments: [
      Refusal(line: "at", name: "empty", says: "No time"),
      Refusal(line: "at tea", name: "not-a-time", says: "'tea' is not a time."),
      Refusal(line: "every tea", name: "not-a-time", says: "'tea' is not a repetition."),
      Refusal(line: "at today 7:00", name: "past", says: "in the past"),
      Refusal(line: "on 03/04/2026", name: "ambiguous-date", says: "two dates"),
      Refusal(line: "at 25:00", name: "no-such-time", says: "'25:00'"),
      Refusal(line: "at 9:00 --tz Nowhere", name: "unknown-zone", says: "'Nowhere'"),
      Refusal(line: "every 30 feb", name: "no-such-date", says: "'30 feb'"),
      Refusal(line: "foo bar", name: "not-a-time", says: "'foo bar' is not a time."),
      Refusal(line: "lsit", name: "usage", code: .usage, says: "Did you mean list?"),
      Refusal(line: "im 5m tea", name: "usage", code: .usage, says: "Did you mean in?"),
      Refusal(
        line: "ad tomorrow 9am", name: "usage", code: .usage, says: "Did you mean add?"),
      Refusal(line: "one 5pm", name: "usage", code: .usage, says: "Did you mean on?"),
      Refusal(line: "one kilo of flour", name: "unknown-unit", says: "'kilo'"),
      Refusal(line: "LIST", name: "usage", code: .usage, says: "Did you mean list?"),
      Refusal(line: "lis", name: "usage", code: .usage, says: "Did you mean list?"),
      Refusal(line: "delete 8", name: "usage", code: .usage, says: "Did you mean cancel?"),
      Refusal(line: "delete mails tomorow", name: "not-a-time", says: "'tomorow'"),
      Refusal(line: "evry day 9:00 tea", name: "usage", code: .usage, says: "Did you mean every?"),
      Refusal(
        line: "lst tomorrow 9am", name: "usage", code: .usage, says: "'lst' is nearly a verb"),
      Refusal(
        line: "no lunch at 12:00", name: "usage", code: .usage, says: "'no' is nearly a verb"),
    ])
  func refused(row: Refusal) throws {
    let arguments = try Arguments(row.line.split(separator: " ").map(String.init))
    do {
      let request = try Request.test(arguments, Self.context)
      Issue.record("taken: \(request)")
    } catch {
      let error = Failure(error, nil)
      #expect(error.name == row.name)
      #expect(error.code == row.code)
      let sentences = error.sentences
      #expect(sentences[0].contains(row.says), "\(sentences[0])")
    }
  }

  @Test("a first word that is nearly a verb is refused with both readings")
  func bothReadings() throws {
    let arguments = try Arguments(["lst", "tomorrow", "9am"])
    let failure = #expect(throws: Failure.self) {
      try Request.test(arguments, Self.context)
    }
    let text = try #require(failure).sentences.lines
    #expect(text.contains("\n  remindctl list tomorrow 9am\n    Show"))
    #expect(text.contains("\n  remindctl add lst tomorrow 9am\n    lst  on Tue 1 Dec at 09:"))
    let json = try #require(failure).json
    #expect(json.contains(#""readings":[{"command":"list tomorrow 9am","meaning":"#))
    #expect(json.contains(#"{"command":"add lst tomorrow 9am","meaning":"lst  on Tue 1 Dec"#))
  }

  @Test("in one argument a verb as the first word of a text is asked about, too")
  func oneArgument() throws {
    let arguments = try Arguments(["show mum the pictures at 5pm"])
    let failure = #expect(throws: Failure.self) {
      try Request.test(arguments, Self.context)
    }
    #expect(try #require(failure).code == .usage)
    let request = try Request.test(try Arguments(["in 20 minutes tea"]), Self.context)
    #expect(request.reading.text == "tea")
  }

  @Test("a hint about verbs comes only where the first word could have been one")
  func hint() throws {
    let unknown = try #require(throws: TimeFailure.self) {
      try Request.test(try Arguments(["frobnicate", "7"]), Self.context)
    }
    #expect(
      Failure(unknown, nil).sentences.last
        == "'frobnicate' is not a verb either; `remindctl --help` lists them.")
    let time = try #require(throws: TimeFailure.self) {
      try Request.test(try Arguments(["tomorrow", "25:00"]), Self.context)
    }
    #expect(!Failure(time, nil).sentences.contains { $0.contains("verb") })
  }

  @Test("what is stored floats, or keeps to the zone that was named")
  func triggers() throws {
    let floating = Context.test(now: Self.context.now.milliseconds, tz: nil)
    let wall = try #require(WallTime("2026-12-24T09:00:00"))
    for (line, zone) in [
      (["on", "24 dec 9:00"], nil), (["on", "24 dec 9:00 Europe/Rome"], "Europe/Rome"),
      (["on", "24 dec 9:00", "--tz", "asia/tokyo"], "Asia/Tokyo"),
    ] as [([String], String?)] {
      let request = try Request.test(try Arguments(line), floating)
      #expect(request.trigger == .wall(wall, zone: zone))
    }
    let series = try Request.test(
      try Arguments(["every", "day 9:00", "--tz", "Asia/Tokyo"]), floating)
    #expect(series.trigger.pinnedZone == "Asia/Tokyo")
    #expect(series.trigger.recurrence?.rule.description == "FREQ=DAILY")
    let elapsed = try Request.test(try Arguments(["every", "3 hours"]), floating)
    guard case .elapsedSeries(let recurrence, let bootID, let startBoot) = elapsed.trigger else {
      Issue.record("\(elapsed.trigger)")
      return
    }
    #expect(recurrence.start == .instant(elapsed.due))
    #expect(bootID == floating.moment.bootID)
    #expect(startBoot - floating.moment.boot == elapsed.due.since(floating.now))
  }

  @Test("a rule of iCalendar without a start counts from its first instance on")
  func count() throws {
    for (rule, last) in [
      ("FREQ=DAILY;COUNT=3", "2026-12-03T08:00:00"),
      ("FREQ=DAILY;BYHOUR=7,18;BYMINUTE=0;COUNT=3", "2026-12-01T18:00:00"),
      ("FREQ=HOURLY;COUNT=3", "2026-11-30T11:00:00"),
    ] {
      let request = try Request.test(try Arguments(["every", rule]), Self.context)
      var due = request.due
      while let next = request.trigger.recurrence?.next(after: due, in: .utc) { due = next }
      #expect("\(Zone.utc.wall(at: due))" == last)
    }
  }

  @Test("days and hours that end in a repeated hour's second half are not an hour early")
  func secondHalf() throws {
    // The day before Rome's clocks go back at 3:00: a day and an hour later it is 2:30 once more.
    let context = Context.test(now: 1_792_803_000_000, tz: "Europe/Rome")
    #expect("\(context.wall(at: context.now))" == "2026-10-24T02:50:00")
    let request = try Request.test(try Arguments(["in", "1 day 1 hour"]), context)
    #expect(request.due.since(context.now) == 25 * 3_600_000)
    #expect(request.trigger.pinnedZone == "+01:00")
  }
}

extension Request {
  /// What a line asks for, whichever verb it has.
  static func test(_ arguments: Arguments, _ context: Context) throws -> Request {
    let context = try context.choosingZone(arguments)
    if arguments.verb.name == "in" { return try Request(in: arguments, context) }
    if arguments.isBare { return try Request(withoutVerb: arguments, context) }
    return try Request(
      arguments, as: TimeVerb(rawValue: arguments.verb.name) ?? .any, context)
  }
}
