import Testing

@testable import CivilTime

@Test(
  "A rule gives exactly its instances",
  arguments: [
    // FREQ and INTERVAL.
    (
      "20260101T090000", "FREQ=DAILY;INTERVAL=10;COUNT=3",
      ["01-01T09:00", "01-11T09:00", "01-21T09:00"]
    ),
    ("20260131T090000", "FREQ=MONTHLY;COUNT=3", ["01-31T09:00", "03-31T09:00", "05-31T09:00"]),
    ("20240229T090000", "FREQ=YEARLY;COUNT=2", ["02-29T09:00", "02-29T09:00"]),
    ("20260105T090000", "FREQ=WEEKLY;INTERVAL=2;COUNT=2", ["01-05T09:00", "01-19T09:00"]),
    // The start is no instance unless the rule selects it.
    ("20260101T090000", "FREQ=WEEKLY;BYDAY=MO;COUNT=2", ["01-05T09:00", "01-12T09:00"]),
    // Monthly on the 31st, in the manner of people, and returning to it.
    (
      "20260101T090000", "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1;COUNT=4",
      ["01-31T09:00", "02-28T09:00", "03-31T09:00", "04-30T09:00"]
    ),
    ("20260101T090000", "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=2", ["01-31T09:00", "02-28T09:00"]),
    ("20260101T170000", "FREQ=MONTHLY;BYDAY=-1FR;COUNT=2", ["01-30T17:00", "02-27T17:00"]),
    ("20260101T100000", "FREQ=MONTHLY;BYDAY=2TU;COUNT=2", ["01-13T10:00", "02-10T10:00"]),
    // Days with and without ordinals add up.
    (
      "20260101T100000", "FREQ=MONTHLY;BYDAY=MO,1TU;COUNT=3",
      ["01-05T10:00", "01-06T10:00", "01-12T10:00"]
    ),
    (
      "20260101T100000", "FREQ=YEARLY;BYDAY=1MO,-1MO;COUNT=3",
      ["01-05T10:00", "12-28T10:00", "01-04T10:00"]
    ),
    ("20260101T100000", "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;COUNT=1", ["03-29T10:00"]),
    // Without BYDAY a week number means the weekday of the start.
    ("20260107T100000", "FREQ=YEARLY;BYWEEKNO=20;COUNT=1", ["05-13T10:00"]),
    (
      "20200101T100000", "FREQ=YEARLY;BYWEEKNO=-1;BYDAY=SU;COUNT=2", ["01-03T10:00", "01-02T10:00"]
    ),
    ("20260101T100000", "FREQ=YEARLY;BYYEARDAY=-1,60;COUNT=2", ["03-01T10:00", "12-31T10:00"]),
    (
      "20260101T000000", "FREQ=YEARLY;BYMONTHDAY=13;BYDAY=FR;COUNT=2",
      ["02-13T00:00", "03-13T00:00"]
    ),
    // Times of day.
    (
      "20260101T081500", "FREQ=DAILY;BYHOUR=9,18;COUNT=3",
      ["01-01T09:15", "01-01T18:15", "01-02T09:15"]
    ),
    ("20260101T085000", "FREQ=HOURLY;BYMINUTE=0,30;COUNT=2", ["01-01T09:00", "01-01T09:30"]),
    (
      "20260101T080000", "FREQ=HOURLY;INTERVAL=5;BYHOUR=8,13;COUNT=3",
      ["01-01T08:00", "01-01T13:00", "01-06T08:00"]
    ),
    (
      "20260101T080000", "FREQ=MINUTELY;INTERVAL=50;BYMINUTE=30;COUNT=2",
      ["01-01T10:30", "01-01T15:30"]
    ),
    // BYSETPOS.
    (
      "20260101T090000", "FREQ=DAILY;BYHOUR=8,12,18;BYSETPOS=-1;COUNT=2",
      ["01-01T18:00", "01-02T18:00"]
    ),
    (
      "20260101T090000", "FREQ=HOURLY;BYMINUTE=5,25,45;BYSETPOS=2;COUNT=2",
      ["01-01T09:25", "01-01T10:25"]
    ),
    (
      "20260101T090000", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1;COUNT=3",
      ["01-01T09:00", "01-30T09:00", "02-02T09:00"]
    ),
    // The week's beginning matters from the second period on (RFC 5545, WKST).
    (
      "19970805T090000", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO",
      ["08-05T09:00", "08-10T09:00", "08-19T09:00", "08-24T09:00"]
    ),
    (
      "19970805T090000", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU",
      ["08-05T09:00", "08-17T09:00", "08-19T09:00", "08-31T09:00"]
    ),
    // Ends.
    ("20260101T090000", "FREQ=DAILY;UNTIL=20260102", ["01-01T09:00", "01-02T09:00"]),
    ("20260101T090000", "FREQ=DAILY;UNTIL=20260102T085959", ["01-01T09:00"]),
    ("20260101T090000", "FREQ=DAILY;UNTIL=20260102T090000Z", ["01-01T09:00", "01-02T09:00"]),
    ("20260101T090000", "FREQ=HOURLY;INTERVAL=20;UNTIL=20260102", ["01-01T09:00", "01-02T05:00"]),
    ("99991230T090000", "FREQ=DAILY", ["12-30T09:00", "12-31T09:00"]),
    ("99991231T220000", "FREQ=HOURLY", ["12-31T22:00", "12-31T23:00"]),
    ("99980101T090000", "FREQ=YEARLY", ["01-01T09:00", "01-01T09:00"]),
    // The 60th second is the 59th.
    ("20260101T090000", "FREQ=MINUTELY;BYSECOND=59,60;COUNT=1", ["01-01T09:00"]),
  ])
