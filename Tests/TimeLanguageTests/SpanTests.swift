import Testing

@testable import CivilTime
@testable import TimeLanguage

/// Durations: what follows `remindctl in`.
@Suite struct LanguageSpanTests {
  @Test("the cases of `in` mean what they mean to people", arguments: cases)
  func agreed(row: TimeCase) {
    let value: TimeCase.Value
    do {
      let (span, text) = try Parser.span(row.input, languages: row.languages)
      value = .seconds(Double(span.days) * 86_400 + Double(span.milliseconds) / 1000)
      #expect(span.months == 0)
      #expect(text == row.message)
    } catch {
      value = .error
    }
    #expect(row.allows(value), "read as \(value), not \(row.expect)")
  }

  static let cases = TimeCase.all.filter {
    $0.verb == "in" && ($0.kind == "duration" || $0.kind == "invalid")
  }

  struct Row: CustomTestStringConvertible, Sendable {
    var sentence: String
    var input: String
    var span: Span
    var text: String?
    var timeEnd: Int?
    var languages: [Language] = [.en, .it, .pl]
    var testDescription: String { sentence }
  }

  static let hour: Int64 = 3_600_000
  static let minute: Int64 = 60_000

  @Test(
    "durations and the text behind them",
    arguments: [
      Row(
        sentence: "the main job", input: "1h20m tea", span: Span(milliseconds: hour + 20 * minute),
        text: "tea"),
      Row(
        sentence: "the last number counts the next smaller unit", input: "1h20 tea",
        span: Span(milliseconds: hour + 20 * minute), text: "tea"),
      Row(
        sentence: "minutes, then seconds: no number is glued together", input: "2m30",
        span: Span(milliseconds: 150_000)),
      Row(
        sentence: "m is minutes after hours", input: "12h25m30s",
        span: Span(milliseconds: 12 * hour + 25 * minute + 30_000)),
      Row(sentence: "m is minutes alone", input: "25m", span: Span(milliseconds: 25 * minute)),
      Row(sentence: "two digits of hours", input: "10:00:00", span: Span(milliseconds: 10 * hour)),
      Row(sentence: "hours before nine", input: "09:00:00", span: Span(milliseconds: 9 * hour)),
      Row(sentence: "hours after noon", input: "22:00:00", span: Span(milliseconds: 22 * hour)),
      Row(
        sentence: "a number without unit begins the text", input: "1h 30 pushups",
        span: Span(milliseconds: hour), text: "30 pushups"),
      Row(
        sentence: "a number at the end is of the time", input: "1h 30",
        span: Span(milliseconds: 90 * minute)),
      Row(
        sentence: "a count of things is text", input: "20m 2x espresso",
        span: Span(milliseconds: 20 * minute), text: "2x espresso"),
      Row(
        sentence: "a version is text", input: "20m 1.2.3 release",
        span: Span(milliseconds: 20 * minute), text: "1.2.3 release"),
      Row(
        sentence: "text keeps its blanks", input: "5m  a  b ", span: Span(milliseconds: 5 * minute),
        text: "a  b "),
      Row(
        sentence: "a comma or colon behind the time is no text", input: "5m: tea",
        span: Span(milliseconds: 5 * minute), text: "tea"),
      Row(
        sentence: "`--` ends the time", input: "5m 10m", span: Span(milliseconds: 5 * minute),
        text: "10m", timeEnd: 3),
      Row(
        sentence: "nothing behind `--` is no text", input: "5m",
        span: Span(milliseconds: 5 * minute),
        timeEnd: 2),
      Row(
        sentence: "the preposition may be repeated", input: "in 20 minutes",
        span: Span(milliseconds: 20 * minute)),
      Row(
        sentence: "weeks are days of the calendar", input: "2 weeks 1 day", span: Span(days: 15)),
      Row(sentence: "months are the calendar's", input: "3 months", span: Span(months: 3)),
      Row(
        sentence: "half a day elapses", input: "half a day", span: Span(milliseconds: 12 * hour)),
      Row(sentence: "half a year is six months", input: "half a year", span: Span(months: 6)),
      Row(
        sentence: "full-width figures", input: "１ｈ２０ｍ",
        span: Span(milliseconds: 80 * minute)),
      Row(
        sentence: "no-break spaces", input: "20\u{A0}min\u{202F}tea",
        span: Span(milliseconds: 20 * minute), text: "tea"),
      Row(
        sentence: "typographic apostrophe", input: "un’ora e mezza",
        span: Span(milliseconds: 90 * minute), languages: [.it, .en, .pl]),
      Row(
        sentence: "decomposed accents",
        input: "po\u{0142}torej godziny, pie\u{0328}c\u{0301} minut",
        span: Span(milliseconds: 95 * minute), languages: [.pl, .en, .it]),
      Row(
        sentence: "every language is understood whatever the locale's", input: "mezz'ora",
        span: Span(milliseconds: 30 * minute), languages: [.pl, .en, .it]),
      Row(
        sentence: "a decimal comma", input: "1,5h", span: Span(milliseconds: 90 * minute),
        languages: [.it, .en, .pl]),
      Row(
        sentence: "text in another script", input: "5m お茶 ☕",
        span: Span(milliseconds: 5 * minute), text: "お茶 ☕"),
      Row(
        sentence: "number words of Polish in two words", input: "dwadzieścia pięć minut",
        span: Span(milliseconds: 25 * minute)),
      Row(
        sentence: "an hour and three quarters in Italian", input: "un'ora e tre quarti",
        span: Span(milliseconds: 105 * minute)),
      Row(
        sentence: "three quarters of an hour in Polish", input: "trzy kwadranse",
        span: Span(milliseconds: 45 * minute)),
    ])
  func duration(row: Row) throws {
    let (span, text) = try Parser.span(row.input, timeEnd: row.timeEnd, languages: row.languages)
    #expect(span == row.span)
    #expect(text == row.text)
  }

