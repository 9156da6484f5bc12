import Testing

@testable import CivilTime
@testable import TimeLanguage

/// Times that are over: what follows `history --since`.
@Suite struct LanguagePastTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var input: String
    /// The wall time that is meant.
    var wall: String
    var lang = Language.en
    var testDescription: String { "\(input) (\(lang))" }
  }

  /// 17 June 2026 is a Wednesday.
  private let now = "2026-06-17T14:20:00"

  @Test(
    "since when, in words",
    arguments: [
      Row(input: "2h", wall: "2026-06-17T12:20:00"),
      Row(input: "2 hours ago", wall: "2026-06-17T12:20:00"),
      Row(input: "1 week", wall: "2026-06-10T14:20:00"),
      Row(input: "1 month", wall: "2026-05-17T14:20:00"),
      Row(input: "today", wall: "2026-06-17T00:00:00"),
      Row(input: "today 9am", wall: "2026-06-17T09:00:00"),
      Row(input: "yesterday", wall: "2026-06-16T00:00:00"),
      Row(input: "yesterday 17:30", wall: "2026-06-16T17:30:00"),
      Row(input: "9:00", wall: "2026-06-17T09:00:00"),
      Row(input: "17:30", wall: "2026-06-16T17:30:00"),
      Row(input: "monday", wall: "2026-06-15T00:00:00"),
      Row(input: "wednesday", wall: "2026-06-17T00:00:00"),
      Row(input: "friday 9:00", wall: "2026-06-12T09:00:00"),
      Row(input: "1 may", wall: "2026-05-01T00:00:00"),
      Row(input: "24 dec", wall: "2025-12-24T00:00:00"),
      Row(input: "fri 12 june", wall: "2026-06-12T00:00:00"),
      Row(input: "2026-01-31", wall: "2026-01-31T00:00:00"),
      Row(input: "2026-06-17 09:00", wall: "2026-06-17T09:00:00"),
      Row(input: "2 ore fa", wall: "2026-06-17T12:20:00", lang: .it),
      Row(input: "ieri", wall: "2026-06-16T00:00:00", lang: .it),
      Row(input: "2 godziny temu", wall: "2026-06-17T12:20:00", lang: .pl),
      Row(input: "wczoraj", wall: "2026-06-16T00:00:00", lang: .pl),
    ])
  func past(row: Row) throws {
    let context = try LanguageMomentTests.context(now, row.lang)
    let instant = try Parser.past(row.input, in: context)
    #expect(context.zone.wall(at: instant) == WallTime(row.wall))
  }

  @Test(
    "what is not over, or is no time, is refused",
    arguments: [
      ("tomorrow", TimeError.Code.future), ("today 17:30", .future), ("2027-01-01", .future),
      ("in 2 weeks", .future), ("every day", .unexpected), ("nonsense", .notATime),
      ("yesterday tea", .unexpected), ("", .empty), ("25:00", .noSuchTime),
      ("9000 years", .tooLarge),
    ])
  func refused(input: String, code: TimeError.Code) throws {
    let context = try LanguageMomentTests.context(now, .en)
    let error = #expect(throws: TimeError.self) { try Parser.past(input, in: context) }
    #expect(error?.code == code)
    #expect(error?.accepted.contains(.rule) == false)
  }
}