func instances(start: String, rule: String, expected: [String]) throws {
  let found = try walls("DTSTART:\(start)\nRRULE:\(rule)", limit: 6)
  let isEndless = !rule.contains("COUNT") && !rule.contains("UNTIL") && !start.hasPrefix("99")
  #expect(!isEndless && found.map { String($0.dropFirst(5).prefix(11)) } == expected)
}

@Test(
  "A rule on the wall clock goes over clock changes",
  arguments: [
    // In the gap of 29 March 02:30 comes at 03:30; the day after it is back.
    (
      "Europe/Rome", "20260328T023000", "FREQ=DAILY", ["28T02:30+01", "29T03:30+02", "30T02:30+02"]
    ),
    (
      "Europe/Rome", "20261024T023000", "FREQ=DAILY", ["24T02:30+02", "25T02:30+02", "26T02:30+01"]
    ),
    // What is shifted may come after what is not; no instant comes twice.
    (
      "Europe/Rome", "20260329T013000", "FREQ=HOURLY;BYMINUTE=0,30",
      ["29T01:30+01", "29T03:00+02", "29T03:30+02", "29T04:00+02"]
    ),
    (
      "Europe/Rome", "20260329T000000", "FREQ=DAILY;BYHOUR=2,3;BYMINUTE=0,45",
      ["29T03:00+02", "29T03:45+02", "30T02:00+02", "30T02:45+02"]
    ),
    (
      "Europe/Rome", "20260329T000000", "FREQ=DAILY;BYHOUR=2;BYMINUTE=45;COUNT=2",
      ["29T03:45+02", "30T02:45+02"]
    ),
    // The second half of an overlap has no instances of its own.
    (
      "Europe/Rome", "20261025T013000", "FREQ=HOURLY;BYMINUTE=30",
      ["25T01:30+02", "25T02:30+02", "25T03:30+01"]
    ),
    (
      "Australia/Lord_Howe", "20261003T021500", "FREQ=DAILY",
      ["03T02:15+10", "04T02:45+11", "05T02:15+11"]
    ),
    (
      "Pacific/Apia", "20111229T090000", "FREQ=DAILY",
      ["29T09:00-10", "31T09:00+14", "01T09:00+14"]
    ),
    (
      "Pacific/Apia", "20111223T090000", "FREQ=WEEKLY",
      ["23T09:00-10", "31T09:00+14", "06T09:00+14"]
    ),
    // A limit in UTC counts the shifted instant, a limit on the wall the time that was meant.
    ("Europe/Rome", "20260328T023000", "FREQ=DAILY;UNTIL=20260329T012959Z", ["28T02:30+01"]),
    (
      "Europe/Rome", "20260328T023000", "FREQ=DAILY;UNTIL=20260329T013000Z",
      ["28T02:30+01", "29T03:30+02"]
    ),
    (
      "Europe/Rome", "20260328T023000", "FREQ=DAILY;UNTIL=20260329T023000",
      ["28T02:30+01", "29T03:30+02"]
    ),
  ])
func wallChanges(zone: String, start: String, rule: String, expected: [String]) throws {
  try expectInstants(zone, start, rule, expected)
}

