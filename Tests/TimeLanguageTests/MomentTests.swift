import Testing

@testable import CivilTime
@testable import TimeLanguage

/// Moments: what follows `remindctl at` and `on`.
@Suite struct LanguageMomentTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var sentence: String
    var input: String
    /// The wall time where it is due.
    var wall: String
    var zone: String?
    var text: String?
    var verb = TimeVerb.at
    var lang = Language.en
    var now = "2026-06-17T14:20:00"
    var testDescription: String { sentence }
  }

  /// 17 June 2026 is a Wednesday.
  static func context(_ now: String, _ lang: Language) throws -> TimeContext {
    let zone = try Zone.load("Europe/Warsaw")
    return TimeContext(
      now: zone.instant(of: try #require(WallTime(now))), zone: zone, isPinned: false,
      languages: [lang] + Language.allCases.filter { $0 != lang })
  }

  @Test(
    "moments, and the text behind them",
    arguments: [
      Row(sentence: "a time ahead is today", input: "17:30", wall: "2026-06-17T17:30:00"),
      Row(sentence: "a time past is tomorrow", input: "9:00", wall: "2026-06-18T09:00:00"),
      Row(sentence: "the running minute is past", input: "14:20", wall: "2026-06-18T14:20:00"),
      Row(sentence: "pm is not dropped", input: "5:00pm", wall: "2026-06-17T17:00:00"),
      Row(
        sentence: "a quarter past midnight is no noon", input: "12:15 am",
        wall: "2026-06-18T00:15:00"),
      Row(
        sentence: "a quarter past noon", input: "tomorrow 12:15pm", wall: "2026-06-18T12:15:00"),
      Row(
        sentence: "noon of a weekday is no midnight", input: "tuesday at noon",
        wall: "2026-06-23T12:00:00"),
      Row(
        sentence: "12PM behind a date is no year", input: "24 feb 12pm",
        wall: "2027-02-24T12:00:00", verb: .on),
      Row(
        sentence: "11am behind a date is no year", input: "feb 24 11am",
        wall: "2027-02-24T11:00:00", verb: .on),
      Row(
        sentence: "this friday on the last day of the year", input: "this friday 9am",
        wall: "2027-01-01T09:00:00", now: "2026-12-31T10:00:00"),
      Row(
        sentence: "after midnight tomorrow is the calendar's", input: "tomorrow 9am",
        wall: "2026-06-18T09:00:00", now: "2026-06-17T00:30:00"),
      Row(
        sentence: "29 February waits for a leap year", input: "feb 29 9:00",
        wall: "2028-02-29T09:00:00", verb: .on),
      Row(
        sentence: "the 31st skips short months", input: "the 31st", wall: "2026-07-31T09:00:00"),
      Row(
        sentence: "the end of a month", input: "end of february", wall: "2027-02-28T09:00:00"),
      Row(
        sentence: "one weekday of the month", input: "last friday of the month 17:00",
        wall: "2026-06-26T17:00:00"),
      Row(
        sentence: "days ahead at a time", input: "in 2 days at 5pm call mum",
        wall: "2026-06-19T17:00:00", text: "call mum"),
      Row(
        sentence: "days ahead at a time, behind the verb in", input: "2 days at 5pm call mum",
        wall: "2026-06-19T17:00:00", text: "call mum", verb: .in),
      Row(
        sentence: "a zone pins", input: "15:00 Europe/Rome tea", wall: "2026-06-17T15:00:00",
        zone: "Europe/Rome", text: "tea"),
      Row(
        sentence: "UTC pins", input: "9am UTC+2", wall: "2026-06-18T09:00:00", zone: "+02:00"),
      Row(
        sentence: "RFC 3339 pins", input: "2026-12-24T09:00:00.250Z tea",
        wall: "2026-12-24T09:00:00", zone: "UTC", text: "tea"),
      Row(
        sentence: "RFC 2822 is understood", input: "Thu, 24 Dec 2026 09:00:00 +0100",
        wall: "2026-12-24T09:00:00", zone: "+01:00"),
      Row(
        sentence: "seconds since the epoch", input: "@1798099200 tea", wall: "2026-12-24T08:00:00",
        zone: "UTC", text: "tea"),
      Row(sentence: "ISO week dates", input: "2026-W52-4", wall: "2026-12-24T09:00:00"),
      Row(sentence: "ISO ordinal dates", input: "2026-358", wall: "2026-12-24T09:00:00"),
      Row(
        sentence: "figures with a dot are a date behind on", input: "1.7 9:00",
        wall: "2026-07-01T09:00:00", verb: .on),
      Row(
        sentence: "figures with a dot are a time behind at", input: "17.30 tea",
        wall: "2026-06-17T17:30:00", text: "tea"),
      Row(
        sentence: "a hyphen between figures, day first in Polish", input: "24-12-2026",
        wall: "2026-12-24T09:00:00", lang: .pl),
      Row(
        sentence: "an ordinal of figures in Polish", input: "15-go o 9",
        wall: "2026-07-15T09:00:00", lang: .pl),
      Row(
        sentence: "the hour with its ending", input: "o 17-tej", wall: "2026-06-17T17:00:00",
        lang: .pl),
      Row(
        sentence: "five to nine is not in five", input: "za pięć minut dziewiąta",
        wall: "2026-06-18T08:55:00", lang: .pl),
      Row(
        sentence: "martedì, or marzo in English", input: "mar 9:00", wall: "2026-06-23T09:00:00",
        lang: .it),
      Row(
        sentence: "a weekday, its date and a time", input: "martedì 23 alle 9",
        wall: "2026-06-23T09:00:00", lang: .it),
      Row(
        sentence: "minutes joined to their hour", input: "alle 9 e 30 tè",
        wall: "2026-06-18T09:30:00", text: "tè", lang: .it),
      Row(
        sentence: "this evening's hour", input: "alle 8 e mezza di stasera",
        wall: "2026-06-17T20:30:00", lang: .it),
      Row(
        sentence: "the locale's language does not matter", input: "dopodomani alle 7",
        wall: "2026-06-19T07:00:00", lang: .pl),
      Row(
        sentence: "a preposition that begins the text stays there", input: "jutro o kwiatach",
        wall: "2026-06-18T09:00:00", text: "o kwiatach", lang: .pl),
    ])
  func moment(row: Row) throws {
    let context = try Self.context(row.now, row.lang)
    let reading = try Parser.reading(row.input, verb: row.verb, timeEnd: nil, in: context)
    #expect(reading.when == .wall(try #require(WallTime(row.wall)), zone: row.zone))
    #expect(reading.text == row.text)
  }

  struct Refusal: CustomTestStringConvertible, Sendable {
    var sentence: String
    var input: String
    var code: TimeError.Code
    var culprit: String
    var suggestion: String?
    var verb = TimeVerb.at
    var lang = Language.en
    var testDescription: String { sentence }
  }

  @Test(
    "what has no single sensible reading is refused",
    arguments: [
      Refusal(
        sentence: "a date twice", input: "tomorrow on monday", code: .contradiction,
        culprit: "tomorrow on monday"),
      Refusal(
        sentence: "a day twice", input: "tomorrow tomorrow", code: .secondTime, culprit: "tomorrow"),
      Refusal(sentence: "two times", input: "9am and 5pm", code: .secondTime, culprit: "and 5pm"),
      Refusal(sentence: "a range", input: "9 to 5", code: .secondTime, culprit: "to 5"),
      Refusal(
        sentence: "a day that is past", input: "today 9:00", code: .past, culprit: "today 9:00"),
      Refusal(
        sentence: "day or month first", input: "3/4/2026", code: .ambiguousDate, culprit: "3/4/2026"
      ),
      Refusal(
        sentence: "year or day first", input: "26-12-24", code: .ambiguousDate, culprit: "26-12-24"),
      Refusal(sentence: "no such day", input: "31 april", code: .noSuchDate, culprit: "31 april"),
      Refusal(
        sentence: "no such leap day", input: "2026-02-29", code: .noSuchDate, culprit: "2026-02-29"),
      Refusal(sentence: "no such hour", input: "25:00", code: .noSuchTime, culprit: "25:00"),
      Refusal(
        sentence: "no such hour of the half day", input: "13pm", code: .noSuchTime, culprit: "13pm"),
      Refusal(sentence: "one digit of minutes", input: "17:5", code: .noSuchTime, culprit: "17:5"),
      Refusal(
        sentence: "the hour or the text", input: "tomorrow 9 gifts", code: .ambiguousHour,
        culprit: "9"),
      Refusal(
        sentence: "the hour or the day", input: "mercoledì 24", code: .ambiguousHour,
        culprit: "mercoledì 24", lang: .it),
      Refusal(sentence: "at 17 or in 17 hours", input: "17h", code: .ambiguousHour, culprit: "17h"),
      Refusal(
        sentence: "which midnight", input: "tuesday at midnight", code: .ambiguousMidnight,
        culprit: "tuesday at midnight"),
      Refusal(
        sentence: "another weekday than the date's", input: "fri 2026-12-24", code: .contradiction,
        culprit: "fri 2026-12-24"),
      Refusal(
        sentence: "an hour of another part of the day", input: "tonight at 3", code: .contradiction,
        culprit: "tonight at 3"),
      Refusal(
        sentence: "an unknown zone", input: "9am Europe/Foo", code: .unknownZone,
        culprit: "Europe/Foo"),
      Refusal(
        sentence: "an abbreviation of a zone", input: "5pm CET", code: .ambiguousZone,
        culprit: "CET"),
      Refusal(
        sentence: "a misspelt day", input: "tomorow 9am", code: .notATime, culprit: "tomorow",
        suggestion: "tomorrow"),
      Refusal(
        sentence: "a misspelt day behind its time", input: "9:00 mondey report", code: .notATime,
        culprit: "mondey", suggestion: "monday"),
      Refusal(
        sentence: "a misspelt unit is no hour's text", input: "5 minuts tea", code: .unknownUnit,
        culprit: "minuts", suggestion: "minute"),
      Refusal(
        sentence: "a time behind the text of a day", input: "tomorrow dentist at 5pm",
        code: .secondTime, culprit: "at 5pm"),
      Refusal(
        sentence: "a day behind the text of a time", input: "5pm dentist tomorrow",
        code: .secondTime, culprit: "tomorrow"),
      Refusal(
        sentence: "counted from another time", input: "5 hours after noon", code: .secondTime,
        culprit: "after noon"),
      Refusal(
        sentence: "after something unknown", input: "tomorrow after lunch", code: .vague,
        culprit: "after"),
      Refusal(
        sentence: "beyond the last year", input: "9999-12-31 23:59 -05:00", code: .tooLarge,
        culprit: "9999-12-31 23:59 -05:00"),
      Refusal(
        sentence: "two days and four hours, or at four", input: "2 days, 4:13:02",
        code: .ambiguousHour, culprit: "4:13:02", verb: .in),
    ])
  func refusal(row: Refusal) throws {
    let context = try Self.context("2026-06-17T14:20:00", row.lang)
    let error = #expect(throws: TimeError.self) {
      try Parser.reading(row.input, verb: row.verb, timeEnd: nil, in: context)
    }
    guard let error else { return }
    let bytes = Array(row.input.utf8)[error.at..<error.at + error.length]
    #expect(error.code == row.code)
    #expect(String(decoding: bytes, as: UTF8.self) == row.culprit)
    #expect(error.suggestion == row.suggestion)
  }

  @Test("a gap, an overlap, a bare hour and an assumed time are told")
  func notes() throws {
    func notes(_ input: String, now: String) throws -> [Note] {
      let context = try Self.context(now, .en)
      return try Parser.reading(input, verb: .at, timeEnd: nil, in: context).notes
    }
    let gap = try #require(WallTime("2026-03-29T02:30:00"))
    #expect(
      try notes("2026-03-29 2:30", now: "2026-03-28T12:00:00") == [.gap(asked: gap, by: 3600)])
    let (first, second) = (Instant(seconds: 1_792_888_200), Instant(seconds: 1_792_891_800))
    #expect(
      try notes("2026-10-25 2:30", now: "2026-10-24T12:00:00")
        == [.overlap(first: first, second: second)])
    #expect(try notes("5", now: "2026-06-17T14:20:00") == [.bareHour(other: 17)])
    #expect(try notes("5", now: "2026-06-17T17:01:00") == [])
    #expect(try notes("5am", now: "2026-06-17T14:20:00") == [])
    let nine = try #require(WallTime("2026-06-18T09:00:00"))
    #expect(try notes("tomorrow", now: "2026-06-17T14:20:00") == [.assumedTime(nine)])
    #expect(try notes("in 1 month", now: "2026-01-31T09:00:00") == [.lastDayOfMonth(asked: 31)])
  }
}
