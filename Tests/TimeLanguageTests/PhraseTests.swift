import Testing

@testable import TimeLanguage

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

  @Test("the other half of the day is told of full hours alone")
  func bareHourWithMinutes() throws {
    let context = try LanguageMomentTests.context("2026-06-17T14:20:00", .en)
    let reading = try Parser.reading("half past five", verb: .at, timeEnd: nil, in: context)
    #expect(reading.notes.isEmpty)
  }

  @Test("a time behind a megabyte of text is found")
  func longText() throws {
    let context = try LanguageMomentTests.context("2026-06-17T14:20:00", .en)
    let text = String(repeating: "so much to say ", count: 70_000)
    let reading = try Parser.reading(text + "at 5pm", verb: .any, timeEnd: nil, in: context)
    #expect(reading.text == String(text.dropLast()))
    #expect(reading.due.rfc3339(in: context.zone) == "2026-06-17T17:00:00+02:00")
  }
}
