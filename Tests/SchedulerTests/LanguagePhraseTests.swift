import Scheduler
import Testing

/// Whole phrases: the time stands before its text or behind it.
@Suite struct LanguagePhraseTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var sentence: String
    var input: String
    var due: String
    var text: String?
    var testDescription: String { sentence }
  }

  @Test(
    "the time is found on either side of the text",
    arguments: [
      Row(
        sentence: "a duration first", input: "20m tea", due: "2026-06-17T14:40:00+02:00",
        text: "tea"),
      Row(
        sentence: "a moment first", input: "tomorrow 9am dentist", due: "2026-06-18T09:00:00+02:00",
        text: "dentist"),
      Row(
        sentence: "a moment behind", input: "call mum at 5pm", due: "2026-06-17T17:00:00+02:00",
        text: "call mum"),
      Row(
        sentence: "a day and a time behind", input: "call mum  tomorrow at 5pm",
        due: "2026-06-18T17:00:00+02:00", text: "call mum"),
      Row(
        sentence: "a duration behind", input: "call mum in 20 minutes",
        due: "2026-06-17T14:40:00+02:00", text: "call mum"),
      Row(
        sentence: "a repetition behind", input: "rent every month on the 1st",
        due: "2026-07-01T09:00:00+02:00", text: "rent"),
      Row(
        sentence: "a number in the text", input: "buy 6 eggs tomorrow 9am",
        due: "2026-06-18T09:00:00+02:00", text: "buy 6 eggs"),
      Row(
        sentence: "a number before a time with its own hour", input: "chapter 5 at 9:00 tomorrow",
        due: "2026-06-18T09:00:00+02:00", text: "chapter 5"),
      Row(
        sentence: "another time inside the text", input: "17:30 meeting at 18:00",
        due: "2026-06-17T17:30:00+02:00", text: "meeting at 18:00"),
      Row(
        sentence: "a day that belongs to the text", input: "tomorrow write report for friday",
        due: "2026-06-18T09:00:00+02:00", text: "write report for friday"),
      Row(
        sentence: "Italian", input: "tra 20 minuti il tè", due: "2026-06-17T14:40:00+02:00",
        text: "il tè"),
      Row(
        sentence: "Italian, behind", input: "chiama mamma alle 17",
        due: "2026-06-17T17:00:00+02:00", text: "chiama mamma"),
      Row(
        sentence: "Polish", input: "jutro o 9 dentysta", due: "2026-06-18T09:00:00+02:00",
        text: "dentysta"),
      Row(
        sentence: "Polish, behind", input: "zadzwonić do mamy jutro o 17",
        due: "2026-06-18T17:00:00+02:00", text: "zadzwonić do mamy"),
      Row(
        sentence: "an offset behind RFC 3339's form", input: "2026-06-18T09:00-05:00 tea",
        due: "2026-06-18T16:00:00+02:00", text: "tea"),
      Row(
        sentence: "a count behind an interval", input: "every 25 minutes 4 times tea",
        due: "2026-06-17T14:45:00+02:00", text: "tea"),
      Row(
        sentence: "a weekday of each month", input: "every last friday of the month tea",
        due: "2026-06-26T09:00:00+02:00", text: "tea"),
      Row(
        sentence: "a count of hours", input: "every 3 hours 10 times tea",
        due: "2026-06-17T17:20:00+02:00", text: "tea"),
      Row(
        sentence: "a year in two figures behind an apostrophe", input: "24 dec '27 9:00 tea",
        due: "2027-12-24T09:00:00+01:00", text: "tea"),
      Row(
        sentence: "a word like a month before its text", input: "march to the shop at 5pm",
        due: "2026-06-17T17:00:00+02:00", text: "march to the shop"),
    ])
  func phrase(row: Row) throws {
    let context = try LanguageMomentTests.context("2026-06-17T14:20:00", .en)
    let reading = try Parser.reading(row.input, verb: .any, timeEnd: nil, in: context)
    #expect(reading.due.rfc3339(in: context.zone) == row.due)
    #expect(reading.text == row.text)
  }

  @Test("`--` ends the time, and its text may be a time")
  func separator() throws {
    let context = try LanguageMomentTests.context("2026-06-17T14:20:00", .en)
    let reading = try Parser.reading("tomorrow 9am friday", verb: .any, timeEnd: 13, in: context)
    #expect(reading.text == "friday")
    #expect(throws: TimeError(.unexpected, at: 13, length: 3, accepted: [])) {
      try Parser.reading("tomorrow 9am tea friday", verb: .any, timeEnd: 17, in: context)
    }
  }

  @Test(
    "a time left in the text is refused",
    arguments: [
      ("pills at 9am and 5pm", Verb.any, TimeError.Code.secondTime, "5pm"),
      ("tea at 5pm or 6pm", .any, .secondTime, "6pm"),
      ("at 9 or 10", .any, .secondTime, "or 10"),
      ("at 9am 5pm pills", .any, .secondTime, "5pm"),
      ("at 9am 5 pm pills", .any, .secondTime, "5 pm"),
      ("20m 1h tea", .any, .secondTime, "1h"),
      ("1h or 2h", .any, .secondTime, "or 2h"),
      ("1h tea tomorrow", .any, .secondTime, "tomorrow"),
      ("20m tea in 5m", .any, .secondTime, "in 5m"),
      ("a second coffee at 5pm", .any, .ambiguousText, "a second coffee"),
      ("tomorrow Europe/Rome 11am tea", .any, .unexpected, "Europe/Rome"),
      ("tomorrow 11-12 meeting", .any, .ambiguousHour, "11-12"),
      ("monday 1030 meeting", .any, .ambiguousHour, "1030"),
      ("monday 10h meeting", .any, .ambiguousHour, "10h"),
      ("monday 10ish", .any, .ambiguousHour, "10ish"),
      ("monday ~10 x", .any, .ambiguousHour, "~10"),
      ("monday (10:30) meeting", .any, .ambiguousHour, "(10:30)"),
      ("monday by 10 report", .any, .ambiguousHour, "by 10"),
      ("monday from 10 to 12 meeting", .any, .ambiguousHour, "from 10"),
      ("co miesiąc 31.", .any, .ambiguousHour, "31."),
    ])
  func timeInText(input: String, verb: Verb, code: TimeError.Code, culprit: String) throws {
    let context = try LanguageMomentTests.context("2026-06-15T08:00:00", .en)
    let error = try #require(throws: TimeError.self) {
      try Parser.reading(input, verb: verb, timeEnd: nil, in: context)
    }
    let bytes = Array(input.utf8)[error.at..<error.at + error.length]
    #expect(error.code == code)
    #expect(String(decoding: bytes, as: UTF8.self) == culprit)
  }

  @Test(
    "a day with a slip of the pen is no text",
    arguments: [
      ("dentist tomorow at 9am", "tomorrow"), ("tomorow 9am", "tomorrow"),
      ("fridy 17:00", "friday"), ("9am fridy", "friday"), ("at 9am on fridy tea", "friday"),
      ("wendesday 9am", "wednesday"), ("domnai alle 9", "domani"), ("jurto o 9", "jutro"),
      ("every tue and thrusday 7:00 gym", "thursday"),
    ])
  func slip(input: String, day: String) throws {
    let context = try LanguageMomentTests.context("2026-06-15T08:00:00", .en)
    let error = try #require(throws: TimeError.self) {
      try Parser.reading(input, verb: .any, timeEnd: nil, in: context)
    }
    #expect(error.suggestion == day)
  }

  @Test(
    "words that only resemble a day are text",
    arguments: [
      ("renew domain tomorrow 9am", "renew domain"), ("tomorrow domain renewal", "domain renewal"),
      ("chiama Domenico alle 9", "chiama Domenico"), ("tomorrow #123 bug", "#123 bug"),
      ("20m meeting at 18:00", "meeting at 18:00"), ("tomorrow call Marco", "call Marco"),
      ("in a second tea", "tea"), ("call mum and dad at 5pm", "call mum and dad"),
    ])
  func noSlip(input: String, text: String) throws {
    let context = try LanguageMomentTests.context("2026-06-15T08:00:00", .en)
    let reading = try Parser.reading(input, verb: .any, timeEnd: nil, in: context)
    #expect(reading.text == text)
  }

  @Test("the other half of the day is told of full hours alone")
  func bareHourWithMinutes() throws {
    let context = try LanguageMomentTests.context("2026-06-17T14:20:00", .en)
    let reading = try Parser.reading("half past five", verb: .at, timeEnd: nil, in: context)
    #expect(reading.notes.isEmpty)
  }

  @Test("a part of the day behind `in` is quoted where it is refused")
  func partBehindIn() throws {
    let context = try LanguageMomentTests.context("2026-06-17T14:20:00", .en)
    #expect(throws: TimeError(.notATime, at: 0, length: 11, accepted: [.moment])) {
      try Parser.reading("the morning", verb: .in, timeEnd: nil, in: context)
    }
  }

  @Test("`at 17 h 30` is no duration")
  func hourWithBlank() throws {
    let context = try LanguageMomentTests.context("2026-06-17T14:20:00", .en)
    #expect(throws: TimeError(.ambiguousHour, at: 0, length: 4, accepted: [.time])) {
      try Parser.reading("17 h 30 tea", verb: .at, timeEnd: nil, in: context)
    }
  }

  @Test("a time behind a megabyte of text is found")
  func longText() throws {
    let context = try LanguageMomentTests.context("2026-06-17T14:20:00", .en)
    let text = String(repeating: "so much to say ", count: 70_000)
    let reading = try Parser.reading(text + "at 5pm", verb: .any, timeEnd: nil, in: context)
    #expect(reading.text == String(text.dropLast()))
    #expect(reading.due.rfc3339(in: context.zone) == "2026-06-17T17:00:00+02:00")
  }

  @Test(
    "what may be the time or the text is refused",
    arguments: [
      ("call mum", TimeError.Code.notATime, "call mum"),
      ("slides for tomorrow", .ambiguousText, "tomorrow"),
      ("chapter 5 tomorrow", .ambiguousHour, "5 tomorrow"),
      ("read 2 hours", .notATime, "read 2 hours"),
      ("march at 9", .ambiguousText, "at 9"),
      ("call mum at 25:00", .noSuchTime, "25:00"),
      ("call mum tomorow", .notATime, "tomorow"),
      ("9 dentist", .unknownUnit, "dentist"),
      ("every day pills at 9", .secondTime, "at 9"),
      ("nel fine settimana alle 10", .ambiguousText, "alle 10"),
      ("at 9:00-10:00 meeting", .secondTime, "-10:00"),
      ("meeting tomorrow 9:00-10:00", .secondTime, "-10:00"),
      ("last friday of the month report", .ambiguousRule, "last friday of the month"),
      ("w drugi wtorek miesiąca", .ambiguousRule, "drugi wtorek miesiąca"),
      ("friday-saturday 9:00", .unexpected, "-saturday"),
      ("every day 9:00 once", .unexpected, "once"),
      (
        "every day 9:00 100 times until 2026-06-20", .contradiction,
        "every day 9:00 100 times until 2026-06-20"
      ),
    ])
  func refusal(input: String, code: TimeError.Code, culprit: String) throws {
    let context = try LanguageMomentTests.context("2026-06-17T14:20:00", .en)
    let error = #expect(throws: TimeError.self) {
      try Parser.reading(input, verb: .any, timeEnd: nil, in: context)
    }
    guard let error else { return }
    let bytes = Array(input.utf8)[error.at..<error.at + error.length]
    #expect(error.code == code)
    #expect(String(decoding: bytes, as: UTF8.self) == culprit)
  }
}
