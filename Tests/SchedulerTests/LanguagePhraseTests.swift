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
        sentence: "a weekday of the month without every is the next one",
        input: "last friday of the month report", due: "2026-06-26T09:00:00+02:00", text: "report"),
      Row(
        sentence: "one that is past is the next month's", input: "first monday of the month 9:00",
        due: "2026-07-06T09:00:00+02:00"),
      Row(
        sentence: "a day counted from the end of a month",
        input: "rent on the last day of the month", due: "2026-06-30T09:00:00+02:00", text: "rent"),
      Row(
        sentence: "a working day of the month", input: "first working day of the month invoice",
        due: "2026-07-01T09:00:00+02:00", text: "invoice"),
      Row(
        sentence: "a weekday of a month with a name", input: "last friday of march",
        due: "2027-03-26T09:00:00+01:00"),
      Row(
        sentence: "the last of February is a date", input: "ostatniego lutego o 9",
        due: "2027-02-28T09:00:00+01:00"),
      Row(
        sentence: "the last day of February is a date", input: "l'ultimo giorno di febbraio",
        due: "2027-02-28T09:00:00+01:00"),
      Row(
        sentence: "the working week", input: "mon-fri 9:00 standup",
        due: "2026-06-18T09:00:00+02:00", text: "standup"),
      Row(
        sentence: "a measure is no hour", input: "every monday 5k run",
        due: "2026-06-22T09:00:00+02:00", text: "5k run"),
      Row(
        sentence: "an accent that the keyboard lacks", input: "venerdi' 9",
        due: "2026-06-19T09:00:00+02:00"),
      Row(
        sentence: "half an hour in one word", input: "tra mezzora tè",
        due: "2026-06-17T14:50:00+02:00", text: "tè"),
      Row(
        sentence: "the minute of each hour", input: "every hour at :15 tea",
        due: "2026-06-17T15:15:00+02:00", text: "tea"),
      Row(
        sentence: "each full hour", input: "every hour on the hour",
        due: "2026-06-17T15:00:00+02:00"),
      Row(
        sentence: "a time that belongs to the text", input: "tomorrow prepare the 5pm meeting",
        due: "2026-06-18T09:00:00+02:00", text: "prepare the 5pm meeting"),
      Row(
        sentence: "a comma before the time", input: "buy 2 kg flour, 5pm",
        due: "2026-06-17T17:00:00+02:00", text: "buy 2 kg flour"),
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
      ("tea 5pm, 6pm", .any, .secondTime, "5pm"),
      ("tea 5pm 6pm", .any, .secondTime, "5pm"),
      ("tomorrow call mum at 5pm about tea", .any, .secondTime, "at 5pm"),
      ("tomorrow meeting 5pm with bob", .any, .secondTime, "5pm"),
      ("call at 5pm mum tomorrow", .any, .secondTime, "at 5pm"),
      ("every day call mum at 5pm please", .any, .secondTime, "at 5pm"),
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

  /// Short names of days and months that are words in other languages, here beside English.
  @Test(
    "a name that only another language has is not taken from the text",
    arguments: [
      ("17:30 PT tea", "PT"), ("5pm dom party", "dom"), ("at 5 pn tea", "pn"),
      ("dentist PT 17:30", "PT"), ("1g sugar", "g"), ("at 5 dom", "dom"),
    ])
  func homograph(input: String, culprit: String) throws {
    let context = try LanguageMomentTests.context("2026-06-17T14:20:00", .en)
    let error = try #require(throws: TimeError.self) {
      try Parser.reading(input, verb: .any, timeEnd: nil, in: context)
    }
    let bytes = Array(input.utf8)[error.at..<error.at + error.length]
    #expect(error.code == .ambiguousText)
    #expect(String(decoding: bytes, as: UTF8.self) == culprit)
  }

  @Test(
    "and is one where the language is beyond doubt",
    arguments: [
      ("pon 9:00 dentysta", Language.en, "2026-06-22T09:00:00+02:00"),
      ("17:30 pt dentysta", .pl, "2026-06-19T17:30:00+02:00"),
      ("pt o 17:30", .en, "2026-06-19T17:30:00+02:00"),
      ("mecz w sob 20:45", .en, "2026-06-20T20:45:00+02:00"),
      ("dom alle 9 messa", .en, "2026-06-21T09:00:00+02:00"),
      ("mon 9:00 standup", .pl, "2026-06-22T09:00:00+02:00"),
      ("5 ott 9:00 x", .en, "2026-10-05T09:00:00+02:00"),
      ("5pm lunch pt", .en, "2026-06-17T17:00:00+02:00"),
      ("at 5 set table", .en, "2026-06-18T05:00:00+02:00"),
    ])
  func noHomograph(input: String, language: Language, due: String) throws {
    let context = try LanguageMomentTests.context("2026-06-17T14:20:00", language)
    let reading = try Parser.reading(input, verb: .any, timeEnd: nil, in: context)
    #expect(reading.due.rfc3339(in: context.zone) == due)
  }

  @Test(
    "a length of time behind a text is offered with the word that makes it the time",
    arguments: [
      ("tea 20m", Language.en, "in 20m"), ("nap for 20 minutes", .en, "in 20 minutes"),
      ("tè 20 minuti", .it, "tra 20 minuti"), ("herbata 20 minut", .pl, "za 20 minut"),
    ])
  func lengthBehind(input: String, language: Language, suggestion: String) throws {
    let context = try LanguageMomentTests.context("2026-06-17T14:20:00", language)
    let error = try #require(throws: TimeError.self) {
      try Parser.reading(input, verb: .any, timeEnd: nil, in: context)
    }
    #expect(error.code == .ambiguousText)
    #expect(error.suggestion == suggestion)
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
      ("read 2 hours", .ambiguousText, "2 hours"),
      ("march at 9", .ambiguousText, "at 9"),
      ("call mum at 25:00", .noSuchTime, "25:00"),
      ("call mum tomorow", .notATime, "tomorow"),
      ("9 dentist", .unknownUnit, "dentist"),
      ("every day pills at 9", .secondTime, "at 9"),
      ("nel fine settimana alle 10", .mayRepeat, "nel fine settimana alle 10"),
      ("at 9:00-10:00 meeting", .secondTime, "-10:00"),
      ("meeting tomorrow 9:00-10:00", .secondTime, "-10:00"),
      ("w drugi wtorek miesiąca", .mayRepeat, "drugi wtorek miesiąca"),
      ("il primo lunedì del mese alle 9", .mayRepeat, "primo lunedì del mese"),
      ("friday-saturday 9:00", .mayRepeat, "friday-saturday 9:00"),
      ("mon,wed,fri 18:30 gym", .mayRepeat, "mon,wed,fri 18:30"),
      ("weekday 9:00 standup", .mayRepeat, "weekday 9:00"),
      ("mon 9:00 10 times", .unexpected, "10 times"),
      ("2w3", .unitMissing, "3"),
      ("today tea", .timeMissing, "today"),
      ("17 june tea", .timeMissing, "17 june"),
      ("2026-06-17", .timeMissing, "2026-06-17"),
      ("5pm CET tea", .ambiguousZone, "CET"),
      ("tea 5pm CET", .ambiguousZone, "CET"),
      ("in -", .notATime, "in -"),
      ("every day 9:00 after dec 24", .unexpected, "after dec 24"),
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