  @Test(
    "words of time that are no whole time begin the text behind `in`",
    arguments: [
      "10m after dinner walk", "3h before you leave", "1h w3", "1h after2", "1h o 5", "1h per 2",
      "1h PT", "1h sun cream", "1h mon ami", "1h sat nav", "1h dopo lunch", "5m 5G call",
      "1h friday plans", "20m sunday roast", "2 days sun cream", "20m 5k", "1h noon prayer",
      "20m 2nd coffee", "20m 5 star hotel", "20m email bob about friday", "20m 3 times squats",
      "10m before the second round", "20m daily standup", "20m for 2", "1h by 5pm meeting",
      "20m tomorrow's talk", "20m 5 minute break", "1h 2 hour walk",
    ])
  func timeWordsInText(input: String) throws {
    let (span, text) = try Parser.span(input, languages: [.en, .it, .pl])
    let time = try #require(
      ["10m", "3h", "1h", "5m", "20m", "2 days"].first { input.hasPrefix($0 + " ") })
    #expect(span == (try Parser.span(time, languages: [.en])).span)
    #expect(text == String(input.dropFirst(time.count + 1)))
  }

  @Test(
    "a whole time behind a length of time is refused",
    arguments: [
      ("1h at 5pm", "at 5pm"), ("1h at 5pm tea", "at 5pm"), ("1h 17:00 tea", "17:00"),
      ("1h 9am", "9am"), ("1h 5 pm tea", "5 pm"), ("1h 2026-12-24 tea", "2026-12-24"),
      ("1h 24 dec tea", "24 dec"), ("1h tomorrow", "tomorrow"),
      ("1h tomorrow 9am tea", "tomorrow 9am"), ("1h mon 9 tea", "mon 9"),
      ("1h friday", "friday"), ("20m 1h tea", "1h"), ("1h or 2h", "or 2h"),
      ("22h 5min 1 min x", "1 min"), ("5 min 1 h x", "1 h"), ("1h 20s 30 sec x", "30 sec"),
      ("1h after noon", "after noon"), ("1h before 5pm", "before 5pm"), ("1h alle 9", "alle 9"),
      ("1h jutro o 9", "jutro o 9"), ("1h for 3pm", "for 3pm"), ("1h minus 5", "minus 5"),
      ("1h half past five", "half past five"),
      ("20m tea tomorrow 9am", "tomorrow 9am"),
    ])
  func wholeSecondTime(input: String, culprit: String) throws {
    let error = try #require(throws: TimeError.self) {
      try Parser.span(input, languages: [.en, .it, .pl])
    }
    #expect(error.code == .secondTime)
    let bytes = Array(input.utf8)[error.at..<error.at + error.length]
    #expect(String(decoding: bytes, as: UTF8.self) == culprit)
  }

  @Test("a clock's time is one in every language", arguments: ["1h at 5pm", "1h 17:00 tea"])
  func clock(input: String) throws {
    let error = try #require(throws: TimeError.self) {
      try Parser.span(input, languages: [.pl, .en, .it])
    }
    #expect(error.code == .secondTime)
  }

  struct Refusal: CustomTestStringConvertible, Sendable {
    var sentence: String
    var input: String
    var code: TimeError.Code
    /// The part of the input that the error points at.
    var culprit: String
    var timeEnd: Int?
    var languages: [Language] = [.en, .it, .pl]
    var testDescription: String { sentence }
  }

  @Test(
    "what is no duration is refused, and the culprit is quoted",
    arguments: [
      Refusal(sentence: "nothing", input: "", code: .empty, culprit: ""),
      Refusal(sentence: "blanks", input: " \u{A0} ", code: .empty, culprit: ""),
      Refusal(sentence: "a word", input: "tea", code: .notATime, culprit: "tea"),
      Refusal(
        sentence: "a misspelt unit in words", input: "half an our", code: .unknownUnit,
        culprit: "our"),
      Refusal(
        sentence: "a misspelt unit", input: "5 minuts tea", code: .unknownUnit, culprit: "minuts"),
      Refusal(
        sentence: "a misspelt unit further on", input: "1h 20 minuts tea", code: .unknownUnit,
        culprit: "minuts"),
      Refusal(
        sentence: "a bare number behind days", input: "1d5", code: .unitMissing, culprit: "5"),
      Refusal(sentence: "a bare number", input: "90", code: .unitMissing, culprit: "90"),
      Refusal(
        sentence: "a number too large for minutes", input: "1h90", code: .unitMissing,
        culprit: "90"),
      Refusal(sentence: "a negative", input: "-5m tea", code: .negative, culprit: "-5m"),
      Refusal(sentence: "a difference", input: "1h - 20m", code: .secondTime, culprit: "- 20m"),
      Refusal(sentence: "a zero", input: "0s tea", code: .zero, culprit: "0s"),
      Refusal(sentence: "an unknown unit, glued", input: "1h20x", code: .unknownUnit, culprit: "x"),
      Refusal(
        sentence: "an unknown unit at the end, or the text", input: "1h 20x", code: .ambiguousText,
        culprit: "20x"),
      Refusal(sentence: "the past", input: "5 minutes ago", code: .past, culprit: "ago"),
      Refusal(sentence: "a unit twice", input: "1h1h", code: .unexpected, culprit: "1h"),
      Refusal(
        sentence: "units from small to large", input: "20m 1h", code: .secondTime, culprit: "1h"),
      Refusal(sentence: "vague words", input: "a few minutes", code: .vague, culprit: "few"),
      Refusal(
        sentence: "minutes or hours?", input: "90:00", code: .badNumber, culprit: "90:00"),
      Refusal(
        sentence: "beyond the year 9999", input: "10000 years tea", code: .tooLarge,
        culprit: "10000 years"),
      Refusal(
        sentence: "more digits than any number", input: "99999999999999999999h", code: .tooLarge,
        culprit: "99999999999999999999h"),
      Refusal(
        sentence: "a thousand or one?", input: "1,000 s", code: .ambiguousNumber,
        culprit: "1,000"),
      Refusal(
        sentence: "a thousand where the comma is decimal", input: "1.000 s",
        code: .ambiguousNumber, culprit: "1.000", languages: [.it, .en, .pl]),
      Refusal(
        sentence: "half a month", input: "half a month", code: .tooFine, culprit: "half a month"),
      Refusal(
        sentence: "microseconds", input: "1.0005s", code: .tooFine, culprit: "1.0005s"),
      Refusal(
        sentence: "words before `--` that are no time", input: "5m tea x", code: .unexpected,
        culprit: "tea", timeEnd: 7),
      Refusal(
        sentence: "behind the unit, without a blank", input: "5m/10m", code: .unexpected,
        culprit: "/10m"),
    ])
  func refusal(row: Refusal) {
    let error = #expect(throws: TimeError.self) {
      try Parser.span(row.input, timeEnd: row.timeEnd, languages: row.languages)
    }
    guard let error else { return }
    let bytes = Array(row.input.utf8)[error.at..<error.at + error.length]
    #expect(error.code == row.code)
    #expect(String(decoding: bytes, as: UTF8.self) == row.culprit)
  }
}