@Test(
  "A rule of elapsed time does not care about the clock on the wall",
  arguments: [
    (
      "20260329T003000", "FREQ=HOURLY",
      ["29T00:30+01", "29T01:30+01", "29T03:30+02", "29T04:30+02"]
    ),
    (
      "20261025T013000", "FREQ=HOURLY",
      ["25T01:30+02", "25T02:30+02", "25T02:30+01", "25T03:30+01"]
    ),
    ("20260328T200000", "FREQ=HOURLY;INTERVAL=8", ["28T20:00+01", "29T05:00+02", "29T13:00+02"]),
    ("20261024T200000", "FREQ=HOURLY;INTERVAL=24", ["24T20:00+02", "25T19:00+01", "26T19:00+01"]),
    (
      "20260329T013000", "FREQ=MINUTELY;INTERVAL=20", ["29T01:30+01", "29T01:50+01", "29T03:10+02"]
    ),
    ("20260329T010000", "FREQ=HOURLY;COUNT=2", ["29T01:00+01", "29T03:00+02"]),
    // The last moment of an end that the clock shows twice still counts.
    (
      "20261025T013000", "FREQ=HOURLY;UNTIL=20261025T023000",
      ["25T01:30+02", "25T02:30+02", "25T02:30+01"]
    ),
    ("20261025T013000", "FREQ=HOURLY;UNTIL=20261025T003000Z", ["25T01:30+02", "25T02:30+02"]),
    (
      "20261025T213000", "FREQ=HOURLY;WKST=SU;UNTIL=20261025",
      ["25T21:30+01", "25T22:30+01", "25T23:30+01"]
    ),
  ])
func elapsed(start: String, rule: String, expected: [String]) throws {
  try expectInstants("Europe/Rome", start, rule, expected)
}

