import Testing

@testable import TimeLanguage

/// What is not clear is refused, and the error points at the words.
@Suite struct LanguageRefusalTests {
  /// The error of `input`, and the words that it points at.
  private func refusal(
    of input: String, as verb: TimeVerb, _ language: Language, at now: String
  ) throws -> (error: TimeError, words: String) {
    let context = try LanguageMomentTests.context(now, language)
    let error = try #require(throws: TimeError.self) {
      try Parser.reading(input, verb: verb, timeEnd: nil, in: context)
    }
    let bytes = Array(input.utf8)[error.at..<error.at + error.length]
    return (error, String(decoding: bytes, as: UTF8.self))
  }

  @Test(
    "a time left in the text is refused",
    arguments: [
      ("pills at 9am and 5pm", TimeVerb.any, TimeError.Code.secondTime, "5pm"),
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
      ("at 9am 25:00 foo", .any, .secondTime, "25:00"),
      ("9:00 9:75 foo", .any, .secondTime, "9:75"),
      ("tomorrow 9am 13pm tea", .any, .secondTime, "13pm"),
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
  func timeInText(input: String, verb: TimeVerb, code: TimeError.Code, culprit: String) throws {
    let (error, words) = try refusal(of: input, as: verb, .en, at: "2026-06-15T08:00:00")
    #expect(error.code == code)
    #expect(words == culprit)
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
    let (error, _) = try refusal(of: input, as: .any, .en, at: "2026-06-15T08:00:00")
    #expect(error.suggestion == day)
  }

  /// Short names of days and months that are words in other languages, here beside English.
  @Test(
    "a name that only another language has is not taken from the text",
    arguments: [
      ("17:30 PT tea", "PT"), ("5pm dom party", "dom"), ("at 5 pn tea", "pn"),
      ("dentist PT 17:30", "PT"), ("1g sugar", "g"), ("at 5 dom", "dom"),
    ])
  func homograph(input: String, culprit: String) throws {
    let (error, words) = try refusal(of: input, as: .any, .en, at: "2026-06-17T14:20:00")
    #expect(error.code == .ambiguousText)
    #expect(words == culprit)
  }

  @Test(
    "a length of time behind a text is offered with the word that makes it the time",
    arguments: [
      ("tea 20m", Language.en, "in 20m"), ("nap for 20 minutes", .en, "in 20 minutes"),
      ("tè 20 minuti", .it, "tra 20 minuti"), ("herbata 20 minut", .pl, "za 20 minut"),
    ])
  func lengthBehind(input: String, language: Language, suggestion: String) throws {
    let (error, _) = try refusal(of: input, as: .any, language, at: "2026-06-17T14:20:00")
    #expect(error.code == .ambiguousText)
    #expect(error.suggestion == suggestion)
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

  @Test(
    "what may be the time or the text is refused",
    arguments: [
      ("call mum", TimeError.Code.notATime, "call mum"),
      ("slides for tomorrow", .ambiguousText, "tomorrow"),
      ("chapter 5 tomorrow", .ambiguousHour, "5 tomorrow"),
      ("read 2 hours", .ambiguousText, "2 hours"),
      ("march at 9", .ambiguousText, "at 9"),
      ("at 31 feb 9:00", .noSuchDate, "31 feb"),
      ("at 31 april tea", .noSuchDate, "31 april"),
      ("at 5 may call", .ambiguousHour, "5 may"),
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
  func unclear(input: String, code: TimeError.Code, culprit: String) throws {
    let (error, words) = try refusal(of: input, as: .any, .en, at: "2026-06-17T14:20:00")
    #expect(error.code == code)
    #expect(words == culprit)
  }
}
