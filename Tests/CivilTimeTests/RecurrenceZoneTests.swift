import Testing

@testable import CivilTime

/// Machines without tzdata (scripts/dependencies test) skip it.
@Test(
  "Over a decade's clock changes in every zone instants ascend and are those of the wall times",
  .enabled(if: systemZones.count > 300),
  arguments: [
    ("FREQ=HOURLY;BYMINUTE=15,45", 1800), ("FREQ=DAILY;BYHOUR=0,1,2,3,23;BYMINUTE=0,59", 60),
  ])
func everyChange(text: String, step: Int) throws {
  let decade = Int64(1_735_689_600)..<2_051_222_400
  let rule = try RecurrenceText.parse(text, timeOfDay: 0).rule
  let recurrence = try Recurrence(
    rule, from: .wall(WallTime(secondsAsUTC: decade.lowerBound - 10 * 86_400)))
  let minutes = Set(rule.minutes)
  let hours = Set(rule.hours)
  var wrong: [String] = []
  for name in systemZones {
    let zone = try Zone.load(name)
    for change in changes(of: zone) where decade.contains(change) {
      // Nothing but the rule, read off the wall minute by minute, and the zone.
      let day = (change - 6 * 3600).floorDivided(by: 1800) * 1800 - 900
      let window = Instant(seconds: change - 5 * 3600)...Instant(seconds: change + 5 * 3600)
      var expected: Set<Instant> = []
      for reading in stride(from: day - 16 * 3600, to: day + 28 * 3600, by: step) {
        let wall = WallTime(secondsAsUTC: reading)
        guard minutes.contains(wall.minute), hours.isEmpty || hours.contains(wall.hour)
        else { continue }
        expected.insert(zone.instant(of: wall))
      }
      let due = expected.filter { $0 > window.lowerBound && window.contains($0) }.sorted()
      let found = instants(
        of: recurrence, after: window.lowerBound, in: zone, limit: due.count + 1)
      if Array(found.prefix(due.count)) != due || found.last! <= window.upperBound {
        wrong.append("\(name) at \(change)")
      }
    }
  }
  #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
}

@Test("Apia's missing day brings its instances on the day after, among that day's own")
func missingDay() throws {
  let text = "DTSTART;TZID=Pacific/Apia:20111229T000000 RRULE:FREQ=HOURLY;INTERVAL=6;BYMINUTE=0,30"
  let found = try walls(text, after: "2011-12-29T18:00:00", limit: 9)
  #expect(
    found == [
      "2011-12-29T18:30:00", "2011-12-31T00:00:00", "2011-12-31T00:30:00", "2011-12-31T06:00:00",
      "2011-12-31T06:30:00", "2011-12-31T12:00:00", "2011-12-31T12:30:00", "2011-12-31T18:00:00",
      "2011-12-31T18:30:00",
    ])
}

@Test("What was missed is its newest instance and how many there were")
func missed() throws {
  let zone = try Zone.load("Europe/Rome")
  func missed(_ text: String, _ hours: Int64) throws -> Recurrence.Missed? {
    let parsed = try RecurrenceText.parse("DTSTART:20260101T090000 \(text)", timeOfDay: 0)
    let recurrence = try Recurrence(parsed.rule, from: try #require(parsed.start))
    let start = zone.instant(of: try #require(WallTime("2026-03-01T09:00:00")))
    let end = Instant(seconds: start.seconds + hours * 3600)
    return recurrence.missed(after: start, through: end, in: zone, limit: 1000)
  }
  func instant(_ text: String) -> Instant? { Instant.parseRFC3339(text)?.instant }
  #expect(try missed("FREQ=DAILY", 23) == nil)
  let one = try missed("FREQ=DAILY", 24)
  #expect(one?.count == 1 && one?.newest == instant("2026-03-02T09:00:00+01:00"))
  let many = try missed("FREQ=DAILY", 24 * 30)
  #expect(many?.count == 30 && many?.newest == instant("2026-03-31T09:00:00+02:00"))
  let endless = try missed("FREQ=SECONDLY;BYMONTH=3,4", 24 * 90)
  #expect(endless?.count == 1000 && endless?.newest == instant("2026-04-30T23:59:59+02:00"))
  let elapsed = try missed("FREQ=MINUTELY", 24 * 365 * 50)
  #expect(elapsed?.count == 1000 && elapsed?.newest == instant("2076-02-17T09:00:00+01:00"))
}
