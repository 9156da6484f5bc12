import Foundation
import Testing

@testable import CivilTime

@Test(
  "A recurrence text is read, and written in canonical form",
  arguments: [
    ("FREQ=DAILY", "RRULE:FREQ=DAILY"),
    ("rrule:freq=weekly;byday=fr,mo;interval=1", "RRULE:FREQ=WEEKLY;BYDAY=MO,FR"),
    (
      "RRULE:WKST=SU;BYDAY=MO,+2TU,-1FR;FREQ=MONTHLY",
      "RRULE:FREQ=MONTHLY;BYDAY=-1FR,MO,2TU;WKST=SU"
    ),
    (
      "DTSTART;TZID=America/New_York:19970902T090000\r\nRRULE:FREQ=DAILY;UNTIL=19971224T000000Z\r\n",
      "DTSTART;TZID=America/New_York:19970902T090000\nRRULE:FREQ=DAILY;UNTIL=19971224T000000Z"
    ),
    (
      "RRULE:FREQ=DAILY;UNTIL=20270101 DTSTART:20260101",
      "DTSTART:20260101T090000\nRRULE:FREQ=DAILY;UNTIL=20270101"
    ),
    ("DTSTART;VALUE=DATE:20260101 FREQ=DAILY", "DTSTART:20260101T090000\nRRULE:FREQ=DAILY"),
    (
      "DTSTART:20260101T080000Z FREQ=DAILY;COUNT=3",
      "DTSTART:20260101T080000Z\nRRULE:FREQ=DAILY;COUNT=3"
    ),
    ("DTSTART:20260101T080000Z FREQ=HOURLY", "DTSTART:20260101T080000Z\nRRULE:FREQ=HOURLY"),
    (
      "DTSTART;TZID=\":/etc/my;zone\":20260101T080000 FREQ=DAILY;UNTIL=20260301T080000",
      "DTSTART;TZID=\":/etc/my;zone\":20260101T080000\nRRULE:FREQ=DAILY;UNTIL=20260301T080000"
    ),
    (
      "FREQ=YEARLY;INTERVAL=2;BYMONTH=1;BYWEEKNO=1;BYYEARDAY=1;BYMONTHDAY=1;BYDAY=SU;BYHOUR=9,8;"
        + "BYMINUTE=30;BYSECOND=0;BYSETPOS=-1",
      "RRULE:FREQ=YEARLY;INTERVAL=2;BYSECOND=0;BYMINUTE=30;BYHOUR=8,9;BYDAY=SU;BYMONTHDAY=1;"
        + "BYYEARDAY=1;BYWEEKNO=1;BYMONTH=1;BYSETPOS=-1"
    ),
  ])
func canonical(text: String, expected: String) throws {
  var parsed = try RecurrenceText.parse(text, timeOfDay: 9 * 3600)
  parsed.rule = try parsed.rule.checked()
  #expect(parsed.description == expected)
  #expect(try RecurrenceText.parse(expected, timeOfDay: 0) == parsed)
}

@Test("A start in UTC is an instant for elapsed time, and pins the wall clock to UTC otherwise")
func startInUTC() throws {
  let elapsed = try RecurrenceText.parse("DTSTART:20260101T080000Z FREQ=HOURLY", timeOfDay: 0)
  #expect(elapsed.zoneName == nil && elapsed.start == .instant(Instant(seconds: 1_767_254_400)))
  let wall = try RecurrenceText.parse("DTSTART:20260101T080000Z FREQ=DAILY", timeOfDay: 0)
  #expect(wall.zoneName == "UTC" && wall.start == WallTime("2026-01-01T08:00:00").map { .wall($0) })
}

@Test(
  "A recurrence text that cannot be read is refused with the place",
  arguments: [
    ("", RecurrenceProblem.noFrequency, 0..<0), ("INTERVAL=2", .noFrequency, 10..<10),
    ("DTSTART:20260101T090000", .noFrequency, 23..<23),
    ("FREQ=FORTNIGHTLY", .invalid(.frequency), 5..<16),
    ("FREQ=DAILY;FOO=1", .unknown("FOO=1"), 11..<16), ("FREQ=DAILY;", .unknown(""), 11..<11),
    ("FREQ=DAILY;COUNT", .unknown("COUNT"), 11..<16),
    ("FREQ=DAILY;DTSTART=1", .unknown("DTSTART=1"), 11..<20),
    ("FREQ=DAILY;COUNT=x", .invalid(.count), 17..<18),
    ("FREQ=DAILY;COUNT=", .invalid(.count), 17..<17),
    ("FREQ=DAILY;COUNT=99999999999", .invalid(.count), 17..<28),
    ("FREQ=DAILY;BYHOUR=8,,9", .invalid(.hours), 20..<20),
    ("FREQ=DAILY;BYDAY=MO,XX", .invalid(.days), 20..<22),
    ("FREQ=DAILY;BYDAY=M", .invalid(.days), 17..<18),
    ("FREQ=DAILY;WKST=8", .invalid(.weekStart), 16..<17),
    ("FREQ=DAILY;COUNT=1;COUNT=2", .repeated(.count), 19..<26),
    ("FREQ=DAILY;COUNT=1;UNTIL=20260101", .exclusive(.count, .until), 11..<16),
    ("FREQ=DAILY;UNTIL=20260230", .invalid(.until), 17..<25),
    ("FREQ=DAILY;UNTIL=20260220Z", .invalid(.until), 17..<26),
    ("FREQ=DAILY;UNTIL=20260220T250000", .invalid(.until), 17..<32),
    ("FREQ=DAILY;UNTIL=2026022éT00000", .invalid(.until), 17..<32),
    ("RRULE:FREQ=DAILY RRULE:FREQ=DAILY", .repeated(.frequency), 17..<22),
    ("DTSTART:20260101 DTSTART:20260101 FREQ=DAILY", .repeated(.start), 17..<24),
    ("RRULE:FREQ=DAILY EXDATE:20260101", .unknown("EXDATE"), 17..<23),
    ("RRULE;X=1:FREQ=DAILY", .unknown("RRULE;X=1"), 0..<9),
    ("DTSTART;FOO=1:20260101 FREQ=DAILY", .unknown("FOO=1"), 8..<13),
    ("DTSTART;TZID=Europe/Rome:20260101T090000Z FREQ=DAILY", .invalid(.start), 25..<41),
    ("DTSTART;TZID=:20260101T090000 FREQ=DAILY", .invalid(.start), 8..<13),
    ("DTSTART:2026-01-01 FREQ=DAILY", .invalid(.start), 8..<18),
  ])
func unreadable(text: String, problem: RecurrenceProblem, range: Range<Int>) {
  #expect(throws: CivilTimeError.recurrence(problem, range)) {
    _ = try RecurrenceText.parse(text, timeOfDay: 0)
  }
}

@Test(
  "What is wrong with a rule's meaning is found in its text",
  arguments: [
    ("RRULE:FREQ=WEEKLY;BYDAY=2MO", RecurrenceProblem.meaningless(.days, .weekly), 18..<27),
    ("FREQ=DAILY;COUNT=100001", .countTooLarge, 11..<23),
    ("FREQ=DAILY;BYSETPOS=2", .nothingToChooseFrom, 11..<21),
    ("FREQ=MONTHLY;BYDAY=6MO", .neverOccurs, 0..<22),
  ])
func place(text: String, problem: RecurrenceProblem, range: Range<Int>) {
  #expect(RecurrenceText.range(of: problem, in: text) == range)
}