/// - Parameter expected: day, hour and minute, and the hours of the offset.
private func expectInstants(
  _ zone: String, _ start: String, _ rule: String, _ expected: [String]
) throws {
  let parsed = try RecurrenceText.parse("DTSTART;TZID=\(zone):\(start) \(rule)", timeOfDay: 0)
  let zone = try Zone.load(zone)
  let recurrence = try Recurrence(parsed.rule, from: try #require(parsed.start))
  let limit = rule.contains("UNTIL") || rule.contains("COUNT") ? 9 : expected.count
  let found = instants(of: recurrence, after: .earliest, in: zone, limit: limit).map {
    let text = $0.rfc3339(in: zone)
    return String(text.dropFirst(8).prefix(8) + text.suffix(6).prefix(3))
  }
  #expect(found == expected)
}

@Test("A rule of elapsed time that starts at an instant is the same in every zone")
func elapsedFromInstant() throws {
  var rule = RecurrenceRule(.hourly)
  rule.interval = 5
  let start = Instant(milliseconds: 1_774_774_800_750)
  let recurrence = try Recurrence(rule, from: .instant(start))
  #expect(recurrence.start == .instant(Instant(seconds: 1_774_774_800)), "whole seconds")
  for zone in [Zone.utc, try Zone.load("Europe/Rome")] {
    #expect(recurrence.next(after: start, in: zone) == Instant(seconds: 1_774_792_800))
    let far = Instant(seconds: 250_000_000_000)
    let next = try #require(recurrence.next(after: far, in: zone))
    #expect(next.since(far) <= 18_000_000 && next.since(start) % 18_000_000 == -750 + 18_000_000)
  }
}

@Test(
  "A rule that can never match is refused, soon",
  .timeLimit(.minutes(5)),
  arguments: [
    "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MINUTELY;BYMONTH=4;BYMONTHDAY=31",
    "FREQ=HOURLY;BYYEARDAY=1;BYMONTH=2", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=MONTHLY;BYDAY=6MO", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6",
    "FREQ=YEARLY;BYYEARDAY=366;BYMONTH=1",
    "FREQ=SECONDLY;BYMINUTE=1;BYSETPOS=2", "FREQ=SECONDLY;INTERVAL=2;BYSECOND=1",
    "FREQ=SECONDLY;INTERVAL=7;BYHOUR=3;BYMINUTE=0;BYSECOND=1;BYDAY=WE",
    "FREQ=MINUTELY;INTERVAL=1440;BYHOUR=3", "FREQ=SECONDLY;INTERVAL=604800;BYDAY=TU",
    "FREQ=SECONDLY;INTERVAL=2147483647;BYHOUR=3;BYMONTHDAY=31",
    "FREQ=WEEKLY;BYDAY=MO;UNTIL=20260101",
    "FREQ=DAILY;INTERVAL=7;BYDAY=MO", "FREQ=WEEKLY;INTERVAL=52;BYDAY=TU;BYMONTH=2;BYSETPOS=2",
    "FREQ=MONTHLY;INTERVAL=12;BYMONTH=3", "FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29",
    "FREQ=HOURLY;UNTIL=20251231T060000Z", "FREQ=HOURLY;UNTIL=20251231",
  ])
func neverOccurs(rule: String) throws {
  // A Thursday, in a year that is neither leap nor two years from one.
  let start = Recurrence.Start.wall(try #require(WallTime("2026-01-01T09:00:00")))
  let rule = try RecurrenceText.parse(rule, timeOfDay: 0).rule
  #expect(throws: CivilTimeError.recurrence(.neverOccurs)) { _ = try Recurrence(rule, from: start) }
}

@Test("COUNT counts from the start, however late one asks")
func countFromStart() throws {
  let text = "DTSTART:20000101T090000 RRULE:FREQ=DAILY;COUNT=10000"
  #expect(try walls(text, after: "2027-05-17T09:00:00", limit: 3) == ["2027-05-18T09:00:00"])
  #expect(try walls(text, after: "2027-05-18T09:00:00", limit: 3) == [])
  let elapsed = "DTSTART:20000101T090000 RRULE:FREQ=SECONDLY;COUNT=864000001"
  #expect(try walls(elapsed, after: "2027-05-19T08:59:59", limit: 3) == ["2027-05-19T09:00:00"])
}

@Test(
  "Rules that iCalendar forbids are refused for what is wrong with them",
  arguments: [
    ("FREQ=MONTHLY;BYWEEKNO=3", RecurrenceProblem.meaningless(.weekNumbers, .monthly)),
    ("FREQ=DAILY;BYYEARDAY=3", .meaningless(.yearDays, .daily)),
    ("FREQ=WEEKLY;BYMONTHDAY=3", .meaningless(.monthDays, .weekly)),
    ("FREQ=WEEKLY;BYDAY=2MO", .meaningless(.days, .weekly)),
    ("FREQ=YEARLY;BYWEEKNO=3;BYDAY=2MO", .exclusive(.days, .weekNumbers)),
    ("FREQ=DAILY;BYSETPOS=1", .nothingToChooseFrom),
    ("FREQ=DAILY;INTERVAL=0", .invalid(.interval)), ("FREQ=DAILY;COUNT=0", .invalid(.count)),
    ("FREQ=DAILY;INTERVAL=2147483648", .invalid(.interval)),
    ("FREQ=DAILY;COUNT=100001", .countTooLarge), ("FREQ=DAILY;BYHOUR=24", .invalid(.hours)),
    ("FREQ=DAILY;BYHOUR=-1", .invalid(.hours)), ("FREQ=DAILY;BYMINUTE=60", .invalid(.minutes)),
    ("FREQ=DAILY;BYSECOND=61", .invalid(.seconds)), ("FREQ=DAILY;BYMONTH=-1", .invalid(.months)),
    ("FREQ=MONTHLY;BYMONTHDAY=0", .invalid(.monthDays)),
    ("FREQ=MONTHLY;BYMONTHDAY=-32", .invalid(.monthDays)),
    ("FREQ=YEARLY;BYYEARDAY=367", .invalid(.yearDays)), ("FREQ=YEARLY;BYDAY=54MO", .invalid(.days)),
    ("FREQ=YEARLY;BYDAY=0MO", .invalid(.days)), ("FREQ=YEARLY;BYWEEKNO=54", .invalid(.weekNumbers)),
    ("FREQ=DAILY;BYHOUR=9;BYSETPOS=367", .invalid(.positions)),
  ])
func forbidden(rule: String, problem: RecurrenceProblem) throws {
  let parsed = try RecurrenceText.parse(rule, timeOfDay: 0)
  let start = Recurrence.Start.wall(try #require(WallTime("2026-01-01T09:00:00")))
  #expect(throws: CivilTimeError.recurrence(problem)) {
    _ = try Recurrence(parsed.rule, from: start)
  }
}

@Test("Only a rule of elapsed time may start at an instant")
func startOfWallRule() {
  #expect(throws: CivilTimeError.recurrence(.startIsNoWallTime)) {
    _ = try Recurrence(RecurrenceRule(.daily), from: .instant(.earliest))
  }
}
