import Testing

@testable import CivilTime
@testable import TimeLanguage

/// Repetitions: what follows `remindctl every`.
@Suite struct LanguageRuleTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var sentence: String
    var input: String
    /// The rule, and its start where that matters.
    var rule: String
    var start: String?
    var text: String?
    var verb = TimeVerb.every
    var lang = Language.en
    var testDescription: String { sentence }
  }

  @Test(
    "repetitions, and the text behind them",
    arguments: [
      Row(
        sentence: "pm is not dropped", input: "day at 5:00pm", rule: "FREQ=DAILY",
        start: "2026-06-17T17:00:00"),
      Row(
        sentence: "a quarter past midnight", input: "day at 12:15 am", rule: "FREQ=DAILY",
        start: "2026-06-18T00:15:00"),
      Row(
        sentence: "a quarter past noon", input: "day at 12:15pm", rule: "FREQ=DAILY",
        start: "2026-06-18T12:15:00"),
      Row(
        sentence: "a number behind the time is text", input: "day 8:00 2 pills", rule: "FREQ=DAILY",
        text: "2 pills"),
      Row(sentence: "several days", input: "mon,wed,fri 18:30", rule: "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
      Row(
        sentence: "days from and to", input: "mon-wed, sat 9:00",
        rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,SA"),
      Row(
        sentence: "every second week begins with the coming day", input: "2 weeks on friday 17:00",
        rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", start: "2026-06-19T17:00:00"),
      Row(
        sentence: "the 31st is the last day of short months", input: "month on the 31st",
        rule: "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", start: "2026-06-30T09:00:00"),
      Row(
        sentence: "29 February is 28 February in other years", input: "feb 29 9:00",
        rule: "FREQ=YEARLY;BYMONTHDAY=28,29;BYMONTH=2;BYSETPOS=-1"),
      Row(sentence: "the 3rd friday", input: "3rd friday 17:00", rule: "FREQ=MONTHLY;BYDAY=3FR"),
      Row(
        sentence: "the 5th friday, where there is one", input: "5th friday 9:00",
        rule: "FREQ=MONTHLY;BYDAY=5FR"),
      Row(sentence: "the last friday", input: "last friday 17:00", rule: "FREQ=MONTHLY;BYDAY=-1FR"),
      Row(
        sentence: "one of a month's weekdays each year", input: "last sunday of march 3:00",
        rule: "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3"),
      Row(
        sentence: "working days of the month", input: "last business day of the month 17:00",
        rule: "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"),
      Row(
        sentence: "quarters are the calendar's", input: "quarter on the 1st",
        rule: "FREQ=YEARLY;BYMONTHDAY=1;BYMONTH=1,4,7,10"),
      Row(
        sentence: "only in one month", input: "monday in december 9:00",
        rule: "FREQ=WEEKLY;BYDAY=MO;BYMONTH=12"),
      Row(
        sentence: "twice a day", input: "day at 9:00 and 21:00",
        rule: "FREQ=DAILY;BYSECOND=0;BYMINUTE=0;BYHOUR=9,21", start: "2026-06-17T21:00:00"),
      Row(
        sentence: "a window", input: "2 hours from 9:00 to 17:00",
        rule: "FREQ=DAILY;BYSECOND=0;BYMINUTE=0;BYHOUR=9,11,13,15,17"),
      Row(
        sentence: "a window that ends amid an hour of the grid",
        input: "30 min from 9:00 until 17:00",
        rule: "FREQ=DAILY;BYSECOND=0;BYMINUTE=0,30;BYHOUR=9,10,11,12,13,14,15,16,17;"
          + "BYSETPOS=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17",
        start: "2026-06-17T14:30:00"),
      Row(
        sentence: "a limit of times", input: "day 9:00 10 times tea", rule: "FREQ=DAILY;COUNT=10",
        text: "tea"),
      Row(
        sentence: "a last day", input: "day 9:00 until 2027-01-01",
        rule: "FREQ=DAILY;UNTIL=20270101"),
      Row(
        sentence: "a first and a last day", input: "day 9:00 from july 1 to july 3",
        rule: "FREQ=DAILY;UNTIL=20260703", start: "2026-07-01T09:00:00"),
      Row(
        sentence: "every month from now", input: "month", rule: "FREQ=MONTHLY;BYMONTHDAY=17",
        start: "2026-07-17T14:20:00"),
      Row(
        sentence: "more days than a month has", input: "56d", rule: "FREQ=DAILY;INTERVAL=56",
        start: "2026-08-12T14:20:00"),
      Row(
        sentence: "the time first", input: "at 9 every day pills", rule: "FREQ=DAILY",
        text: "pills", verb: .any),
      Row(
        sentence: "the time of a plural", input: "gym mondays at 7", rule: "FREQ=WEEKLY;BYDAY=MO",
        text: "gym", verb: .any),
      Row(
        sentence: "iCalendar, with a text", input: "RRULE:FREQ=WEEKLY;BYDAY=MO;BYHOUR=9 gym",
        rule: "FREQ=WEEKLY;BYHOUR=9;BYDAY=MO", start: "2026-06-22T09:00:00", text: "gym"),
      Row(
        sentence: "iCalendar's start", input: "DTSTART:20260701T090000\nRRULE:FREQ=DAILY;COUNT=3",
        rule: "FREQ=DAILY;COUNT=3", start: "2026-07-01T09:00:00"),
      Row(
        sentence: "all mornings", input: "tutte le mattine alle 7", rule: "FREQ=DAILY",
        start: "2026-06-18T07:00:00", verb: .any, lang: .it),
      Row(
        sentence: "from day to day", input: "dal lunedì al venerdì alle 9 riunione",
        rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", text: "riunione", verb: .any, lang: .it),
      Row(
        sentence: "the 15th of each month", input: "il 15 di ogni mese alle 9",
        rule: "FREQ=MONTHLY;BYMONTHDAY=15", verb: .any, lang: .it),
      Row(
        sentence: "two times with two prepositions", input: "ogni giorno alle 8 e alle 20",
        rule: "FREQ=DAILY;BYSECOND=0;BYMINUTE=0;BYHOUR=8,20", verb: .any, lang: .it),
      Row(
        sentence: "an interval by ordinal", input: "co trzeci dzień o 9",
        rule: "FREQ=DAILY;INTERVAL=3", verb: .any, lang: .pl),
      Row(
        sentence: "an end after do", input: "codziennie o 9 do 2 lipca",
        rule: "FREQ=DAILY;UNTIL=20260702", verb: .any, lang: .pl),
      Row(
        sentence: "the nth of the month", input: "w każdy drugi wtorek miesiąca o 9",
        rule: "FREQ=MONTHLY;BYDAY=2TU", verb: .any, lang: .pl),
    ])
  func rule(row: Row) throws {
    let context = try LanguageMomentTests.context("2026-06-17T14:20:00", row.lang)
    let reading = try Parser.reading(row.input, verb: row.verb, timeEnd: nil, in: context)
    guard case .recurrence(let recurrence, nil) = reading.when else {
      Issue.record("no recurrence: \(reading.when)")
      return
    }
    #expect(recurrence.rule.description == row.rule)
    if let start = row.start {
      #expect(recurrence.start == .wall(try #require(WallTime(start))))
    }
    #expect(reading.text == row.text)
    #expect(recurrence.next(after: context.now, in: context.zone) == reading.due)
  }

  @Test("hours count elapsed time from now or from the hour that was said")
  func elapsed() throws {
    let context = try LanguageMomentTests.context("2026-06-17T14:20:00", .en)
    func first(_ input: String) throws -> String {
      try Parser.reading(input, verb: .every, timeEnd: nil, in: context).due
        .rfc3339(in: context.zone)
    }
    #expect(try first("3 hours") == "2026-06-17T17:20:00+02:00")
    #expect(try first("12 hours from 8:00") == "2026-06-17T20:00:00+02:00")
    #expect(try first("25 minutes") == "2026-06-17T14:45:00+02:00")
    #expect(try first("12 hours from tomorrow 8:00") == "2026-06-18T08:00:00+02:00")
  }

  struct Refusal: CustomTestStringConvertible, Sendable {
    var sentence: String
    var input: String
    var code: TimeError.Code
    var culprit: String
    var verb = TimeVerb.every
    var lang = Language.en
    var testDescription: String { sentence }
  }

  @Test(
    "repetitions that never come, come too often or can be two are refused",
    arguments: [
      Refusal(
        sentence: "no such day in any year", input: "feb 30 9:00", code: .noSuchDate,
        culprit: "feb 30"),
      Refusal(
        sentence: "no sixth friday", input: "6th friday 9:00", code: .noSuchDate,
        culprit: "6th friday"),
      Refusal(sentence: "an interval of nothing", input: "0 days", code: .zero, culprit: "0 days"),
      Refusal(sentence: "a negative interval", input: "-1h", code: .negative, culprit: "-1h"),
      Refusal(sentence: "every second", input: "second", code: .tooOften, culprit: "second"),
      Refusal(
        sentence: "an end before the start", input: "day 9:00 until yesterday", code: .past,
        culprit: "yesterday"),
      Refusal(
        sentence: "of the month, or every other", input: "second tuesday 9:00",
        code: .ambiguousRule, culprit: "second tuesday"),
      Refusal(
        sentence: "two days with two times", input: "mon 9:00 and thu 18:00", code: .secondTime,
        culprit: "and thu 18:00"),
      Refusal(
        sentence: "times that no rule can hold", input: "day at 8:00 and 20:30", code: .badRule,
        culprit: "day at 8:00 and 20:30"),
      Refusal(
        sentence: "more about the days than was understood", input: "1st monday of the quarter",
        code: .unexpected, culprit: "of the quarter"),
      Refusal(
        sentence: "a misspelt day in a range", input: "mon-blur 9:00", code: .unexpected,
        culprit: "blur"),
      Refusal(
        sentence: "8:20, or 8 and 20", input: "ogni giorno alle 8 e 20", code: .ambiguousHour,
        culprit: "20", verb: .any, lang: .it),
      Refusal(
        sentence: "on Mondays, or on Monday", input: "il lunedì alle 9", code: .mayRepeat,
        culprit: "il lunedì", verb: .any, lang: .it),
      Refusal(
        sentence: "a part of an RRULE that is wrong", input: "FREQ=DAILY;INTERVAL=0 tea",
        code: .badRule, culprit: "INTERVAL=0"),
      Refusal(
        sentence: "an RRULE that never comes", input: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
        code: .never, culprit: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"),
      Refusal(
        sentence: "an RRULE of every second", input: "FREQ=SECONDLY tea", code: .tooOften,
        culprit: "FREQ=SECONDLY"),
      Refusal(
        sentence: "an RRULE of a thousand seconds", input: "FREQ=SECONDLY;COUNT=1000 tea",
        code: .tooOften, culprit: "FREQ=SECONDLY;COUNT=1000"),
      Refusal(
        sentence: "an RRULE of two seconds of a day", input: "FREQ=DAILY;BYHOUR=9;BYSECOND=1,2",
        code: .tooOften, culprit: "FREQ=DAILY;BYHOUR=9;BYSECOND=1,2"),
    ])
  func refusal(row: Refusal) throws {
    let context = try LanguageMomentTests.context("2026-06-17T14:20:00", row.lang)
    let error = #expect(throws: TimeError.self) {
      try Parser.reading(row.input, verb: row.verb, timeEnd: nil, in: context)
    }
    guard let error else { return }
    let bytes = Array(row.input.utf8)[error.at..<error.at + error.length]
    #expect(error.code == row.code)
    #expect(String(decoding: bytes, as: UTF8.self) == row.culprit)
  }
}
