import Testing

@testable import CivilTime

@Test(
  "An instant is written with its zone's offset",
  arguments: [
    (1_774_767_600, "Europe/Rome", "2026-03-29T09:00:00+02:00"),
    (1_774_767_600, "UTC", "2026-03-29T07:00:00+00:00"),
    (1_774_767_600, "America/St_Johns", "2026-03-29T04:30:00-02:30"),
    // 1937 in Amsterdam was 19 minutes 32 seconds ahead (RFC 3339 §5.8); Rome's 1850, 49 min 56 s.
    (-3_786_825_600, "Europe/Rome", "1850-01-01T00:50:00+00:50"),
    (-3_786_825_600, "America/New_York", "1849-12-31T19:04:00-04:56"),
    (253_402_300_799, "Europe/Rome", "9999-12-31T23:59:59+00:00"),
    (-62_135_596_800, "America/New_York", "0001-01-01T00:00:00+00:00"),
  ])
func written(seconds: Int, zone: String, expected: String) throws {
  let instant = Instant(seconds: Int64(seconds))
  let text = instant.rfc3339(in: try Zone.load(zone))
  #expect(text == expected)
  #expect(Instant.parseRFC3339(text)?.instant == instant)
}

@Test(
  "RFC 3339 is read with its freedoms",
  arguments: [
    ("1985-04-12T23:20:50.52Z", 482_196_050_520, 0),
    ("1996-12-19T16:39:57-08:00", 851_042_397_000, -28_800),
    ("1990-12-31T23:59:60Z", 662_688_000_000, 0),
    ("1990-12-31T15:59:60-08:00", 662_688_000_000, -28_800),
    ("1937-01-01T12:00:27.87+00:20", -1_041_337_172_130, 1200),
    ("2026-03-29t09:00:00z", 1_774_774_800_000, 0),
    ("2026-03-29 09:00:00.1239-00:00", 1_774_774_800_123, 0),
    ("0001-01-01T00:00:00Z", -62_135_596_800_000, 0),
  ])
func read(text: String, milliseconds: Int, offset: Int) throws {
  let value = try #require(Instant.parseRFC3339(text))
  #expect(value.instant.milliseconds == Int64(milliseconds) && value.offset == offset)
}

@Test(
  "What is not RFC 3339 is not read",
  arguments: [
    "", "2026-03-29", "2026-03-29T09:00Z", "2026-03-29T09:00:00", "2026-03-29T24:00:00Z",
    "2026-02-29T09:00:00Z", "2026-03-29T09:00:00.Z", "2026-03-29T09:00:00+2",
    "2026-03-29_09:00:00Z",
    "2026-03-29T09:00:60Z", "2026-03-29T09:00:00+24:00", "2026-03-29T09:00:00+02:60",
    "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "2026-03-29T09:00:00ZZ",
    "２026-03-29T09:00:00Z", "2026-03-29T09:00:00 +02:00",
  ])
func notRead(text: String) {
  #expect(Instant.parseRFC3339(text) == nil)
}

@Test(
  "Months and days keep the time of day, then time elapses",
  arguments: [
    ("2026-01-31T10:00:00+01:00", Span(months: 1), "2026-02-28T10:00:00+01:00"),
    ("2028-01-31T10:00:00+01:00", Span(months: 1), "2028-02-29T10:00:00+01:00"),
    ("2028-02-29T10:00:00+01:00", Span(months: 12), "2029-02-28T10:00:00+01:00"),
    ("2026-01-31T10:00:00+01:00", Span(months: 1, days: 1), "2026-03-01T10:00:00+01:00"),
    ("2026-11-30T10:00:00+01:00", Span(months: 3), "2027-02-28T10:00:00+01:00"),
    ("2026-03-28T10:15:30+01:00", Span(days: 1), "2026-03-29T10:15:30+02:00"),
    ("2026-03-28T02:30:00+01:00", Span(days: 1), "2026-03-29T03:30:00+02:00"),
    ("2026-03-28T02:30:00+01:00", Span(days: 2), "2026-03-30T02:30:00+02:00"),
    ("2026-10-24T02:30:00+02:00", Span(days: 1), "2026-10-25T02:30:00+02:00"),
    ("2026-10-24T20:00:00+02:00", Span(milliseconds: 86_400_000), "2026-10-25T19:00:00+01:00"),
    ("2026-10-25T02:30:00+01:00", Span(milliseconds: 3_600_000), "2026-10-25T03:30:00+01:00"),
    (
      "2026-03-28T10:00:00+01:00", Span(days: 1, milliseconds: 7_200_000),
      "2026-03-29T12:00:00+02:00"
    ),
    (
      "2026-03-28T22:00:00+01:00", Span(days: 0, milliseconds: 14_400_000),
      "2026-03-29T03:00:00+02:00"
    ),
    ("2026-03-30T10:00:00+02:00", Span(months: -1, days: -2), "2026-02-26T10:00:00+01:00"),
  ])
func spans(from: String, span: Span, expected: String) throws {
  let start = try #require(Instant.parseRFC3339(from)).instant
  let end = start.adding(span, in: try Zone.load("Europe/Rome"))
  #expect(end == Instant.parseRFC3339(expected)?.instant)
}

@Test("A span keeps the milliseconds of its start")
func spanFraction() {
  let start = Instant(milliseconds: 1_774_774_800_123)
  #expect(start.adding(Span(days: 1), in: .utc)?.milliseconds == 1_774_861_200_123)
}

@Test(
  "A span that leaves the years 1 to 9999 has no end",
  arguments: [
    Span(months: 12 * 7974), Span(months: -12 * 2026), Span(months: .max), Span(months: .min),
    Span(days: .max), Span(days: .min), Span(days: 3_000_000), Span(milliseconds: .max),
    Span(days: 1, milliseconds: .max), Span(months: 1, milliseconds: .min),
  ])
func unbounded(span: Span) {
  #expect(Instant(seconds: 1_774_774_800).adding(span, in: .utc) == nil)
}

@Test("Seconds are rounded down, also where the milliseconds leave no room")
func wholeSeconds() {
  #expect(Instant(milliseconds: -1).seconds == -1 && Instant(milliseconds: -1000).seconds == -1)
  #expect(Instant(milliseconds: 999).seconds == 0)
  #expect(Instant(milliseconds: .min).seconds == -9_223_372_036_854_776)
  #expect(Instant(milliseconds: .max).seconds == 9_223_372_036_854_775)
}
